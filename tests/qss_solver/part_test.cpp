// SPDX-License-Identifier: MIT
// The solver as an atomic among others: what is sent when, inputs, dense output, checkpoints.
#include "escapement/qss_solver/part.h"

#include <gmock/gmock.h>

#include <array>
#include <sstream>

#include "escapement/core/archive.h"
#include "escapement/core/simulator.h"
#include "escapement/coupled/coupled.h"
#include "escapement/coupled/flatten.h"
#include "qss_solver/support.h"

namespace escapement::qss_solver {
namespace {

using namespace testing_support;
using qss::Kind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

// Keeps what arrives, with its time; sends what it is told.
class Probe : public Atomic {
 public:
  using Atomic::Atomic;
  InPort<double> in{*this, "in"};
  OutPort<double> out{*this, "out"};
  std::vector<std::pair<Time, double>> got;
  std::vector<std::pair<Time, double>> to_send;
  void external(Time) override {
    for (const double value : in.bag()) got.emplace_back(now(), value);
  }
  void output() override { out.put(to_send[next_].second); }
  void internal() override { ++next_; }
  TimeAdvance time_advance() const override {
    return next_ < to_send.size() ? TimeAdvance::at(to_send[next_].first) : TimeAdvance::never();
  }
  void archive(Archive& archive) override { archive(next_); }

 private:
  std::size_t next_ = 0;
};

// x' = u until x reaches 2, then n counts and x starts at 0 again.
struct Tank {
  Text text;
  Tank() {
    text.input("u");
    text.discrete("n", 0);
    text.equation("d.x = u");
    text.equation("y = 2*x");
    start(text, "x", 0);
    text.when("n", {{{"x >= 2"}, "pre.n + 1"}});
    text.reinit("x", {{{"x >= 2"}, "0"}});
    text.system.variables[*text.system.find("u")].start = 1;
  }
  PartOptions options() const {
    PartOptions made;
    made.method = method(Kind::kQss2, 1e-3, 1e-6);
    const auto variable = [this](const char* name) { return *text.system.find(name); };
    made.senders.push_back({variable("n"), "n", Sender::When::kChanges, {}});
    made.senders.push_back({variable("y"), "y", Sender::When::kSamples, Periodic("0.5", "1")});
    made.shown = {variable("n"), variable("y")};
    return made;
  }
};

struct Trial {
  Coupled root{"root"};
  Part* part = nullptr;
  Probe *counts = nullptr, *samples = nullptr, *source = nullptr;
  std::unique_ptr<Simulator> simulator;
  explicit Trial(PartOptions options = Tank().options(), std::vector<std::pair<Time, double>> sent = {}) {
    part = &root.add<Part>("Tank", Tank().text.system, std::move(options));
    counts = &root.add<Probe>("Counts");
    samples = &root.add<Probe>("Samples");
    source = &root.add<Probe>("Source");
    source->to_send = std::move(sent);
    root.couple(*part->out("n"), counts->in);
    root.couple(*part->out("y"), samples->in);
    root.couple(source->out, *part->input("u"));
    simulator = std::make_unique<Simulator>(flatten(root));
  }
};

TEST(SolverPart, TellsEventsWhenTheyHappenAndSamplesAtTheirTicks) {
  Trial run;
  run.simulator->run(5);
  // x is t, t - 2 and t - 4 between the events at 2 and 4; a value that was sent is not sent again.
  EXPECT_THAT(run.counts->got, ElementsAre(std::pair(0.0, 0.0), std::pair(2.0, 1.0), std::pair(4.0, 2.0)));
  ASSERT_EQ(run.samples->got.size(), 5U);
  const double expected[] = {1, 3, 1, 3, 1};
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_EQ(run.samples->got[k].first, 0.5 + static_cast<double>(k));
    EXPECT_NEAR(run.samples->got[k].second, expected[k], 1e-9);
  }
  EXPECT_EQ(run.part->counters().events, 2U);
}

TEST(SolverPart, AnInputActsWhenItArrives) {
  Trial run(Tank().options(), {{0.5, 3}, {0.75, 3}});
  run.simulator->run(2);
  // 0.5 at 0.5, then 3 per second: 2 is reached at 1, and again 2/3 later.
  ASSERT_EQ(run.counts->got.size(), 3U);
  EXPECT_NEAR(run.counts->got[1].first, 1, 1e-9);
  EXPECT_NEAR(run.counts->got[2].first, 1 + 2.0 / 3, 1e-9);
}

TEST(SolverPart, MinutesAreSixtySecondsOfTheEquations) {
  PartOptions options = Tank().options();
  options.seconds = 60;
  Trial run(std::move(options));
  run.simulator->run(0.1);  // 6 seconds
  ASSERT_EQ(run.counts->got.size(), 4U);
  EXPECT_NEAR(run.counts->got[3].first, 0.1, 1e-12);
}

TEST(SolverPart, ShowsStatesAndWhatIsAskedFor) {
  Trial run;
  run.simulator->run(1);
  std::vector<double> values(run.part->variables().size());
  run.part->values(1, values.data());
  ASSERT_EQ(values.size(), 3U);
  EXPECT_EQ(run.part->variables()[0].name, "x");
  EXPECT_TRUE(run.part->variables()[0].state);
  EXPECT_NEAR(values[0], 1, 1e-9);
  EXPECT_EQ(values[1], 0);
  EXPECT_NEAR(values[2], 2, 1e-9);
}

void go_on_from(Simulator& first, Simulator& second) {
  std::ostringstream out;
  {
    Archive archive(out);
    first.archive(archive);
  }
  std::istringstream in(out.str());
  Archive archive(in);
  second.archive(archive);
}

TEST(SolverPart, ACheckpointGoesOnToTheSameBits) {
  Trial whole, first, second;
  whole.simulator->run(7.3);
  first.simulator->run(3.1);
  go_on_from(*first.simulator, *second.simulator);
  second.simulator->run(7.3);
  EXPECT_EQ(second.part->solver().state(0, 7.3), whole.part->solver().state(0, 7.3));
  EXPECT_EQ(second.part->counters().steps, whole.part->counters().steps);
}

// z is solved for by Newton's method from where it was last, so its last digits tell what has been looked at
// before: neither a look ahead that a resumed run takes once more, nor one that is not taken, may show.
TEST(SolverPart, ResultsGoOnToTheSameBits) {
  struct Looked {
    continuous::Run run;
    Coupled root{"root"};
    Part* part = nullptr;
    std::unique_ptr<Simulator> simulator;
    explicit Looked(bool warns) {
      Text text;
      text.equation("d.x = v");
      text.equation("d.v = -0.01*x");
      text.unknown("z");
      text.unknown("w");
      text.equation("z + 0.3*sin(z) + 0.1*w*w*w = x");
      text.equation("w + 0.2*z*w*w = 1 + z");
      start(text, "x", 0);
      start(text, "v", 1);
      PartOptions options;
      options.method = method(Kind::kQss2, 1e-4, 1e-6);
      options.shown = {*text.system.find("z"), *text.system.find("w")};
      run.plan(0, 100);
      if (warns) run.set_warn([](double, const std::string&, const std::string&) {});
      part = &root.add<Part>("Part", std::move(text.system), std::move(options), &run);
      simulator = std::make_unique<Simulator>(flatten(root));
    }
    std::vector<std::array<double, 4>> run_to(double end) {
      std::vector<std::array<double, 4>> rows;
      for (double t = 1 + std::floor(simulator->now()); t <= end; t += 1) {
        simulator->run(t);
        part->values(t, rows.emplace_back().data());
      }
      return rows;
    }
  };
  Looked whole(true), silent(false), first(true), second(true);
  EXPECT_EQ(whole.run_to(15), silent.run_to(15));
  first.run_to(15);
  go_on_from(*first.simulator, *second.simulator);
  EXPECT_EQ(second.run_to(20), whole.run_to(20));
}

TEST(SolverPart, AUnitOfTimeMustBeAboveZero) {
  PartOptions options = Tank().options();
  options.seconds = 0;
  EXPECT_THAT([&] { Part("Tank", Tank().text.system, options); },
              ThrowsMessage<BuildError>(HasSubstr("a unit of time of 0 seconds; it must be above 0")));
}

}  // namespace
}  // namespace escapement::qss_solver
