// SPDX-License-Identifier: MIT
// Quantised state systems on the kernel beside loops written by hand, in ns per quantum step (a change of one
// quantised state, with all that follows from it).
#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "escapement/core/indexed_heap.h"
#include "escapement/core/simulator.h"
#include "escapement/coupled/flatten.h"
#include "escapement/equations/text.h"
#include "escapement/qss/functions.h"
#include "escapement/qss/hosting.h"
#include "escapement/qss/integrator.h"
#include "escapement/qss/network.h"

namespace {

using namespace escapement;

// One state of a hand-written QSS of the given order: no more than it needs.
template <int kOrder>
struct HandState {
  std::array<double, kOrder + 1> x{};
  std::array<double, kOrder> q{};
  double x_since = 0, q_since = 0, due = 0;

  void move(double t) {
    const double e = t - x_since;
    if constexpr (kOrder == 1) {
      x[0] += e * x[1];
    } else if constexpr (kOrder == 2) {
      x[0] += e * (x[1] + e * x[2]);
      x[1] += 2 * e * x[2];
    } else {
      x[0] += e * (x[1] + e * (x[2] + e * x[3]));
      x[1] += e * (2 * x[2] + 3 * e * x[3]);
      x[2] += 3 * e * x[3];
    }
    x_since = t;
  }
  void quantise(double t) {
    move(t);
    for (std::size_t k = 0; k < kOrder; ++k) q[k] = x[k];
    q_since = t;
  }
  std::array<double, kOrder> q_at(double t) const {
    const double e = t - q_since;
    std::array<double, kOrder> p = q;
    if constexpr (kOrder == 2) p[0] += e * q[1];
    if constexpr (kOrder == 3) {
      p[0] += e * (q[1] + e * q[2]);
      p[1] += 2 * e * q[2];
    }
    return p;
  }
  void set(double t, const std::array<double, kOrder>& u) {
    move(t);
    for (std::size_t k = 0; k < kOrder; ++k) x[k + 1] = u[k] / static_cast<double>(k + 1);
  }
  void schedule(double t, double quantum) {
    const auto p = q_at(t);
    if constexpr (kOrder == 1) {
      due = x[1] == 0 ? kInfinity : t + ((x[1] > 0 ? quantum : -quantum) - (x[0] - p[0])) / x[1];
    } else {
      // The polynomial x - q leaves [-quantum, quantum].
      std::array<double, 4> d{};
      for (std::size_t k = 0; k <= kOrder; ++k) d[k] = x[k] - (k < kOrder ? p[k] : 0);
      due = t + qss::time_to_reach({{d[0], d[1], d[2], d[3]}}, quantum);
    }
    if (due < t) due = t;
  }
};

template <std::size_t N>
std::array<double, N> product(const std::array<double, N>& a, const std::array<double, N>& b) {
  std::array<double, N> p{};
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = 0; i + j < N; ++j) p[i + j] += a[i] * b[j];
  return p;
}

// x' = 0.1 x - 0.1 x y, y' = -0.1 y + 0.1 x y, from (0.5, 0.5), quantum 0.001.
template <int kOrder>
struct HandLotka {
  static constexpr double kQuantum = 1e-3;
  HandState<kOrder> x, y;

  HandLotka() {
    x.x[0] = y.x[0] = 0.5;
    for (int round = 0; round < kOrder; ++round) {
      x.quantise(0);
      y.quantise(0);
      derive(0);
    }
  }
  void derive(double t) {
    const auto a = x.q_at(t), b = y.q_at(t);
    const auto ab = product(a, b);
    std::array<double, kOrder> u{}, v{};
    for (std::size_t k = 0; k < kOrder; ++k) {
      u[k] = 0.1 * a[k] - 0.1 * ab[k];
      v[k] = -0.1 * b[k] + 0.1 * ab[k];
    }
    x.set(t, u);
    y.set(t, v);
    x.schedule(t, kQuantum);
    y.schedule(t, kQuantum);
  }
  double next() const { return std::min(x.due, y.due); }
  void step() {
    const double t = next();
    (x.due <= y.due ? x : y).quantise(t);
    derive(t);
  }
};

equations::OdeSystem read(const std::vector<std::pair<std::string, double>>& states,
                          const std::vector<std::string>& derivatives) {
  equations::OdeSystem system;
  for (const auto& [name, start] : states)
    system.add({name, equations::VariableKind::kState, start, 1, {}, {}});
  for (std::size_t i = 0; i < states.size(); ++i)
    system.derivatives.push_back(
        {static_cast<equations::VariableIndex>(i),
         equations::parse(derivatives[i], system.terms,
                          {[&](std::string_view name) -> std::optional<equations::Term> {
                             const auto found = system.find(name);
                             return found ? std::optional(system.terms.variable(*found)) : std::nullopt;
                           },
                           {}}),
         {}});
  system.prepare();
  return system;
}

equations::OdeSystem lotka() {
  return read({{"x", 0.5}, {"y", 0.5}}, {"0.1*x - 0.1*x*y", "-0.1*y + 0.1*x*y"});
}

qss::Method method(std::int64_t order, double quantum) {
  return {order == 1 ? qss::Kind::kQss1 : order == 2 ? qss::Kind::kQss2 : qss::Kind::kQss3, 0, quantum};
}

// The cycle is marginally stable and widens in a long run, so every iteration begins anew: for one copy to t
// = 1000, for many to a little time, for the steps of all.
double length_of(std::int64_t order, std::int64_t copies) {
  return copies == 1 ? 1000 : order == 1 ? 2 : 40;
}

// range(0): order; range(1): copies.
void lotka_kernel(benchmark::State& state) {
  const auto copies = state.range(1);
  std::uint64_t steps = 0;
  for ([[maybe_unused]] auto _ : state) {
    state.PauseTiming();
    {
      Coupled root("Root");
      std::vector<qss::Network*> networks;
      for (std::int64_t i = 0; i < copies; ++i) {
        std::string name = "N";
        name += std::to_string(i);
        networks.push_back(
            &root.add<qss::Network>(name, lotka(), qss::NetworkOptions{method(state.range(0), 1e-3)}));
      }
      Simulator simulator(flatten(root));
      simulator.run(0);
      state.ResumeTiming();
      simulator.run(length_of(state.range(0), copies));
      state.PauseTiming();
      for (const qss::Network* n : networks) steps += n->counts().steps;
    }
    state.ResumeTiming();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(steps));
}

template <int kOrder>
void lotka_hand_of(benchmark::State& state) {
  std::uint64_t steps = 0;
  const double until = length_of(kOrder, state.range(1));
  for ([[maybe_unused]] auto _ : state) {
    state.PauseTiming();
    std::vector<HandLotka<kOrder>> systems(static_cast<std::size_t>(state.range(1)));
    IndexedHeap<double> heap;
    heap.resize(systems.size());
    for (std::uint32_t i = 0; i < systems.size(); ++i) heap.set(i, systems[i].next());
    state.ResumeTiming();
    if (systems.size() == 1) {
      for (; systems[0].next() <= until; ++steps) systems[0].step();
    } else {
      for (; heap.top_key() <= until; ++steps) {
        const std::uint32_t i = heap.top_id();
        systems[i].step();
        heap.set(i, systems[i].next());
      }
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(steps));
}

void lotka_hand(benchmark::State& state) {
  if (state.range(0) == 1)
    lotka_hand_of<1>(state);
  else if (state.range(0) == 2)
    lotka_hand_of<2>(state);
  else
    lotka_hand_of<3>(state);
}

// x1' = 0.01 x2, x2' = -100 x1 - 100 x2 + 2020: QSS1 turns to and fro in x2.
template <int kOrder>
struct HandStiff {
  HandState<kOrder> a, b;
  HandStiff() {
    b.x[0] = 20;
    for (int round = 0; round < kOrder; ++round) {
      a.quantise(0);
      b.quantise(0);
      derive(0, true);
    }
  }
  void derive(double t, bool both) {
    const auto p = a.q_at(t), q = b.q_at(t);
    std::array<double, kOrder> u{}, v{};
    for (std::size_t k = 0; k < kOrder; ++k) {
      u[k] = 0.01 * q[k];
      v[k] = -100 * p[k] - 100 * q[k] + (k == 0 ? 2020 : 0);
    }
    if (both) a.set(t, u);
    b.set(t, v);
    a.schedule(t, 1);
    b.schedule(t, 1);
  }
  double next() const { return std::min(a.due, b.due); }
  void step() {
    const double t = next();
    const bool second = b.due < a.due;
    if (second) {
      b.quantise(t);
      derive(t, true);
    } else {
      a.quantise(t);
      a.schedule(t, 1);
      derive(t, false);
    }
  }
};

void stiff_kernel(benchmark::State& state) {
  Coupled root("Root");
  auto& network =
      root.add<qss::Network>("N", read({{"x1", 0}, {"x2", 20}}, {"0.01*x2", "-100*x1 - 100*x2 + 2020"}),
                             qss::NetworkOptions{method(state.range(0), 1)});
  Simulator simulator(flatten(root));
  double until = 1;
  simulator.run(until);
  const std::uint64_t before = network.counts().steps;
  for ([[maybe_unused]] auto _ : state) simulator.run(until += 100);
  state.SetItemsProcessed(static_cast<std::int64_t>(network.counts().steps - before));
}

template <int kOrder>
void stiff_hand_of(benchmark::State& state) {
  HandStiff<kOrder> system;
  double until = 1;
  std::uint64_t steps = 0;
  while (system.next() <= until) system.step();
  for ([[maybe_unused]] auto _ : state)
    for (until += 100; system.next() <= until; ++steps) system.step();
  state.SetItemsProcessed(static_cast<std::int64_t>(steps));
}

void stiff_hand(benchmark::State& state) {
  if (state.range(0) == 1)
    stiff_hand_of<1>(state);
  else
    stiff_hand_of<2>(state);
}

// A ring of oscillators: x_i' = y_i, y_i' = -x_i + 0.2 (x_(i-1) + x_(i+1) - 2 x_i), started with one
// displaced.
constexpr std::size_t kRing = 1000;

void ring_kernel(benchmark::State& state) {
  std::vector<std::pair<std::string, double>> states;
  std::vector<std::string> derivatives;
  for (std::size_t i = 0; i < kRing; ++i) {
    const std::string own = std::to_string(i), left = std::to_string((i + kRing - 1) % kRing),
                      right = std::to_string((i + 1) % kRing);
    states.emplace_back("x" + own, std::sin(0.1 * static_cast<double>(i)));
    derivatives.push_back("y" + own);
    states.emplace_back("y" + own, 0);
    derivatives.push_back("-1.4*x" + own + " + 0.2*(x" + left + " + x" + right + ")");
  }
  Coupled root("Root");
  auto& network = root.add<qss::Network>("N", read(states, derivatives),
                                         qss::NetworkOptions{method(state.range(0), 1e-3)});
  Simulator simulator(flatten(root));
  double until = 0.01;
  simulator.run(until);
  const std::uint64_t before = network.counts().steps;
  const double length = state.range(0) == 1 ? 0.1 : 1;
  for ([[maybe_unused]] auto _ : state) simulator.run(until += length);
  state.SetItemsProcessed(static_cast<std::int64_t>(network.counts().steps - before));
}

template <int kOrder>
struct HandRing {
  std::vector<HandState<kOrder>> x = std::vector<HandState<kOrder>>(kRing), y = x;
  IndexedHeap<double> heap;

  HandRing() {
    heap.resize(2 * kRing);
    for (std::size_t i = 0; i < kRing; ++i) x[i].x[0] = std::sin(0.1 * static_cast<double>(i));
    for (int round = 0; round < kOrder; ++round) {
      for (std::size_t i = 0; i < kRing; ++i) {
        x[i].quantise(0);
        y[i].quantise(0);
      }
      for (std::size_t i = 0; i < kRing; ++i) {
        derive_x(i, 0);
        derive_y(i, 0);
      }
    }
  }
  void plan(std::size_t i, bool is_y, double t) {
    HandState<kOrder>& s = is_y ? y[i] : x[i];
    s.schedule(t, 1e-3);
    heap.set(static_cast<std::uint32_t>(2 * i + (is_y ? 1 : 0)), s.due);
  }
  void derive_x(std::size_t i, double t) {
    x[i].set(t, y[i].q_at(t));
    plan(i, false, t);
  }
  void derive_y(std::size_t i, double t) {
    const auto own = x[i].q_at(t), left = x[(i + kRing - 1) % kRing].q_at(t),
               right = x[(i + 1) % kRing].q_at(t);
    std::array<double, kOrder> u{};
    for (std::size_t k = 0; k < kOrder; ++k) u[k] = -1.4 * own[k] + 0.2 * (left[k] + right[k]);
    y[i].set(t, u);
    plan(i, true, t);
  }
  void step() {
    const double t = heap.top_key();
    const std::size_t i = heap.top_id() / 2;
    if (heap.top_id() % 2 == 1) {
      y[i].quantise(t);
      plan(i, true, t);
      derive_x(i, t);
    } else {
      x[i].quantise(t);
      plan(i, false, t);
      derive_y(i, t);
      derive_y((i + kRing - 1) % kRing, t);
      derive_y((i + 1) % kRing, t);
    }
  }
};

template <int kOrder>
void ring_hand_of(benchmark::State& state) {
  HandRing<kOrder> ring;
  double until = 0.01;
  while (ring.heap.top_key() <= until) ring.step();
  std::uint64_t steps = 0;
  const double length = kOrder == 1 ? 0.1 : 1;
  for ([[maybe_unused]] auto _ : state)
    for (until += length; ring.heap.top_key() <= until; ++steps) ring.step();
  state.SetItemsProcessed(static_cast<std::int64_t>(steps));
}

void ring_hand(benchmark::State& state) {
  if (state.range(0) == 1)
    ring_hand_of<1>(state);
  else if (state.range(0) == 2)
    ring_hand_of<2>(state);
  else
    ring_hand_of<3>(state);
}

// The same predator and prey from blocks: two integrators, a product, two sums, hosted by one atomic.
void lotka_blocks(benchmark::State& state) {
  Coupled root("Root");
  auto& x = root.add<qss::Integrator>("X", 0.5, method(state.range(0), 1e-3));
  auto& y = root.add<qss::Integrator>("Y", 0.5, method(state.range(0), 1e-3));
  auto& xy = root.add<qss::Product>("XY", 2);
  auto& dx = root.add<qss::Sum>("DX", std::vector<double>{0.1, -0.1});
  auto& dy = root.add<qss::Sum>("DY", std::vector<double>{-0.1, 0.1});
  root.couple(x.out, xy.in(1));
  root.couple(y.out, xy.in(2));
  root.couple(x.out, dx.in(1));
  root.couple(xy.out, dx.in(2));
  root.couple(y.out, dy.in(1));
  root.couple(xy.out, dy.in(2));
  root.couple(dx.out, x.in);
  root.couple(dy.out, y.in);
  qss::Hosting hosting;
  std::uint64_t steps = 0;
  for ([[maybe_unused]] auto _ : state) {
    state.PauseTiming();
    auto simulator = std::make_unique<Simulator>(flatten(root, &hosting));
    simulator->run(0);
    state.ResumeTiming();
    simulator->run(1000);
    state.PauseTiming();
    steps += x.changes() + y.changes();
    simulator.reset();
    state.ResumeTiming();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(steps));
}

constexpr auto kUnit = benchmark::kMillisecond;
BENCHMARK(lotka_kernel)->Name("qss_lotka/kernel")->ArgsProduct({{1, 2, 3}, {1, 10000}})->Unit(kUnit);
BENCHMARK(lotka_blocks)->Name("qss_lotka/blocks")->ArgsProduct({{1, 2, 3}, {1}})->Unit(kUnit);
BENCHMARK(lotka_hand)->Name("qss_lotka/hand")->ArgsProduct({{1, 2, 3}, {1, 10000}})->Unit(kUnit);
BENCHMARK(stiff_kernel)->Name("qss_stiff/kernel")->Arg(1)->Arg(2)->Unit(kUnit);
BENCHMARK(stiff_hand)->Name("qss_stiff/hand")->Arg(1)->Arg(2)->Unit(kUnit);
BENCHMARK(ring_kernel)->Name("qss_ring/kernel")->Arg(1)->Arg(2)->Arg(3)->Unit(kUnit);
BENCHMARK(ring_hand)->Name("qss_ring/hand")->Arg(1)->Arg(2)->Arg(3)->Unit(kUnit);

}  // namespace
