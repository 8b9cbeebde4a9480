// SPDX-License-Identifier: MIT
// A base for models that think in phases: a phase holds for a time, then the internal event comes
// (the "hold in" style of DEVSJAVA and of Zeigler's books).
#pragma once

#include <string>
#include <utility>

#include "escapement/atomic/atomic.h"

namespace escapement {

class Phased : public Atomic {
 public:
  using Atomic::Atomic;

  TimeAdvance time_advance() const final {
    return due_ == kInfinity ? TimeAdvance::never() : TimeAdvance::at(due_);
  }
  const std::string& phase() const { return phase_; }
  void print_state(std::ostream& out) const override { out << phase_; }

 protected:
  // Enters `phase` and schedules the internal event `duration` from now (>= 0; infinity waits for input).
  // The due time is kept, so input in between does not disturb it: external() that does nothing keeps on.
  void hold_in(std::string phase, Time duration) {
    if (!(duration >= 0)) refuse(phase, duration);
    phase_ = std::move(phase);
    due_ = now() + duration;
  }
  void passivate(std::string phase = "passive") { hold_in(std::move(phase), kInfinity); }
  bool phase_is(const std::string& phase) const { return phase_ == phase; }
  Time remaining() const { return due_ - now(); }
  // The phase and when it ends: for archive(), which is left to the derived class, because that class knows
  // whether there is more to save.
  void archive_phase(Archive& archive);

 private:
  [[noreturn]] void refuse(const std::string& phase, Time duration) const;
  std::string phase_ = "passive";
  Time due_ = kInfinity;
};

}  // namespace escapement
