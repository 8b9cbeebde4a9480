// SPDX-License-Identifier: MIT
#include "qss_part.h"

#include <algorithm>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "escapement/equations/tape.h"
#include "escapement/equations/taylor.h"
#include "escapement/qss/outlook.h"

namespace escapement::ode {

using equations::VariableKind;

qss::NetworkOptions QssPart::with_changes(qss::NetworkOptions options, const std::vector<Output>& outputs) {
  for (const Output& one : outputs)
    if (one.when == Output::When::kQuantum) options.change_outputs.push_back({one.port, one.of, one.quantum});
  return options;
}

QssPart::QssPart(std::string name, equations::OdeSystem system, qss::NetworkOptions options,
                 std::vector<Output> outputs, continuous::Run* run)
    : Network(std::move(name), std::move(system), with_changes(options, outputs)),
      run_(run),
      method_(options.method),
      seconds_(options.seconds) {
  for (const VariableKind kind : {VariableKind::kState, VariableKind::kAlgebraic, VariableKind::kDiscrete})
    for (const equations::VariableIndex v : this->system().of_kind(kind)) {
      const equations::Variable& one = this->system().variables[v];
      shown_.push_back(v);
      variables_.push_back({one.name, one.unit, kind == VariableKind::kState});
    }
  for (Output& one : outputs) {
    if (one.when == Output::When::kQuantum) continue;
    senders_.emplace_back();
    Sender& sender = senders_.back();
    sender.output = std::move(one);
    sender.variable = this->system().find(sender.output.of).value();
    if (sender.output.when == Output::When::kSamples)
      sender.samples.emplace("0", sender.output.every);
    else
      has_followers_ = true;
  }
  for (Sender& sender : senders_)  // ports keep the addresses of their names, which stay from here on
    sender.port = std::make_unique<OutPort<double>>(*this, sender.output.port.c_str());
  watch(*this);
  if (run_ != nullptr) run_->enlist(*this);
}

QssPart::~QssPart() {
  if (run_ != nullptr) run_->discharge(*this);
}

// At the start, what the method will not carry well (qss/outlook.h).
void QssPart::look_ahead() {
  constexpr std::size_t kMost = 300;  // states: a series for each, through all equations
  if (run_ == nullptr || !run_->warns() || !run_->planned_end()) return;
  const equations::OdeSystem& system = this->system();
  const std::vector<equations::VariableIndex> states = system.of_kind(VariableKind::kState);
  if (states.size() > kMost) return;
  const std::size_t algebraics = system.algebraics.size();
  std::vector<std::size_t> place(system.variables.size(), 0);
  for (std::size_t i = 0; i < states.size(); ++i) place[states[i]] = i;
  using Series = equations::Taylor<1>;
  std::vector<equations::Tape> tapes;
  for (const equations::Assignment& one : system.algebraics)
    tapes.emplace_back(system.terms, std::vector<equations::Term>{one.value});
  for (const equations::Assignment& one : system.derivatives)
    tapes.emplace_back(system.terms, std::vector<equations::Term>{one.value});
  scratch_.resize(system.variables.size());
  Network::values(now(), scratch_);
  const Series time(now() * seconds_);
  std::vector<Series> work;
  equations::ColumnPattern pattern;
  std::vector<double> entries;
  for (const equations::VariableIndex column : states) {
    std::vector<Series> variables(scratch_.begin(), scratch_.end());
    variables[column].c[1] = 1;
    std::vector<double> slopes(states.size(), 0);
    for (std::size_t k = 0; k < tapes.size(); ++k) {
      Series result(0);
      tapes[k].evaluate<Series>(variables, time, work, std::span(&result, 1));
      if (k < algebraics)
        variables[system.algebraics[k].variable] = result;
      else
        slopes[place[system.derivatives[k - algebraics].variable]] = result.c[1];
    }
    for (std::size_t row = 0; row < slopes.size(); ++row) {
      if (slopes[row] == 0) continue;
      pattern.rows.push_back(static_cast<int>(row));
      entries.push_back(slopes[row]);
    }
    pattern.column_begin.push_back(static_cast<int>(pattern.rows.size()));
  }
  const auto name = [&](std::size_t i) { return system.variables[states[i]].name; };
  for (const qss::Outlook& one :
       qss::look_ahead(pattern, entries, method_, (*run_->planned_end() - now()) * seconds_, 1))
    run_->warn(now(), path(), qss::text_of(one, method_, name));
}

void QssPart::initialize() {
  Network::initialize();
  look_ahead();
  network_due_ = Network::time_advance().value();
  known_ = happenings();
  events_ = 0;
  input_is_new_ = false;
  tell_ = has_followers_;
  for (Sender& sender : senders_) {
    sender.tick = 0;
    while (sender.samples && sender.samples->tick(sender.tick) < now()) ++sender.tick;
  }
}

Time QssPart::next_tick() const {
  Time next = kInfinity;
  for (const Sender& sender : senders_)
    if (sender.samples) next = std::min(next, sender.samples->tick(sender.tick));
  return next;
}

TimeAdvance QssPart::time_advance() const {
  return TimeAdvance::at(tell_ ? now() : std::min(network_due_, next_tick()));
}

void QssPart::output() {
  for (Sender& sender : senders_)
    if (sender.samples ? sender.samples->tick(sender.tick) <= now() : tell_)
      sender.port->put(value(sender.variable, now()));
  if (!tell_ && network_is_due()) Network::output();
}

void QssPart::before(Time t, bool from_outside) {
  tell_followers(t);
  known_ = happenings();
  input_is_new_ = from_outside;
  if (run_ != nullptr) run_->before_event(t);
}

void QssPart::after(Time t) {
  const bool happened = input_is_new_ || happenings() != known_;
  if (run_ != nullptr) run_->after_event(t, happened);
  if (!happened) return;
  ++events_;
  tell_ = has_followers_;
}

void QssPart::internal() {
  for (Sender& sender : senders_)
    if (sender.samples && sender.samples->tick(sender.tick) <= now()) ++sender.tick;
  if (tell_) {
    tell_ = false;
  } else if (network_is_due()) {
    Network::internal();
    network_due_ = Network::time_advance().value();
  }
}

void QssPart::external(Time elapsed) {
  Network::external(elapsed);
  network_due_ = Network::time_advance().value();
}

void QssPart::confluent() {
  internal();
  external(0);
}

void QssPart::values(double t, double* out) const {
  Network::values(t, scratch_);
  for (std::size_t i = 0; i < shown_.size(); ++i) out[i] = scratch_[shown_[i]];
}

continuous::Counters QssPart::counters() const {
  const qss::NetworkCounts counts = this->counts();
  continuous::Counters told;
  told.steps = counts.steps;
  told.evaluations = counts.evaluations;
  told.events = events_;
  told.crossing_checks = counts.checks;
  told.heap_operations = counts.plans;
  return told;
}

void QssPart::archive(Archive& archive) {
  Network::archive(archive);
  archive(network_due_, events_, tell_);
  for (Sender& sender : senders_) archive(sender.tick);
}

}  // namespace escapement::ode
