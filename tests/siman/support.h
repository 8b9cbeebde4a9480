// SPDX-License-Identifier: MIT
// What tests of process blocks share: a model with its streams and statistics, and a block that logs
// entities.
#pragma once

#include <gmock/gmock.h>

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "escapement/core/simulator.h"
#include "escapement/coupled/flatten.h"
#include "escapement/siman/assign.h"
#include "escapement/siman/branch.h"
#include "escapement/siman/create.h"
#include "escapement/siman/delay.h"
#include "escapement/siman/dispose.h"
#include "escapement/siman/process_hosting.h"
#include "escapement/siman/queue.h"
#include "escapement/siman/record_blocks.h"
#include "escapement/siman/release.h"
#include "escapement/siman/resource.h"
#include "escapement/siman/seize.h"
#include "escapement/siman/statistic_elements.h"

namespace escapement::siman::testing_support {

inline constexpr double kForever = std::numeric_limits<double>::infinity();

// Passes entities on and notes when each came, and its number (IDENT).
class Log : public Block {
 public:
  using Block::Block;
  Entry in{*this, "in"};
  Exit out{*this, "out", true};
  Block* enter(Entity& entity) override {
    times.push_back(now());
    records.push_back(entity.record);
    entities.push_back(entity.serial);
    for (std::size_t a = 0; a < logged_attributes; ++a) attributes.push_back(entity.attributes[a]);
    if (together != nullptr) together->push_back(name() + std::to_string(entity.record));
    return out.leave(entity);
  }
  std::vector<double> times;
  std::vector<std::uint64_t> records, entities;
  std::vector<double> attributes;  // of all slots, entity by entity
  std::size_t logged_attributes = 0;
  std::vector<std::string>* together = nullptr;  // "Name1": the order over several logs
};

// A model from building to the end of its run. Elements and blocks are added to `top`.
class Model {
 public:
  explicit Model(std::uint64_t replication = 0) : streams({}, replication) {}

  template <class C, class... Args>
  C& add(const char* name, Args&&... args) {
    return top.add<C>(name, std::forward<Args>(args)...);
  }
  // The source that every second test needs: arrivals at first, first + gap, ...; `most` of them.
  Create& arrivals(const char* name, ExpressionText first, ExpressionText gap, double most = kForever) {
    Create::Options options;
    options.first = std::move(first);
    options.interarrival = std::move(gap);
    options.max_batches = most;
    return add<Create>(name, options);
  }
  void link(PortBase& from, PortBase& to) { top.couple(from, to); }

  Simulator& build(HostingMode mode = HostingMode::kTogether) {
    hosting = std::make_unique<ProcessHosting>(environment, mode);
    simulator = std::make_unique<Simulator>(flatten(top, hosting.get()));
    return *simulator;
  }
  void run(Time until = kForever, HostingMode mode = HostingMode::kTogether) {
    if (simulator == nullptr) build(mode);
    if (until == kForever)
      simulator->run();
    else
      simulator->run(until);
  }
  // What building says is wrong, one fault a line with its remedy.
  std::string faults() {
    try {
      build();
    } catch (const InputError& e) {
      std::string text;
      for (const Diagnostic& d : e.diagnostics()) text += d.message + " | " + d.remedy + "\n";
      return text;
    } catch (const BuildError& e) {
      return e.what();
    }
    return "";
  }
  // What the run says is wrong.
  std::optional<SimulationError> failure(Time until = kForever) {
    try {
      run(until);
    } catch (const SimulationError& e) {
      return e;
    }
    return std::nullopt;
  }

  double tally(const std::string& name) const { return statistics.find_tally(name)->average().value(); }
  std::uint64_t observations(const std::string& name) const {
    return statistics.find_tally(name)->observations();
  }
  double average(const std::string& name) const {
    return statistics.find_time_persistent(name)->average(simulator->now());
  }
  double count(const std::string& name) const { return statistics.find_counter(name)->value(); }
  double output(const std::string& name) const {
    return statistics.find_output(name)->value(simulator->now());
  }
  const statistics::TimePersistent& persistent(const std::string& name) const {
    return *statistics.find_time_persistent(name);
  }

  random::StreamSet streams;
  mutable statistics::Collector statistics;
  registry::Environment environment{streams, statistics, 1, 1, {}, "s", ""};
  Coupled top{"Model"};
  std::unique_ptr<ProcessHosting> hosting;
  std::unique_ptr<Simulator> simulator;
};

// QUEUE, SEIZE, DELAY, RELEASE with names made from one: "Line" gives LineQueue, LineSeize, LineDelay,
// LineRelease.
struct Station {
  Station(Model& model, const std::string& name, const char* queue, std::vector<ResourceUnits> resources,
          ExpressionText duration, ExpressionText priority = 1.0)
      : enqueue(model.top.add<Queue>(name + "Queue", Queue::Options{queue})),
        seize(model.top.add<Seize>(name + "Seize", Seize::Options{resources, std::move(priority)})),
        begin(model.top.add<Log>(name + "Begin")),
        delay(model.top.add<Delay>(name + "Delay", Delay::Options{std::move(duration)})),
        release(model.top.add<Release>(name + "Release", resources)),
        end(model.top.add<Log>(name + "End")) {
    model.link(enqueue.out, seize.in);
    model.link(seize.out, begin.in);
    model.link(begin.out, delay.in);
    model.link(delay.out, release.in);
    model.link(release.out, end.in);
  }
  Queue& enqueue;
  Seize& seize;
  Log& begin;
  Delay& delay;
  Release& release;
  Log& end;
};

}  // namespace escapement::siman::testing_support
