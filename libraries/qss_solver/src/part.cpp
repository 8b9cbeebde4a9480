// SPDX-License-Identifier: MIT
#include "escapement/qss_solver/part.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::qss_solver {

namespace {

constexpr double kLookAgain = 0.05;  // of the run: what stood still at the start moves then

}  // namespace

using equations::Variability;
using equations::VariableIndex;

Part::Part(std::string name, equations::FlatSystem system, PartOptions options, continuous::Run* run)
    : Atomic(std::move(name)),
      solver_(std::move(system), options.method, options.relative),
      options_(std::move(options)),
      run_(run) {
  if (!(options_.seconds > 0) || options_.seconds == kInfinity)
    throw BuildError("'" + this->name() + "': a unit of time of " + to_text(options_.seconds) +
                     " seconds; it must be above 0");
  if (run_ != nullptr && run_->planned_end()) solver_.set_end(*run_->planned_end() * options_.seconds);
  const auto& all = solver_.system().variables;
  shown_ = solver_.states();
  const auto states = static_cast<std::ptrdiff_t>(shown_.size());
  for (const VariableIndex v : options_.shown)
    if (!std::binary_search(shown_.begin(), shown_.begin() + states, v) &&
        (all[v].variability != Variability::kParameter || all[v].computed) &&
        all[v].variability != Variability::kInput)
      shown_.push_back(v);
  for (const VariableIndex v : shown_)
    variables_.push_back(
        {all[v].name, all[v].unit, std::binary_search(shown_.begin(), shown_.begin() + states, v)});
  for (VariableIndex v = 0; v < all.size(); ++v)
    if (all[v].variability == Variability::kInput &&
        std::none_of(solver_.system().delays.begin(), solver_.system().delays.end(),
                     [v](const equations::Delay& one) { return one.value == v; }))
      inputs_.push_back({v, all[v].name, all[v].start.value_or(0), nullptr});
  for (Sender& sender : options_.senders) outputs_.push_back({sender, nullptr, 0, {}});
  for (Input& one : inputs_)  // ports keep the addresses of their names, which stay from here on
    one.port = std::make_unique<InPort<double>>(*this, one.name.c_str());
  for (Output& one : outputs_) one.port = std::make_unique<OutPort<double>>(*this, one.sender.port.c_str());
  std::vector<equations::Term> warnings;
  const auto& assertions = solver_.system().assertions;
  for (std::size_t i = 0; i < assertions.size(); ++i)
    if (assertions[i].warning) {
      warned_by_.push_back(i);
      warnings.push_back(assertions[i].condition);
    }
  warnings_ = equations::Tape(solver_.system().terms, warnings);
  warned_.assign(warned_by_.size(), 0);
  if (run_ != nullptr) run_->enlist(*this);
}

Part::~Part() {
  if (run_ != nullptr) run_->discharge(*this);
}

InPort<double>* Part::input(std::string_view name) {
  for (Input& one : inputs_)
    if (one.name == name) return one.port.get();
  return nullptr;
}

OutPort<double>* Part::out(std::string_view name) {
  for (Output& one : outputs_)
    if (one.sender.port == name) return one.port.get();
  return nullptr;
}

void Part::look_ahead() {
  if (run_ == nullptr || !run_->warns() || !run_->planned_end()) return;
  const auto name = [&](std::size_t i) { return solver_.system().variables[solver_.states()[i]].name; };
  for (const qss::Outlook& one :
       solver_.outlook(now() * options_.seconds, (*run_->planned_end() - now()) * options_.seconds)) {
    if (std::find(told_ahead_.begin(), told_ahead_.end(), one.kind) != told_ahead_.end()) continue;
    if (one.kind == qss::Outlook::Kind::kStiff && std::exchange(told_, true)) continue;
    told_ahead_.push_back(one.kind);
    run_->warn(now(), path(), qss::text_of(one, options_.method, name));
  }
}

void Part::initialize() {
  solver_.start(now() * options_.seconds);
  told_ahead_.clear();
  look_again_ = kInfinity;
  look_ahead();
  if (run_ != nullptr && run_->planned_end())
    look_again_ = now() + kLookAgain * (*run_->planned_end() - now());
  for (Input& one : inputs_) one.value = solver_.system().variables[one.variable].start.value_or(0);
  warned_.assign(warned_by_.size(), 0);
  happened();
  for (Output& one : outputs_) {
    one.tick = 0;
    one.sent.reset();
    while (one.sender.samples && one.sender.samples->tick(one.tick) < now()) ++one.tick;
  }
  due_ = due();
}

// The first time of the simulation that is not before the solver's next instant.
Time Part::due() const {
  const double next = solver_.next();
  Time t = next / options_.seconds;
  while (t < kInfinity && t * options_.seconds < next) t = std::nextafter(t, kInfinity);
  return std::max(t, now());
}

Time Part::next_tick() const {
  Time next = kInfinity;
  for (const Output& one : outputs_)
    if (one.sender.samples) next = std::min(next, one.sender.samples->tick(one.tick));
  return next;
}

TimeAdvance Part::time_advance() const {
  return TimeAdvance::at(tell_ ? now() : std::min(due_, next_tick()));
}

void Part::output() {
  all_.clear();
  for (Output& one : outputs_) {
    const bool send = one.sender.samples ? one.sender.samples->tick(one.tick) <= now() : tell_;
    if (!send) continue;
    if (all_.empty()) solver_.values(now() * options_.seconds, all_);
    const double value = all_[one.sender.variable];
    if (one.sender.when == Sender::When::kChanges && one.sent == value) continue;
    one.port->put(value);
  }
}

void Part::happened() {
  tell_ = tell_ || std::any_of(outputs_.begin(), outputs_.end(),
                               [](const Output& one) { return !one.sender.samples; });
  if (run_ == nullptr) return;
  if (const auto why = solver_.ended()) run_->end(now(), path(), *why);
}

void Part::tell_of_stiffness() {
  told_ = true;
  const Stiffness& one = *solver_.stiffness();
  const std::string method(qss::name_of(options_.method.kind));
  run_->warn(now(), path(),
             "'" + one.state + "' is stiff for " + method + ": most of its " + std::to_string(one.steps) +
                 " steps up to time " + to_text(one.at) + " are as short as a time constant of " +
                 to_text(one.time_constant) +
                 " s asks for, not as the tolerance does. Results hold; --solver li" + method +
                 " or cvode needs fewer steps");
}

// As Solver::run_to_event(), instant by instant where somebody follows.
bool Part::run_to_event(double until) {
  while (followed() && solver_.next() <= until) {
    const double next = solver_.next();
    tell_followers(std::min(next / options_.seconds, now()));
    if (solver_.run_to_event(next)) return true;
  }
  return solver_.run_to_event(until);
}

// All instants up to now, and further while nobody else is there to see.
void Part::go_on() {
  do {
    const double until = now() * options_.seconds;
    while (run_to_event(until)) {
      if (run_ != nullptr) run_->before_event(now());
      const bool fired = solver_.event();
      if (run_ != nullptr) run_->after_event(now(), fired);
      if (fired) happened();
    }
    due_ = due();
    if (now() >= look_again_) {
      look_again_ = kInfinity;
      look_ahead();
    }
    if (run_ != nullptr && !told_ && solver_.stiffness()) tell_of_stiffness();
  } while (!(run_ != nullptr && run_->ended()) && !tell_ && due_ < next_tick() && run_on(due_));
}

void Part::internal() {
  for (Output& one : outputs_) {
    if (one.sender.samples ? one.sender.samples->tick(one.tick) <= now() : tell_)
      if (!all_.empty()) one.sent = all_[one.sender.variable];
    if (one.sender.samples && one.sender.samples->tick(one.tick) <= now()) ++one.tick;
  }
  if (tell_)
    tell_ = false;
  else
    go_on();
}

void Part::external(Time /*elapsed*/) {
  std::vector<std::pair<VariableIndex, double>> news;
  for (Input& one : inputs_) {
    const auto bag = one.port->bag();
    if (bag.empty()) continue;
    const double value = bag[bag.size() - 1];
    if (value == one.value) continue;
    one.value = value;
    news.emplace_back(one.variable, value);
  }
  if (news.empty()) return;
  tell_followers(now());
  if (run_ != nullptr) run_->before_event(now());
  solver_.set_inputs(now() * options_.seconds, news);
  if (run_ != nullptr) run_->after_event(now(), true);
  happened();
  due_ = due();
}

void Part::confluent() {
  internal();
  external(0);
}

// Each once: at the first of the times at which values are asked for and it does not hold.
void Part::check_warnings(double t) const {
  if (warned_by_.empty() || run_ == nullptr) return;
  const equations::FlatSystem& system = solver_.system();
  warning_results_.resize(warned_by_.size());
  warnings_.evaluate<double>(all_, t * options_.seconds, warning_work_, warning_results_);
  for (std::size_t i = 0; i < warned_by_.size(); ++i) {
    if (warning_results_[i] != 0 || warned_[i] != 0) continue;
    warned_[i] = 1;
    const equations::Assertion& one = system.assertions[warned_by_[i]];
    std::string message = one.message;
    for (const auto& [value, text] : one.values)
      message += to_text(equations::evaluate(system.terms, value, all_, t * options_.seconds)) + text;
    const bool quiet = system.terms.operation(one.condition) == equations::Operation::kNoEvent;
    run_->warn(t, path(),
               message + " (" +
                   system.brief(quiet ? system.terms.arguments(one.condition).front() : one.condition) + ")");
  }
}

void Part::values(double t, double* out) const {
  solver_.values(t * options_.seconds, all_);
  check_warnings(t);
  for (std::size_t i = 0; i < shown_.size(); ++i) out[i] = all_[shown_[i]];
}

continuous::Counters Part::counters() const {
  const Counts counts = solver_.counts();
  continuous::Counters told;
  told.steps = counts.steps;
  told.evaluations = counts.evaluations;
  told.jacobians = counts.factorisations;
  told.events = counts.events;
  told.crossing_checks = counts.crossing_checks;
  told.heap_operations = counts.heap_operations;
  return told;
}

void Part::archive(Archive& archive) {
  solver_.archive(archive);
  archive(due_, tell_, told_, told_ahead_, look_again_, warned_);
  for (Input& one : inputs_) archive(one.value);
  for (Output& one : outputs_) {
    bool has = one.sent.has_value();
    double value = one.sent.value_or(0);
    archive(one.tick, has, value);
    if (archive.loading()) one.sent = has ? std::optional<double>(value) : std::nullopt;
  }
}

}  // namespace escapement::qss_solver
