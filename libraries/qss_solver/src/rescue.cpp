// SPDX-License-Identifier: MIT
// Where a derivative has no finite value at q. A root or a logarithm is defined up to a border that x keeps
// within, held there by a condition, while q may be a quantum beyond it. There the derivative is taken at x,
// as a constant: of lower order, within the same bound.
#include <algorithm>
#include <cmath>

#include "engine.h"
#include "escapement/core/error.h"

namespace escapement::qss_solver {

void Engine::rescue(std::uint32_t f, double t) {
  const Function& function = plan_.functions[f];
  const std::uint32_t i = function.target;
  const auto n = static_cast<std::uint32_t>(plan_.state_count());
  Piece& x = pieces_[n + i];
  const double bad = x.c[1];
  x.c = {x.c[0], 0, 0, 0};  // it stands at t
  std::vector<std::pair<std::uint32_t, Piece>> kept;
  const auto at_states = [&](const Call& call) {
    const std::uint32_t* slots = plan_.arguments.data() + call.first_argument;
    for (std::uint32_t s = 0; s < plan_.codes[call.code].variables; ++s) {
      if (slots[s] >= n) continue;
      kept.emplace_back(slots[s], pieces_[slots[s]]);
      pieces_[slots[s]] = {t, {pieces_[n + slots[s]].at(t), 0, 0, 0}};
    }
  };
  at_states(function.call);
  for (const std::uint32_t unit : plan_.derivative_needs[i]) at_states(plan_.functions[unit].call);
  for (const std::uint32_t unit : plan_.derivative_needs[i]) evaluate_shared(plan_.functions[unit], t);
  double value = 0;
  doubles(function.call, t, std::span(&value, 1));
  for (std::size_t k = kept.size(); k-- > 0;) pieces_[kept[k].first] = kept[k].second;
  const bool known = std::isfinite(value);
  if (!known) {
    // x may be a rounding error beyond the border at the very instant of its condition, which comes next.
    const std::uint32_t top = heap_.top();
    const bool changes = heap_.top_due() <= t + 8 * minimum_step(t) && top >= n && top < n + trackers_.size();
    if (!changes) {
      const std::string& name = plan_.system.variables[plan_.states()[i]].name;
      throw Error("the derivative of '" + name + "' is " + to_text(std::isfinite(bad) ? value : bad) +
                  " at time " + to_text(t) + ", where '" + name + "' is " + to_text(x.c[0]) +
                  "; look for a division by zero or a root or logarithm of a negative number");
    }
    value = 0;
  }
  x.c = {x.c[0], value, 0, 0};
  // That is looked at ahead (foresight.cpp).
  if (!plan_.on_time[i]) {
    if (known && method_.order() > 1) of_state_[i].expires = t + trusts_[i].after(t);
    return;
  }
  const double serves =
      known ? std::min(trusts_[i].after(t), 0.1 * of_state_[i].quantum / std::abs(value)) : 0;
  heap_.set(n + static_cast<std::uint32_t>(trackers_.size()) + i, t + std::max(serves, minimum_step(t)));
}

}  // namespace escapement::qss_solver
