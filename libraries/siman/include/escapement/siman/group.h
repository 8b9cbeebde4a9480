// SPDX-License-Identifier: MIT
// GROUP and COMBINE: entities wait in the queue before the block until there are enough; then one goes on for
// all of them (Pegden, Shannon and Sadowski 1995; Arena's Batch).
//
//   G1  At each arrival the size, and with a match its value, are evaluated for the entity that comes.
//   G2  When as many entities of that match value as the size says are in line, the first ones of the queue's
//       order leave it, and a new entity, the representative, is created and becomes ready.
//   G3  Its attributes are those of the first or last member, or their product or sum; its type is as given,
//       else that member's (the first one's with a product or sum). It begins now, with times of 0.
//   G4  Group keeps the members in the group (members.h). Combine ends them: they are counted out, their
//   times
//       are not tallied, and the representative has the units of resources that they held and what they cost
//       so far.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "escapement/siman/entity_type.h"
#include "escapement/siman/holding.h"
#include "escapement/siman/members.h"

namespace escapement::siman {

class Group : public QueueHold {
 public:
  struct Options {
    ExpressionText size{};
    SaveCriterion save = SaveCriterion::kLast;
    ExpressionText match{};  // empty: any entities
    Reference entity{};      // type of the representative; empty: as G3 says
    bool permanent = false;
    const char* size_field = "size";  // what messages and the stream call it
    std::optional<std::uint64_t> stream{};
  };
  Group(std::string name, Options options) : QueueHold(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  Entry in{*this, "in"};
  Exit out{*this, "out"};

  void bind(Binder& binder) override;
  void add_queue(QueueElement& queue) override;
  void start() override { waiting_.clear(); }
  void archive(Archive& archive) override;
  bool wait(Entity& entity, QueueElement& queue) override;
  void give_up(Entity& entity) override;

 private:
  void form(QueueElement& queue, double match, std::size_t size);

  Options options_;
  expressions::Expression size_, match_;
  EntityType* type_ = nullptr;
  std::unordered_map<double, std::size_t> waiting_;  // entities in line by match
  std::vector<Entity*> members_;                     // of the group that is being formed
};

class Combine : public Group {
 public:
  Combine(std::string name, Options options) : Group(std::move(name), permanently(std::move(options))) {}
  static registry::ComponentType descriptor();

 private:
  static Options permanently(Options options) {
    options.permanent = true;
    return options;
  }
};

}  // namespace escapement::siman
