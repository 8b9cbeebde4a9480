// SPDX-License-Identifier: MIT
// The stand-alone quantised state solver: the buck converter beside a loop written by hand for it, and rows
// of equal cells, rooms and sections, whose time per step must not grow with their number.
#include <benchmark/benchmark.h>

#include <cmath>
#include <limits>
#include <string>

#include "escapement/equations/text.h"
#include "escapement/qss_solver/solver.h"

namespace {

using namespace escapement;
using equations::FlatSystem;
using equations::FlatVariable;
using equations::Term;
using equations::Variability;
using equations::VariableIndex;
using qss_solver::Solver;

// A system from lines of text.
struct Lines {
  FlatSystem system;
  std::unordered_map<std::string, VariableIndex> known;

  VariableIndex add(const std::string& name, Variability kind, double start) {
    FlatVariable made;
    made.name = name;
    made.variability = kind;
    made.start = start;
    made.fixed = true;
    return known[name] = system.add(std::move(made));
  }
  Term term(const std::string& text) {
    return equations::parse(text, system.terms,
                            {[this](std::string_view name) -> std::optional<Term> {
                               const std::string key(name);
                               if (key.starts_with("d."))
                                 return system.terms.variable(system.derivative_of(known.at(key.substr(2))));
                               if (key.starts_with("pre."))
                                 return system.terms.variable(system.previous_of(known.at(key.substr(4))));
                               return system.terms.variable(known.at(key));
                             },
                             {}});
  }
  void equation(const std::string& left, const std::string& right) {
    system.equations.push_back({term(left), term(right), {}, {}});
  }
  void tick(const std::string& name, const std::string& argument) {
    const VariableIndex v = add(name, Variability::kDiscrete, -1);
    system.discrete_equations.push_back({v, term("floor(" + argument + ")"), {}, {}});
    system.previous_of(v);
    system.samplers.push_back(v);
  }
  void when(const std::string& name, const std::vector<std::pair<std::string, std::string>>& branches) {
    equations::DiscreteEquation one;
    one.variable = known.at(name);
    for (const auto& [condition, value] : branches)
      one.when.push_back({{term(condition)}, term(value), false});
    system.discrete_equations.push_back(std::move(one));
  }
};

FlatSystem buck() {
  Lines s;
  s.add("Rs", Variability::kDiscrete, 1e-5);
  s.add("Rd", Variability::kDiscrete, 1e5);
  s.add("iL", Variability::kContinuous, 0);
  s.add("uC", Variability::kContinuous, 0);
  s.tick("on", "time/1e-4 - 1");
  s.tick("off", "time/1e-4 - 0.5");
  s.equation("d.iL", "(-(iL*Rs - 24)/(Rs + Rd)*Rd - uC)/1e-4");
  s.equation("d.uC", "(iL - uC/10)/1e-4");
  s.when("Rs", {{"on > pre.on", "1e-5"}, {"off > pre.off", "1e5"}});
  s.when("Rd", {{"(iL*Rs - 24)/(Rs + Rd)*Rd > 0", "1e-5"}, {"(iL*Rs - 24)/(Rs + Rd) < 0", "1e5"}});
  return std::move(s.system);
}

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

double tolerance_of(const benchmark::State& state) {
  return std::pow(10.0, -static_cast<double>(state.range(0)));
}

void BM_BuckByHand(benchmark::State& state) {
  std::size_t steps = 0;
  for (auto _ : state) {
    HandWrittenBuck hand(tolerance_of(state));
    steps = hand.run(0.01);
    benchmark::DoNotOptimize(hand.u());
  }
  state.counters["steps"] = static_cast<double>(steps);
}
BENCHMARK(BM_BuckByHand)->DenseRange(2, 5)->Unit(benchmark::kMicrosecond);

void BM_Buck(benchmark::State& state) {
  const FlatSystem system = buck();
  Solver solver(system, qss::method_of("liqss2", tolerance_of(state)));
  for (auto _ : state) {
    state.PauseTiming();
    solver.start(0);
    state.ResumeTiming();
    solver.advance(0.01);
  }
  state.counters["steps"] = static_cast<double>(solver.counts().steps);
}
BENCHMARK(BM_Buck)->DenseRange(2, 5)->Unit(benchmark::kMicrosecond);

// u_1' = N (1 - u_1) - m u_1 (u_1 - 0.5)(u_1 - 1), u_j' = N (u_(j-1) - u_j) - m u_j (u_j - 0.5)(u_j - 1).
FlatSystem advection(int cells) {
  Lines s;
  s.add("m", Variability::kParameter, 1000);
  s.add("N", Variability::kParameter, cells);
  for (int j = 1; j <= cells; ++j)
    s.add("u" + std::to_string(j), Variability::kContinuous, 3 * j <= cells ? 1 : 0);
  for (int j = 1; j <= cells; ++j) {
    const std::string u = "u" + std::to_string(j), before = j == 1 ? "1" : "u" + std::to_string(j - 1);
    s.equation("d." + u, "N*(" + before + " - " + u + ") - m*" + u + "*(" + u + " - 0.5)*(" + u + " - 1)");
  }
  return std::move(s.system);
}

// x_1' = d - x_2, x_i' = x_(i-1) - x_(i+1), x_N' = x_(N-1), d = 1 until t = 1, then 0.
FlatSystem line(int sections) {
  Lines s;
  s.add("d", Variability::kDiscrete, 1);
  for (int j = 1; j <= sections; ++j) s.add("x" + std::to_string(j), Variability::kContinuous, 0);
  for (int j = 1; j <= sections; ++j) {
    const std::string before = j == 1 ? "d" : "x" + std::to_string(j - 1);
    s.equation("d.x" + std::to_string(j), j == sections ? before : before + " - x" + std::to_string(j + 1));
  }
  s.when("d", {{"time >= 1", "0"}});
  return std::move(s.system);
}

// Rooms with thermostats: R, C, P spread evenly over their ranges in an order that mixes them, so that rooms
// differ and the figures do not depend on a generator.
FlatSystem rooms(int count) {
  Lines s;
  s.add("ref", Variability::kDiscrete, 20);
  s.tick("day", "time/1000");
  s.when("ref", {{"day > pre.day", "if day == 1 then 20.5 else 20"}});
  const auto spread = [&](int i, int factor, double low, double high) {
    return low + (high - low) * std::fmod(i * factor * 0.6180339887498949, 1.0);
  };
  for (int i = 1; i <= count; ++i) {
    const std::string k = std::to_string(i);
    const double th = spread(i, 1, 18, 22);
    s.add("th" + k, Variability::kContinuous, th);
    s.add("on" + k, Variability::kDiscrete, th > 20.5 ? 1 : 0);
    s.add("R" + k, Variability::kParameter, spread(i, 3, 1.8, 2.2));
    s.add("C" + k, Variability::kParameter, spread(i, 5, 550, 650));
    s.add("P" + k, Variability::kParameter, spread(i, 7, 13, 15));
    s.equation("d.th" + k, "(32/R" + k + " - P" + k + "*on" + k + " - th" + k + "/R" + k + ")/C" + k);
    const std::string apart = "th" + k + " - ref + pre.on" + k + " - 0.5";
    s.when("on" + k, {{apart + " > 0", "1"}, {apart + " < 0", "0"}});
  }
  return std::move(s.system);
}

template <class Make>
void scale(benchmark::State& state, Make make, const char* method, double tolerance, double until) {
  const FlatSystem system = make(static_cast<int>(state.range(0)));
  Solver solver(system, qss::method_of(method, tolerance));
  for (auto _ : state) {
    state.PauseTiming();
    solver.start(0);
    state.ResumeTiming();
    solver.advance(until);
  }
  const auto counts = solver.counts();
  state.counters["steps"] = static_cast<double>(counts.steps);
  state.counters["families"] = static_cast<double>(counts.families);
  state.counters["ns/step"] =
      benchmark::Counter(static_cast<double>(counts.steps) * 1e-9,
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void BM_Advection(benchmark::State& state) {
  scale(state, advection, "liqss2", 1e-3, 1);
}
BENCHMARK(BM_Advection)->Arg(2000)->Arg(20000)->Unit(benchmark::kMillisecond)->Iterations(1);

void BM_Line(benchmark::State& state) {
  scale(state, line, "liqss2", 1e-3, 200);
}
BENCHMARK(BM_Line)->Arg(200)->Unit(benchmark::kMillisecond);

void BM_Rooms(benchmark::State& state) {
  scale(state, rooms, "liqss2", 1e-3, 3000);
}
BENCHMARK(BM_Rooms)->Arg(2000)->Arg(20000)->Unit(benchmark::kMillisecond)->Iterations(1);

void BM_SetUp(benchmark::State& state) {
  const FlatSystem system = advection(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    Solver solver(system, qss::method_of("liqss2", 1e-3));
    solver.start(0);
    benchmark::DoNotOptimize(solver.next());
  }
}
BENCHMARK(BM_SetUp)->Arg(2000)->Arg(20000)->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace
