// SPDX-License-Identifier: MIT
#include "escapement/siman/members.h"

#include <algorithm>

#include "escapement/siman/attribute.h"

namespace escapement::siman {
namespace {

const std::vector<std::string> kCriteria = {"First", "Last", "Product", "Sum"};
const std::vector<std::string> kMemberRules = {"RetainOriginal", "TakeAllRepresentative",
                                               "TakeSpecificRepresentative"};

// While in the group, a member's times are kept as the difference to its representative's, and so is what
// these times cost at its own rate.
void change_times(Entity& member, const Entity& representative, double sign) {
  for (std::size_t c = 0; c < kCategories; ++c) {
    member.times[c] += sign * representative.times[c];
    member.visit[c] += sign * representative.times[c];
    member.costs[c] += sign * member.cost_rate * representative.times[c];
  }
}

}  // namespace

void add_member(Entity& representative, Entity& member) {
  change_times(member, representative, -1);
  representative.members.push_back(&member);
}

Entity& take_member(Entity& representative, std::size_t place) {
  const auto at = representative.members.begin() + static_cast<std::ptrdiff_t>(place);
  Entity& member = **at;
  representative.members.erase(at);
  change_times(member, representative, 1);
  return member;
}

void scale_times(Entity& entity, double factor) {
  for (Entity* member : entity.members) change_times(*member, entity, 1);
  for (double& time : entity.times) time *= factor;
  for (double& cost : entity.costs) cost *= factor;
  for (Entity* member : entity.members) change_times(*member, entity, -1);
}

registry::Field save_criterion_field(const char* name) {
  return registry::choice(name, kCriteria)
      .by_default(kCriteria[1])
      .because(
          "the representative's attributes: those of the first or last member, or the product or sum "
          "over all");
}

SaveCriterion save_criterion_from(const registry::Arguments& arguments, std::string_view name) {
  const auto found = std::find(kCriteria.begin(), kCriteria.end(), arguments.string(name, kCriteria[1]));
  return static_cast<SaveCriterion>(found - kCriteria.begin());
}

void save_attributes(Entity& representative, const std::vector<Entity*>& members, SaveCriterion criterion,
                     const World& world) {
  const std::size_t attributes = world.pool().attributes();
  for (std::size_t a = 0; a < attributes; ++a) {
    double value =
        criterion == SaveCriterion::kLast ? members.back()->attributes[a] : members.front()->attributes[a];
    if (!world.is_text(a) && (criterion == SaveCriterion::kSum || criterion == SaveCriterion::kProduct))
      for (std::size_t m = 1; m < members.size(); ++m) {
        const double next = members[m]->attributes[a];
        value = criterion == SaveCriterion::kSum ? value + next : value * next;
      }
    representative.attributes[a] = value;
  }
}

std::vector<registry::Field> MemberAttributes::fields() {
  using namespace registry;
  return {choice("memberAttributes", kMemberRules)
              .by_default(kMemberRules[0])
              .because("what members leave with: their own attributes, all of the representative's, or the "
                       "listed ones of the representative's"),
          list("attributes", reference("attribute", "attributes"))
              .because("with TakeSpecificRepresentative: what is taken from the representative")};
}

void MemberAttributes::check(const registry::Value& v, std::vector<Diagnostic>& out) {
  const registry::Value* rule = v.find("memberAttributes");
  const registry::Value* names = v.find("attributes");
  const bool specific = rule != nullptr && rule->text() == kMemberRules[2];
  if (specific && names == nullptr)
    out.push_back(
        {rule->where(), kMemberRules[2] + " needs \"attributes\"", "list the attributes that are taken"});
  if (!specific && names != nullptr)
    out.push_back({names->where(), "\"attributes\" has no effect here",
                   "set \"memberAttributes\" to \"" + kMemberRules[2] + "\", or remove it"});
}

MemberAttributes MemberAttributes::from(const registry::Arguments& arguments) {
  MemberAttributes options;
  const auto found = std::find(kMemberRules.begin(), kMemberRules.end(),
                               arguments.string("memberAttributes", kMemberRules[0]));
  options.rule = static_cast<Rule>(found - kMemberRules.begin());
  for (const std::string& name : arguments.strings("attributes")) {
    Reference reference(name);
    reference.where = arguments.where("attributes");
    options.attributes.push_back(std::move(reference));
  }
  return options;
}

void MemberAttributeRule::bind(Member& member, Binder& binder) {
  for (const Reference& reference : options_.attributes)
    if (Attribute* attribute = binder.find<Attribute>(member, reference, "attribute"))
      taken_.push_back(attribute);
}

void MemberAttributeRule::apply(const Entity& representative, Entity& member, std::size_t attributes) const {
  if (options_.rule == MemberAttributes::Rule::kTakeAll)
    std::copy_n(representative.attributes, attributes, member.attributes);
  for (const Attribute* attribute : taken_)
    member.attributes[attribute->slot()] = representative.attributes[attribute->slot()];
}

}  // namespace escapement::siman
