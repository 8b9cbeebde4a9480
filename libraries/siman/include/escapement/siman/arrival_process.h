// SPDX-License-Identifier: MIT
// A non-stationary Poisson process whose rate is a schedule of arrivals (entities per hour), by inversion:
// the time from one arrival to the next is where the integral of the rate over time has grown by an
// exponential number of mean 1 (Law, Simulation Modeling and Analysis, "nonstationary Poisson processes"). It
// is exact, and each arrival takes one random number.
#pragma once

#include <cstdint>

#include "escapement/siman/schedule.h"

namespace escapement::siman {

class ArrivalProcess {
 public:
  // `hours` is one time unit in hours. The schedule must outlive the process.
  ArrivalProcess(Schedule& schedule, double hours) : schedule_(schedule), hours_(hours) {}

  // The first arrival after `from`, given an exponential number of mean 1; infinite when none comes any more.
  // Times must not decrease from call to call, since values and durations of the schedule may be drawn.
  // Throws SimulationError when the schedule has no rate above 0 for a million items.
  Time next(Time from, double exponential);

 private:
  void enter(std::uint64_t item, Time began);

  Schedule& schedule_;
  double hours_;
  bool begun_ = false;
  ScheduleCursor cursor_{};
  Time end_ = 0;  // of the item at hand
  double rate_ = 0;
};

}  // namespace escapement::siman
