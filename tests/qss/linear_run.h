// SPDX-License-Identifier: MIT
// x' = A x + b by quantised states, as a loop without engine or kernel: for tests of the methods themselves.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "escapement/qss/quantised_state.h"

namespace escapement::qss {

struct LinearRun {
  using Matrix = std::vector<std::vector<double>>;
  LinearRun(Method method, Matrix a, std::vector<double> b, const std::vector<double>& start)
      : a_(std::move(a)), b_(std::move(b)), states(start.size(), QuantisedState(method)) {
    for (std::size_t i = 0; i < states.size(); ++i) states[i].start(0, start[i]);
    for (int round = 0; round < 4; ++round) {
      if (round > 0)
        for (QuantisedState& s : states) s.requantise(0);
      for (std::size_t i = 0; i < states.size(); ++i) states[i].derivative(0, derivative(0, i), false);
    }
    for (QuantisedState& s : states) {
      s.begin_counting();
      s.schedule(0);
    }
  }

  // Runs on to `until`; calls seen(t, i) after each change of state i.
  template <class Seen>
  void to(Time until, Seen seen) {
    while (true) {
      const auto next = std::min_element(states.begin(), states.end(), [](const auto& s, const auto& other) {
        return s.due() < other.due();
      });
      const Time t = next->due();
      if (!(t <= until)) break;
      least_step = std::min(least_step, (t - now) / (std::nextafter(t, kInfinity) - t));
      now = t;
      const auto k = static_cast<std::size_t>(next - states.begin());
      states[k].requantise(t);
      for (std::size_t i = 0; i < states.size(); ++i)
        if (a_[i][k] != 0) states[i].derivative(t, derivative(t, i), i == k);
      for (std::size_t i = 0; i < states.size(); ++i)
        if (a_[i][k] != 0 || i == k) states[i].schedule(t);
      seen(t, k);
    }
  }
  void to(Time until) {
    to(until, [](Time, std::size_t) {});
  }
  std::uint64_t changes() const {
    std::uint64_t all = 0;
    for (const QuantisedState& s : states) all += s.changes();
    return all;
  }

 private:
  Polynomial derivative(Time t, std::size_t i) const {
    Polynomial u = Polynomial::constant(b_[i]);
    for (std::size_t j = 0; j < states.size(); ++j)
      if (a_[i][j] != 0) u = u + a_[i][j] * states[j].q_at(t);
    return u;
  }
  Matrix a_;
  std::vector<double> b_;

 public:
  std::vector<QuantisedState> states;
  Time now = 0;
  double least_step = kInfinity;  // in steps of the clock's resolution
};

}  // namespace escapement::qss
