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
  // `hours` is one time unit in hours, `last` the end of the run. The schedule must outlive the process.
  ArrivalProcess(Schedule& schedule, double hours, Time last = kInfinity)
      : schedule_(schedule), hours_(hours), last_(last) {}

  // The first arrival after `from`, given an exponential number of mean 1; infinite when none comes any more,
  // or none that the run would see.
  // Times must not decrease from call to call, since values and durations of the schedule may be drawn.
  // Throws SimulationError when the schedule has no rate above 0 for a million items.
  Time next(Time from, double exponential);
  void archive(Archive& archive);

 private:
  void enter(std::uint64_t item, Time began);

  Schedule& schedule_;
  double hours_;
  Time last_;
  bool begun_ = false;
  ScheduleCursor cursor_{};
  Time end_ = 0;  // of the item at hand
  double rate_ = 0;
};

}  // namespace escapement::siman
