// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "escapement/equations/derivative.h"
#include "escapement/equations/index_reduction.h"
#include "escapement/equations/tape.h"

namespace escapement::equations {
namespace {

// A column whose part that is new is smaller than this, beside the column's own size, counts as dependent.
constexpr double kDependent = 1e-9;
constexpr double kMostlyDependent = 1e-2;  // where another choice is open and the run is to go on with it

struct Entry {
  std::size_t row;
  double value;
};
struct Column {
  VariableIndex variable = 0;
  std::vector<Entry> entries;
};

double size_of(const std::vector<Entry>& column) {
  double largest = 0;
  for (const Entry& entry : column) largest = std::max(largest, std::abs(entry.value));
  return largest;
}

// A candidate within one component of constraints that share unknowns; what of its column those that were
// chosen before it do not span. Most columns have a few entries, so they are kept sparse, by rising rows.
struct Candidate {
  VariableIndex variable = 0;
  double own = 0;  // size of the whole column
  std::vector<Entry> rest;
  bool used = false;
};

// rest -= rest[pivot] * chosen, where chosen[pivot] is 1.
void eliminate(std::vector<Entry>& rest, const std::vector<Entry>& chosen, std::size_t pivot) {
  const auto at = std::lower_bound(rest.begin(), rest.end(), pivot,
                                   [](const Entry& entry, std::size_t row) { return entry.row < row; });
  if (at == rest.end() || at->row != pivot) return;
  const double factor = at->value;
  std::vector<Entry> made;
  auto one = rest.begin();
  auto other = chosen.begin();
  while (one != rest.end() || other != chosen.end()) {
    const bool of_one = other == chosen.end() || (one != rest.end() && one->row <= other->row);
    const bool of_other = one == rest.end() || (other != chosen.end() && other->row <= one->row);
    const std::size_t row = of_one ? one->row : other->row;
    const double value = (of_one ? one->value : 0) - (of_other ? factor * other->value : 0);
    if (row != pivot && value != 0) made.push_back({row, value});
    if (of_one) ++one;
    if (of_other) ++other;
  }
  rest = std::move(made);
}

// How much the variable under this derivative wants to stay a state; the least goes first.
using Wish = std::tuple<int, bool, bool>;
Wish wish(const FlatSystem& system, const std::vector<bool>& by_model, VariableIndex derivative,
          ChoiceOccasion occasion) {
  const VariableIndex x = *system.variables[derivative].integral;
  const FlatVariable& state = system.variables[x];
  return {static_cast<int>(state.state_select), state.fixed && occasion == ChoiceOccasion::kAtStart,
          by_model[x]};
}

// Sets of rows that share columns, so that each is small.
std::vector<std::vector<std::size_t>> components(std::size_t rows, const std::vector<Column>& columns) {
  std::vector<std::size_t> leader(rows);
  for (std::size_t r = 0; r < rows; ++r) leader[r] = r;
  const auto find = [&](std::size_t r) {
    while (leader[r] != r) r = leader[r] = leader[leader[r]];
    return r;
  };
  for (const Column& column : columns)
    for (const Entry& entry : column.entries) leader[find(entry.row)] = find(column.entries.front().row);
  std::map<std::size_t, std::vector<std::size_t>> groups;
  for (std::size_t r = 0; r < rows; ++r) groups[find(r)].push_back(r);
  std::vector<std::vector<std::size_t>> result;
  for (auto& [first, members] : groups) result.push_back(std::move(members));
  return result;
}

class Chooser {
 public:
  Chooser(FlatSystem& system, std::span<const double> values, double time, ChoiceOccasion occasion)
      : system_(system),
        values_(values.begin(), values.end()),
        time_(time),
        occasion_(occasion),
        by_model_(differentiated_by_model(system)) {}

  StateChoice run(const std::vector<std::size_t>& highest) {
    std::vector<std::size_t> rows;
    for (const std::size_t e : highest)
      if (system_.equations[e].derivative_of) rows.push_back(e);
    std::vector<VariableIndex> candidates;
    for (VariableIndex v = 0; v < system_.variables.size(); ++v)
      if (system_.is_unknown(v) && system_.variables[v].integral && !system_.variables[v].derivative)
        candidates.push_back(v);
    while (!rows.empty()) {
      const std::vector<VariableIndex> chosen = choose(rows, candidates);
      choice_.dummies.insert(choice_.dummies.end(), chosen.begin(), chosen.end());
      // One order lower: the equations before, where they were differentiated too, and what is below the
      // chosen.
      std::vector<std::size_t> below;
      for (const std::size_t e : rows)
        if (const std::size_t before = *system_.equations[e].derivative_of;
            system_.equations[before].derivative_of)
          below.push_back(before);
      candidates.clear();
      for (const VariableIndex v : chosen)
        if (const VariableIndex x = *system_.variables[v].integral; system_.variables[x].integral)
          candidates.push_back(x);
      rows = std::move(below);
    }
    std::sort(choice_.dummies.begin(), choice_.dummies.end());
    for (VariableIndex v = 0; v < system_.variables.size(); ++v) {
      const auto derivative = system_.variables[v].derivative;
      if (system_.is_unknown(v) && derivative &&
          !std::binary_search(choice_.dummies.begin(), choice_.dummies.end(), *derivative))
        choice_.states.push_back(v);
    }
    return std::move(choice_);
  }

 private:
  std::vector<VariableIndex> choose(const std::vector<std::size_t>& rows,
                                    const std::vector<VariableIndex>& candidates) {
    std::vector<Column> columns = jacobian(rows, candidates);
    scale_rows(columns, rows.size());
    const auto groups = components(rows.size(), columns);
    std::vector<std::size_t> group_of(rows.size());
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (const std::size_t row : groups[g]) group_of[row] = g;
    std::vector<std::vector<Candidate>> of_group(groups.size());
    for (const Column& column : columns)
      if (!column.entries.empty())
        of_group[group_of[column.entries.front().row]].push_back(
            {column.variable, size_of(column.entries), column.entries});
    std::vector<VariableIndex> chosen;
    for (std::size_t g = 0; g < groups.size(); ++g) choose_in(groups[g], of_group[g], rows, chosen);
    return chosen;
  }

  // A constraint that stands in amperes counts as much as one for an angle.
  static void scale_rows(std::vector<Column>& columns, std::size_t rows) {
    std::vector<double> largest(rows, 0);
    for (const Column& column : columns)
      for (const Entry& entry : column.entries)
        largest[entry.row] = std::max(largest[entry.row], std::abs(entry.value));
    for (Column& column : columns)
      for (Entry& entry : column.entries) entry.value /= largest[entry.row];
  }

  // The least wanted first; among those that are wanted alike the one with the largest new part, which keeps
  // the solution for it well conditioned (equal ones: the later variable, as a rule the one that was
  // derived).
  void choose_in(const std::vector<std::size_t>& group, std::vector<Candidate>& candidates,
                 const std::vector<std::size_t>& rows, std::vector<VariableIndex>& chosen) {
    std::stable_sort(candidates.begin(), candidates.end(), [&](const Candidate& a, const Candidate& b) {
      return wish(system_, by_model_, a.variable, occasion_) <
             wish(system_, by_model_, b.variable, occasion_);
    });
    std::size_t rank = 0;
    for (std::size_t begin = 0, end = 0; rank < group.size() && begin < candidates.size(); begin = end) {
      const auto now = wish(system_, by_model_, candidates[begin].variable, occasion_);
      while (end < candidates.size() && wish(system_, by_model_, candidates[end].variable, occasion_) == now)
        ++end;
      const bool last = end == candidates.size() || occasion_ == ChoiceOccasion::kAtStart;
      const double least = last ? kDependent : kMostlyDependent;
      while (rank < group.size()) {
        Candidate* best = nullptr;
        double largest = 0;
        for (std::size_t i = begin; i < end; ++i) {
          Candidate& one = candidates[i];
          if (one.used) continue;
          const double rest = size_of(one.rest);
          if (rest > least * one.own && rest >= largest) {
            best = &one;
            largest = rest;
          }
        }
        if (best == nullptr) break;
        take(*best, candidates);
        chosen.push_back(best->variable);
        ++rank;
      }
    }
    if (rank == group.size()) return;
    std::string text =
        "constraints between states are dependent on each other here, so that they do not tell which "
        "states to leave out:";
    for (const std::size_t r : group)
      text += "\n    " + system_.brief(system_.equations[*system_.equations[rows[r]].derivative_of]);
    throw Error(text);
  }

  static void take(Candidate& best, std::vector<Candidate>& candidates) {
    best.used = true;
    const Entry pivot = *std::max_element(
        best.rest.begin(), best.rest.end(),
        [](const Entry& a, const Entry& b) { return std::abs(a.value) < std::abs(b.value); });
    for (Entry& entry : best.rest) entry.value /= pivot.value;
    for (Candidate& one : candidates)
      if (!one.used) eliminate(one.rest, best.rest, pivot.row);
  }

  std::vector<Column> jacobian(const std::vector<std::size_t>& rows,
                               const std::vector<VariableIndex>& candidates) {
    std::map<VariableIndex, std::size_t> place;
    std::vector<Column> columns(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      columns[i].variable = candidates[i];
      place.emplace(candidates[i], i);
    }
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const Term residual = system_.residual(system_.equations[rows[r]]);
      for (const VariableIndex v : system_.terms.variables_in(residual)) {
        const auto found = place.find(v);
        if (found == place.end()) continue;
        const Term entry = partial_derivative(system_.terms, residual, v);
        if (!system_.terms.is_constant(entry)) choice_.constant = false;
        const double scale = std::abs(system_.variables[*system_.variables[v].integral].nominal);
        const double value = evaluate(system_.terms, entry, values_, time_) * scale;
        if (value != 0 && std::isfinite(value)) columns[found->second].entries.push_back({r, value});
      }
    }
    return columns;
  }

  FlatSystem& system_;
  std::vector<double> values_;
  double time_;
  ChoiceOccasion occasion_;
  std::vector<bool> by_model_;
  StateChoice choice_;
};

}  // namespace

std::vector<bool> differentiated_by_model(const FlatSystem& system) {
  std::vector<bool> found(system.variables.size(), false);
  for (const FlatEquation& one : system.equations) {
    if (one.derivative_of) continue;
    const Term sides[] = {one.left, one.right};
    for (const VariableIndex v : system.terms.variables_in(sides))
      if (const auto x = system.variables[v].integral) found[*x] = true;
  }
  return found;
}

StateChoice choose_states(FlatSystem& system, const std::vector<std::size_t>& highest,
                          std::span<const double> values, double time, ChoiceOccasion occasion) {
  return Chooser(system, values, time, occasion).run(highest);
}

}  // namespace escapement::equations
