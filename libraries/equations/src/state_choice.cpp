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

// Dense elimination, column by column, within one component of constraints that share unknowns.
class Independent {
 public:
  explicit Independent(std::size_t rows) : pivot_of_row_(rows, kNone) {}
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  // The part of a column that earlier ones do not span.
  std::vector<double> rest(const std::vector<double>& column) const {
    std::vector<double> left = column;
    for (std::size_t k = 0; k < basis_.size(); ++k) {
      const double factor = left[pivot_row_[k]];
      if (factor == 0) continue;
      for (std::size_t r = 0; r < left.size(); ++r) left[r] -= factor * basis_[k][r];
      left[pivot_row_[k]] = 0;
    }
    return left;
  }
  void add(std::vector<double> rest) {
    const auto largest = std::max_element(rest.begin(), rest.end(),
                                          [](double a, double b) { return std::abs(a) < std::abs(b); });
    const auto row = static_cast<std::size_t>(largest - rest.begin());
    const double pivot = *largest;
    for (double& value : rest) value /= pivot;
    pivot_of_row_[row] = basis_.size();
    pivot_row_.push_back(row);
    basis_.push_back(std::move(rest));
  }
  std::size_t rank() const { return basis_.size(); }

 private:
  std::vector<std::vector<double>> basis_;
  std::vector<std::size_t> pivot_row_;
  std::vector<std::size_t> pivot_of_row_;
};

double size_of(const std::vector<double>& column) {
  double largest = 0;
  for (const double value : column) largest = std::max(largest, std::abs(value));
  return largest;
}

// How much the variable under this derivative wants to stay a state; the least goes first.
std::tuple<int, bool> wish(const FlatSystem& system, VariableIndex derivative, ChoiceOccasion occasion) {
  const FlatVariable& state = system.variables[*system.variables[derivative].integral];
  return {static_cast<int>(state.state_select), state.fixed && occasion == ChoiceOccasion::kAtStart};
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
      : system_(system), values_(values.begin(), values.end()), time_(time), occasion_(occasion) {}

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
    const std::vector<Column> columns = jacobian(rows, candidates);
    std::vector<VariableIndex> chosen;
    std::vector<std::size_t> place(rows.size());
    for (const auto& group : components(rows.size(), columns)) {
      for (std::size_t i = 0; i < group.size(); ++i) place[group[i]] = i;
      std::vector<std::pair<VariableIndex, std::vector<double>>> dense;
      for (const Column& column : columns) {
        if (column.entries.empty() ||
            !std::binary_search(group.begin(), group.end(), column.entries.front().row))
          continue;
        dense.emplace_back(column.variable, std::vector<double>(group.size(), 0));
        for (const Entry& entry : column.entries) dense.back().second[place[entry.row]] = entry.value;
      }
      choose_in(group, dense, rows, chosen);
    }
    return chosen;
  }

  // The least wanted first; among those that are wanted alike the one with the largest new part, which keeps
  // the solution for it well conditioned (equal ones: the later variable, as a rule the one that was
  // derived).
  void choose_in(const std::vector<std::size_t>& group,
                 std::vector<std::pair<VariableIndex, std::vector<double>>>& dense,
                 const std::vector<std::size_t>& rows, std::vector<VariableIndex>& chosen) {
    std::stable_sort(dense.begin(), dense.end(), [&](const auto& a, const auto& b) {
      return wish(system_, a.first, occasion_) < wish(system_, b.first, occasion_);
    });
    Independent basis(group.size());
    std::size_t begin = 0;
    while (basis.rank() < group.size() && begin < dense.size()) {
      std::size_t end = begin;
      const auto now = wish(system_, dense[begin].first, occasion_);
      while (end < dense.size() && wish(system_, dense[end].first, occasion_) == now) ++end;
      const bool last = end == dense.size() || occasion_ == ChoiceOccasion::kAtStart;
      std::vector<bool> used(end - begin, false);
      while (basis.rank() < group.size()) {
        std::size_t best = end;
        double largest = 0;
        for (std::size_t i = begin; i < end; ++i) {
          if (used[i - begin]) continue;
          const double own = size_of(dense[i].second);
          const double rest = size_of(basis.rest(dense[i].second));
          if (own > 0 && rest > (last ? kDependent : kMostlyDependent) * own && rest >= largest) {
            best = i;
            largest = rest;
          }
        }
        if (best == end) break;
        used[best - begin] = true;
        basis.add(basis.rest(dense[best].second));
        chosen.push_back(dense[best].first);
      }
      begin = end;
    }
    if (basis.rank() == group.size()) return;
    std::string text =
        "constraints between states are dependent on each other here, so that they do not tell which "
        "states to leave out:";
    for (const std::size_t r : group)
      text += "\n    " + system_.text(system_.equations[*system_.equations[rows[r]].derivative_of]);
    throw Error(text);
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
  StateChoice choice_;
};

}  // namespace

StateChoice choose_states(FlatSystem& system, const std::vector<std::size_t>& highest,
                          std::span<const double> values, double time, ChoiceOccasion occasion) {
  return Chooser(system, values, time, occasion).run(highest);
}

}  // namespace escapement::equations
