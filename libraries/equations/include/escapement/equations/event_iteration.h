// SPDX-License-Identifier: MIT
// What happens at an instant: conditions, discrete variables and the equations between them, until they
// agree.
//
// After the Modelica Language Specification 3.6, appendix B, and the restriction of Sanz, Urquia and Casella
// 2014
// ("Improving efficiency of hybrid system simulation in Modelica"), whose result is that of full iteration.
// Nodes are solved blocks, discrete equations, conditions and reinits, in an order in which each reads what
// earlier ones give; those that need each other form a mixed node.
//
//   I0  The start is one pass with blocks that give states too: pre(v) has its start value, and only branches
//   of whens with
//       initial() are active. Then, with the blocks of the running model, follow_start(): what is true counts
//       as seen, initial() among it, pre(v) := v, and the iteration begins at I1.
//   I1  Pass. In order, each node that reads something that has changed is evaluated; in the first pass all
//   are.
//       A node that no discrete variable, condition or reinit needs is left for I5.
//   I2  A when fires in a pass if one of its conditions is true and was not at the end of the pass before.
//   Else its
//       variable keeps pre(v).
//   I3  Mixed node: discrete equations by the conditions that stand, blocks by these, conditions by what came
//   out; until
//       the conditions stay. When they come back to an earlier combination instead, one condition at a time
//       is turned; where that does not end, all combinations are tried of up to kTried conditions; where none
//       of them agrees, one that disagrees by rounding only will do, and stays for this instant. Else an
//       error names them.
//   I4  After the pass: states take the values of reinits that fired; then pre(v) := v for every discrete
//   variable.
//       Whatever changed starts another pass from I1, with only its readers to evaluate; after kPasses passes
//       an error names what keeps changing.
//   I5  Nodes that were left are evaluated once, if what they read has changed.
//
// A condition that a located crossing has flipped stays flipped while its crossing function is within
// rounding of zero.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "escapement/equations/sorted_system.h"

namespace escapement::equations {

struct IterationResult {
  std::size_t passes = 0;       // that changed a discrete variable or a state
  std::size_t evaluations = 0;  // of nodes
  std::vector<VariableIndex>
      changed;  // states, discrete variables and conditions that are not what they were, ascending
};

class EventIteration {
 public:
  static constexpr std::size_t kPasses = 1000;
  static constexpr std::size_t kTried = 12;
  enum class Scope { kRestricted, kFull };  // kFull evaluates all nodes in every pass: to compare with
  // The system must have its conditions, and outlive this. `blocks` give continuous variables (and at the
  // start states). Throws BuildError when discrete equations give a variable twice or not at all.
  EventIteration(FlatSystem& system, const std::vector<SolvedBlock>& blocks, bool at_start,
                 Scope scope = Scope::kRestricted);
  ~EventIteration();
  EventIteration(EventIteration&&) noexcept;
  EventIteration& operator=(EventIteration&&) noexcept;

  // values: of all variables, pre(v) among them, in and out. located: conditions (their places in
  // system.conditions) that a crossing or a due time has flipped; the caller has not flipped them. kept:
  // others that have been located at this same instant before; they keep their truth within rounding of zero,
  // too. Throws Error; values are partly new then.
  IterationResult run(double time, std::span<double> values, std::span<const std::size_t> located = {},
                      std::span<const std::size_t> kept = {});

  // I0. `values` are those that the start has left.
  IterationResult follow_start(double time, std::span<double> values);
  // What is true now counts as seen: whens do not fire for it. After the start, and after loading a saved
  // state.
  void remember(double time, std::span<double> values);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace escapement::equations
