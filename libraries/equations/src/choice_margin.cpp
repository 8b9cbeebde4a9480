// SPDX-License-Identifier: MIT
#include "escapement/equations/choice_margin.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "escapement/equations/derivative.h"

namespace escapement::equations {
namespace {

constexpr double kWantedMore = 1e-3;

struct Found {
  std::size_t row;
  VariableIndex column;
  Term value;
};

}  // namespace

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
                               column_number.at(one.column), terms.size()});
      terms.push_back(one.value);
    }
    group.rows = row_number.size();
  }
}

bool ChoiceMargin::may_change() const {
  return std::any_of(groups_.begin(), groups_.end(),
                     [](const Group& group) { return group.columns > group.dummies; });
}

double ChoiceMargin::operator()(std::span<const double> values, double time) {
  tape_.evaluate<double>(values, time, work_, results_);
  double least = 1;
  for (const Group& group : groups_) least = std::min(least, margin(group));
  return least;
}

// Elimination of (D | N) with pivots by rows: what is left of N is X.
double ChoiceMargin::margin(const Group& group) {
  if (group.rows != group.dummies) return 0;
  const std::size_t n = group.rows, columns = group.columns;
  matrix_.assign(n * columns, 0);
  for (const Group::Entry& entry : group.entries)
    matrix_[entry.row * columns + entry.column] = results_[entry.result] * group.scales[entry.column];
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t r = k + 1; r < n; ++r)
      if (std::abs(matrix_[r * columns + k]) > std::abs(matrix_[pivot * columns + k])) pivot = r;
    const double value = matrix_[pivot * columns + k];
    if (value == 0 || !std::isfinite(value)) return 0;
    for (std::size_t c = k; c < columns; ++c) {
      std::swap(matrix_[k * columns + c], matrix_[pivot * columns + c]);
      matrix_[k * columns + c] /= value;
    }
    for (std::size_t r = 0; r < n; ++r) {
      const double factor = matrix_[r * columns + k];
      if (r == k || factor == 0) continue;
      for (std::size_t c = k; c < columns; ++c) matrix_[r * columns + c] -= factor * matrix_[k * columns + c];
    }
  }
  double largest = 1;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = n; j < columns; ++j) {
      const double weight = group.wishes[j] > group.wishes[i] ? kWantedMore : 1;
      largest = std::max(largest, weight * std::abs(matrix_[i * columns + j]));
    }
  return std::isfinite(largest) ? 1 / largest : 0;
}

}  // namespace escapement::equations
