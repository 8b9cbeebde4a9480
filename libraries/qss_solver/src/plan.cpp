// SPDX-License-Identifier: MIT
#include "plan.h"

#include <algorithm>
#include <functional>

#include "escapement/core/error.h"
#include "escapement/equations/choice_margin.h"
#include "escapement/equations/prepared_system.h"
#include "plan_builder.h"

namespace escapement::qss_solver {

using equations::FlatSystem;
using equations::SolvedBlock;
using equations::Term;
using equations::Variability;
using equations::VariableIndex;

void sort_unique(std::vector<std::uint32_t>& list) {
  if (std::is_sorted(list.begin(), list.end(), std::less_equal<>())) return;  // as it mostly is
  constexpr std::size_t kFew = 16;  // sorted faster by hand: events sort a handful again and again
  if (list.size() <= kFew) {
    for (std::size_t k = 1; k < list.size(); ++k) {
      const std::uint32_t one = list[k];
      std::size_t at = k;
      for (; at > 0 && list[at - 1] > one; --at) list[at] = list[at - 1];
      list[at] = one;
    }
  } else {
    std::sort(list.begin(), list.end());
  }
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

void Plan::Builder::finish() {
  for (std::uint32_t f = 0; f < p.families.size(); ++f) {
    std::vector<bool> held;
    for (const VariableIndex v : p.families.variables_of({f, 0})) held.push_back(p.held[v] != kNone);
    p.codes.emplace_back(p.families, f, held);
  }
  find_time_dependence();
  const auto resolve = [this](Call& call) {
    if (call.code != kNone) call.constants = p.families.constants_of({call.code, call.number}).data();
  };
  for (Function& function : p.functions) {
    resolve(function.call);
    resolve(function.side);
  }
  for (Block& block : p.blocks) {
    resolve(block.residuals);
    resolve(block.jacobian);
  }
  for (TimedCondition& timed : p.timed) resolve(timed.call);
  for (EventNode& node : p.event_nodes) {
    resolve(node.call);
    for (EventNode::Branch& branch : node.branches) resolve(branch.value);
  }
}

Plan::Plan(FlatSystem flat)
    : system(std::move(flat)),
      families([this](VariableIndex v) { return held[v] != kNone ? kHeld : kMoving; }) {
  if (system.terminal_flag)
    throw BuildError("quantised state methods do not carry terminal(); take cvode, ida or erk");
  equations::PreparedSystem prepared = equations::prepare(std::move(system));
  equations::StateChoice choice = equations::choose_at_start(prepared, false);
  if (!choice.constant && equations::ChoiceMargin(prepared.system, prepared.highest, choice).may_fail()) {
    std::string states;
    for (const VariableIndex v : choice.states)
      states += (states.empty() ? "'" : ", '") + prepared.system.variables[v].name + "'";
    throw BuildError(
        "quantised state methods keep the states that they begin with, here " + states +
        ", and these may stop telling the others: the constraints of the model depend on values; "
        "take --solver cvode, ida or erk, or coordinates that hold everywhere, such as an angle");
  }
  system = std::move(prepared.system);
  for (const equations::Delay& one : system.delays) {
    std::string cause = system.terms.depends_on_time(one.time) ? "time" : "";
    for (const VariableIndex v : system.terms.variables_in(one.time))
      if (system.variables[v].variability != Variability::kParameter)
        cause = "'" + system.variables[v].name + "'";
    if (!cause.empty())
      throw BuildError(
          "quantised state methods carry a delay() of a time that stays as it is, and that of '" +
          system.text(one.of) + "' changes with " + cause + "; take --solver cvode, ida or erk");
  }
  corners = system.conditions.size();
  system.locate_corners();
  for (const auto& one : system.discrete_equations)
    if (!one.value) system.previous_of(one.variable);
  sorted = equations::sort_equations(system, std::move(choice));
  initial = equations::initial_system(system, sorted.choice);
  Builder builder(*this);
  builder.count_uses();
  builder.number_slots();
  builder.make_units();
  builder.find_terms();
  builder.find_turns();
  builder.make_functions();
  builder.make_event_nodes();
  builder.make_followers();
  builder.finish();
}

}  // namespace escapement::qss_solver
