// SPDX-License-Identifier: MIT
// What one evaluation of an expression costs, each beside the same computation written by hand in C++.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "escapement/expressions/compile.h"
#include "escapement/expressions/map_scope.h"
#include "escapement/random/stream.h"

namespace {

using escapement::expressions::compile;
using escapement::expressions::Expression;
using escapement::expressions::Frame;
using escapement::expressions::MapScope;
using escapement::random::Stream;

struct Bench {
  Bench() {
    scope.variable("a", &a).variable("b", &b);
    scope.streams([this](std::optional<std::uint64_t>) -> Stream& { return stream; });
  }
  double a = 1.25;
  double b = 2.5;
  Stream stream;
  MapScope scope;
};

void compiled(benchmark::State& state, const std::string& text) {
  Bench bench;
  const Expression e = compile(text, bench.scope);
  Frame frame;
  for (auto _ : state) {
    benchmark::ClobberMemory();  // a and b may have changed
    benchmark::DoNotOptimize(e.evaluate(frame));
  }
}

void hand_arithmetic(benchmark::State& state) {
  Bench bench;
  for (auto _ : state) {
    benchmark::ClobberMemory();
    benchmark::DoNotOptimize(bench.a * 2.0 + std::max(bench.b, 3.0));
  }
}

void hand_exponential(benchmark::State& state) {
  Bench bench;
  for (auto _ : state) benchmark::DoNotOptimize(-5.0 * std::log(bench.stream.uniform()));
}

void compilation(benchmark::State& state, const std::string& text) {
  Bench bench;
  for (auto _ : state) benchmark::DoNotOptimize(compile(text, bench.scope));
}

BENCHMARK_CAPTURE(compiled, constant, "4.5");
BENCHMARK_CAPTURE(compiled, variable, "a");
BENCHMARK_CAPTURE(compiled, arithmetic, "a*2 + MX(b, 3)");
BENCHMARK(hand_arithmetic);
BENCHMARK_CAPTURE(compiled, expo, "EXPO(5)");
BENCHMARK_CAPTURE(compiled, expo_of_variable, "EXPO(a)");
BENCHMARK(hand_exponential);
BENCHMARK_CAPTURE(compiled, condition, "a > 1 && b <> 3 || a < 0");
BENCHMARK_CAPTURE(compiled, chain_of_100, [] {
  std::string text = "a";
  for (int i = 1; i < 100; ++i) text += " + a";
  return text;
}());
BENCHMARK_CAPTURE(compilation, arithmetic, "a*2 + MX(b, 3)");

}  // namespace
