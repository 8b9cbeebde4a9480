// SPDX-License-Identifier: MIT
#include "tearing.h"

#include <algorithm>
#include <queue>
#include <set>
#include <unordered_map>

#include "escapement/equations/derivative.h"

namespace escapement::equations::internal {
namespace {

// Safe to divide by: a constant that is not zero, or made of parameters only.
bool may_divide(const FlatSystem& system, Term coefficient) {
  if (system.terms.is_constant(coefficient)) return system.terms.value(coefficient) != 0;
  if (system.terms.depends_on_time(coefficient)) return false;
  for (const VariableIndex v : system.terms.variables_in(coefficient))
    if (system.variables[v].variability != Variability::kParameter) return false;
  return true;
}

// The value of the variable where the residual, linear in it, is zero.
Term solved(FlatSystem& system, Term residual, VariableIndex variable, Term coefficient) {
  Terms& terms = system.terms;
  const Term zero = terms.constant(0);
  const Term rest =
      terms.substitute(residual, [&](VariableIndex v) { return v == variable ? &zero : nullptr; });
  return terms.negate(terms.divide(rest, coefficient));
}

// One block while it is torn: its equations are rows, its unknowns are numbered from 0.
class Tearing {
 public:
  Tearing(FlatSystem& system, SolvedBlock& block, const std::vector<Term>& residuals)
      : system_(system),
        block_(block),
        residuals_(residuals),
        rows_(residuals.size()),
        uses_(block.unknowns.size()) {
    for (std::size_t u = 0; u < block.unknowns.size(); ++u) number_.emplace(block.unknowns[u], u);
    for (std::size_t r = 0; r < rows_.size(); ++r)
      for (const VariableIndex v : system.terms.variables_in(residuals[r])) {
        const auto found = number_.find(v);
        if (found == number_.end()) continue;
        const Term coefficient = partial_derivative(system.terms, residuals[r], v);
        const bool nonlinear = holds_unknown(coefficient);  // a parameter may be an unknown of the start
        linear_ = linear_ && !nonlinear;
        uses_[found->second].push_back({r, rows_[r].entries.size()});
        rows_[r].entries.push_back(
            {found->second, coefficient, !nonlinear && may_divide(system, coefficient)});
      }
  }

  void run() {
    if (linear_ && rows_.size() > kTornAtMost) return keep_whole();
    choose();
    differentiate();
    block_.kind = block_.torn.empty() ? SolvedBlock::Kind::kExplicit
                  : linear_           ? SolvedBlock::Kind::kLinear
                                      : SolvedBlock::Kind::kNonlinear;
  }

  // When torn, inner ones and residuals are there; they may be more than the block's own unknowns.
  void differentiate_chosen() {
    const auto add = [&](VariableIndex v) {
      if (number_.emplace(v, uses_.size()).second) uses_.emplace_back();
    };
    for (const VariableIndex v : block_.torn) add(v);
    for (const Solution& one : block_.inner) add(one.variable);
    differentiate();
    block_.kind = SolvedBlock::Kind::kNonlinear;
  }

 private:
  struct Entry {
    std::size_t unknown;
    Term coefficient;
    bool divides;
  };
  struct Row {
    std::vector<Entry> entries;
    std::size_t open = 0;  // unknowns that are not known yet
    bool used = false;
  };
  struct Use {
    std::size_t row, entry;
  };

  bool holds_unknown(Term term) const {
    const auto found = system_.terms.variables_in(term);
    return std::any_of(found.begin(), found.end(), [&](VariableIndex v) { return number_.contains(v); });
  }

  void keep_whole() {
    block_.kind = SolvedBlock::Kind::kLinear;
    block_.torn = block_.unknowns;
    block_.residuals = residuals_;
    for (Row& row : rows_) {
      std::sort(row.entries.begin(), row.entries.end(),
                [](const Entry& a, const Entry& b) { return a.unknown < b.unknown; });
      TermRow& made = block_.jacobian.emplace_back(system_.terms.constant(0));
      for (const Entry& entry : row.entries) made.add(entry.unknown, entry.coefficient);
    }
  }

  // Unknowns that follow from known ones are solved for as they come; where none does, one is torn: the
  // unknown that stands in most equations that are left, for it makes the most others solvable. An equation
  // that cannot be solved for it counts twice, since there it would have to be known anyway. Every entry is
  // looked at a bounded number of times.
  void choose() {
    weight_.assign(uses_.size(), 0);
    known_.assign(uses_.size(), false);
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      rows_[r].open = rows_[r].entries.size();
      if (rows_[r].open == 1) ready_.insert(r);
      for (const Entry& entry : rows_[r].entries) weight_[entry.unknown] += entry.divides ? 1 : 2;
    }
    using Wanted = std::pair<std::size_t, VariableIndex>;  // the heaviest; of these the first variable
    const auto less = [](const Wanted& a, const Wanted& b) {
      return a.first != b.first ? a.first < b.first : a.second > b.second;
    };
    std::vector<Wanted> first;
    for (std::size_t u = 0; u < uses_.size(); ++u) first.emplace_back(weight_[u], block_.unknowns[u]);
    std::priority_queue<Wanted, std::vector<Wanted>, decltype(less)> wanted(less, std::move(first));
    for (std::size_t left = uses_.size(); left > 0;) {
      if (solve_one()) {
        --left;
        continue;
      }
      const auto [weight, variable] = wanted.top();
      wanted.pop();
      const std::size_t u = number_.at(variable);
      if (known_[u]) continue;
      if (weight != weight_[u]) {  // it was told before some of its equations were used
        wanted.emplace(weight_[u], variable);
        continue;
      }
      block_.torn.push_back(variable);
      make_known(u);
      --left;
    }
    for (std::size_t r = 0; r < rows_.size(); ++r)
      if (!rows_[r].used) block_.residuals.push_back(residuals_[r]);
  }

  bool solve_one() {
    while (!ready_.empty()) {
      const std::size_t r = *ready_.begin();
      ready_.erase(ready_.begin());
      Row& row = rows_[r];
      if (row.used || row.open != 1) continue;
      const auto entry = std::find_if(row.entries.begin(), row.entries.end(),
                                      [&](const Entry& one) { return !known_[one.unknown]; });
      if (!entry->divides) continue;
      const VariableIndex v = block_.unknowns[entry->unknown];
      block_.inner.push_back({v, solved(system_, residuals_[r], v, entry->coefficient)});
      row.used = true;
      for (const Entry& one : row.entries) weight_[one.unknown] -= one.divides ? 1 : 2;
      make_known(entry->unknown);
      return true;
    }
    return false;
  }

  void make_known(std::size_t u) {
    known_[u] = true;
    for (const Use& use : uses_[u])
      if (--rows_[use.row].open == 1 && !rows_[use.row].used) ready_.insert(use.row);
  }

  // Derivatives by the torn unknowns, through the inner ones that depend on them.
  void differentiate() {
    Terms& terms = system_.terms;
    const Term zero = terms.constant(0), one = terms.constant(1);
    block_.jacobian.assign(block_.residuals.size(), TermRow(zero));
    if (block_.torn.empty()) return;
    const std::size_t inner = block_.inner.size();
    std::vector<std::vector<std::size_t>> readers(uses_.size());  // inner ones, then residuals
    const auto read_by = [&](Term term, std::size_t reader) {
      for (const VariableIndex v : terms.variables_in(term))
        if (const auto found = number_.find(v); found != number_.end())
          readers[found->second].push_back(reader);
    };
    for (std::size_t k = 0; k < inner; ++k) read_by(block_.inner[k].value, k);
    for (std::size_t i = 0; i < block_.residuals.size(); ++i) read_by(block_.residuals[i], inner + i);
    linear_ = true;
    for (std::size_t j = 0; j < block_.torn.size(); ++j) {
      std::unordered_map<VariableIndex, Term> through{{block_.torn[j], one}};
      Differentiator by(
          terms,
          [&](VariableIndex v) {
            const auto found = through.find(v);
            return found == through.end() ? zero : found->second;
          },
          zero);
      const auto of = [&](VariableIndex v) -> const std::vector<std::size_t>& {
        return readers[number_.at(v)];
      };
      std::set<std::size_t> affected(of(block_.torn[j]).begin(), of(block_.torn[j]).end());
      while (!affected.empty()) {  // upward: readers come later
        const std::size_t at = *affected.begin();
        affected.erase(affected.begin());
        if (at < inner) {
          const Solution& solution = block_.inner[at];
          through.emplace(solution.variable, by(solution.value));
          affected.insert(of(solution.variable).begin(), of(solution.variable).end());
          continue;
        }
        const Term entry = by(block_.residuals[at - inner]);
        linear_ = linear_ && !holds_unknown(entry);
        block_.jacobian[at - inner].add(j, entry);
      }
    }
  }

  FlatSystem& system_;
  SolvedBlock& block_;
  const std::vector<Term>& residuals_;
  std::unordered_map<VariableIndex, std::size_t> number_;
  std::vector<Row> rows_;
  std::vector<std::vector<Use>> uses_;
  bool linear_ = true;
  std::vector<std::size_t> weight_;
  std::vector<bool> known_;
  std::set<std::size_t> ready_;  // rows with one unknown that is not known
};

}  // namespace

void tear(FlatSystem& system, SolvedBlock& block, const std::vector<Term>& residuals) {
  Tearing(system, block, residuals).run();
}

void differentiate_block(FlatSystem& system, SolvedBlock& block) {
  Tearing(system, block, block.residuals).differentiate_chosen();
}

}  // namespace escapement::equations::internal
