// SPDX-License-Identifier: MIT
// A run that was saved between any two micro-steps and loaded into the same model, built anew, goes on to the
// same trace: random nested models, and one of all ready-made atomics.
#include <gtest/gtest.h>

#include <sstream>

#include "coupled/random_models.h"
#include "escapement/atomic/alternator.h"
#include "escapement/atomic/generator.h"
#include "escapement/atomic/phased.h"
#include "escapement/atomic/processor.h"
#include "escapement/atomic/recorder.h"
#include "escapement/atomic/switch.h"
#include "escapement/atomic/transducer.h"
#include "escapement/core/archive.h"
#include "escapement/core/simulator.h"
#include "escapement/core/trace.h"
#include "escapement/coupled/flatten.h"

namespace escapement {
namespace {

using testing_support::Spec;

constexpr Time kUntil = 40;

std::string save(Simulator& simulator) {
  std::ostringstream out;
  Archive archive(out);
  simulator.archive(archive);
  archive.check_refusals();
  return std::move(out).str();
}

void load(Simulator& simulator, const std::string& bytes) {
  std::istringstream in(bytes);
  Archive archive(in);
  simulator.archive(archive);
}

// The trace of a whole run, one that is saved and loaded after each of the given numbers of micro-steps.
// `fill` puts the model into an empty root.
template <class Fill>
std::string trace_with_breaks(Fill fill, const std::vector<std::uint64_t>& breaks) {
  std::ostringstream text;
  CsvTrace trace(text);
  std::string state;
  for (std::size_t part = 0; part <= breaks.size(); ++part) {
    Coupled root("Root");
    fill(root);
    Simulator simulator(flatten(root));
    simulator.add_observer(trace);
    if (part > 0) load(simulator, state);
    const std::uint64_t end = part < breaks.size() ? breaks[part] : ~std::uint64_t{0};
    while (simulator.counts().micro_steps < end && simulator.next_event_time() <= kUntil) simulator.step();
    state = save(simulator);
  }
  return std::move(text).str();
}

TEST(Checkpoint, RandomModelsSavedAtRandomMicroStepsGoOnTheSame) {
  int models = 0;
  for (std::uint64_t seed = 4711; seed < 4711 + 120; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const Spec spec = testing_support::random_spec(random, 4, "Root");
    const auto fill = [&](Coupled& root) { testing_support::fill(root, spec, nullptr); };
    try {
      Coupled root("Root");
      fill(root);
      flatten(root);
    } catch (const BuildError&) {  // couplings in a circle: not a DEVS network
      continue;
    }
    std::vector<std::uint64_t> breaks;
    for (std::uint64_t at = random() % 5; breaks.size() < 6; at += 1 + random() % 12) breaks.push_back(at);
    ASSERT_EQ(trace_with_breaks(fill, breaks), trace_with_breaks(fill, {}));
    ++models;
  }
  std::printf("seeds from 4711: %d models\n", models);
  EXPECT_GT(models, 60);
}

// Holds each job for as long as its number says.
struct Holder : Phased {
  using Phased::Phased;
  InPort<double> in{*this, "in"};
  OutPort<double> out{*this, "out"};
  double job = 0;
  void external(Time) override {
    if (!phase_is("passive")) return;
    job = in.bag().front();
    hold_in("busy", 1.5);
  }
  void output() override { out.put(job); }
  void internal() override { passivate(); }
  void archive(Archive& archive) override {
    archive_phase(archive);
    archive(job);
  }
};

TEST(Checkpoint, ReadyMadeAtomicsGoOnTheSameFromEveryMicroStep) {
  const auto fill = [](Coupled& root) {
    auto& source = root.add<Generator>("Source", GeneratorOptions{Periodic("0", "1/3"), 1, 1, 90});
    auto& deal = root.add<Alternator>("Deal");
    auto& server = root.add<Processor>("Server", 0.5);
    auto& holder = root.add<Holder>("Holder");
    auto& cross = root.add<Switch>("Cross");
    auto& watch = root.add<Transducer>("Watch", 30.0);
    auto& log = root.add<Recorder>("Log");
    root.couple(source.out, deal.in);
    root.couple(source.out, watch.arrived);
    root.couple(deal.out1, server.in);
    root.couple(deal.out2, holder.in);
    root.couple(server.out, cross.in1);
    root.couple(holder.out, cross.in2);
    root.couple(cross.out1, watch.solved);
    root.couple(cross.out2, log.in);
    root.couple(watch.out, log.in);
  };
  std::vector<std::uint64_t> everywhere;
  for (std::uint64_t at = 0; at < 300; ++at) everywhere.push_back(at);
  const std::string whole = trace_with_breaks(fill, {});
  EXPECT_EQ(trace_with_breaks(fill, everywhere), whole);
  EXPECT_NE(whole.find("Watch,out"), std::string::npos);
}

}  // namespace
}  // namespace escapement
