// SPDX-License-Identifier: MIT
// What running models share with their simulator: the clock, the bags of their inputs, and where their
// outputs go. One per thread that runs models.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "escapement/core/bag.h"
#include "escapement/core/outbox.h"
#include "escapement/core/structure.h"
#include "escapement/core/time.h"

namespace escapement::internal {

// An input port in the simulator. Its bag exists only while there is something in it.
struct InputSlot {
  static constexpr std::uint32_t kKeepsMail = 0x80000000u;
  std::uint32_t bag = 0;    // number of its bag in this micro-step; bag 0 is always empty
  std::uint32_t owner = 0;  // the model, and kKeepsMail for a mailbox
  std::uint32_t model() const { return owner & ~kKeepsMail; }
  bool keeps_mail() const { return (owner & kKeepsMail) != 0; }
};

struct RunState {
  Instant clock;
  const InputSlot* inputs = nullptr;
  std::uint32_t input_count = 0;
  BagHeader* bags = nullptr;
  Outbox outbox;
  // Structural change: who carries it out, null where nobody can, and what models asked for in this step.
  StructureService* structure = nullptr;
  std::vector<std::unique_ptr<StructureRequest>> requests;
  std::uint32_t place = 0;  // of the model that acts now, where several threads act
  bool in_transition = false;
  // How far the model that acts now may run on by itself, see Dynamics::run_on.
  Time others_due = 0;
  Time limit = -kInfinity;
  std::uint32_t left = 0;
  std::uint32_t done = 0;

  // An input that the simulator does not know has an empty bag.
  BagHeader& bag_of(std::uint32_t input) const { return bags[input < input_count ? inputs[input].bag : 0]; }
};

}  // namespace escapement::internal
