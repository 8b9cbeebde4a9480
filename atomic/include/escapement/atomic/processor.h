// SPDX-License-Identifier: MIT
// A server without a queue: takes one job at a time, holds it for the service time and sends it on. Jobs that
// arrive while it is busy are lost; of several that arrive at once the first of the bag is taken. (The
// processor of Zeigler, Praehofer and Kim, "Theory of Modeling and Simulation", section 4.2.)
//
//   ports  in    double, jobs
//          out   double, the same job, served
//   S = {idle, busy} x job x due time;  delta_con: internal, then external, so that a job that arrives at the
//   very instant of a completion is taken.
#pragma once

#include <cstdint>
#include <string>

#include "escapement/atomic/atomic.h"

namespace escapement {

class Processor : public Atomic {
 public:
  // service_time >= 0 and finite, in time units; throws BuildError otherwise.
  Processor(std::string name, Time service_time);

  InPort<double> in{*this, "in"};
  OutPort<double> out{*this, "out"};

  bool busy() const { return busy_; }
  double job() const { return job_; }                   // the one in service, or the last
  std::uint64_t received() const { return received_; }  // all arrivals: taken and lost
  std::uint64_t lost() const { return lost_; }
  std::uint64_t served() const { return served_; }

  void initialize() override;
  void output() override { out.put(job_); }
  void internal() override;
  void external(Time elapsed) override;
  TimeAdvance time_advance() const override;
  void print_state(std::ostream& text) const override;
  void archive(Archive& archive) override;

 private:
  Time service_time_;
  Time due_ = kInfinity;
  double job_ = 0;
  std::uint64_t received_ = 0, lost_ = 0, served_ = 0;
  bool busy_ = false;
};

}  // namespace escapement
