// SPDX-License-Identifier: MIT
// Groups: an entity, the representative, that owns others, its members, in an order. Group makes them, Pickup
// adds to them, Dropoff and Split take from them (Pegden, Shannon and Sadowski 1995; Kelton, Sadowski and
// Zupick, Simulation with Arena).
//
//   - Members stay entities of their type: they count as work in progress, and hold what they hold. The
//     representative counts with its own type while it lives, so in = out + present for each.
//   - A member's times by category go on with those of its representative; they are brought up to date when
//   it
//     leaves the group (so VATime + ... + OtherTime is the time in the system, where all time is charged).
//   - Members may be groups themselves.
//   - When a representative is disposed of its members are, too. When it is copied they are, too.
#pragma once

#include <string_view>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/entity.h"

namespace escapement::siman {

class Attribute;

// The entity joins the group at its end. It must be nowhere else.
void add_member(Entity& representative, Entity& member);
// The member at that place, from 0, leaves the group. Its place must exist.
Entity& take_member(Entity& representative, std::size_t place);
// Multiplies the entity's times and costs by category, leaving those of its members as they are.
void scale_times(Entity& entity, double factor);

// How a representative gets its attributes from those of its members, in the order of the group.
enum class SaveCriterion { kFirst, kLast, kProduct, kSum };
registry::Field save_criterion_field(const char* name);
SaveCriterion save_criterion_from(const registry::Arguments& arguments, std::string_view name);
// Texts have neither sum nor product: then that of the first member is kept.
void save_attributes(Entity& representative, const std::vector<Entity*>& members, SaveCriterion criterion,
                     const World& world);

// Which of the representative's attributes a member takes along when it leaves the group.
struct MemberAttributes {
  enum class Rule { kRetain, kTakeAll, kTakeSpecific };
  Rule rule = Rule::kRetain;
  std::vector<Reference> attributes{};  // with kTakeSpecific

  static std::vector<registry::Field> fields();
  static void check(const registry::Value& value, std::vector<Diagnostic>& out);
  static MemberAttributes from(const registry::Arguments& arguments);
};

// The same, bound to attributes.
class MemberAttributeRule {
 public:
  explicit MemberAttributeRule(MemberAttributes options) : options_(std::move(options)) {}
  void bind(Member& member, Binder& binder);
  void apply(const Entity& representative, Entity& member, std::size_t attributes) const;

 private:
  MemberAttributes options_;
  std::vector<Attribute*> taken_;
};

}  // namespace escapement::siman
