// SPDX-License-Identifier: MIT
// A ring of atomics: each waits for an exponential time of mean 1, sends a message to the next, and starts
// anew; what it gets it counts and waits on. One event is one internal and one external transition, and the
// event list always holds every atomic: the plainest test of a kernel's event list.
#pragma once

#include <cstdint>
#include <memory>

#include "escapement/core/archive_fwd.h"
#include "escapement/coupled/coupled.h"

namespace escapement::devstone {

// Small and quick pseudo-random numbers for waiting times (the mixing function of splitmix64, Steele, Lea and
// Flood 2014), so that a benchmark measures the event list and not the generator.
class QuickRandom {
 public:
  explicit QuickRandom(std::uint64_t seed) : state_(seed) {}
  double exponential();  // mean 1, above 0
  void archive(Archive& archive);

 private:
  std::uint64_t state_;
};

// `atomics` >= 1 models named so that the ring is in path order; throws BuildError otherwise. Each has
// random numbers of its own, seeded by its number.
std::unique_ptr<Coupled> build_ring(int atomics);

// The messages that the atomics of a ring received.
std::uint64_t received_in_ring(const Coupled& ring);

struct RingByHand {
  std::uint64_t received = 0;
  double time = 0;     // of the last event
  double seconds = 0;  // of the loop, without building
};

// The same work, without the framework: an array of states and a 4-ary heap of due times.
RingByHand run_ring_by_hand(int atomics, std::uint64_t events);

}  // namespace escapement::devstone
