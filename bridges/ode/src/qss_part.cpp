// SPDX-License-Identifier: MIT
#include "qss_part.h"

#include <algorithm>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::ode {

using equations::VariableKind;

QssPart::QssPart(std::string name, equations::OdeSystem system, qss::NetworkOptions options,
                 std::vector<Output> outputs, continuous::Run* run)
    : Network(std::move(name), std::move(system), std::move(options)), run_(run) {
  for (const VariableKind kind : {VariableKind::kState, VariableKind::kAlgebraic, VariableKind::kDiscrete})
    for (const equations::VariableIndex v : this->system().of_kind(kind)) {
      const equations::Variable& one = this->system().variables[v];
      shown_.push_back(v);
      variables_.push_back({one.name, one.unit, kind == VariableKind::kState});
    }
  for (Output& one : outputs) {
    if (one.when == Output::When::kQuantum)
      throw BuildError(
          "output '" + one.port + "' of '" + this->name() + "' is to be sent when it has changed by " +
          to_text(one.quantum) +
          ", which quantised state methods do not offer; send it at samples ('every') or after events, or "
          "take --solver cvode");
    senders_.emplace_back();
    Sender& sender = senders_.back();
    sender.output = std::move(one);
    sender.variable = this->system().find(sender.output.of).value();
    if (sender.output.when == Output::When::kSamples) sender.samples.emplace("0", sender.output.every);
  }
  for (Sender& sender : senders_)  // ports keep the addresses of their names, which stay from here on
    sender.port = std::make_unique<OutPort<double>>(*this, sender.output.port.c_str());
  if (run_ != nullptr) run_->enlist(*this);
}

QssPart::~QssPart() {
  if (run_ != nullptr) run_->discharge(*this);
}

void QssPart::initialize() {
  Network::initialize();
  network_due_ = Network::time_advance().value();
  tell_ = std::any_of(senders_.begin(), senders_.end(), [](const Sender& s) { return !s.samples; });
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

template <typename Action>
void QssPart::watched(const Action& action) {
  const std::uint64_t events = counts().events;
  if (run_ != nullptr) run_->before_event(now());
  action();
  const bool fired = counts().events != events;
  if (run_ != nullptr) run_->after_event(now(), fired);
  tell_ = fired && std::any_of(senders_.begin(), senders_.end(), [](const Sender& s) { return !s.samples; });
  network_due_ = Network::time_advance().value();
}

void QssPart::internal() {
  for (Sender& sender : senders_)
    if (sender.samples && sender.samples->tick(sender.tick) <= now()) ++sender.tick;
  if (tell_)
    tell_ = false;
  else if (network_is_due())
    watched([this] { Network::internal(); });
}

void QssPart::external(Time elapsed) {
  const bool telling = tell_;
  watched([&] { Network::external(elapsed); });
  tell_ = tell_ || telling;
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
  told.events = counts.events;
  return told;
}

void QssPart::archive(Archive& archive) {
  Network::archive(archive);
  archive(network_due_, tell_);
  for (Sender& sender : senders_) archive(sender.tick);
}

}  // namespace escapement::ode
