// SPDX-License-Identifier: MIT
// PICKUP and DROPOFF: an entity takes others along from a queue, and lets them go again (Pegden, Shannon and
// Sadowski 1995; Arena's modules of these names): a bus and its passengers.
//
//   Pickup   takes `quantity` entities, from `rank` on in the order of the queue, out of the queue, which
//            ends and tallies their waits, and adds them to the end of its group. Where fewer are there it
//            takes those.
//   Dropoff  lets `quantity` members, from `rank` on in the order of the group, go: they become ready and
//            leave by `members`. Where the group has fewer it lets those go. The entity itself goes on first.
// A rank above the number of those who are there fails the run, unless the quantity is 0; of nobody, rank 1
// may be asked for: a bus that is empty, or comes to an empty stop, is no error.
#pragma once

#include <optional>

#include "escapement/siman/holding.h"
#include "escapement/siman/members.h"

namespace escapement::siman {

class Pickup : public Passage {
 public:
  struct Options {
    ElementName queue{};
    ExpressionText quantity = 1.0;
    ExpressionText rank = 1.0;
  };
  Pickup(std::string name, Options options) : Passage(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;

 private:
  Options options_;
  QueueChoice queue_;
  expressions::Expression quantity_, rank_;
};

class Dropoff : public Passage {
 public:
  struct Options {
    ExpressionText quantity = 1.0;
    ExpressionText rank = 1.0;
    MemberAttributes members{};
  };
  Dropoff(std::string name, Options options)
      : Passage(std::move(name)), options_(std::move(options)), rule_(options_.members) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  Exit members{*this, "members"};

  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;

 private:
  Options options_;
  MemberAttributeRule rule_;
  expressions::Expression quantity_, rank_;
};

}  // namespace escapement::siman
