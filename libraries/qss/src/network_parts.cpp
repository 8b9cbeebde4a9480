// SPDX-License-Identifier: MIT
#include "network_parts.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "escapement/core/error.h"

namespace escapement::qss {

using equations::Assignment;
using equations::Condition;
using equations::Event;
using equations::Operation;
using equations::Term;
using equations::Variable;
using equations::VariableIndex;
using equations::VariableKind;

Network::Parts::Parts(Network& network, equations::OdeSystem ode, NetworkOptions chosen)
    : run_ahead(chosen.run_ahead),
      owner(network),
      system(std::move(ode)),
      options(std::move(chosen)),
      constants(network) {
  check();
  system.locate_corners();
  make_signals();
  make_derivatives();
  make_conditions();
  make_events();
  make_ports();
  driver.engine.add(constants);
  driver.engine.complete(&scratch.memory);
  near_end = scratch.memory.used_within(room, kRoom);
  Compiler plain(system, std::vector<SignalId>(system.variables.size(), kNone), options.seconds, scratch);
  plain.take_in_all();
  std::vector<Term> values;
  for (const Assignment& a : system.algebraics) values.push_back(plain.expanded(a.value));
  algebraics = equations::Tape(system.terms, values);
}

void Network::Parts::refuse(std::string_view name, const char* what) const {
  std::vector<std::string> known;
  for (const Variable& v : system.variables) known.push_back(v.name);
  const std::string_view near = nearest_name(name, known);
  throw BuildError("'" + std::string(name) + "' is not " + what + " of '" + owner.path() + "'" +
                   (near.empty() ? "" : "; did you mean '" + std::string(near) + "'?"));
}

void Network::Parts::check() const {
  options.method.check(owner.name());
  if (!(options.seconds > 0) || !std::isfinite(options.seconds))
    throw BuildError("'" + owner.name() + "': a unit of time of " + to_text(options.seconds) +
                     " seconds; it must be above 0");
  for (const Variable& v : system.variables) {
    if (!std::isfinite(v.start))
      throw BuildError("'" + owner.name() + "': the start value of '" + v.name + "' is " + to_text(v.start) +
                       "; it must be finite");
    if (!(v.nominal > 0) || !std::isfinite(v.nominal))
      throw BuildError("'" + owner.name() + "': the nominal value of '" + v.name + "' is " +
                       to_text(v.nominal) + "; it must be above 0");
  }
}

void Network::Parts::make_signals() {
  Engine& engine = driver.engine;
  const std::size_t count = system.variables.size();
  quantised.assign(count, kNone);
  exact.assign(count, kNone);
  integrator_of.assign(count, nullptr);
  for (VariableIndex v = 0; v < count; ++v) {
    const Variable& variable = system.variables[v];
    if (variable.kind == VariableKind::kAlgebraic) continue;
    quantised[v] = exact[v] = engine.add_signal();
    if (variable.kind == VariableKind::kInput) constants.values.emplace_back(quantised[v], variable.start);
    if (variable.kind != VariableKind::kState) continue;
    exact[v] = engine.add_signal();
    Method method = options.method;
    method.absolute *= variable.nominal;
    integrators.push_back(
        scratch.memory.make<IntegratorElement>(owner, variable.name, method, variable.start));
    integrators.back()->quantised = quantised[v];
    integrators.back()->state = exact[v];
    integrator_of[v] = integrators.back();
  }
}

// The degree of a polynomial in what moves between events, 0 where nothing does; much where it is none. Of
// pieces of degree n in time such a polynomial makes one of so many times n, which ends there.
int Network::Parts::degree_of(Term term) const {
  constexpr int kNot = 100;
  std::unordered_map<std::uint32_t, int> degrees;
  for (const Term one : system.terms.reachable({&term, 1})) {
    const auto arguments = system.terms.arguments(one);
    const auto degree = [&](std::size_t i) { return degrees.at(arguments[i].id); };
    int most = 0;
    for (const Term argument : arguments) most = std::max(most, degrees.at(argument.id));
    int own = most == 0 ? 0 : kNot;
    switch (system.terms.operation(one)) {
      case Operation::kVariable: {
        const VariableKind kind = system.variables[system.terms.variable_index(one)].kind;
        own = kind == VariableKind::kDiscrete || kind == VariableKind::kCondition ? 0 : 1;
        break;
      }
      case Operation::kTime:
        own = 1;
        break;
      case Operation::kAdd:
      case Operation::kSubtract:
      case Operation::kNegate:
        own = most;
        break;
      case Operation::kMultiply:
        own = std::min(degree(0) + degree(1), kNot);
        break;
      case Operation::kDivide:
        if (degree(1) == 0) own = degree(0);
        break;
      case Operation::kIf:
        if (degree(0) == 0) own = most;
        break;
      default:
        break;
    }
    degrees.emplace(one.id, own);
  }
  return degrees.at(term.id);
}

bool Network::Parts::varies(const std::vector<VariableIndex>& used, Term term,
                            const std::vector<Use>& algebraic, int most) const {
  if (system.terms.depends_on_time(term)) return true;
  if (options.method.order() > 1 && degree_of(term) > most) return true;
  return std::any_of(used.begin(), used.end(), [&](VariableIndex v) {
    return algebraic[v].varies || system.variables[v].kind == VariableKind::kInput;
  });
}

// Algebraics come in an order in which each stands on earlier ones.
std::vector<Network::Parts::Use> Network::Parts::uses_of_algebraics() {
  std::vector<Use> uses(system.variables.size());
  for (const Assignment& a : system.algebraics) {
    const auto used = system.terms.variables_in(a.value);
    uses[a.variable].varies = varies(used, a.value, uses);
    for (const VariableIndex v : used) ++uses[v].count;
  }
  for (const Assignment& d : system.derivatives)
    for (const VariableIndex v : system.terms.variables_in(d.value)) ++uses[v].count;
  return uses;
}

void Network::Parts::renew(CompiledFunction& function, const std::string& label) {
  renewals.push_back(scratch.memory.make<Renewal>(owner, label, function));
  Renewal& renewal = *renewals.back();
  renewal.tick = driver.engine.add_signal();
  function.inputs.push_back(renewal.tick);
  driver.engine.read(driver.engine.add(renewal), function.output);
}

void Network::Parts::make_derivatives() {
  Engine& engine = driver.engine;
  const std::vector<Use> uses = uses_of_algebraics();
  const int degree = options.method.order() - 1;
  Compiler compiler(system, quantised, options.seconds, scratch);
  // What several right sides stand on is computed once for all of them.
  for (const Assignment& a : system.algebraics) {
    if (uses[a.variable].count < 2 || uses[a.variable].varies) {
      compiler.take_in(a);
      continue;
    }
    const SignalId signal = engine.add_signal();
    add_function(signal, system.name_of(a.variable), compiler.compile({&a.value, 1}), degree);
    compiler.set_signal(a.variable, signal);
  }
  std::vector<const Assignment*> derivative_of(system.variables.size(), nullptr);
  for (const Assignment& d : system.derivatives) derivative_of[d.variable] = &d;
  std::unordered_map<SignalId, const QuantisedState*> state_of;
  for (VariableIndex v = 0; v < system.variables.size(); ++v)
    if (integrator_of[v] != nullptr) state_of.emplace(quantised[v], &integrator_of[v]->values());
  const int most = degree == 1 ? 2 : 1;  // a state takes over terms of its derivative up to degree 2
  auto next = integrators.begin();
  for (VariableIndex v = 0; v < system.variables.size(); ++v) {
    if (system.variables[v].kind != VariableKind::kState) continue;
    IntegratorElement* const integrator = *next++;
    const Assignment& d = *derivative_of[v];
    const Term whole = compiler.expanded(d.value);
    const bool renewed = varies(system.terms.variables_in(whole), whole, uses, most);
    integrator->derivative = engine.add_signal();
    CompiledFunction& function =
        add_function(integrator->derivative, system.name_of(v), compiler.compile({&d.value, 1}),
                     renewed ? CompiledFunction::kRenewed : std::max(degree, degree * degree_of(whole)),
                     options.seconds, integrator->values());
    function.depends_on_time = system.terms.depends_on_time(whole) || degree_of(whole) > most;
    for (const SignalId input : function.inputs) {
      const auto found = state_of.find(input);
      function.states.push_back(found == state_of.end() ? nullptr : found->second);
    }
    engine.read(engine.add(*integrator), integrator->derivative);
    if (renewed) renew(function, system.name_of(v));
  }
}

void Network::Parts::make_conditions() {
  Engine& engine = driver.engine;
  std::vector<Term> sides;
  for (const Assignment& a : system.algebraics) sides.push_back(a.value);
  for (const Assignment& d : system.derivatives) sides.push_back(d.value);
  std::vector<bool> felt(system.variables.size(), false);
  for (const VariableIndex v : system.terms.variables_in(sides)) felt[v] = true;
  Compiler compiler(system, exact, options.seconds, scratch);
  compiler.take_in_all();
  for (const Condition& condition : system.conditions) {
    if (condition.in_time) {
      const Term both[] = {condition.in_time->rate, condition.in_time->offset};
      timed.push_back(
          scratch.memory.make<TimedCondition>(owner, condition, compiler.compile(both), options.seconds));
      TimedCondition& element = *timed.back();
      element.out = quantised[condition.variable];
      if (felt[condition.variable]) element.switches = &switches;
      const std::uint32_t number = engine.add(element);
      for (const SignalId input : element.inputs()) engine.read(number, input);
      condition_of.push_back(&element);
      continue;
    }
    std::vector<Term> terms{condition.crossing};
    if (system.terms.operation(condition.crossing) == Operation::kSubtract)
      for (const Term side : system.terms.arguments(condition.crossing)) terms.push_back(side);
    CompiledFunction& function = add_function(engine.add_signal(), condition.text, compiler.compile(terms),
                                              CompiledFunction::kRenewed);
    const Term crossing = compiler.expanded(condition.crossing);
    function.depends_on_time = system.terms.depends_on_time(crossing) || degree_of(crossing) > 1;
    located.push_back(scratch.memory.make<LocatedCondition>(owner, condition, function));
    LocatedCondition& element = *located.back();
    element.checks = &checks;
    element.crossing = function.output;
    element.out = quantised[condition.variable];
    if (felt[condition.variable]) element.switches = &switches;
    engine.read(engine.add(element), function.output);
    condition_of.push_back(&element);
    renew(function, condition.text);
  }
}

// Events that assign a common variable act together, in the order of the list.
void Network::Parts::make_events() {
  Engine& engine = driver.engine;
  std::vector<std::size_t> group(system.events.size());
  std::iota(group.begin(), group.end(), std::size_t{0});
  std::map<VariableIndex, std::size_t> first;
  for (std::size_t e = 0; e < group.size(); ++e)
    for (const Assignment& a : system.events[e].assignments) {
      const std::size_t other = first.try_emplace(a.variable, group[e]).first->second, own = group[e];
      if (other != own) std::replace(group.begin(), group.end(), std::max(own, other), std::min(own, other));
      for (auto& [variable, g] : first)
        if (g == std::max(own, other)) g = std::min(own, other);
    }
  std::map<VariableIndex, std::uint32_t> state_number;
  std::vector<OutputId> reset(system.variables.size(), kNone);
  Compiler compiler(system, exact, options.seconds, scratch);
  compiler.take_in_all();
  std::vector<bool> assigned(system.variables.size(), false);
  for (std::size_t g = 0; g < group.size(); ++g) {
    if (std::find(group.begin(), group.end(), g) == group.end()) continue;
    groups.push_back(scratch.memory.make<EventGroup>(owner, ""));
    EventGroup& element = *groups.back();
    std::vector<SignalId> read;
    for (std::size_t e = 0; e < group.size(); ++e) {
      if (group[e] != g) continue;
      const Event& event = system.events[e];
      EventGroup::One one;
      one.when = compiler.compile({&event.when, 1});
      read.insert(read.end(), one.when.inputs().begin(), one.when.inputs().end());
      one.at_start = event.at_start;
      one.text = event.text;
      std::vector<Term> terms;
      for (const Assignment& a : event.assignments) {
        EventGroup::Action action;
        action.result = terms.size();
        action.name = system.name_of(a.variable);
        action.signal = exact[a.variable];
        if (system.variables[a.variable].kind == VariableKind::kState) {
          action.quantised = quantised[a.variable];
          if (reset[a.variable] == kNone) reset[a.variable] = engine.add_output();
          action.output = reset[a.variable];
        } else if (!assigned[a.variable]) {
          element.discretes.push_back({exact[a.variable], system.variables[a.variable].start, 0});
        }
        assigned[a.variable] = true;
        terms.push_back(a.value);
        one.actions.push_back(action);
      }
      for (const equations::Emission& emission : event.emissions) {
        EventGroup::Action action;
        action.result = terms.size();
        action.name = emission.port;
        action.emits = true;
        const auto [place, fresh] = event_outputs.try_emplace(emission.port, 0);
        if (fresh) place->second = engine.add_output();
        action.output = place->second;
        terms.push_back(emission.value);
        one.actions.push_back(action);
      }
      one.terms = compiler.compile(terms);
      for (const auto& integrator : integrators)
        for (const SignalId used : one.terms.inputs())
          if (used == integrator->state) integrator->publish_state = true;
      element.events.push_back(std::move(one));
    }
    const std::uint32_t number = engine.add(element);
    std::sort(read.begin(), read.end());
    read.erase(std::unique(read.begin(), read.end()), read.end());
    for (const SignalId signal : read) engine.read(number, signal);
  }
  std::uint32_t place = 0;
  for (VariableIndex v = 0; v < system.variables.size(); ++v) {
    if (system.variables[v].kind == VariableKind::kState) {
      if (reset[v] != kNone) {
        engine.lead(reset[v], engine.number_of(*integrators[place]), 0);
        integrators[place]->publish_state = true;
      }
      ++place;
    }
    if (system.variables[v].kind == VariableKind::kDiscrete && !assigned[v])
      constants.values.emplace_back(exact[v], system.variables[v].start);
  }
}

void Network::Parts::make_ports() {
  for (const std::string& name : options.signal_inputs) {
    const auto v = system.find(name);
    if (!v || system.variables[*v].kind != VariableKind::kInput) refuse(name, "an input");
    signal_inputs[name] = &driver.signal_in(owner, name, quantised[*v]);
  }
  for (VariableIndex v = 0; v < system.variables.size(); ++v) {
    const std::string& name = system.variables[v].name;
    if (system.variables[v].kind == VariableKind::kInput && signal_inputs.count(name) == 0)
      inputs[name] = &driver.value_in(owner, name, quantised[v]);
  }
  for (const auto& [name, output] : event_outputs)
    outputs[name] = &driver.message_out(owner, name, owner, output);
  Compiler compiler(system, exact, options.seconds, scratch);
  compiler.take_in_all();
  for (const std::string& name : options.signal_outputs) {
    const SignalId signal = shown_signal(name, compiler);
    OutPort<Signal>& port = driver.signal_out(owner, name, owner);
    driver.lead(port, signal);
    signal_outputs[name] = &port;
  }
  for (const ChangeOutput& output : options.change_outputs) {
    if (!(output.amount > 0) || !std::isfinite(output.amount))
      throw BuildError("'" + owner.name() + "': the port '" + output.port + "' is to tell changes by " +
                       to_text(output.amount) + "; it must be above 0");
    senders.push_back(scratch.memory.make<ChangeSender>(owner, output.port, output.amount));
    ChangeSender& sender = *senders.back();
    sender.in = shown_signal(output.of, compiler);
    sender.out = driver.engine.add_output();
    driver.engine.read(driver.engine.add(sender), sender.in);
    outputs[output.port] = &driver.message_out(owner, output.port, owner, sender.out);
  }
}

// The signal of a variable as others are to see it.
SignalId Network::Parts::shown_signal(const std::string& name, Compiler& compiler) {
  const auto v = system.find(name);
  if (!v) refuse(name, "a variable");
  if (exact[*v] != kNone) return exact[*v];
  const Term term = system.terms.variable(*v);
  const SignalId signal = driver.engine.add_signal();
  CompiledFunction& function =
      add_function(signal, name, compiler.compile({&term, 1}), CompiledFunction::kRenewed);
  function.depends_on_time = system.terms.depends_on_time(compiler.expanded(term));
  renew(function, name);
  return signal;
}

// Truths at the start, from the start values; where they depend on each other, until they do not change.
void Network::Parts::guess_conditions() {
  std::vector<double> values(system.variables.size());
  for (VariableIndex v = 0; v < values.size(); ++v) values[v] = system.variables[v].start;
  const double time = owner.now() * options.seconds;
  for (std::size_t round = 0; round <= system.conditions.size() + 1; ++round) {
    for (const Assignment& a : system.algebraics)
      values[a.variable] = equations::evaluate(system.terms, a.value, values, time);
    bool same = true;
    for (const Condition& c : system.conditions) {
      const double truth = c.value(equations::evaluate(system.terms, c.crossing, values, time), 0);
      same = same && truth == values[c.variable];
      values[c.variable] = truth;
    }
    if (same) break;
  }
  for (std::size_t c = 0; c < system.conditions.size(); ++c) {
    const double value = values[system.conditions[c].variable];
    if (auto* one = dynamic_cast<LocatedCondition*>(condition_of[c])) one->guess(value);
    if (auto* one = dynamic_cast<TimedCondition*>(condition_of[c])) one->guess(value);
  }
}

}  // namespace escapement::qss
