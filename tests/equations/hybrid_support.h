// SPDX-License-Identifier: MIT
// Hybrid systems from a few lines of text, for tests of events.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "equations/support.h"
#include "escapement/equations/event_iteration.h"
#include "escapement/equations/initialization.h"

namespace escapement::equations::testing_support {

struct Hybrid : FlatText {
  using Scope = EventIteration::Scope;
  std::optional<EventIteration> iteration;
  std::vector<double> all;
  std::vector<SolvedBlock> blocks;

  VariableIndex discrete(const std::string& name, double start = 0) {
    FlatVariable made;
    made.name = name;
    made.variability = Variability::kDiscrete;
    made.start = start;
    return system.add(std::move(made));
  }
  VariableIndex pre(const std::string& name) { return system.previous_of(*system.find(name)); }
  // "pre.x" in a text stands for pre(x).
  Term formula(const std::string& text) {
    return parse(text, system.terms,
                 {[this](std::string_view name) -> std::optional<Term> {
                    if (name.starts_with("pre."))
                      return system.terms.variable(pre(std::string(name.substr(4))));
                    return system.terms.variable(unknown(std::string(name)));
                  },
                  {}});
  }
  void equals(const std::string& name, const std::string& text) {
    system.discrete_equations.push_back({*system.find(name), formula(text), {}, {}});
  }
  struct Branch {
    std::vector<std::string> conditions;
    std::string value;
    bool at_start = false;
  };
  std::vector<WhenBranch> branches(const std::vector<Branch>& given) {
    std::vector<WhenBranch> made;
    for (const Branch& one : given) {
      WhenBranch& branch = made.emplace_back(WhenBranch{{}, formula(one.value), one.at_start});
      for (const std::string& condition : one.conditions) branch.conditions.push_back(formula(condition));
    }
    return made;
  }
  void when(const std::string& name, const std::vector<Branch>& given) {
    system.discrete_equations.push_back({*system.find(name), {}, branches(given), {}});
  }
  void reinit(const std::string& name, const std::vector<Branch>& given) {
    system.reinits.push_back({unknown(name), branches(given), {}});
  }
  // To the instant `time` with these states, everything settled and nothing fired.
  void prepare(double time, const std::vector<std::pair<std::string, double>>& given,
               Scope scope = Scope::kRestricted) {
    for (const auto& [name, value] : given) system.variables[*system.find(name)].start = value;
    system.make_conditions();
    const auto highest = differentiate_constraints(system);
    blocks = sort_equations(system, choose_states(system, highest, values({}), 0)).blocks;
    const InitialSystem initial = initial_system(system, choose_states(system, highest, values({}), 0));
    iteration.emplace(system, initial.blocks, true, scope);
    all = values(given);
    iteration->run(time, all);
    iteration.emplace(system, blocks, false, scope);
    iteration->follow_start(time, all);
  }
  IterationResult go(double time, const std::vector<std::string>& located = {}) {
    std::vector<std::size_t> places;
    for (const std::string& text : located)
      for (std::size_t i = 0; i < system.conditions.size(); ++i)
        if (system.conditions[i].text == text) places.push_back(i);
    EXPECT_EQ(places.size(), located.size());
    return iteration->run(time, all, places);
  }
  double operator[](const std::string& name) const { return all[*system.find(name)]; }
  double& set(const std::string& name) { return all[*system.find(name)]; }
};

// The example hybridSys of the paper, from its equations.
struct HybridSys : Hybrid {
  explicit HybridSys(Scope scope) {
    discrete("phase_Start", 1);
    for (const char* name : {"phase_Loop1", "phase_Loop2", "phase_Loop3", "phase_End", "x_Start", "x_Loop1",
                             "x_Loop2", "x_Loop3", "x_End", "startCondition", "loopCondition1",
                             "loopCondition2", "loopCondition3", "endCondition"})
      discrete(name);
    parameter("Niter", 4);
    equation("d.x1 = -x1");
    equation("x2 = x1 + x_End");
    equals("startCondition", "time > 1");
    equals("loopCondition1", "pre.x_Loop1 < Niter + 1");
    equals("loopCondition2", "pre.x_Loop2 < Niter + 1");
    equals("loopCondition3", "pre.x_Loop3 < Niter");
    equals("endCondition", "not loopCondition3");
    equals("phase_Start", "pre.phase_Start and not startCondition");
    equals("phase_Loop1",
           "pre.phase_Start and startCondition or pre.phase_Loop3 and loopCondition3 or pre.phase_Loop1 and "
           "not loopCondition1");
    equals("phase_Loop2", "pre.phase_Loop1 and loopCondition1 or pre.phase_Loop2 and not loopCondition2");
    equals("phase_Loop3",
           "pre.phase_Loop2 and loopCondition2 or pre.phase_Loop3 and not (loopCondition3 or endCondition)");
    equals("phase_End", "pre.phase_Loop3 and endCondition");
    for (const char* part : {"Start", "Loop1", "Loop2", "Loop3", "End"})
      when(std::string("x_") + part,
           {{{std::string("phase_") + part}, std::string("pre.x_") + part + " + 1"}});
    for (const char* part : {"Start", "Loop1", "Loop2", "Loop3"}) set_pre(std::string("phase_") + part);
    prepare(0, {{"x1", 10}, {"phase_Start", 1}, {"pre(phase_Start)", 1}}, scope);
  }
  void set_pre(const std::string& name) { pre(name); }
};

}  // namespace escapement::equations::testing_support
