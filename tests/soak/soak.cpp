// SPDX-License-Identifier: MIT
// Does the heap stay flat in long runs? M/M/1 of process blocks over 1e9 events, and 1e8 pairs of scheduling
// and cancelling, on the kernel's event list and on the calendar of process blocks. The heap is read at each
// tenth after the first; it may not grow by more than 2 %. Not part of the tests: it takes some minutes.
//
//   escapement_soak [EVENTS [PAIRS]]
#include <malloc.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "escapement/atomic/atomic.h"
#include "escapement/cli/standard_registry.h"
#include "escapement/core/simulator.h"
#include "escapement/coupled/flatten.h"
#include "escapement/json/replication.h"
#include "escapement/siman/block.h"
#include "escapement/siman/calendar.h"

namespace {

using namespace escapement;

std::size_t heap_bytes() {
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

class Watch {
 public:
  explicit Watch(const char* what) : what_(what) {}
  void read() {
    readings_.push_back(heap_bytes());
    std::printf("%s: %zu0 %%, heap %zu bytes\n", what_, readings_.size(), readings_.back());
    std::fflush(stdout);
  }
  bool flat() const {
    bool good = readings_.size() == 10;
    for (const std::size_t bytes : readings_)
      good = good && static_cast<double>(bytes) <= 1.02 * static_cast<double>(readings_.front());
    std::printf("%s: %s\n", what_, good ? "flat" : "NOT FLAT");
    return good;
  }

 private:
  const char* what_;
  std::vector<std::size_t> readings_;
};

bool queueing(double events) {
  const registry::Registry registry = cli::standard_registry();
  const std::string length = to_text(events);  // one arrival and one departure in two time units
  const json::Study study = json::Study::from_text(
      R"J({"entities": {"Customer": {}}, "resources": {"Server": {}}, "model": {"components": {
        "Arrivals": {"type": "arena.Create", "interarrival": "EXPO(2, 1)"},
        "Service": {"type": "arena.Process", "resources": "Server", "delay": "EXPO(1, 2)"},
        "Done": {"type": "arena.Dispose"}}, "couplings": ["Arrivals -> Service -> Done"]},
        "experiment": {"length": )J" +
          length + "}}",
      "soak.json", registry);
  json::StudyReplication replication(study, 0);
  Watch watch("M/M/1");
  double next = 0.1;
  replication.run([&](double fraction) {
    for (; fraction >= next && next < 0.95; next += 0.1) watch.read();
    return true;
  });
  watch.read();
  return watch.flat();
}

// Is due in the far future, and then not, turn and turn about.
struct Fickle : Atomic {
  using Atomic::Atomic;
  InPort<int> in{*this, "in"};
  bool waiting = false;
  void external(Time) override { waiting = !waiting; }
  TimeAdvance time_advance() const override {
    return waiting ? TimeAdvance::at(1e15 + now()) : TimeAdvance::never();
  }
};
struct Poker : Atomic {
  using Atomic::Atomic;
  OutPort<int> out{*this, "out"};
  void output() override { out.put(1); }
  TimeAdvance time_advance() const override { return TimeAdvance::after(1); }
};

bool cancelling_models(double pairs) {
  Coupled root("Root");
  auto& fickle = root.add<Fickle>("Fickle");
  auto& poker = root.add<Poker>("Poker");
  root.couple(poker.out, fickle.in);
  Simulator simulator(flatten(root));
  Watch watch("schedule and cancel, models");
  for (int tenth = 1; tenth <= 10; ++tenth) {
    simulator.run(2 * pairs / 10 * tenth);
    watch.read();
  }
  return watch.flat();
}

bool cancelling_events(double pairs) {
  struct Nothing : siman::Block {
    using Block::Block;
    siman::Block* enter(siman::Entity&) override { return nullptr; }
  } block("Nothing");
  siman::Calendar calendar;
  for (int i = 0; i < 1000; ++i) calendar.schedule(i, siman::EventClass::kDelayEnd, block, nullptr);
  Watch watch("schedule and cancel, calendar");
  for (int tenth = 1; tenth <= 10; ++tenth) {
    for (double i = 0; i < pairs / 10; ++i)
      calendar.cancel(calendar.schedule(i, siman::EventClass::kDelayEnd, block, nullptr));
    watch.read();
  }
  return watch.flat();
}

}  // namespace

int main(int argc, char** argv) {
  const double events = argc > 1 ? std::atof(argv[1]) : 1e9;
  const double pairs = argc > 2 ? std::atof(argv[2]) : 1e8;
  if (!(events >= 1e4 && pairs >= 1e3)) {
    std::fprintf(stderr, "usage: escapement_soak [EVENTS >= 10000 [PAIRS >= 1000]]\n");
    return 2;
  }
  const bool good = queueing(events) & cancelling_models(pairs) & cancelling_events(pairs);
  return good ? 0 : 1;
}
