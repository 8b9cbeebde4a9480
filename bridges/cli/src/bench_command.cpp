// SPDX-License-Identifier: MIT
#include "bench_command.h"

#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "escapement/core/error.h"
#include "escapement/coupled/flatten.h"
#include "escapement/devstone/devstone.h"
#include "escapement/devstone/hand_written.h"
#include "escapement/devstone/ring.h"

namespace escapement::cli {
namespace {

using Json = nlohmann::ordered_json;

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Bytes that the program holds of its heap.
std::size_t heap_bytes() {
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

void must_be(const char* what, std::uint64_t got, std::uint64_t expected) {
  if (got != expected)
    throw Error(std::string(what) + " are " + std::to_string(got) + ", but must be " +
                std::to_string(expected) + ": the kernel, or the model, is wrong");
}

// What both benchmarks measure.
struct Measured {
  double setup_seconds = 0, simulation_seconds = 0, hand_seconds = 0;
  std::uint64_t internal = 0, external = 0;
  std::size_t peak_bytes = 0;
};

Json as_json(const std::string& model, int width, int depth, int inputs, const devstone::Counts& counts,
             const Measured& m) {
  Json json;
  json["model"] = model;
  json["width"] = width;
  json["depth"] = depth;
  json["inputs"] = inputs;
  json["atomics"] = counts.atomics;
  json["couplings"] = {{"internal", counts.internal_couplings},
                       {"externalInput", counts.external_input_couplings},
                       {"externalOutput", counts.external_output_couplings}};
  json["internalTransitions"] = m.internal;
  json["externalTransitions"] = m.external;
  json["setupSeconds"] = m.setup_seconds;
  json["simulationSeconds"] = m.simulation_seconds;
  json["transitionsPerSecond"] = static_cast<double>(m.internal + m.external) / m.simulation_seconds;
  json["peakBytes"] = m.peak_bytes;
  json["handWritten"] = {{"simulationSeconds", m.hand_seconds}};
  return json;
}

void print(const Json& json, const std::string& format, const Terminal& terminal) {
  if (format == "json") {
    terminal.out << json.dump(2) << '\n';
    return;
  }
  const double seconds = json["simulationSeconds"], by_hand = json["handWritten"]["simulationSeconds"];
  terminal.out << json["model"].get<std::string>() << ": " << json["atomics"] << " atomics, set up in "
               << json["setupSeconds"].get<double>() * 1e3 << " ms, "
               << json["peakBytes"].get<double>() / (1 << 20) << " MiB\n"
               << json["internalTransitions"] << " internal and " << json["externalTransitions"]
               << " external transitions in " << seconds << " s, "
               << json["transitionsPerSecond"].get<double>() / 1e6 << " million a second\n"
               << "by hand " << by_hand << " s: " << seconds / by_hand << " times that\n";
}

}  // namespace

int bench_devstone(const DevstoneOptions& options, const Terminal& terminal) {
  const devstone::Kind kind = devstone::kind_of(options.model);
  const devstone::Counts expected = devstone::expected_counts(kind, options.width, options.depth);
  if (options.inputs < 1)
    throw BuildError("--inputs " + std::to_string(options.inputs) + " must be at least 1");
  const devstone::Loads loads{devstone::rounds_for(options.internal_load),
                              devstone::rounds_for(options.external_load)};
  Measured m;
  const std::size_t heap_before = heap_bytes();
  const Stopwatch setup;
  const devstone::Model model = devstone::build(kind, options.width, options.depth, loads);
  Simulator simulator(flatten(*model.root), {.micro_step_limit = 100000000, .threads = options.threads});
  m.setup_seconds = setup.seconds();
  const Stopwatch run;
  for (int i = 0; i < options.inputs; ++i) {
    model.send_input(simulator, i);
    simulator.run(i);
  }
  m.simulation_seconds = run.seconds();
  m.peak_bytes = heap_bytes() - heap_before;
  m.internal = simulator.counts().internal_transitions;
  m.external = simulator.counts().external_transitions;
  const devstone::Counts counts = devstone::counted(*model.root);
  const auto inputs = static_cast<std::uint64_t>(options.inputs);
  must_be("atomics", counts.atomics, expected.atomics);
  must_be("internal couplings", counts.internal_couplings, expected.internal_couplings);
  must_be("external input couplings", counts.external_input_couplings, expected.external_input_couplings);
  must_be("external output couplings", counts.external_output_couplings, expected.external_output_couplings);
  must_be("internal transitions", m.internal, expected.transitions * inputs);
  must_be("external transitions", m.external, expected.transitions * inputs);
  const devstone::HandWrittenResult hand =
      devstone::run_by_hand(kind, options.width, options.depth, options.inputs, loads);
  must_be("hand-written internal transitions", hand.internal_transitions, m.internal);
  must_be("hand-written external transitions", hand.external_transitions, m.external);
  m.hand_seconds = hand.simulation_seconds;
  print(as_json(devstone::kind_name(kind), options.width, options.depth, options.inputs, counts, m),
        options.format, terminal);
  return 0;
}

int bench_ring(const RingOptions& options, const Terminal& terminal) {
  if (options.events < 1) throw BuildError("--events must be at least 1");
  Measured m;
  const std::size_t heap_before = heap_bytes();
  const Stopwatch setup;
  const std::unique_ptr<Coupled> ring = devstone::build_ring(options.atomics);
  Simulator simulator(flatten(*ring));
  m.setup_seconds = setup.seconds();
  const Stopwatch run;
  const SimulatorCounts& so_far = simulator.counts();
  while (so_far.internal_transitions + so_far.external_transitions < options.events && simulator.step()) {
  }
  m.simulation_seconds = run.seconds();
  m.peak_bytes = heap_bytes() - heap_before;
  m.internal = so_far.internal_transitions;
  m.external = so_far.external_transitions;
  must_be("external transitions", m.external,
          options.atomics > 1 ? m.internal : 0);  // alone it hears nothing
  must_be("messages received", devstone::received_in_ring(*ring), m.external);
  m.hand_seconds = devstone::run_ring_by_hand(options.atomics, m.internal).seconds;
  devstone::Counts counts;
  counts.atomics = static_cast<std::uint64_t>(options.atomics);
  counts.internal_couplings = ring->couplings().size();
  print(as_json("ring", options.atomics, 1, 1, counts, m), options.format, terminal);
  return 0;
}

}  // namespace escapement::cli
