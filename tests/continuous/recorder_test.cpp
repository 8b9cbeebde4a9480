// SPDX-License-Identifier: MIT
#include "escapement/continuous/recorder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "escapement/core/error.h"
#include "escapement/core/network.h"
#include "escapement/core/simulator.h"

namespace escapement::continuous {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// x = t, and 100 more after t = 1, where the part tells of an event; at t = 2 it tells of one that was none.
class Line : public Atomic, public Part {
 public:
  Line(std::string name, Run& run) : Atomic(std::move(name)), run_(run) { run.enlist(*this); }
  ~Line() override { run_.discharge(*this); }
  void internal() override {
    run_.before_event(now());
    if (next_ == 1) added_ = 100;
    run_.after_event(now(), next_ == 1);
    ++next_;
  }
  TimeAdvance time_advance() const override {
    return next_ > 2 ? TimeAdvance::never() : TimeAdvance::at(next_);
  }
  std::string part_path() const override { return path(); }
  const std::vector<Variable>& variables() const override { return variables_; }
  void values(double t, double* out) const override {
    if (t > defined_until_) throw Error("not defined");
    *out = t + added_;
  }
  void end_at(double t) { defined_until_ = t; }
  Counters counters() const override { return {1, 2, 3, 4, 5, 6}; }

 private:
  Run& run_;
  double next_ = 1, added_ = 0, defined_until_ = kInfinity;
  std::vector<Variable> variables_{{"x", "m", true}};
};

// Models without ports.
Network network_of(std::vector<Dynamics*> models) {
  Network network;
  network.models = std::move(models);
  network.route_begin = network.root_begin = {0};
  return network;
}

TEST(Recorder, TakesTheGridAndRowsBeforeAndAfterEvents) {
  continuous::Run run;
  Line b("B", run), a("A", run);
  Recorder recorder("R", run, 0, 3, 2);
  Simulator simulator(network_of({&a, &b, &recorder}));
  simulator.run(3);
  const Trajectory trajectory = recorder.finish(3);
  EXPECT_THAT(trajectory.names, ElementsAre("A.x", "B.x")) << "by path, not by when they enlisted";
  EXPECT_THAT(trajectory.units, ElementsAre("m", "m"));
  // Both have an event at 1: one row before, one after both. The event at 2 was none.
  EXPECT_THAT(trajectory.times, ElementsAre(0, 1, 1, 1.5, 3));
  EXPECT_THAT(trajectory.columns[0], ElementsAre(0, 1, 101, 101.5, 103));
  EXPECT_THAT(trajectory.columns[1], ElementsAre(0, 1, 101, 101.5, 103));
  EXPECT_THAT(trajectory.events, ElementsAre(1));
  EXPECT_THAT(trajectory.final_values, ElementsAre(103, 103));
  EXPECT_EQ(trajectory.counters.steps, 2u);
  EXPECT_EQ(trajectory.counters.restarts, 12u);
}

// What was recorded until a run failed is kept, also where there are no values any more; a row is whole or
// not there.
TEST(Recorder, ARunThatFailsKeepsItsRows) {
  continuous::Run run;
  Line a("A", run), b("B", run);
  Recorder recorder("R", run, 0, 4, 4);
  Simulator simulator(network_of({&a, &b, &recorder}));
  b.end_at(2.5);
  EXPECT_THROW(simulator.run(4), Error);
  EXPECT_THROW(recorder.finish(3), Error);
  const Trajectory trajectory = recorder.rescue(3);
  EXPECT_THAT(trajectory.times, ElementsAre(0, 1, 1, 2));
  for (const auto& column : trajectory.columns) EXPECT_THAT(column, ElementsAre(0, 1, 101, 102));
  EXPECT_THAT(trajectory.final_values, ElementsAre(102, 102));
  EXPECT_EQ(trajectory.counters.steps, 2u);
}

TEST(Recorder, ARunThatFailsAtItsStartHasNoFinalValues) {
  continuous::Run run;
  Line a("A", run);
  Recorder recorder("R", run, 0, 4, 4);
  a.end_at(-1);
  EXPECT_THAT(recorder.rescue(0).final_values, ElementsAre());
}

TEST(Recorder, TheGridBeginsAtTheStart) {
  continuous::Run run;
  Recorder recorder("R", run, -1, 2, 3);
  Simulator simulator(network_of({&recorder}), {.start = -1});
  simulator.run(2);
  EXPECT_THAT(recorder.finish(2).times, ElementsAre(-1, 0, 1, 2));
}

TEST(Recorder, NeedsALengthAndIntervals) {
  continuous::Run run;
  const auto refusal = [&](double length, int intervals) -> std::string {
    try {
      Recorder recorder("R", run, 1, 1 + length, intervals);
    } catch (const BuildError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_THAT(refusal(0, 5),
              HasSubstr("a finite end after its start and at least one interval, not 1, 1 and 5"));
  EXPECT_THAT(refusal(kInfinity, 5), HasSubstr("not 1, inf and 5"));
  EXPECT_THAT(refusal(1, 0), HasSubstr("not 1, 2 and 0"));
}

}  // namespace
}  // namespace escapement::continuous
