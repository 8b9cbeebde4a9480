// SPDX-License-Identifier: MIT
#include "escapement/qss_solver/solver.h"

#include "engine.h"
#include "escapement/core/error.h"
#include "escapement/equations/jacobian.h"

namespace escapement::qss_solver {

struct Solver::Parts {
  Parts(equations::FlatSystem system, const qss::Method& by, RelativeTo relative)
      : plan(std::move(system)), method(by), engine(make_engine(plan, by, relative)) {}
  Plan plan;
  qss::Method method;
  std::unique_ptr<Engine> engine;
};

Solver::Solver(equations::FlatSystem system, const qss::Method& method, RelativeTo relative)
    : parts_(std::make_unique<Parts>(std::move(system), method, relative)) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;

void Solver::translate(equations::Executor& executor, bool at_once) {
  parts_->engine->translate(executor, at_once);
}
void Solver::start(double t) {
  parts_->engine->start(t);
}
void Solver::set_end(double t) {
  parts_->engine->set_end(t);
}
double Solver::next() const {
  return parts_->engine->next();
}
double Solver::now() const {
  return parts_->engine->now();
}
void Solver::advance(double until) {
  parts_->engine->advance(until);
}
bool Solver::instant() {
  return parts_->engine->instant();
}
bool Solver::run_to_event(double until) {
  return parts_->engine->run_to_event(until);
}
bool Solver::event() {
  return parts_->engine->event_due();
}
void Solver::set_inputs(double t, std::span<const std::pair<equations::VariableIndex, double>> inputs) {
  parts_->engine->set_inputs(t, inputs);
}
std::optional<std::string> Solver::ended() const {
  for (const equations::Termination& one : system().terminations)
    if (parts_->engine->held(one.flag) != 0) return one.message;
  return std::nullopt;
}
const equations::FlatSystem& Solver::system() const {
  return parts_->plan.system;
}
const std::vector<equations::VariableIndex>& Solver::states() const {
  return parts_->plan.states();
}
double Solver::state(std::size_t i, double t) const {
  return parts_->engine->state(i, t);
}
void Solver::values(double t, std::vector<double>& all) {
  parts_->engine->values(t, all);
}
double Solver::value(std::string_view name, double t) {
  const auto v = system().find(name);
  if (!v) {
    std::vector<std::string> known;
    for (const equations::FlatVariable& one : system().variables) known.push_back(one.name);
    const std::string_view near = nearest_name(name, known);
    throw BuildError("'" + std::string(name) + "' is no variable of the system" +
                     (near.empty() ? "" : "; did you mean '" + std::string(near) + "'?"));
  }
  std::vector<double> all;
  values(t, all);
  return all[*v];
}
Counts Solver::counts() const {
  return parts_->engine->counts();
}
const std::optional<Stiffness>& Solver::stiffness() const {
  return parts_->engine->stiffness();
}
std::vector<qss::Outlook> Solver::outlook(double t, double length) {
  constexpr std::size_t kMost = 2000;
  if (states().empty() || states().size() > kMost) return {};
  equations::FlatSystem& flat = parts_->plan.system;
  std::vector<equations::VariableIndex> rates;
  for (const equations::VariableIndex v : states()) rates.push_back(*flat.variables[v].derivative);
  equations::BlockJacobian jacobian(flat, parts_->plan.sorted.blocks, rates, states());
  std::vector<double> entries(jacobian.pattern().rows.size());
  const std::vector<double> all = parts_->engine->values_beside(t);
  jacobian.evaluate(t, all, entries);
  return qss::look_ahead(jacobian.pattern(), entries, parts_->method, length, Engine::kMembers);
}
std::uint64_t Solver::changes(std::size_t state) const {
  return parts_->engine->changes(state);
}
void Solver::archive(Archive& archive) {
  parts_->engine->archive(archive);
}

}  // namespace escapement::qss_solver
