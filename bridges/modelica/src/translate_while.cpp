// SPDX-License-Identifier: MIT
// A while of a function or an algorithm, unrolled.
#include <cmath>

#include "assigned_locals.h"
#include "translator.h"

namespace escapement::modelica {
namespace {
constexpr int kMostRounds = 100000;
constexpr int kMostUnknownRounds = 300;  // each costs its operations in every evaluation
constexpr int kMostRoundsAtEvents = 2000;
}  // namespace

// Where it is not known whether there is another round: the round and all that follow it, or what stands.
// Subscripts are asserted in the first of such rounds alone: hundreds of assertions would cost more than the
// loop.
Translator::Flow Translator::run_while(const Equation& statement, int unknown_rounds) {
  struct Kept {
    bool& flag;
    bool before = flag;
    ~Kept() { flag = before; }
  } const kept{asserts_subscripts_};
  if (unknown_rounds > 0) asserts_subscripts_ = false;
  const auto& [condition_of, body] = statement.branches.front();
  for (int round = 0; round <= kMostRounds; ++round) {
    const Term condition = terms_.make(Operation::kAnd, still_runs(), scalar(*condition_of));
    const auto value = known(condition);
    if (value == 0.0) return Flow::kGoesOn;
    if (value) {
      if (const Flow flow = run_statements(body); flow != Flow::kGoesOn) return flow;
      continue;
    }
    const int most = whens_ > 0 || !in_equations_ ? kMostRoundsAtEvents : kMostUnknownRounds;
    if (unknown_rounds >= most) {
      // What the loop would go on with is no number then, so that no wrong one gets out of it. The assertion
      // tells why, at the start and at events; to watch it in between would cost as much as the loop.
      add_assertion({terms_.make(Operation::kNoEvent, terms_.make(Operation::kNot, condition)),
                     "a while that is to end within " + std::to_string(most) + " rounds has not ended",
                     {},
                     false,
                     model_.location(statement.place)});
      const Term no_number = terms_.make(Operation::kSqrt, terms_.constant(-1));
      for (const std::uint32_t local : assigned_locals(body)) {
        Symbol& held = frames_.back().locals.at(local);
        held = map(held, [&](Term t) { return terms_.make(Operation::kIf, condition, no_number, t); });
      }
      return Flow::kGoesOn;
    }
    const Frame before = frames_.back();
    Flow flow = run_statements(body);
    if (flow == Flow::kGoesOn) flow = run_while(statement, unknown_rounds + 1);
    if (flow == Flow::kReturn) frames_.back().not_returned = terms_.constant(0);
    const Frame then = frames_.back();
    merge(condition, then, before);
    return Flow::kGoesOn;
  }
  throw Untranslatable{statement.place, "a while that does not end"};
}

}  // namespace escapement::modelica
