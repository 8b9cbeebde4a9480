// SPDX-License-Identifier: MIT
#include "event_nodes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace escapement::equations::internal {
namespace {

void add_reads(EventNode& node, const FlatSystem& system, const std::vector<Term>& terms) {
  const auto found = system.terms.variables_in(terms);
  node.reads.insert(node.reads.end(), found.begin(), found.end());
}

void finish_reads(EventNode& node) {
  std::sort(node.reads.begin(), node.reads.end());
  node.reads.erase(std::unique(node.reads.begin(), node.reads.end()), node.reads.end());
  std::vector<VariableIndex> own = node.gives;
  std::sort(own.begin(), own.end());
  std::erase_if(node.reads, [&](VariableIndex v) { return std::binary_search(own.begin(), own.end(), v); });
}

class BlockNode final : public EventNode {
 public:
  BlockNode(FlatSystem& system, const SolvedBlock& block) : EventNode({}), solver_(system, {block}) {
    gives = block.unknowns;
    for (const Solution& one : block.inner) add_reads(*this, system, {one.value});
    add_reads(*this, system, block.residuals);
    for (const auto& row : block.jacobian) add_reads(*this, system, row.terms());
    finish_reads(*this);
    for (const VariableIndex v : block.unknowns)
      text += (text.empty() ? "'" : ", '") + system.variables[v].name + "'";
  }
  Kind kind() const override { return Kind::kBlock; }
  void evaluate(Instant& instant) override { solver_.solve(instant.time, instant.values); }

 private:
  BlockSolver solver_;
};

// Branches of a when: conditions on one tape, values each on its own, since only the active one is computed.
class When {
 public:
  When(EventNode& node, const FlatSystem& system, const std::vector<WhenBranch>& branches) {
    std::vector<Term> conditions;
    for (const WhenBranch& branch : branches) {
      ends_.push_back(conditions.size() + branch.conditions.size());
      conditions.insert(conditions.end(), branch.conditions.begin(), branch.conditions.end());
      values_.emplace_back(system.terms, std::vector<Term>{branch.value});
      add_reads(node, system, {branch.value});
    }
    add_reads(node, system, conditions);
    conditions_ = Tape(system.terms, conditions);
    now_.resize(conditions.size());
    was_.assign(conditions.size(), 0);
  }
  // The value of the active branch, or nothing.
  std::optional<double> active(Instant& instant) {
    conditions_.evaluate<double>(instant.values, instant.time, instant.work, now_);
    std::size_t at = 0;
    for (std::size_t branch = 0; branch < ends_.size(); ++branch) {
      bool fires = false;
      for (; at < ends_[branch]; ++at) fires = fires || (now_[at] != 0 && was_[at] == 0);
      if (!fires) continue;
      double value = 0;
      values_[branch].evaluate<double>(instant.values, instant.time, instant.work, {&value, 1});
      return value;
    }
    return std::nullopt;
  }
  void end_pass() { was_ = now_; }
  void remember(Instant& instant) {
    conditions_.evaluate<double>(instant.values, instant.time, instant.work, now_);
    was_ = now_;
  }

 private:
  Tape conditions_;
  std::vector<Tape> values_;
  std::vector<std::size_t> ends_;  // by branch: past its last condition
  std::vector<double> now_, was_;
};

class DiscreteNode final : public EventNode {
 public:
  DiscreteNode(FlatSystem& system, const DiscreteEquation& equation)
      : EventNode("'" + system.variables[equation.variable].name + "'"), variable_(equation.variable) {
    gives = {variable_};
    if (equation.value) {
      value_.emplace(system.terms, std::vector<Term>{*equation.value});
      add_reads(*this, system, {*equation.value});
    } else {
      when_.emplace(*this, system, equation.when);
      // It keeps pre(v) where nothing fires, but that is no read: pre(v) changes only because v has.
      previous_ = system.previous_of(variable_);
    }
    // v = f(v) would be told as a loop; a node that gives v does not read it otherwise.
    std::sort(reads.begin(), reads.end());
    reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
  }
  Kind kind() const override { return Kind::kDiscrete; }
  void evaluate(Instant& instant) override {
    if (value_) {
      value_->evaluate<double>(instant.values, instant.time, instant.work, {&instant.values[variable_], 1});
      return;
    }
    const std::optional<double> value = when_->active(instant);
    instant.values[variable_] = value ? *value : instant.values[previous_];
  }
  void end_pass() override {
    if (when_) when_->end_pass();
  }
  void remember(Instant& instant) override {
    if (when_) when_->remember(instant);
  }

 private:
  VariableIndex variable_, previous_ = 0;
  std::optional<Tape> value_;
  std::optional<When> when_;
};

class ReinitNode final : public EventNode {
 public:
  ReinitNode(FlatSystem& system, const Reinit& reinit)
      : EventNode("reinit of '" + system.variables[reinit.state].name + "'"),
        state_(reinit.state),
        when_(*this, system, reinit.when) {
    finish_reads(*this);
  }
  Kind kind() const override { return Kind::kReinit; }
  void evaluate(Instant& instant) override {
    if (const auto value = when_.active(instant)) instant.reinits.emplace_back(state_, *value);
  }
  void end_pass() override { when_.end_pass(); }
  void remember(Instant& instant) override { when_.remember(instant); }

 private:
  VariableIndex state_;
  When when_;
};

class ConditionNode final : public EventNode {
 public:
  ConditionNode(FlatSystem& system, std::size_t place)
      : EventNode("'" + system.conditions[place].text + "'"), system_(system), place_(place) {
    const Condition& condition = system.conditions[place];
    std::vector<Term> terms{condition.crossing};
    if (condition.in_time) terms.push_back(condition.in_time->rate);
    add_reads(*this, system, terms);
    gives = {condition.variable};
    finish_reads(*this);
    for (const VariableIndex v : reads) scale_ = std::max(scale_, std::abs(system.variables[v].nominal));
    if (scale_ == 0) scale_ = 1;
    tape_ = Tape(system.terms, terms);
    results_.resize(terms.size());
  }
  Kind kind() const override { return Kind::kCondition; }
  double crossing() const override { return results_.front(); }
  void evaluate(Instant& instant) override {
    const Condition& condition = system_.conditions[place_];
    tape_.evaluate<double>(instant.values, instant.time, instant.work, results_);
    if (instant.located[place_] == Instant::kStays) return;
    if (condition.ticks) {
      constexpr double kRoundedTime =
          8 * std::numeric_limits<double>::epsilon();  // two times that are meant to be one
      const double done = condition.ticks_until(instant.time * (1 + kRoundedTime));
      const bool is_tick =
          condition.ticks->tick(static_cast<std::uint64_t>(std::max(done, 0.0))) == instant.time;
      // At the start a tick of that instant is still to come.
      instant.values[condition.variable] = instant.at_start && is_tick && done >= 0 ? done - 1 : done;
      return;
    }
    const double rate = results_.size() > 1 ? results_[1] : 0;
    const double from_border = condition.from_border(results_[0], instant.values[condition.variable]);
    if (const char flipped = instant.located[place_];
        flipped != 0 && std::abs(from_border) <= kRounding * scale_) {
      if (flipped != Instant::kFlippedFloor)
        instant.values[condition.variable] = flipped == Instant::kFlippedToTrue ? 1 : 0;
      return;
    }
    instant.values[condition.variable] = condition.counts_ticks && instant.at_start
                                             ? std::ceil(results_[0]) - 1
                                             : condition.value(results_[0], rate);
  }

 private:
  static constexpr double kRounding = 1e-9;
  FlatSystem& system_;
  std::size_t place_;
  double scale_ = 0;
  Tape tape_;
  std::vector<double> results_;
};

}  // namespace

std::vector<std::unique_ptr<EventNode>> event_nodes(FlatSystem& system,
                                                    const std::vector<SolvedBlock>& blocks, bool at_start) {
  std::vector<std::unique_ptr<EventNode>> nodes;
  if (!at_start)
    for (const DiscreteEquation& one : system.discrete_equations)
      nodes.push_back(std::make_unique<DiscreteNode>(system, one));
  for (const SolvedBlock& block : blocks) nodes.push_back(std::make_unique<BlockNode>(system, block));
  for (std::size_t i = 0; i < system.conditions.size(); ++i)
    nodes.push_back(std::make_unique<ConditionNode>(system, i));
  if (!at_start)
    for (const Reinit& one : system.reinits) nodes.push_back(std::make_unique<ReinitNode>(system, one));
  return nodes;
}

}  // namespace escapement::equations::internal
