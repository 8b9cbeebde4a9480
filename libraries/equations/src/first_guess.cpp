// SPDX-License-Identifier: MIT
#include "escapement/equations/first_guess.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "escapement/equations/index_reduction.h"
#include "escapement/equations/tape.h"
#include "escapement/equations/taylor.h"

namespace escapement::equations {
namespace {

using Dual = Taylor<1>;
constexpr VariableIndex kNobody = static_cast<VariableIndex>(-1);

// Between -1 and 1, spread evenly over the places (additive recurrence with the golden ratio).
double spread(VariableIndex place) {
  const double turns = 0.6180339887498949 * (static_cast<double>(place) + 1);
  return 2 * (turns - std::floor(turns)) - 1;
}

class Guess {
 public:
  Guess(FlatSystem& system, double time, double disturbance)
      : system_(system),
        time_(time),
        disturbance_(disturbance),
        values_(system.variables.size()),
        known_(system.variables.size(), true),
        readers_(system.variables.size()) {
    std::vector<bool> given_by_a_term(values_.size(), false);
    for (const Condition& one : system.conditions) given_by_a_term[one.variable] = true;
    for (const DiscreteEquation& one : system.discrete_equations)
      given_by_a_term[one.variable] = one.value.has_value();
    for (VariableIndex v = 0; v < values_.size(); ++v) {
      const FlatVariable& variable = system.variables[v];
      values_[v] = Dual(variable.start.value_or(0));
      known_[v] = !(system.is_unknown(v) || variable.computed || given_by_a_term[v]) ||
                  (system.is_unknown(v) && variable.fixed);
    }
    for (const FlatEquation& one : system.equations) add_source(system.residual(one), kNobody, nullptr);
    for (const Condition& one : system.conditions) add_source(one.crossing, one.variable, &one);
    for (const DiscreteEquation& one : system.discrete_equations)
      if (one.value) add_source(*one.value, one.variable, nullptr);
  }

  std::vector<double> run() {
    std::vector<VariableIndex> order(values_.size());
    std::iota(order.begin(), order.end(), VariableIndex{0});
    const std::vector<int> trust = trust_in_starts();
    std::stable_sort(order.begin(), order.end(),
                     [&](VariableIndex a, VariableIndex b) { return trust[a] > trust[b]; });
    for (std::size_t s = 0; s < sources_.size(); ++s)
      if (sources_[s].open == 1) ready_.push_back(s);
    follow();
    for (const VariableIndex v : order) {
      if (known_[v]) continue;
      if (system_.is_unknown(v))
        values_[v].c[0] += disturbance_ * std::abs(system_.variables[v].nominal) * spread(v);
      make_known(v);
      follow();
    }
    std::vector<double> found;
    for (const Dual& value : values_) found.push_back(value.c[0]);
    return found;
  }

 private:
  struct Source {
    Tape tape;
    std::vector<VariableIndex> reads;
    VariableIndex gives = kNobody;  // an equation: whichever of those that it reads is left
    const Condition* condition = nullptr;
    std::size_t open = 0;
  };

  void add_source(Term term, VariableIndex gives, const Condition* condition) {
    Source& source = sources_.emplace_back();
    source.tape = Tape(system_.terms, {&term, 1});
    source.reads = system_.terms.variables_in(term);
    source.gives = gives;
    source.condition = condition;
    for (const VariableIndex v : source.reads)
      if (!known_[v]) {
        ++source.open;
        readers_[v].push_back(sources_.size() - 1);
      }
    if (gives != kNobody) ++source.open;
  }

  // G3.
  std::vector<int> trust_in_starts() const {
    const std::vector<bool> differentiated = differentiated_by_model(system_);
    std::vector<int> trust(values_.size(), 0);
    for (VariableIndex v = 0; v < trust.size(); ++v) {
      const FlatVariable& one = system_.variables[v];
      const bool wanted = one.state_select >= StateSelect::kPrefer;
      const bool state = differentiated[v] && one.state_select >= StateSelect::kDefault;
      trust[v] = !system_.is_unknown(v) ? 1
                 : wanted               ? (one.start ? 7 : 5)
                 : state                ? (one.start ? 6 : 3)
                 : one.start            ? (*one.start != 0 ? 4 : 2)
                                        : 0;
    }
    return trust;
  }

  void make_known(VariableIndex v) {
    known_[v] = true;
    for (const std::size_t s : readers_[v])
      if (--sources_[s].open == 1) ready_.push_back(s);
  }

  // G2.
  void follow() {
    while (!ready_.empty()) {
      const std::size_t s = ready_.back();
      ready_.pop_back();
      const Source& source = sources_[s];
      if (source.open != 1) continue;
      if (source.gives == kNobody) {
        const auto left = std::find_if(source.reads.begin(), source.reads.end(),
                                       [&](VariableIndex v) { return !known_[v]; });
        if (left != source.reads.end() && solve(source, *left)) make_known(*left);
      } else if (!known_[source.gives]) {
        const double value = evaluate(source).c[0];
        if (!std::isfinite(value)) continue;
        values_[source.gives] = Dual(source.condition != nullptr ? source.condition->value(value, 0) : value);
        make_known(source.gives);
      }
    }
  }

  Dual evaluate(const Source& source) {
    Dual result;
    source.tape.evaluate<Dual>(values_, Dual(time_), work_, {&result, 1});
    return result;
  }

  // At zero, where nobody has said a start, many functions have no slope.
  bool solve(const Source& source, VariableIndex v) {
    const double nominal = std::abs(system_.variables[v].nominal);
    if (solve_from(source, v, nominal)) return true;
    const Dual start = values_[v];
    values_[v].c[0] += nominal;
    if (start.c[0] == 0 && solve_from(source, v, nominal)) return true;
    values_[v] = start;
    return false;
  }

  bool solve_from(const Source& source, VariableIndex v, double nominal) {
    constexpr int kSteps = 30;
    constexpr double kClose = 1e-12, kFar = 1e12;
    const Dual start = values_[v];
    for (int step = 0; step < kSteps; ++step) {
      values_[v].c[1] = 1;
      const Dual residual = evaluate(source);
      const double move = residual.c[0] / residual.c[1];
      if (!std::isfinite(move) || std::abs(move) > kFar * std::max(nominal, 1.0)) break;
      values_[v] = Dual(values_[v].c[0] - move);
      if (std::abs(move) <= kClose * std::max(nominal, std::abs(values_[v].c[0]))) return true;
    }
    values_[v] = start;
    return false;
  }

  FlatSystem& system_;
  double time_, disturbance_;
  std::vector<Dual> values_, work_;
  std::vector<bool> known_;
  std::vector<Source> sources_;
  std::vector<std::vector<std::size_t>> readers_;  // by variable: sources that wait for it
  std::vector<std::size_t> ready_;
};

}  // namespace

std::vector<double> first_guess(FlatSystem& system, double time, double disturbance) {
  return Guess(system, time, disturbance).run();
}

}  // namespace escapement::equations
