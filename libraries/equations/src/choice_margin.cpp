// SPDX-License-Identifier: MIT
#include "escapement/equations/choice_margin.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

#include "escapement/equations/derivative.h"
#include "escapement/equations/linear_system.h"
#include "escapement/equations/structure.h"

namespace escapement::equations {
namespace {

constexpr double kWantedMore = 1e-3;

struct Found {
  std::size_t row;
  VariableIndex column;
  Term value;
};

}  // namespace

// What is solved: D, whose entries come from these of the group, and the columns of N.
struct ChoiceMargin::Solver {
  std::vector<std::size_t> entries;  // of the group, in the order of the matrix
  std::map<std::size_t, std::vector<std::size_t>> others;
  LinearSystem matrix;

  explicit Solver(const Group& group) : matrix(pattern(group, *this)) {}

 private:
  static std::vector<std::vector<int>> pattern(const Group& group, Solver& solver) {
    std::vector<std::size_t> order(group.entries.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      const Group::Entry &one = group.entries[a], &other = group.entries[b];
      return std::tie(one.column, one.row) < std::tie(other.column, other.row);
    });
    std::vector<std::vector<int>> columns(group.dummies);
    for (const std::size_t e : order) {
      const Group::Entry& entry = group.entries[e];
      if (entry.column >= group.dummies) {
        solver.others[entry.column].push_back(e);
        continue;
      }
      columns[entry.column].push_back(static_cast<int>(entry.row));
      solver.entries.push_back(e);
    }
    return columns;
  }
};

ChoiceMargin::ChoiceMargin(FlatSystem& system, const std::vector<std::size_t>& highest,
                           const StateChoice& choice) {
  std::vector<std::size_t> rows;
  for (const std::size_t e : highest)
    if (system.equations[e].derivative_of) rows.push_back(e);
  std::vector<bool> candidates(system.variables.size(), false);
  for (VariableIndex v = 0; v < candidates.size(); ++v)
    candidates[v] = system.is_unknown(v) && system.variables[v].integral && !system.variables[v].derivative;
  std::vector<Term> terms;
  // One order after the other, as the choice was made.
  while (!rows.empty()) {
    add_level(system, rows, candidates, choice, terms);
    std::vector<std::size_t> below;
    for (const std::size_t e : rows)
      if (const std::size_t before = *system.equations[e].derivative_of;
          system.equations[before].derivative_of)
        below.push_back(before);
    std::vector<bool> lower(candidates.size(), false);
    for (const VariableIndex v : choice.dummies)
      if (const VariableIndex x = *system.variables[v].integral;
          candidates[v] && system.variables[x].integral)
        lower[x] = true;
    rows = std::move(below);
    candidates = std::move(lower);
  }
  tape_ = Tape(system.terms, terms);
  results_.resize(terms.size());
}

void ChoiceMargin::add_level(FlatSystem& system, const std::vector<std::size_t>& rows,
                             const std::vector<bool>& candidates, const StateChoice& choice,
                             std::vector<Term>& terms) {
  std::vector<Found> found;
  std::vector<std::size_t> leader(rows.size());  // of rows that share a candidate
  for (std::size_t r = 0; r < rows.size(); ++r) leader[r] = r;
  const auto leader_of = [&](std::size_t r) {
    while (leader[r] != r) r = leader[r] = leader[leader[r]];
    return r;
  };
  std::map<VariableIndex, std::size_t> first_row;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const Term residual = system.residual(system.equations[rows[r]]);
    for (const VariableIndex v : system.terms.variables_in(residual)) {
      if (!candidates[v]) continue;
      found.push_back({r, v, partial_derivative(system.terms, residual, v)});
      const auto [at, is_first] = first_row.emplace(v, r);
      if (!is_first) leader[leader_of(r)] = leader_of(at->second);
    }
  }
  std::map<std::size_t, std::vector<Found>> by_group;
  for (const Found& one : found) by_group[leader_of(one.row)].push_back(one);
  const std::vector<bool> by_model = differentiated_by_model(system);
  for (const auto& [unused, entries] : by_group) {
    if (std::all_of(entries.begin(), entries.end(),
                    [&](const Found& one) { return system.terms.is_constant(one.value); }))
      continue;
    std::map<std::size_t, std::size_t> row_number;
    std::map<VariableIndex, std::size_t> column_number;
    Group& group = groups_.emplace_back();
    for (const bool dummy : {true, false}) {
      for (const Found& one : entries)
        if (std::binary_search(choice.dummies.begin(), choice.dummies.end(), one.column) == dummy &&
            column_number.emplace(one.column, group.columns).second) {
          ++group.columns;
          const VariableIndex x = *system.variables[one.column].integral;
          const FlatVariable& state = system.variables[x];
          group.wishes.push_back(2 * static_cast<int>(state.state_select) + (by_model[x] ? 1 : 0));
          group.scales.push_back(std::abs(state.nominal));
        }
      if (dummy) group.dummies = group.columns;
    }
    for (const Found& one : entries) {
      group.entries.push_back({row_number.emplace(one.row, row_number.size()).first->second,
                               column_number.at(one.column), terms.size(),
                               system.terms.is_constant(one.value)});
      terms.push_back(one.value);
    }
    group.rows = row_number.size();
    if (group.rows == group.dummies && group.rows != 0) group.solver = std::make_shared<Solver>(group);
  }
}

bool ChoiceMargin::may_change() const {
  return std::any_of(groups_.begin(), groups_.end(),
                     [](const Group& group) { return group.columns > group.dummies; });
}

bool ChoiceMargin::holds_always(const Group& group) {
  if (group.rows != group.dummies) return false;
  Incidence incidence{group.dummies, std::vector<std::vector<int>>(group.rows)};
  for (const Group::Entry& entry : group.entries)
    if (entry.column < group.dummies)
      incidence.of_equation[entry.row].push_back(static_cast<int>(entry.column));
  const Matching matching = maximum_matching(incidence);
  if (matching.pairs != group.rows) return false;
  std::vector<std::size_t> of_row(group.rows), of_column(group.dummies);
  std::size_t number = 0;
  for (const EquationBlock& block : sorted_blocks(incidence, matching)) {
    for (const int row : block.equations) of_row[static_cast<std::size_t>(row)] = number;
    for (const int column : block.unknowns) of_column[static_cast<std::size_t>(column)] = number;
    ++number;
  }
  return std::all_of(group.entries.begin(), group.entries.end(), [&](const Group::Entry& entry) {
    return entry.column >= group.dummies || entry.constant || of_row[entry.row] != of_column[entry.column];
  });
}

bool ChoiceMargin::may_fail() const {
  return std::any_of(groups_.begin(), groups_.end(), [](const Group& group) {
    return group.columns > group.dummies && !holds_always(group);
  });
}

double ChoiceMargin::operator()(std::span<const double> values, double time) {
  tape_.evaluate<double>(values, time, work_, results_);
  double least = 1;
  for (Group& group : groups_) least = std::min(least, margin(group));
  return least;
}

// D by KLU, then X column by column.
double ChoiceMargin::margin(Group& group) {
  if (group.rows != group.dummies || group.rows == 0) return 0;
  Solver& solver = *group.solver;
  const auto value = [&](const Group::Entry& entry) {
    return results_[entry.result] * group.scales[entry.column];
  };
  for (std::size_t k = 0; k < solver.entries.size(); ++k)
    solver.matrix.entries()[k] = value(group.entries[solver.entries[k]]);
  double largest = 1;
  column_.resize(group.rows);
  for (const auto& [column, entries] : solver.others) {
    std::fill(column_.begin(), column_.end(), 0.0);
    for (const std::size_t e : entries) column_[group.entries[e].row] = value(group.entries[e]);
    if (!solver.matrix.solve(column_)) return 0;
    for (std::size_t i = 0; i < group.rows; ++i) {
      const double weight = group.wishes[column] > group.wishes[i] ? kWantedMore : 1;
      largest = std::max(largest, weight * std::abs(column_[i]));
      if (std::isnan(column_[i])) return 0;
    }
  }
  return std::isfinite(largest) ? 1 / largest : 0;
}

}  // namespace escapement::equations
