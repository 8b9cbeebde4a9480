// SPDX-License-Identifier: MIT
// Structural change: replacing one model of a ring while it runs, in rings of different size. The time of a
// change must not grow with the ring. The first change of a run, which lays out the graph of ports, is apart.
#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <vector>

#include "escapement/atomic/atomic.h"
#include "escapement/core/simulator.h"
#include "escapement/coupled/flatten.h"
#include "escapement/coupled/structure_change.h"

namespace {

using namespace escapement;

struct Member : Atomic {
  using Atomic::Atomic;
  InPort<int> in{*this, "in"};
  OutPort<int> out{*this, "out"};
};

struct Replacer : Atomic {
  Replacer(std::string name, Coupled& ring) : Atomic(std::move(name)), ring_(ring) {}
  std::vector<Member*> members;
  void internal() override {
    const std::size_t at = random_() % members.size();
    const std::size_t before = (at + members.size() - 1) % members.size(), after = (at + 1) % members.size();
    StructureChange change(*this);
    change.remove(*members[at]);
    auto& fresh = change.add<Member>(ring_, "N" + std::to_string(count_++));
    change.couple(members[before]->out, fresh.in);
    change.couple(fresh.out, members[after]->in);
    members[at] = &fresh;
  }
  TimeAdvance time_advance() const override { return TimeAdvance::after(1); }

 private:
  Coupled& ring_;
  std::mt19937 random_{1};
  long count_ = 0;
};

void replace(benchmark::State& state) {
  Coupled root("Root");
  auto& ring = root.add<Coupled>("Ring");
  auto& replacer = root.add<Replacer>("Replacer", ring);
  for (int i = 0; i < state.range(0); ++i)
    replacer.members.push_back(&ring.add<Member>("M" + std::to_string(i)));
  for (std::size_t i = 0; i < replacer.members.size(); ++i)
    ring.couple(replacer.members[i]->out, replacer.members[(i + 1) % replacer.members.size()]->in);
  Simulator simulator(flatten(root));
  Time time = 1;
  simulator.run(time);
  for ([[maybe_unused]] auto _ : state) simulator.run(time += 1);
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK(replace)
    ->Name("structure/replace")
    ->Arg(1000)
    ->Arg(100000)
    ->Iterations(10000)
    ->Unit(benchmark::kMicrosecond);

}  // namespace
