// SPDX-License-Identifier: MIT
// Nanoseconds per random number and per variate, each beside what a textbook gives. "textbook" draws from
// MRG32k3a in floating point, straight from its recurrences; "by_rejection" and "by_products" are textbook
// methods that draw from Stream, so that the ratio to the line above is what inversion costs.
#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <random>

#include "escapement/random/distribution.h"
#include "escapement/random/stream_set.h"
#include "escapement/random/variates.h"

namespace {

using namespace escapement::random;

// The recurrences with doubles and one truncating division each.
class TextbookGenerator {
 public:
  double uniform() {
    double p = 1403580.0 * p_[1] - 810728.0 * p_[0];
    p -= std::floor(p / kM1) * kM1;
    p_[0] = p_[1];
    p_[1] = p_[2];
    p_[2] = p;
    double q = 527612.0 * q_[2] - 1370589.0 * q_[0];
    q -= std::floor(q / kM2) * kM2;
    q_[0] = q_[1];
    q_[1] = q_[2];
    q_[2] = q;
    return (p > q ? p - q : p - q + kM1) / (kM1 + 1.0);
  }

 private:
  static constexpr double kM1 = 4294967087.0;
  static constexpr double kM2 = 4294944443.0;
  std::array<double, 3> p_{12345, 12345, 12345};
  std::array<double, 3> q_{12345, 12345, 12345};
};

// Marsaglia's polar method; the second variate of each pair is thrown away, as a class without memory must.
template <class Generator>
double textbook_norm(Generator& g) {
  for (;;) {
    const double a = 2.0 * g.uniform() - 1.0;
    const double b = 2.0 * g.uniform() - 1.0;
    const double s = a * a + b * b;
    if (s < 1.0 && s > 0.0) return a * std::sqrt(-2.0 * std::log(s) / s);
  }
}

// Marsaglia and Tsang 2000, shape at least 1.
template <class Generator>
double textbook_gamma(Generator& g, double shape) {
  const double d = shape - 1.0 / 3.0;
  const double c = 1.0 / std::sqrt(9.0 * d);
  for (;;) {
    const double x = textbook_norm(g);
    const double v = std::pow(1.0 + c * x, 3);
    if (v > 0.0 && std::log(g.uniform()) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v;
  }
}

template <class Generator>
double textbook_poisson(Generator& g, double mean) {
  const double limit = std::exp(-mean);
  double product = g.uniform();
  int k = 0;
  for (; product > limit; ++k) product *= g.uniform();
  return k;
}

template <class Draw>
void ours(benchmark::State& state, Draw draw) {
  Stream stream;
  double sum = 0.0;
  for (auto _ : state) sum += draw(stream);
  benchmark::DoNotOptimize(sum);
  state.SetItemsProcessed(state.iterations());
}

template <class Draw>
void textbook(benchmark::State& state, Draw draw) {
  TextbookGenerator generator;
  double sum = 0.0;
  for (auto _ : state) sum += draw(generator);
  benchmark::DoNotOptimize(sum);
  state.SetItemsProcessed(state.iterations());
}

void standard_mt19937_64(benchmark::State& state) {
  std::mt19937_64 generator;
  std::uniform_real_distribution<double> distribution;
  double sum = 0.0;
  for (auto _ : state) sum += distribution(generator);
  benchmark::DoNotOptimize(sum);
}

void through_the_table(benchmark::State& state) {
  Stream stream;
  const Distribution* expo_entry = find_distribution("EXPO");
  const std::array<double, 1> mean{5.0};
  double sum = 0.0;
  for (auto _ : state) sum += expo_entry->sample(stream, mean);
  benchmark::DoNotOptimize(sum);
}

void make_a_named_stream(benchmark::State& state) {
  for (auto _ : state) {
    StreamSet set;
    benchmark::DoNotOptimize(&set.named("Shop.Drilling.delay"));
  }
}

void next_substream(benchmark::State& state) {
  Stream stream;
  for (auto _ : state) stream.next_substream();
}

using S = Stream;
using T = TextbookGenerator;

BENCHMARK_CAPTURE(ours, uniform, [](S& s) { return s.uniform(); });
BENCHMARK_CAPTURE(textbook, uniform, [](T& g) { return g.uniform(); });
BENCHMARK(standard_mt19937_64);
BENCHMARK_CAPTURE(ours, expo, [](S& s) { return expo(s, 5.0); });
BENCHMARK_CAPTURE(textbook, expo, [](T& g) { return -5.0 * std::log(g.uniform()); });
BENCHMARK(through_the_table);
BENCHMARK_CAPTURE(ours, norm, [](S& s) { return norm(s, 5.0, 1.0); });
BENCHMARK_CAPTURE(textbook, norm, [](T& g) { return 5.0 + textbook_norm(g); });
BENCHMARK_CAPTURE(ours, norm_by_rejection, [](S& s) { return 5.0 + textbook_norm(s); });
BENCHMARK_CAPTURE(ours, gamm, [](S& s) { return gamm(s, 2.0, 2.5); });
BENCHMARK_CAPTURE(textbook, gamm, [](T& g) { return 2.0 * textbook_gamma(g, 2.5); });
BENCHMARK_CAPTURE(ours, gamm_by_rejection, [](S& s) { return 2.0 * textbook_gamma(s, 2.5); });
BENCHMARK_CAPTURE(ours, beta, [](S& s) { return beta(s, 1.5, 5.0); });
BENCHMARK_CAPTURE(ours, beta_by_rejection, [](S& s) {
  const double x = textbook_gamma(s, 1.5);
  return x / (x + textbook_gamma(s, 5.0));
});
BENCHMARK_CAPTURE(ours, pois_8, [](S& s) { return pois(s, 8.0); });
BENCHMARK_CAPTURE(ours, pois_8_by_products, [](S& s) { return textbook_poisson(s, 8.0); });
BENCHMARK_CAPTURE(ours, pois_100, [](S& s) { return pois(s, 100.0); });
BENCHMARK_CAPTURE(ours, pois_100_by_products, [](S& s) { return textbook_poisson(s, 100.0); });
BENCHMARK_CAPTURE(ours, tria, [](S& s) { return tria(s, 1.0, 3.0, 6.0); });
BENCHMARK_CAPTURE(ours, unif, [](S& s) { return unif(s, 1.0, 3.0); });
BENCHMARK_CAPTURE(ours, weib, [](S& s) { return weib(s, 2.0, 1.5); });
BENCHMARK_CAPTURE(ours, logn, [](S& s) { return logn(s, 4.0, 3.0); });
BENCHMARK_CAPTURE(ours, erla_2, [](S& s) { return erla(s, 1.5, 2.0); });
BENCHMARK_CAPTURE(ours, john, [](S& s) { return john(s, 0.5, 1.2, 3.0, 1.0); });
BENCHMARK(make_a_named_stream);
BENCHMARK(next_substream);

}  // namespace
