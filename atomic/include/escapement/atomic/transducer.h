// SPDX-License-Identifier: MIT
// Watches jobs arrive and be solved until a stop time, and tells throughput and turnaround (the transducer
// of the generator-processor-transducer experiment of Zeigler, Praehofer and Kim, chapter 4).
//
//   ports  arrived  double, a job (its value is its identity) that was given out
//          solved   double, a job that is done
//          out      double, the throughput, sent once at the stop time
//   throughput = solved / time observed;  turnaround of a job = time solved - time arrived.
// Jobs at exactly the stop time count, but those that come in a later micro-step than out's are too late for
// the message; result() has them.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "escapement/atomic/atomic.h"

namespace escapement {

class Transducer : public Atomic {
 public:
  struct Result {
    std::uint64_t arrived = 0;
    std::uint64_t solved = 0;
    std::uint64_t unknown = 0;   // of the solved: those that never arrived, so have no turnaround
    double throughput = 0;       // jobs per time unit; 0 before time has passed
    double mean_turnaround = 0;  // time units; 0 when no job was both seen to arrive and to be solved
  };

  // Observes from 0 to `stop`, which is above 0 (BuildError otherwise); infinity observes without end.
  explicit Transducer(std::string name, Time stop = kInfinity);

  InPort<double> arrived{*this, "arrived"};
  InPort<double> solved{*this, "solved"};
  OutPort<double> out{*this, "out"};

  Result result() const;

  void initialize() override;
  void output() override { out.put(result().throughput); }
  void internal() override { reported_ = true; }
  void external(Time elapsed) override;
  TimeAdvance time_advance() const override;
  void print_state(std::ostream& text) const override;
  void archive(Archive& archive) override;

 private:
  Time stop_;
  std::unordered_map<double, Time> open_;  // looked up by job only, never walked
  Result counts_;
  double total_turnaround_ = 0;
  std::uint64_t timed_ = 0;
  Time last_ = 0;  // when something happened last, for a result after the run
  bool reported_ = false;
};

}  // namespace escapement
