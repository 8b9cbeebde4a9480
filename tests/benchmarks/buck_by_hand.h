// SPDX-License-Identifier: MIT
// A loop written by hand for one converter, as the measure of a solver for all systems.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace escapement::benchmarks {

// LIQSS2 for just this converter: two states, one zero crossing, two instants in each period.
class HandWrittenBuck {
 public:
  explicit HandWrittenBuck(double tolerance) : relative_(tolerance), absolute_(tolerance / 1000) {}

  std::size_t run(double until) {
    coefficients();
    for (int i = 0; i < 2; ++i) quantum_[i] = absolute_;
    derivative(0, 0);
    derivative(1, 0);
    step(0, 0);
    step(1, 0);
    double switch_at = 0.5e-4;
    std::size_t half = 1, steps = 0;
    while (true) {
      const double t = std::min({due_[0], due_[1], cross_, switch_at});
      if (t > until) return steps;
      if (due_[0] == t) {
        step(0, t);
        ++steps;
      } else if (due_[1] == t) {
        step(1, t);
        ++steps;
      } else {
        if (switch_at == t) {
          rs_ = half % 2 == 1 ? 1e5 : 1e-5;
          switch_at = static_cast<double>(++half) * 0.5e-4;
        }
        // The diode conducts while its current is above zero.
        move(0, t);
        const double current = x_[0][0] * rs_ - 24;
        if (cross_ == t)
          rd_ = rd_ < 1 ? 1e5 : 1e-5;
        else if (current > 1e-9)
          rd_ = 1e-5;
        else if (current < -1e-9)
          rd_ = 1e5;
        coefficients();
        for (int i = 0; i < 2; ++i) {
          move(i, t);
          q_[i][0] = x_[i][0];
          q_since_[i] = t;
        }
        derivative(0, t);
        derivative(1, t);
        step(0, t);
        step(1, t);
        steps += 2;
      }
    }
  }
  double u() const { return x_[1][0]; }

 private:
  void coefficients() {
    const double k = rd_ / (rs_ + rd_);
    a_[0][0] = -rs_ * k / 1e-4;
    a_[0][1] = -1 / 1e-4;
    b_[0] = 24 * k / 1e-4;
    a_[1][0] = 1 / 1e-4;
    a_[1][1] = -1 / (10 * 1e-4);
    b_[1] = 0;
  }
  void move(int i, double t) {
    const double e = t - x_since_[i];
    x_[i][0] += e * (x_[i][1] + e * x_[i][2]);
    x_[i][1] += 2 * e * x_[i][2];
    x_since_[i] = t;
  }
  void derivative(int i, double t) {
    move(i, t);
    const double q0 = q_[0][0] + (t - q_since_[0]) * q_[0][1], q1 = q_[1][0] + (t - q_since_[1]) * q_[1][1];
    x_[i][1] = b_[i] + a_[i][0] * q0 + a_[i][1] * q1;
    x_[i][2] = 0.5 * (a_[i][0] * q_[0][1] + a_[i][1] * q_[1][1]);
  }
  void step(int i, double t) {
    move(i, t);
    double* x = x_[i];
    double* q = q_[i];
    q[0] += (t - q_since_[i]) * q[1];
    q_since_[i] = t;
    const double quantum = quantum_[i] = std::max(relative_ * std::abs(x[0]), absolute_);
    const double a = a_[i][i], u0 = x[1] - a * q[0], u1 = 2 * x[2] - a * q[1];
    const double f = a * x[0] + u0, s = a * f + u1, left = std::abs(s) - quantum * a * a;
    if (left <= 0) {
      q[0] = -(u0 + u1 / a) / a;
      q[1] = -u1 / a;
    } else {
      const double h = (std::sqrt(quantum * (std::abs(s) + left)) - quantum * a) / left;
      q[0] = x[0] - std::copysign(quantum, s);
      q[1] = (2 * f + h * u1 * (2 - a * h)) / (2 + a * h * (a * h - 2));
    }
    derivative(0, t);
    derivative(1, t);
    schedule(0, t);
    schedule(1, t);
    crossing(t);
  }
  void schedule(int i, double t) {
    double d0 = x_[i][0] - (q_[i][0] + (t - q_since_[i]) * q_[i][1]), d1 = x_[i][1] - q_[i][1], d2 = x_[i][2];
    if (d0 < 0) d0 = -d0, d1 = -d1, d2 = -d2;
    const double w = quantum_[i], half = 0.5 * d1;
    double up = w, e = std::numeric_limits<double>::infinity();
    if (d0 >= w * (1 - 1e-10)) up = d1 > 0 || (d1 == 0 && d2 > 0) ? 2 * w : d0;
    if (d0 > up) {
      e = 0;
    } else if (d2 == 0) {
      if (d1 != 0) e = d1 > 0 ? (up - d0) / d1 : (w + d0) / -d1;
    } else if (d2 < 0) {
      const double top = half * half - d2 * (d0 - up);
      e = half > 0 && top >= 0 ? (up - d0) / (half + std::sqrt(top))
                               : (half + std::sqrt(half * half - d2 * (d0 + w))) / -d2;
    } else if (half < 0) {
      const double bottom = half * half - d2 * (d0 + w);
      e = bottom >= 0 ? (d0 + w) / (std::sqrt(bottom) - half)
          : d0 == up  ? -d1 / d2
                      : (std::sqrt(half * half + d2 * (up - d0)) - half) / d2;
    } else {
      e = (up - d0) / (half + std::sqrt(half * half + d2 * (up - d0)));
    }
    due_[i] = t + std::max(e, t * 4.5e-16 + 1e-300);
  }
  void crossing(double t) {
    cross_ = std::numeric_limits<double>::infinity();
    const double g0 = x_[0][0] * rs_ - 24, g1 = x_[0][1] * rs_, g2 = x_[0][2] * rs_, e = due_[0] - t;
    if (e * (std::abs(g1) + e * std::abs(g2)) < std::abs(g0)) return;
    const double half = 0.5 * g1, root = half * half - g2 * g0;
    if (root < 0) return;
    const bool falls = rd_ < 1;
    const double s = std::sqrt(root);
    for (const double x : {g2 == 0 ? -g0 / g1 : (-half - s) / g2, g2 == 0 ? -1 : (-half + s) / g2})
      if (x > 0 && (g1 + 2 * g2 * x < 0) == falls && t + x < cross_) cross_ = t + x;
  }

  double relative_, absolute_;
  double rs_ = 1e-5, rd_ = 1e5;
  double a_[2][2]{}, b_[2]{};
  double x_[2][3]{}, q_[2][2]{}, x_since_[2]{}, q_since_[2]{}, quantum_[2]{}, due_[2]{};
  double cross_ = std::numeric_limits<double>::infinity();
};

}  // namespace escapement::benchmarks
