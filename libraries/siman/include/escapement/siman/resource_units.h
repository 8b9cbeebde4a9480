// SPDX-License-Identifier: MIT
// What a Seize or a Release names: units of a resource, or of a member of a set of resources. Written as
// "Drill", {"resource": "Drill", "units": 2}, or {"resource": "Drills", "rule": "Random", "saveAttribute":
// "which"} where Drills is a set; {"attribute": "machine"} and {"expression": "MEMBER(Drills, 2)"} give the
// number of the resource among all resources of the model. A Seize can set the state of what it seizes.
#pragma once

#include <cmath>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/resource.h"
#include "escapement/siman/selection.h"

namespace escapement::siman {

// Which member of a set is released: of those of which the entity holds units, the one that it seized last or
// first, or one by its number.
enum class ReleaseRule { kLastMemberSeized, kFirstMemberSeized, kSpecificMember };

// What the fields of a descriptor are for.
enum class UnitsFor { kSeize, kRelease, kSeizeAndRelease };

struct ResourceUnits {
  Reference resource;  // or a set of resources; then what follows the units counts
  ExpressionText units = 1.0;
  Selection selection{};  // of the member that is seized
  Reference save{};       // attribute that gets the member's number; empty: none
  ReleaseRule release_rule = ReleaseRule::kLastMemberSeized;  // its number is selection.member
  // Instead of a name, the number of the resource: then `selection` and `release_rule` ask for that one.
  ExpressionText number{};
  Reference state{};  // of its state set, that a seize brings it to; empty: the automatic one

  static registry::Field field(const char* name, const char* doc, UnitsFor use,
                               const char* default_rule = "PreferredOrder");
  static std::vector<ResourceUnits> from(const registry::Arguments& arguments, std::string_view name,
                                         const char* default_rule = "PreferredOrder");
  // For messages.
  const std::string& text() const { return number.empty() ? resource.name : number.text; }
  void by_number(ExpressionText number_of_it);
  expressions::Expression compile(Member& member, Binder& binder) const;
  // The resource, or the members of the set, or all resources; empty, with a fault, when there is none.
  std::vector<Resource*> find(Member& member, Binder& binder, bool& is_set) const;
};

// Units are whole: 1, 2, 3 ...
inline bool is_unit_count(double units) {
  return units >= 1 && units == std::floor(units) && units < kInfinity;
}

}  // namespace escapement::siman
