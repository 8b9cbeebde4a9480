// SPDX-License-Identifier: MIT
// What the simulator notes of a model, and how it acts; shared by the sequential and the parallel micro-step.
#pragma once

#include <cstdint>

#include "escapement/core/dynamics.h"
#include "escapement/core/observer.h"
#include "escapement/core/simulator.h"

namespace escapement {

inline constexpr std::uint32_t kImminent = 1;
inline constexpr std::uint32_t kReceiving = 2;
inline constexpr std::uint32_t kActing = kImminent | kReceiving;
inline constexpr std::uint32_t kListed = 4;  // has an entry in the event list that holds
inline constexpr std::uint32_t kSeen = 8;    // scratch of compact()
inline constexpr std::uint32_t kSerial = 16;

// Those that share a mailbox act in path order, one sees what the other left.
inline bool must_be_serial(const Dynamics& model) {
  if (model.serial()) return true;
  for (const PortBase* p = model.first_port(); p != nullptr; p = p->next())
    if (p->role() == PortBase::Role::kShare) return true;
  return false;
}

inline bool keeps_mail(const PortBase& port) {
  return port.role() == PortBase::Role::kMailbox || port.role() == PortBase::Role::kShare ||
         port.role() == PortBase::Role::kPipeIn;
}

// M5 for one model.
inline void act(Dynamics& model, std::uint32_t flags, Time elapsed) {
  if (flags == kReceiving)
    model.external(elapsed);
  else if (flags == kImminent)
    model.internal();
  else
    model.confluent();
}

inline void Simulator::count(std::uint32_t flags) {
  if ((flags & kReceiving) != 0) ++counts_.external_transitions;
  if ((flags & kImminent) != 0) ++counts_.internal_transitions;
}

inline Transition transition_of(std::uint32_t flags) {
  if (flags == kReceiving) return Transition::kExternal;
  return flags == kImminent ? Transition::kInternal : Transition::kConfluent;
}

}  // namespace escapement
