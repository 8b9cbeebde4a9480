// SPDX-License-Identifier: MIT
#include "code.h"

#include <algorithm>
#include <unordered_set>

#include "escapement/equations/derivative.h"

namespace escapement::qss_solver {

using equations::Operation;
using equations::Term;
using equations::Terms;

namespace {

// Which terms below the results move between events.
std::vector<Term> moving_terms(const Terms& terms, std::span<const Term> results, std::uint32_t variables,
                               const std::vector<bool>& held, bool& smooth) {
  std::unordered_map<std::uint32_t, bool> moves;
  std::vector<Term> found;
  smooth = true;
  for (const Term one : terms.reachable(results)) {
    const Operation operation = terms.operation(one);
    bool moving = operation == Operation::kTime;
    if (operation == Operation::kVariable) {
      const equations::VariableIndex v = terms.variable_index(one);
      moving = v < variables && !held[v];
    }
    bool argument_moves = false;
    for (const Term argument : terms.arguments(one)) argument_moves = argument_moves || moves.at(argument.id);
    moves.emplace(one.id, moving || argument_moves);
    if (moving || argument_moves) found.push_back(one);
    if (!argument_moves) continue;
    switch (operation) {
      case Operation::kAdd:
      case Operation::kSubtract:
      case Operation::kMultiply:
      case Operation::kDivide:
      case Operation::kNegate:
        break;
      case Operation::kIf:
        if (moves.at(terms.arguments(one)[0].id)) smooth = false;
        break;
      default:
        smooth = false;  // no such function is affine
    }
  }
  return found;
}

// Whether the results are sums of what moves, with factors that do not: a glance at their form.
bool are_linear(const Terms& terms, std::span<const Term> results, std::uint32_t variables,
                const std::vector<bool>& held) {
  bool smooth = true;
  const std::vector<Term> found = moving_terms(terms, results, variables, held, smooth);
  if (!smooth) return false;
  std::unordered_set<std::uint32_t> moving;
  for (const Term one : found) moving.insert(one.id);
  const auto moves = [&](Term one) { return moving.contains(one.id); };
  return std::none_of(found.begin(), found.end(), [&](Term one) {
    const auto arguments = terms.arguments(one);
    switch (terms.operation(one)) {
      case Operation::kMultiply:
        return moves(arguments[0]) && moves(arguments[1]);
      case Operation::kDivide:
        return moves(arguments[1]);
      default:
        return false;
    }
  });
}

}  // namespace

Lean::Lean(const equations::Tape& tape, std::uint32_t arguments)
    : constants_(tape.constants()), code_(tape.code()) {
  std::vector<std::uint32_t> place(tape.registers(), 0);
  std::vector<bool> loaded(tape.registers(), false);
  for (const equations::Tape::Load& load : tape.loads()) {
    place[load.place] = load.is_time ? arguments : load.variable;
    loaded[load.place] = true;
  }
  std::uint32_t next = arguments + 1;
  for (std::uint32_t r = 0; r < place.size(); ++r)
    if (!loaded[r]) place[r] = next++;
  registers_ = next;
  for (equations::Tape::Constant& one : constants_) one.place = place[one.place];
  for (equations::Tape::Instruction& one : code_)
    one = {one.operation, place[one.result], place[one.a], place[one.b], place[one.c]};
  for (const std::uint32_t result : tape.result_places()) results_.push_back(place[result]);
  own_.assign(registers_, 0);
  for (const auto& [at, value] : constants_) own_[at] = value;
}

Code::Code(equations::Families& families, std::uint32_t family, const std::vector<bool>& held)
    : variables(families.variables(family)),
      constants(families.constants(family)),
      single(families.members(family) == 1) {
  Terms& terms = families.shapes();
  const std::span<const Term> span = families.results(family);
  const std::vector<Term> results(span.begin(), span.end());
  tape = Lean(equations::Tape(terms, results), variables + constants);
  if (single) fill(tape, families.constants_of({family, 0}));
  all_held = std::all_of(held.begin(), held.begin() + variables, [](bool h) { return h; });
  for (const Term result : results) on_time = on_time || terms.depends_on_time(result);
  linear = !on_time && are_linear(terms, results, variables, held);
  if (results.size() != 1) return;
  bool smooth = true;
  moving_terms(terms, results, variables, held, smooth);
  if (!smooth) return;
  const Term zero = terms.constant(0), one = terms.constant(1);
  std::vector<Term> formulas{results[0]};
  formulas.push_back(equations::Differentiator(
      terms, [&](auto) { return zero; }, one)(results[0]));
  for (std::uint32_t s = 0; s < variables; ++s)
    if (held[s]) {
      holding.push_back(s);
    } else {
      moving.push_back(s);
      formulas.push_back(equations::partial_derivative(terms, results[0], s));
    }
  const std::vector<Term> slopes(formulas.begin() + 1, formulas.end());
  if (!moving_terms(terms, slopes, variables, held, smooth).empty()) {
    moving.clear();
    return;
  }
  affine = true;
  fixed = std::none_of(held.begin(), held.begin() + variables, [](bool h) { return h; });
  coefficients = Lean(equations::Tape(terms, formulas), variables + constants);
  if (single) fill(coefficients, families.constants_of({family, 0}));
}

void Code::fill(Lean& lean, std::span<const double> numbers) const {
  std::copy(numbers.begin(), numbers.end(), lean.own() + variables);
}

}  // namespace escapement::qss_solver
