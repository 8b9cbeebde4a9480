// SPDX-License-Identifier: MIT
#include "escapement/equations/block_solver.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>

#include "escapement/equations/finite.h"
#include "escapement/equations/linear_system.h"
#include "newton.h"
#include "steady_state.h"

namespace escapement::equations {
namespace {

// Values of variables, each by those before it, as one tape: what an earlier one gives is taken from its
// term, not from the array.
class Stretch {
 public:
  explicit Stretch(Terms& terms) : terms_(terms) {}

  void add(VariableIndex variable, Term value) {
    const Term inlined = inline_known(value);
    known_.emplace(variable, inlined);
    variables_.push_back(variable);
    values_.push_back(inlined);
  }
  Term inline_known(Term value) {
    return terms_.substitute(value, [this](VariableIndex v) {
      const auto found = known_.find(v);
      return found == known_.end() ? nullptr : &found->second;
    });
  }
  bool empty() const { return variables_.empty(); }
  const std::vector<VariableIndex>& variables() const { return variables_; }
  const std::vector<Term>& values() const { return values_; }

 private:
  Terms& terms_;
  std::unordered_map<VariableIndex, Term> known_;
  std::vector<VariableIndex> variables_;
  std::vector<Term> values_;
};

// A program that writes its results into the array of values.
class Writer {
 public:
  Writer(const Terms& terms, const Stretch& stretch)
      : program_(terms, stretch.values()), variables_(stretch.variables()), results_(variables_.size()) {}
  void run(double time, std::span<double> values) {
    program_.evaluate(values, time, results_);
    for (std::size_t i = 0; i < variables_.size(); ++i) values[variables_[i]] = results_[i];
  }
  // The first that is not finite.
  std::optional<VariableIndex> not_finite() const {
    if (all_finite(results_)) [[likely]]
      return std::nullopt;
    return variables_[static_cast<std::size_t>(
        std::find_if(results_.begin(), results_.end(), [](double r) { return !std::isfinite(r); }) -
        results_.begin())];
  }
  Program& program() { return program_; }

 private:
  Program program_;
  std::vector<VariableIndex> variables_;
  std::vector<double> results_;
};

struct Step {
  std::optional<Writer> inner;
  std::vector<VariableIndex> torn;
  Program residuals, jacobian;  // explicit in torn unknowns; inner ones are inlined
  std::vector<std::size_t> entry_row, entry_column;
  std::optional<LinearSystem> linear;
  std::optional<internal::Newton> newton;
  std::optional<internal::SteadyState> steady;
  std::vector<double> z, r, right_side, entries, starts;
  const SolvedBlock* block = nullptr;
};

}  // namespace

class BlockSolver::Impl {
 public:
  Impl(FlatSystem& system, std::vector<SolvedBlock> blocks, double tolerance)
      : system_(system), blocks_(std::move(blocks)), tolerance_(tolerance) {
    std::optional<Stretch> stretch(system.terms);
    const auto close = [&] {
      if (stretch->empty()) return;
      steps_.emplace_back(std::make_unique<Step>())->inner.emplace(system_.terms, *stretch);
      stretch.emplace(system_.terms);
    };
    for (const SolvedBlock& block : blocks_) {
      if (block.kind == SolvedBlock::Kind::kExplicit) {
        for (const Solution& one : block.inner) stretch->add(one.variable, one.value);
        continue;
      }
      close();
      add_torn(block);
    }
    close();
  }

  void solve(double time, std::span<double> values) {
    ++counters_.evaluations;
    time_ = time;
    values_ = values;
    for (const auto& step : steps_) {
      if (step->linear)
        solve_linear(*step);
      else if (step->newton)
        solve_nonlinear(*step, *step->newton);
      else if (step->steady)
        solve_nonlinear(*step, *step->steady);
      if (step->inner) {
        step->inner->run(time, values);
        if (const auto bad = step->inner->not_finite()) not_finite(*bad);
      }
    }
  }
  const SolveCounters& counters() const { return counters_; }
  std::optional<Program> straight(std::span<const VariableIndex> wanted) {
    Stretch all(system_.terms);
    for (const SolvedBlock& block : blocks_) {
      if (block.kind != SolvedBlock::Kind::kExplicit) return std::nullopt;
      for (const Solution& one : block.inner) all.add(one.variable, one.value);
    }
    std::vector<Term> terms;
    for (const VariableIndex v : wanted) terms.push_back(all.inline_known(system_.terms.variable(v)));
    return Program(system_.terms, terms);
  }
  void add_programs(std::vector<Program*>& to) {
    for (const auto& step : steps_) {
      if (step->inner) to.push_back(&step->inner->program());
      to.push_back(&step->residuals);
      to.push_back(&step->jacobian);
    }
  }

 private:
  static constexpr std::size_t kMostShown = 20;  // values in a message
  void add_torn(const SolvedBlock& block) {
    Step& step = *steps_.emplace_back(std::make_unique<Step>());
    step.block = &block;
    step.torn = block.torn;
    Stretch inner(system_.terms);
    for (const Solution& one : block.inner) inner.add(one.variable, one.value);
    std::vector<Term> residuals, entries;
    for (const Term residual : block.residuals) residuals.push_back(inner.inline_known(residual));
    std::vector<std::vector<std::pair<std::size_t, Term>>> by_column(block.torn.size());
    for (std::size_t i = 0; i < block.residuals.size(); ++i) {
      const TermRow& row = block.jacobian[i];
      for (std::size_t k = 0; k < row.columns().size(); ++k) {
        const Term entry = inner.inline_known(row.terms()[k]);
        if (!system_.terms.is_constant(entry, 0)) by_column[row.columns()[k]].emplace_back(i, entry);
      }
    }
    std::vector<std::vector<int>> columns(block.torn.size());
    for (std::size_t j = 0; j < block.torn.size(); ++j)
      for (const auto& [i, entry] : by_column[j]) {
        entries.push_back(entry);
        step.entry_row.push_back(i);
        step.entry_column.push_back(j);
        columns[j].push_back(static_cast<int>(i));
      }
    step.residuals = Program(system_.terms, residuals);
    step.jacobian = Program(system_.terms, entries);
    step.z.resize(block.torn.size());
    step.r.resize(residuals.size());
    step.entries.resize(entries.size());
    if (!inner.empty()) step.inner.emplace(system_.terms, inner);
    if (block.kind == SolvedBlock::Kind::kLinear) {
      step.linear.emplace(columns);
      return;
    }
    std::vector<double> nominals;
    for (const VariableIndex v : block.torn) {
      nominals.push_back(std::abs(system_.variables[v].nominal));
      step.starts.push_back(system_.variables[v].start.value_or(0));
    }
    const std::size_t n = step.z.size();
    const auto residual = [this, &step](const double* z, double* r) {
      put_torn(step, z);
      step.residuals.evaluate(values_, time_, std::span(r, step.r.size()));
    };
    const auto jacobian = [this, &step, n](const double* z, double* columns_out) {
      put_torn(step, z);
      step.jacobian.evaluate(values_, time_, step.entries);
      std::fill(columns_out, columns_out + n * n, 0.0);
      for (std::size_t k = 0; k < step.entries.size(); ++k)
        columns_out[step.entry_column[k] * n + step.entry_row[k]] = step.entries[k];
    };
    if (block.fast > 0)
      step.steady.emplace(nominals, block.fast, residual, jacobian, tolerance_);
    else
      step.newton.emplace(nominals, residual, jacobian, tolerance_);
  }

  void put_torn(const Step& step, const double* z) {
    for (std::size_t j = 0; j < step.torn.size(); ++j) values_[step.torn[j]] = z[j];
  }

  // r(z) = A z + r(0): the residual at zero is the right side, negative.
  void solve_linear(Step& step) {
    for (std::size_t j = 0; j < step.torn.size(); ++j) {
      step.z[j] = values_[step.torn[j]];
      values_[step.torn[j]] = 0;
    }
    step.residuals.evaluate(values_, time_, step.r);
    step.jacobian.evaluate(values_, time_, step.linear->entries());
    for (double& r : step.r) r = -r;
    const std::size_t before = step.linear->factorisations();
    step.right_side = step.r;
    const bool solved = step.linear->solve(step.r);
    counters_.factorisations += step.linear->factorisations() - before;
    if ((!solved || step.linear->doubtful()) && step.linear->solve_dependent(step.right_side, step.z))
      step.r = step.right_side;
    else if (!solved)
      fail(step, "is singular, so that it has no solution or many");
    for (const double z : step.r)
      if (!std::isfinite(z)) fail(step, "gives a value that is not finite");
    put_torn(step, step.r.data());
  }

  template <typename Solver>
  void solve_nonlinear(Step& step, Solver& solver) {
    for (std::size_t j = 0; j < step.torn.size(); ++j) step.z[j] = values_[step.torn[j]];
    const std::size_t before = solver.iterations();
    std::string trouble = solver.solve(step.z);
    if (!trouble.empty()) {
      step.z = step.starts;
      trouble = solver.solve(step.z);
    }
    // Zero, where nobody has given a start value, is where many functions have no value or no slope.
    for (const double part : {1.0, 1e-3, -1.0, 1e3}) {
      if (trouble.empty()) break;
      for (std::size_t j = 0; j < step.z.size(); ++j)
        step.z[j] = step.starts[j] != 0 ? step.starts[j] * (1 + 1e-3 * part)
                                        : part * std::abs(system_.variables[step.torn[j]].nominal);
      trouble = solver.solve(step.z);
    }
    counters_.nonlinear_iterations += solver.iterations() - before;
    if (!trouble.empty())
      fail(step, (step.steady ? "finds no rest (" : "found no solution (") + trouble + ")");
    put_torn(step, step.z.data());
  }

  [[noreturn]] void fail(const Step& step, const std::string& what) const {
    std::string text = step.linear   ? "the linear system for"
                       : step.steady ? "the infinitely fast process of"
                                     : "the nonlinear system for";
    for (const VariableIndex v : step.block->unknowns) text += " '" + system_.variables[v].name + "'";
    text += " " + what + " at time " + escapement::to_text(time_) + ":";
    for (const Term residual : step.block->residuals) text += "\n    0 = " + system_.brief(residual);
    std::string with;
    std::size_t left = kMostShown;
    for (const VariableIndex v : system_.terms.variables_in(step.block->residuals)) {
      if (std::find(step.block->unknowns.begin(), step.block->unknowns.end(), v) !=
          step.block->unknowns.end())
        continue;
      if (left-- == 0) break;
      with += (with.empty() ? "\n  with " : ", ") + system_.variables[v].name + " = " +
              escapement::to_text(values_[v]);
    }
    throw Error(text + with);
  }

  [[noreturn]] void not_finite(VariableIndex v) const {
    std::string text = "'" + system_.variables[v].name + "' is " + escapement::to_text(values_[v]) +
                       " at time " + escapement::to_text(time_);
    for (const SolvedBlock& block : blocks_)
      for (const Solution& one : block.inner) {
        if (one.variable != v) continue;
        text += ": it is " + system_.brief(one.value);
        std::string with;
        for (const VariableIndex other : system_.terms.variables_in(one.value))
          with += (with.empty() ? " with " : ", ") + system_.variables[other].name + " = " +
                  escapement::to_text(values_[other]);
        text += with;
      }
    throw Error(text);
  }

  FlatSystem& system_;
  std::vector<SolvedBlock> blocks_;
  double tolerance_;
  std::vector<std::unique_ptr<Step>> steps_;
  SolveCounters counters_;
  double time_ = 0;
  std::span<double> values_;
};

BlockSolver::BlockSolver(FlatSystem& system, const std::vector<SolvedBlock>& blocks, double tolerance)
    : impl_(std::make_unique<Impl>(system, blocks, tolerance)) {}
BlockSolver::~BlockSolver() = default;
BlockSolver::BlockSolver(BlockSolver&&) noexcept = default;
BlockSolver& BlockSolver::operator=(BlockSolver&&) noexcept = default;
void BlockSolver::solve(double time, std::span<double> values) {
  impl_->solve(time, values);
}
std::optional<Program> BlockSolver::straight(std::span<const VariableIndex> wanted) {
  return impl_->straight(wanted);
}
void BlockSolver::add_programs(std::vector<Program*>& to) {
  impl_->add_programs(to);
}
const SolveCounters& BlockSolver::counters() const {
  return impl_->counters();
}

}  // namespace escapement::equations
