// SPDX-License-Identifier: MIT
// PREEMPT: seizes units of one resource, taking them from less urgent holders when too few are free (Pegden,
// Shannon and Sadowski 1995; preemptive resume as in queueing theory). As with Seize, entities wait in the
// queue of the Queue block before it.
//
//   P1  The priority is evaluated when the entity comes; smaller is more urgent. A holder's priority is that
//       of the seize or preemption by which it got the units.
//   P2  If too few units are free, and as many as are short can be taken from holders that are strictly less
//       urgent (interruptions.h, I1), they are. Otherwise nothing is taken and the entity waits.
//   P3  It waits as at a Seize (resource.h); nothing is taken later. More urgent ones that wait come first.
//   P4  A holder that is interrupted in a delay leaves by `preempted` if that is coupled, without the units
//   and
//       without a claim to them; else it keeps its claim and its delay goes on when it has them back (I4).
//       The time that was left goes to the attribute `remaining` in both cases, if one is named.
#pragma once

#include "escapement/registry/descriptor.h"
#include "escapement/siman/attribute.h"
#include "escapement/siman/seize.h"

namespace escapement::siman {

class Preempt : public Seize {
 public:
  struct Options {
    ResourceUnits resource;
    ExpressionText priority = 1.0;
    Reference remaining{};  // an attribute; empty: the time left is not kept
    std::optional<std::uint64_t> stream{};
  };
  Preempt(std::string name, Options options);
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  Exit preempted{*this, "preempted", true};

  void bind(Binder& binder) override;
  bool may_pass(Entity& entity, QueueElement& queue) override;

 private:
  Options preempt_;
  Resource* resource_ = nullptr;
  std::size_t slot_;
};

}  // namespace escapement::siman
