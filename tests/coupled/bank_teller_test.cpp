// SPDX-License-Identifier: MIT
// A bank teller: arrivals with exponential times of mean 10, the first at 1, service exponential of mean 8,
// first come first served. In the long run M/M/1 with load 0.8: mean wait 32, mean number waiting 3.2.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>

#include "coupled/simple_models.h"
#include "escapement/random/stream.h"
#include "escapement/random/variates.h"

namespace escapement {
namespace {

struct Arrivals : Atomic {
  Arrivals(std::string name, random::Stream& stream) : Atomic(std::move(name)), stream_(stream) {}
  OutPort<Time> out{*this, "out"};
  void output() override { out.put(due_); }
  void internal() override { due_ += random::expo(stream_, 10); }
  TimeAdvance time_advance() const override { return TimeAdvance::at(due_); }

 private:
  random::Stream& stream_;
  Time due_ = 1;
};

struct Teller : Atomic {
  Teller(std::string name, random::Stream& stream) : Atomic(std::move(name)), stream_(stream) {}
  InPort<Time> in{*this, "in"};
  std::vector<Time> waits;
  std::size_t warm_up = 0;
  double area = 0;  // of the number waiting over time

  void external(Time) override {
    account();
    for (const Time arrival : in.bag()) line_.push_back(arrival);
    if (due_ == kInfinity) serve();
  }
  void internal() override {
    account();
    due_ = kInfinity;
    if (!line_.empty()) serve();
  }
  TimeAdvance time_advance() const override { return TimeAdvance::at(due_); }

 private:
  void account() {
    area += static_cast<double>(line_.size()) * (now() - last_);
    last_ = now();
  }
  void serve() {
    waits.push_back(now() - line_.front());
    line_.pop_front();
    due_ = now() + random::expo(stream_, 8);
  }
  random::Stream& stream_;
  std::deque<Time> line_;
  Time due_ = kInfinity, last_ = 0;
};

struct Bank {
  random::Stream arrival_stream, service_stream;
  Coupled root{"Bank"};
  Teller* teller;
  explicit Bank(std::uint64_t substream)
      : arrival_stream({12345, 12345, 12345, 12345, 12345, 12345}, substream),
        service_stream({3692455944, 1366884236, 2968912127, 335948734, 4161675175, 475798818}, substream) {
    auto& arrivals = root.add<Arrivals>("Arrivals", arrival_stream);
    teller = &root.add<Teller>("Teller", service_stream);
    root.couple(arrivals.out, teller->in);
  }
};

// Every wait is what Lindley's recursion W' = max(0, W + S - A) gives with the same numbers.
TEST(BankTeller, WaitsFollowLindleysRecursion) {
  Bank bank(0);
  random::Stream arrivals = bank.arrival_stream.duplicate(), services = bank.service_stream.duplicate();
  Simulator(flatten(bank.root)).run(20000);
  double wait = 0;
  for (const Time w : bank.teller->waits) {
    ASSERT_NEAR(w, wait, 1e-9);
    const double service = random::expo(services, 8), interarrival = random::expo(arrivals, 10);
    wait = std::max(0.0, wait + service - interarrival);
  }
  EXPECT_GT(bank.teller->waits.size(), 1500u);
}

// Twenty replications on the substreams 0 .. 19 of the streams 0 and 1 of the package seed 12345; Student's t
// at 99 % with 19 degrees of freedom is 2.861.
TEST(BankTeller, LongRunIsTheFormulaOfMM1) {
  constexpr int kRuns = 20;
  constexpr double kLength = 1.5e6, kWarmUp = 1e5;
  std::vector<double> waits, lengths;
  for (int run = 0; run < kRuns; ++run) {
    Bank bank(static_cast<std::uint64_t>(run));
    Simulator sim(flatten(bank.root));
    sim.run(kWarmUp);
    const auto skip = static_cast<std::ptrdiff_t>(bank.teller->waits.size());
    const double area = bank.teller->area;
    sim.run(kLength);
    const auto first = bank.teller->waits.begin() + skip;
    const auto count = static_cast<double>(bank.teller->waits.end() - first);
    waits.push_back(std::accumulate(first, bank.teller->waits.end(), 0.0) / count);
    lengths.push_back((bank.teller->area - area) / (kLength - kWarmUp));
  }
  const auto expect_covers = [](const std::vector<double>& values, double truth) {
    double mean = 0, square = 0;
    for (const double v : values) mean += v / kRuns;
    for (const double v : values) square += (v - mean) * (v - mean) / (kRuns - 1);
    const double half_width = 2.861 * std::sqrt(square / kRuns);
    std::printf("mean %.4f +- %.4f, expected %.4f\n", mean, half_width, truth);
    EXPECT_NEAR(mean, truth, half_width);
    EXPECT_LT(half_width, 0.02 * truth);
  };
  expect_covers(waits, 32);
  expect_covers(lengths, 3.2);
}

}  // namespace
}  // namespace escapement
