// SPDX-License-Identifier: MIT
#include "escapement/siman/resource_units.h"

#include <algorithm>

#include "escapement/core/error.h"
#include "escapement/siman/set.h"

namespace escapement::siman {
namespace {

const std::vector<std::string> kReleaseRules = {"LastMemberSeized", "FirstMemberSeized", "SpecificMember"};

void check_units(const registry::Value& v, std::vector<Diagnostic>& out) {
  int named = 0;
  for (const char* key : {"resource", "attribute", "expression"}) named += v.find(key) != nullptr;
  if (named != 1)
    out.push_back({v.where(), "an item of resources names " + std::to_string(named) + " things",
                   "give exactly one of resource, attribute, expression"});
  if (v.find("resource") == nullptr)
    for (const char* key : {"rule", "releaseRule", "member", "saveAttribute"})
      if (const registry::Value* other = v.find(key)) {
        out.push_back({other->where(), std::string("\"") + key + "\" has no effect here",
                       "remove it, or name a set by \"resource\""});
        return;
      }
  const registry::Value* rule = v.find("rule");
  const registry::Value* release = v.find("releaseRule");
  const registry::Value* member = v.find("member");
  const bool specific = (rule != nullptr && rule->text() == "SpecificMember") ||
                        (release != nullptr && release->text() == "SpecificMember");
  if (specific && member == nullptr)
    out.push_back({v.where(), "rule SpecificMember needs \"member\"",
                   "add \"member\": the number of one, from 1, or an expression for it"});
  if (!specific && member != nullptr)
    out.push_back({member->where(), "\"member\" has no effect without rule SpecificMember",
                   "remove it, or choose that rule"});
}

}  // namespace

registry::Field ResourceUnits::field(const char* name, const char* doc, UnitsFor use,
                                     const char* default_rule) {
  registry::Record record{
      "resource and units",
      "",
      {registry::reference("resource", "resources|sets").because("a resource, or a set of resources"),
       registry::reference("attribute", "attributes")
           .because(
               "instead of a name: an attribute that holds the number of the resource, as MEMBER gives it"),
       registry::expression("expression")
           .because("instead of a name: the number of the resource among all resources; no variates"),
       registry::expression("units").at_least(1).by_default("1").because("units of it; no variates")},
      check_units};
  std::vector<registry::Field> selection = Selection::fields(SelectionOf::kResources, default_rule);
  if (use != UnitsFor::kRelease) {
    selection[0].doc = "which member of a set is seized, of those with enough free units";
    record.fields.push_back(std::move(selection[0]));
    record.fields.push_back(registry::reference("saveAttribute", "attributes")
                                .because("attribute that gets the number of the set's member"));
    record.fields.push_back(registry::string("state").because(
        "state of the resource's state set that it has from the seize on, until "
        "its automatic state changes"));
  }
  if (use != UnitsFor::kSeize)
    record.fields.push_back(
        registry::choice("releaseRule", kReleaseRules)
            .by_default(kReleaseRules[0])
            .because("which member of a set is released, of those that the entity holds"));
  record.fields.push_back(std::move(selection[1]));
  return registry::one_or_list(name, registry::record_or("resource", std::move(record),
                                                         registry::FieldType::kString, "resource"))
      .because(doc);
}

std::vector<ResourceUnits> ResourceUnits::from(const registry::Arguments& arguments, std::string_view name,
                                               const char* default_rule) {
  std::vector<ResourceUnits> all;
  for (const registry::Arguments& each : arguments.records(name)) {
    ResourceUnits units{reference_from(each, "resource"), each.expression("units", 1.0)};
    units.selection = Selection::from(each, SelectionOf::kResources, default_rule);
    if (each.has("saveAttribute")) units.save = reference_from(each, "saveAttribute");
    if (each.has("state")) units.state = reference_from(each, "state");
    const std::string rule = each.string("releaseRule", kReleaseRules[0]);
    for (std::size_t i = 0; i < kReleaseRules.size(); ++i)
      if (kReleaseRules[i] == rule) units.release_rule = static_cast<ReleaseRule>(i);
    if (each.has("expression")) units.by_number(each.expression("expression"));
    if (each.has("attribute")) {
      ExpressionText attribute(each.string("attribute", ""));
      attribute.where = each.where("attribute");
      units.by_number(std::move(attribute));
    }
    all.push_back(std::move(units));
  }
  return all;
}

void ResourceUnits::by_number(ExpressionText number_of_it) {
  number = std::move(number_of_it);
  resource.where = number.where;
  selection = {SelectionRule::kSpecificMember, number};
  release_rule = ReleaseRule::kSpecificMember;
}

expressions::Expression ResourceUnits::compile(Member& member, Binder& binder) const {
  expressions::Expression expression =
      binder.compile_in(member, "units", units, 1, kInfinity, {.random = false});
  if (const auto value = expression.constant(); value && *value >= 1 && !is_unit_count(*value))
    binder.fault(member, units.where,
                 "units of resource '" + text() + "' in '" + member.address() + "' are " + to_text(*value),
                 "give a whole number");
  return expression;
}

std::vector<Resource*> ResourceUnits::find(Member& member, Binder& binder, bool& is_set) const {
  if (!number.empty()) {
    is_set = true;
    std::vector<Resource*> all = binder.world().elements<Resource>();
    for (Resource* each : all) binder.use(member, *each);
    if (all.empty())
      binder.fault(member, resource.where, "'" + member.address() + "' asks for a resource by its number",
                   "there are none; declare one");
    return all;
  }
  auto* set = dynamic_cast<Set*>(Binder::find_any(member, resource.name));
  is_set = set != nullptr;
  if (is_set) return set->members_as<Resource>(binder, member, resource, "Resource");
  Resource* found = binder.find<Resource>(member, resource, "resource");
  if (found == nullptr) return {};
  return {found};
}

}  // namespace escapement::siman
