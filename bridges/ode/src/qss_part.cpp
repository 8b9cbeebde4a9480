// SPDX-License-Identifier: MIT
#include "qss_part.h"

#include <algorithm>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::ode {

using equations::VariableKind;

qss::NetworkOptions QssPart::with_changes(qss::NetworkOptions options, const std::vector<Output>& outputs) {
  for (const Output& one : outputs)
    if (one.when == Output::When::kQuantum) options.change_outputs.push_back({one.port, one.of, one.quantum});
  return options;
}

QssPart::QssPart(std::string name, equations::OdeSystem system, qss::NetworkOptions options,
                 std::vector<Output> outputs, continuous::Run* run)
    : Network(std::move(name), std::move(system), with_changes(std::move(options), outputs)), run_(run) {
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

void QssPart::initialize() {
  Network::initialize();
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
