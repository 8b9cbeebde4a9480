// SPDX-License-Identifier: MIT
// SPLIT: a group ends (Pegden, Shannon and Sadowski 1995; Arena's Separate, "split existing batch").
//
//   S0  What the representative has cost is shared out evenly.
//   S1  The representative is counted out; units of resources that it holds stay seized, as at a Dispose.
//   S2  Its members become ready in the order of the group and leave by the one exit, each with its own
//       attributes or with those of the representative, as asked.
// An entity that stands for no group is a run-time error.
#pragma once

#include "escapement/siman/block.h"
#include "escapement/siman/members.h"

namespace escapement::siman {

class Split : public Passage {
 public:
  explicit Split(std::string name, MemberAttributes members = {})
      : Passage(std::move(name)), rule_(std::move(members)) {}
  static registry::ComponentType descriptor();

  void bind(Binder& binder) override { rule_.bind(*this, binder); }
  Block* enter(Entity& entity) override;

 private:
  MemberAttributeRule rule_;
};

}  // namespace escapement::siman
