// SPDX-License-Identifier: MIT
#include "escapement/sundials/continuous.h"

#include <algorithm>
#include <cmath>
#include <ostream>

#include "engine.h"
#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::sundials {
namespace {

std::vector<internal::Engine::Quantum> quanta_of(const Ports& ports) {
  std::vector<internal::Engine::Quantum> quanta;
  for (const Sender& sender : ports.senders)
    if (sender.when == Sender::When::kQuantum) quanta.push_back({sender.variable, sender.quantum});
  return quanta;
}

// What derivatives take from time alone shows where the solver looks, and nowhere else: a pulse that one step
// leaps over would be lost without a word. So the longest step is a hundredth of the run.
Options with_longest_step(Options options, const System& system, const continuous::Run* run) {
  constexpr double kLooks = 100;
  if (options.maximum_step == kInfinity && run != nullptr && run->planned_length().value_or(0) > 0 &&
      system.driven_by_time())
    options.maximum_step = *run->planned_length() / kLooks;
  return options;
}

}  // namespace

Continuous::Continuous(std::string name, std::unique_ptr<System> system, const Options& options, Ports ports,
                       continuous::Run* run)
    : Atomic(std::move(name)), ports_(std::move(ports)), run_of_parts_(run) {
  const std::vector<std::string> inputs = system->input_names(), outputs = system->output_names();
  for (const Sender& sender : ports_.senders)
    if (sender.variable >= system->size() + outputs.size() ||
        (sender.when == Sender::When::kQuantum && !(sender.quantum > 0)) ||
        (sender.when == Sender::When::kSamples && !sender.samples))
      throw BuildError("the port '" + sender.port + "' of '" + this->name() + "' is to send variable " +
                       std::to_string(sender.variable) + " of " +
                       std::to_string(system->size() + outputs.size()) + "; a quantum must be above 0 (is " +
                       to_text(sender.quantum) + "), and samples need their times");
  for (std::size_t i = 0; i < system->size(); ++i)
    variables_.push_back({system->state_name(i), system->state_unit(i), true});
  for (std::size_t i = 0; i < outputs.size(); ++i)
    variables_.push_back({outputs[i], system->output_unit(i), false});
  const std::vector<std::string> event_ports = system->event_ports();
  const Options limited = with_longest_step(options, *system, run);
  engine_ = std::make_unique<internal::Engine>(std::move(system), limited, quanta_of(ports_),
                                               ports_.initial_inputs);
  for (const std::string& input : inputs) {
    names_.push_back(std::make_unique<std::string>(input));
    const auto& signals = ports_.signal_inputs;
    inputs_.emplace_back();
    if (std::find(signals.begin(), signals.end(), input) != signals.end())
      inputs_.back().signals = std::make_unique<InPort<qss::Signal>>(*this, names_.back()->c_str());
    else
      inputs_.back().values = std::make_unique<InPort<double>>(*this, names_.back()->c_str());
  }
  for (const std::string& port : event_ports) event_ports_.push_back(port_named(port));
  for (const Sender& sender : ports_.senders) sender_ports_.push_back(port_named(sender.port));
  ticks_.resize(ports_.senders.size());
  has_followers_ = std::any_of(ports_.senders.begin(), ports_.senders.end(),
                               [](const Sender& s) { return s.when == Sender::When::kEvents; });
  has_changes_ = std::any_of(ports_.senders.begin(), ports_.senders.end(),
                             [](const Sender& s) { return s.when == Sender::When::kChanges; });
  told_.resize(ports_.senders.size());
  if (run_of_parts_ != nullptr) {
    run_of_parts_->enlist(*this);
    engine_->system().warn_by(
        [this](double t, const std::string& message) { run_of_parts_->warn(t, path(), message); });
  }
}

Continuous::~Continuous() {
  if (run_of_parts_ != nullptr) run_of_parts_->discharge(*this);
}

// Several emissions may share a port.
std::size_t Continuous::port_named(const std::string& port) {
  for (std::size_t i = 0; i < outputs_.size(); ++i)
    if (outputs_[i]->name() == port) return i;
  names_.push_back(std::make_unique<std::string>(port));
  outputs_.push_back(std::make_unique<OutPort<double>>(*this, names_.back()->c_str()));
  return outputs_.size() - 1;
}

void Continuous::initialize() {
  std::fill(ticks_.begin(), ticks_.end(), 0);
  engine_->start(now());
  sent_.clear();
  engine_->system().emit_at_start(sent_);
  tell_outputs_ =
      !sent_.empty() || std::any_of(ports_.senders.begin(), ports_.senders.end(),
                                    [](const Sender& s) { return s.when != Sender::When::kSamples; });
  first_ = true;
  for (std::size_t s = 0; s < ports_.senders.size(); ++s)
    if (ports_.senders[s].when == Sender::When::kSamples)
      while (ports_.senders[s].samples->tick(ticks_[s]) < now()) ++ticks_[s];
  tell_end();
  engine_->plan();
  choose_due();
}

void Continuous::tell_end() {
  if (run_of_parts_ == nullptr) return;
  if (const auto why = engine_->system().ended()) run_of_parts_->end(now(), path(), *why);
}

// The first of what is due in the solver's step and the ticks of samples.
void Continuous::choose_due() {
  due_ = tell_outputs_ ? now() : engine_->due();
  sampling_ = false;
  for (std::size_t s = 0; s < ports_.senders.size(); ++s)
    if (ports_.senders[s].when == Sender::When::kSamples) {
      const Time tick = ports_.senders[s].samples->tick(ticks_[s]);
      if (tick <= due_) {
        due_ = tick;
        sampling_ = true;
      }
    }
}

bool Continuous::only_step_end() const {
  return !tell_outputs_ && !sampling_ && engine_->kind() == internal::Due::kStepEnd;
}

// After a transition: C2, C3.
void Continuous::go_on(bool acted) {
  if (acted) engine_->plan();
  choose_due();
  const auto ended = [this] { return run_of_parts_ != nullptr && run_of_parts_->ended(); };
  while (!ended() && only_step_end() && run_on(due_)) {
    tell_followers(due_);
    engine_->pass_step_end();
    engine_->plan();
    choose_due();
  }
}

TimeAdvance Continuous::time_advance() const {
  return TimeAdvance::at(due_);
}

bool Continuous::is_news(std::size_t sender, double value) const {
  return first_ || (value != told_[sender] && !(std::isnan(value) && std::isnan(told_[sender])));
}

bool Continuous::engine_acts() const {
  return !tell_outputs_ && engine_->due() <= due_;
}

void Continuous::output() {
  const auto sends = [&](std::size_t s) {
    const Sender& sender = ports_.senders[s];
    switch (sender.when) {
      case Sender::When::kSamples:
        return sampling_ && sender.samples->tick(ticks_[s]) <= due_;
      case Sender::When::kEvents:
      case Sender::When::kChanges:
        return tell_outputs_;
      default:
        return tell_outputs_ && first_;
    }
  };
  shown_.clear();
  const auto value = [&](std::size_t variable) {
    if (shown_.empty()) {
      shown_.resize(variables_.size());
      engine_->values(due_, shown_.data());
    }
    return shown_[variable];
  };
  for (std::size_t s = 0; s < ports_.senders.size(); ++s)
    if (sends(s)) {
      const double now_is = value(ports_.senders[s].variable);
      if (ports_.senders[s].when != Sender::When::kChanges || is_news(s, now_is))
        outputs_[sender_ports_[s]]->put(now_is);
    }
  sent_.clear();
  if (first_) engine_->system().emit_at_start(sent_);
  const bool acts = engine_acts() && engine_->kind() != internal::Due::kStepEnd;
  if (acts) engine_->emit(sent_);
  for (const Sent& sent : sent_) outputs_[event_ports_[sent.port]]->put(sent.value);
  if (!acts) return;
  for (const std::size_t i : engine_->fired()) {
    if (i < engine_->system_conditions()) continue;
    std::size_t quantum = i - engine_->system_conditions();
    for (std::size_t s = 0; s < ports_.senders.size(); ++s)
      if (ports_.senders[s].when == Sender::When::kQuantum && quantum-- == 0)
        outputs_[sender_ports_[s]]->put(value(ports_.senders[s].variable));
  }
}

// True when the engine has acted, so that it is to be planned what comes next.
bool Continuous::act() {
  if (sampling_)
    for (std::size_t s = 0; s < ports_.senders.size(); ++s)
      if (ports_.senders[s].when == Sender::When::kSamples &&
          ports_.senders[s].samples->tick(ticks_[s]) <= due_)
        ++ticks_[s];
  if (tell_outputs_) {
    if (has_changes_)  // output() has left in shown_ what it sent
      for (std::size_t s = 0; s < ports_.senders.size(); ++s) told_[s] = shown_[ports_.senders[s].variable];
    tell_outputs_ = first_ = false;
    return false;
  }
  if (!engine_acts()) return false;
  tell_followers(now());
  if (engine_->kind() == internal::Due::kStepEnd) {
    engine_->pass_step_end();
    return true;
  }
  if (run_of_parts_ != nullptr) run_of_parts_->before_event(now());
  const Change change = engine_->fire();
  if (change != Change::kNothing) tell_outputs_ = has_followers_ || has_changes_;
  tell_outputs_ = tell_outputs_ || owes_telling_;
  owes_telling_ = false;
  if (run_of_parts_ != nullptr) run_of_parts_->after_event(now(), change != Change::kNothing);
  tell_end();
  return true;
}

void Continuous::internal() {
  go_on(act());
}

void Continuous::take_inputs() {
  news_.clear();
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (inputs_[i].values != nullptr) {
      const Bag<double> bag = inputs_[i].values->bag();
      if (!bag.empty()) news_.push_back({i, {now(), {bag[bag.size() - 1], 0, 0, 0}}});
    } else if (const Bag<qss::Signal> bag = inputs_[i].signals->bag(); !bag.empty()) {
      const qss::Signal& signal = bag[bag.size() - 1];
      news_.push_back({i, {signal.since, signal.piece.c}});
    }
  }
  const auto is_new = [&](const auto& news) { return !engine_->goes_on_as(news.first, news.second); };
  if (std::none_of(news_.begin(), news_.end(), is_new)) return;
  tell_followers(now());
  if (run_of_parts_ != nullptr) run_of_parts_->before_event(now());
  if (engine_->set_inputs(now(), news_) && (has_followers_ || has_changes_))
    (engine_->system().handles_inputs() ? owes_telling_ : tell_outputs_) = true;
  if (run_of_parts_ != nullptr) run_of_parts_->after_event(now(), true);
  changed_ = true;
}

void Continuous::external(Time /*elapsed*/) {
  changed_ = false;
  take_inputs();
  if (changed_) go_on(true);  // else everything is as it was, due time included
}

void Continuous::confluent() {
  changed_ = false;
  const bool acted = act();
  take_inputs();
  go_on(acted || changed_);
}

bool Continuous::serial() const {
  return run_of_parts_ != nullptr;
}

void Continuous::print_state(std::ostream& out) const {
  const std::size_t n = engine_->system().size();
  std::vector<double> y(n);
  engine_->state(now(), y.data());
  for (std::size_t i = 0; i < n && i < 6; ++i)
    out << (i == 0 ? "" : ", ") << engine_->system().state_name(i) << " = " << to_text(y[i]);
  if (n > 6) out << ", ...";
}

void Continuous::archive(Archive& archive) {
  archive(due_, sampling_, tell_outputs_, owes_telling_, first_, ticks_, told_);
  engine_->archive(archive);
}

InPort<double>* Continuous::input(std::string_view name) {
  for (const Input& input : inputs_)
    if (input.values != nullptr && input.values->name() == name) return input.values.get();
  return nullptr;
}

InPort<qss::Signal>* Continuous::signal_input(std::string_view name) {
  for (const Input& input : inputs_)
    if (input.signals != nullptr && input.signals->name() == name) return input.signals.get();
  return nullptr;
}

OutPort<double>* Continuous::out(std::string_view name) {
  for (const auto& port : outputs_)
    if (port->name() == name) return port.get();
  return nullptr;
}

double Continuous::state(std::size_t i, double t) const {
  std::vector<double> y(engine_->system().size());
  engine_->state(t, y.data());
  return y.at(i);
}

System& Continuous::system() {
  return engine_->system();
}

void Continuous::values(double t, double* out) const {
  engine_->values(t, out);
}

void Continuous::finish(double t) {
  if (run_of_parts_ != nullptr) run_of_parts_->before_event(t);
  const Change change = engine_->finish(t);
  if (run_of_parts_ != nullptr) run_of_parts_->after_event(t, change != Change::kNothing);
}

continuous::Counters Continuous::counters() const {
  return engine_->counters();
}

}  // namespace escapement::sundials
