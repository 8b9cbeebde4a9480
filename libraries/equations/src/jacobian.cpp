// SPDX-License-Identifier: MIT
#include "escapement/equations/jacobian.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "escapement/equations/gradient.h"
#include "escapement/equations/linear_system.h"

namespace escapement::equations {
namespace {

constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

// The change of a variable, as a sum over others.
struct Sum {
  std::uint32_t to = 0;  // a slot: the place of a variable's numbers
  struct Part {
    std::uint32_t from = 0, partial = 0;
  };
  std::vector<Part> parts;
};

struct Torn {
  std::vector<std::uint32_t> slots;
  std::vector<Sum> residuals;  // `to` is the row
  std::vector<std::uint32_t> entries;
  LinearSystem matrix;
};

struct Step {
  std::optional<Torn> torn;
  std::vector<Sum> sums;  // inner unknowns, or explicit ones
};

}  // namespace

std::vector<int> colours(const ColumnPattern& pattern) {
  const std::size_t columns = pattern.column_begin.size() - 1;
  const int rows = pattern.rows.empty() ? 0 : *std::max_element(pattern.rows.begin(), pattern.rows.end()) + 1;
  std::vector<std::vector<int>> used(at(rows));  // by row: colours of its columns
  std::vector<int> colour(columns, 0);
  std::vector<int> taken;  // by colour: the last column that found it taken
  for (std::size_t j = 0; j < columns; ++j) {
    for (int k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k)
      for (const int c : used[at(pattern.rows[at(k)])]) {
        if (at(c) >= taken.size()) taken.resize(at(c) + 1, -1);
        taken[at(c)] = static_cast<int>(j);
      }
    int c = 0;
    while (at(c) < taken.size() && taken[at(c)] == static_cast<int>(j)) ++c;
    colour[j] = c;
    for (int k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k)
      used[at(pattern.rows[at(k)])].push_back(c);
  }
  return colour;
}

class BlockJacobian::Impl {
 public:
  Impl(FlatSystem& system, const std::vector<SolvedBlock>& blocks, std::span<const VariableIndex> rows,
       std::span<const VariableIndex> columns)
      : system_(system), slot_(system.variables.size(), kNone), columns_(columns.size()) {
    for (const VariableIndex v : columns) give_slot(v, {static_cast<int>(on_.size())});
    for (const SolvedBlock& block : blocks) add(block);
    program_ = Program(system.terms, terms_);
    partials_.resize(terms_.size());
    for (const VariableIndex row : rows) row_slots_.push_back(slot_[row]);
    find_pattern();
  }

  const ColumnPattern& pattern() const { return pattern_; }
  std::size_t colour_count() const { return colour_count_; }
  Program& program() { return program_; }

  void evaluate(double time, std::span<const double> values, std::span<double> entries) {
    program_.evaluate(values, time, partials_);
    for (Step& step : steps_) {
      if (step.torn) {
        for (const std::uint32_t slot : step.torn->slots)
          std::fill_n(changes_.begin() + static_cast<std::ptrdiff_t>(slot * colour_count_), colour_count_,
                      0.0);
        add_up(step.sums);
        solve(*step.torn);
      }
      add_up(step.sums);
    }
    for (std::size_t k = 0; k < sources_.size(); ++k) entries[k] = changes_[sources_[k]];
  }

 private:
  // on: the columns that a variable depends on.
  void give_slot(VariableIndex v, std::vector<int> on) {
    slot_[v] = static_cast<std::uint32_t>(on_.size());
    on_.push_back(std::move(on));
  }

  Sum sum_of(Term term) {
    Sum sum;
    for (const Partial& one :
         gradient(system_.terms, term, [this](VariableIndex v) { return slot_[v] != kNone; })) {
      sum.parts.push_back({slot_[one.variable], static_cast<std::uint32_t>(terms_.size())});
      terms_.push_back(one.value);
    }
    return sum;
  }

  std::vector<int> columns_of(const Sum& sum) const {
    std::vector<int> all;
    for (const Sum::Part& part : sum.parts)
      all.insert(all.end(), on_[part.from].begin(), on_[part.from].end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  void add(const SolvedBlock& block) {
    if (block.torn.empty()) {
      for (const Solution& one : block.inner) add_explicit(one);
      return;
    }
    // All unknowns of a block depend on whatever one of them depends on.
    const std::size_t first_term = terms_.size();
    Step step;
    for (const VariableIndex v : block.torn) give_slot(v, {});
    for (const Solution& one : block.inner) {
      Sum sum = sum_of(one.value);
      std::vector<int> on = columns_of(sum);
      give_slot(one.variable, std::move(on));
      sum.to = slot_[one.variable];
      step.sums.push_back(std::move(sum));
    }
    std::vector<int> on;
    std::vector<Sum> residuals;
    for (const Term residual : block.residuals) {
      Sum sum = sum_of(residual);
      sum.to = static_cast<std::uint32_t>(residuals.size());
      const std::vector<int> own = columns_of(sum);
      on.insert(on.end(), own.begin(), own.end());
      residuals.push_back(std::move(sum));
    }
    for (const Sum& sum : step.sums) on.insert(on.end(), on_[sum.to].begin(), on_[sum.to].end());
    std::sort(on.begin(), on.end());
    on.erase(std::unique(on.begin(), on.end()), on.end());
    if (on.empty()) {
      terms_.resize(first_term);
      for (const VariableIndex v : block.unknowns) slot_[v] = kNone;
      return;
    }
    for (const VariableIndex v : block.unknowns) on_[slot_[v]] = on;

    std::vector<std::vector<int>> matrix(block.torn.size());
    std::vector<std::uint32_t> entries, slots;
    for (std::size_t j = 0; j < block.torn.size(); ++j) {
      slots.push_back(slot_[block.torn[j]]);
      for (std::size_t i = 0; i < block.residuals.size(); ++i) {
        const Term entry = block.jacobian[i][j];
        if (system_.terms.is_constant(entry, 0)) continue;
        matrix[j].push_back(static_cast<int>(i));
        entries.push_back(static_cast<std::uint32_t>(terms_.size()));
        terms_.push_back(entry);
      }
    }
    step.torn.emplace(Torn{std::move(slots), std::move(residuals), std::move(entries), LinearSystem(matrix)});
    steps_.push_back(std::move(step));
  }

  void add_explicit(const Solution& one) {
    Sum sum = sum_of(one.value);
    if (sum.parts.empty()) return;  // it does not depend on the columns
    give_slot(one.variable, columns_of(sum));
    sum.to = slot_[one.variable];
    if (steps_.empty() || steps_.back().torn) steps_.emplace_back();
    steps_.back().sums.push_back(std::move(sum));
  }

  void find_pattern() {
    std::vector<std::vector<int>> rows_of(columns_);
    for (std::size_t i = 0; i < row_slots_.size(); ++i)
      if (row_slots_[i] != kNone)
        for (const int column : on_[row_slots_[i]]) rows_of[at(column)].push_back(static_cast<int>(i));
    for (const std::vector<int>& rows : rows_of) {
      pattern_.rows.insert(pattern_.rows.end(), rows.begin(), rows.end());
      pattern_.column_begin.push_back(static_cast<int>(pattern_.rows.size()));
    }
    const std::vector<int> colour = colours(pattern_);
    for (const int c : colour) colour_count_ = std::max(colour_count_, at(c) + 1);
    changes_.assign(on_.size() * colour_count_, 0);
    for (std::size_t j = 0; j < columns_; ++j) {
      changes_[j * colour_count_ + at(colour[j])] = 1;
      for (int k = pattern_.column_begin[j]; k < pattern_.column_begin[j + 1]; ++k)
        sources_.push_back(row_slots_[at(pattern_.rows[at(k)])] * colour_count_ + at(colour[j]));
    }
    std::vector<std::vector<int>>().swap(on_);
  }

  void add_up(const Sum& sum, double* to) const {
    std::fill_n(to, colour_count_, 0.0);
    for (const Sum::Part& part : sum.parts) {
      const double partial = partials_[part.partial];
      const double* from = changes_.data() + part.from * colour_count_;
      for (std::size_t c = 0; c < colour_count_; ++c) to[c] += partial * from[c];
    }
  }
  void add_up(const std::vector<Sum>& sums) {
    for (const Sum& sum : sums) add_up(sum, changes_.data() + sum.to * colour_count_);
  }

  void solve(Torn& torn) {
    const std::size_t n = torn.slots.size();
    residual_.resize(n * colour_count_);
    for (const Sum& sum : torn.residuals) add_up(sum, residual_.data() + sum.to * colour_count_);
    for (std::size_t k = 0; k < torn.entries.size(); ++k)
      torn.matrix.entries()[k] = partials_[torn.entries[k]];
    right_side_.resize(n);
    for (std::size_t c = 0; c < colour_count_; ++c) {
      bool zero = true;
      for (std::size_t i = 0; i < n; ++i) {
        right_side_[i] = -residual_[i * colour_count_ + c];
        zero = zero && right_side_[i] == 0;
      }
      if (!zero && !torn.matrix.solve(right_side_))
        std::fill(right_side_.begin(), right_side_.end(), std::numeric_limits<double>::quiet_NaN());
      for (std::size_t i = 0; i < n; ++i) changes_[torn.slots[i] * colour_count_ + c] = right_side_[i];
    }
  }

  FlatSystem& system_;
  std::vector<std::uint32_t> slot_;  // by variable
  std::size_t columns_;
  std::vector<std::vector<int>> on_;  // by slot, while it is built
  std::vector<Term> terms_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> row_slots_;
  ColumnPattern pattern_;
  std::size_t colour_count_ = 0;
  Program program_;
  std::vector<double> partials_;
  std::vector<double> changes_;       // by slot and colour
  std::vector<std::size_t> sources_;  // by entry: its place in changes_
  std::vector<double> residual_, right_side_;
};

BlockJacobian::BlockJacobian(FlatSystem& system, const std::vector<SolvedBlock>& blocks,
                             std::span<const VariableIndex> rows, std::span<const VariableIndex> columns)
    : impl_(std::make_unique<Impl>(system, blocks, rows, columns)) {}
BlockJacobian::~BlockJacobian() = default;
BlockJacobian::BlockJacobian(BlockJacobian&&) noexcept = default;
BlockJacobian& BlockJacobian::operator=(BlockJacobian&&) noexcept = default;
const ColumnPattern& BlockJacobian::pattern() const {
  return impl_->pattern();
}
std::size_t BlockJacobian::colour_count() const {
  return impl_->colour_count();
}
void BlockJacobian::evaluate(double time, std::span<const double> values, std::span<double> entries) {
  impl_->evaluate(time, values, entries);
}
void BlockJacobian::add_programs(std::vector<Program*>& to) {
  to.push_back(&impl_->program());
}

}  // namespace escapement::equations
