// SPDX-License-Identifier: MIT
#include "escapement/siman/selection.h"

#include <algorithm>

#include "escapement/core/error.h"
#include "escapement/siman/process_host.h"

namespace escapement::siman {

std::vector<std::string> Selection::rule_names(SelectionOf what) {
  if (what == SelectionOf::kTransporters)
    return {"Cyclical", "Random", "PreferredOrder", "SpecificMember", "LargestDistance", "SmallestDistance"};
  const std::string of = what == SelectionOf::kResources ? "Busy" : "InQueue";
  return {"Cyclical",
          "Random",
          "PreferredOrder",
          "SpecificMember",
          "LargestRemainingCapacity",
          "SmallestRemainingCapacity",
          "LargestNumber" + of,
          "SmallestNumber" + of};
}

std::vector<registry::Field> Selection::fields(SelectionOf what, const char* default_rule) {
  return {registry::choice("rule", rule_names(what))
              .by_default(default_rule)
              .because("which one is taken of those that can serve"),
          registry::expression("member").because("rule SpecificMember: its number, from 1; no variates")};
}

Selection Selection::from(const registry::Arguments& arguments, SelectionOf what, const char* default_rule) {
  Selection selection;
  const std::vector<std::string> names = rule_names(what);
  const auto found = std::find(names.begin(), names.end(), arguments.string("rule", default_rule));
  selection.rule = static_cast<SelectionRule>(found - names.begin());
  if (what == SelectionOf::kTransporters && selection.rule == SelectionRule::kLargestRemaining)
    selection.rule = SelectionRule::kLargestNumber;
  else if (what == SelectionOf::kTransporters && selection.rule == SelectionRule::kSmallestRemaining)
    selection.rule = SelectionRule::kSmallestNumber;
  selection.member = arguments.expression("member");
  return selection;
}

void Selection::check(const registry::Value& v, std::vector<Diagnostic>& out) {
  const registry::Value* rule = v.find("rule");
  const registry::Value* member = v.find("member");
  const bool specific = rule != nullptr && rule->text() == "SpecificMember";
  if (specific && member == nullptr)
    out.push_back({rule->where(), "rule SpecificMember needs \"member\"",
                   "add \"member\": the number of one, from 1, or an expression for it"});
  if (!specific && member != nullptr)
    out.push_back({member->where(), "\"member\" has no effect without rule SpecificMember",
                   "remove it, or set \"rule\" to \"SpecificMember\""});
}

Selector::Selector(Member& owner, Binder& binder, const Selection& selection, const std::string& field,
                   std::optional<std::uint64_t> stream, bool entity_at_hand)
    : owner_(&owner), rule_(selection.rule) {
  if (rule_ == SelectionRule::kSpecificMember)
    member_ =
        binder.compile_required(owner, field, selection.member, {.entity = entity_at_hand, .random = false});
  if (rule_ != SelectionRule::kRandom) return;
  random::StreamSet& streams = binder.world().environment().streams;
  try {
    stream_ = stream ? &streams.numbered(*stream) : &streams.named(owner.address() + "." + field);
  } catch (const BuildError& e) {
    binder.fault(owner, {}, e.what());
  }
}

std::size_t Selector::specific(Entity* entity, std::size_t count) {
  EntityFrame frame(entity);
  const double number = member_.evaluate_checked(frame);
  if (!(number >= 1 && number <= static_cast<double>(count)) || number != std::floor(number))
    owner_->host().fail(*owner_, "the member '" + member_.text() + "' is " + to_text(number) +
                                     "; it must be a whole number from 1 to " + std::to_string(count));
  return static_cast<std::size_t>(number) - 1;
}

void Selector::archive(Archive& archive) {
  archive(last_);
}

}  // namespace escapement::siman
