// SPDX-License-Identifier: MIT
// Random flows over resources with schedules, failures and preemption, and what holds for all of them:
//   all entities leave; every unit that was seized was released; a resource is never busy below 0, and never
//   above its capacity where it waits for busy units; the time that an entity works is what it drew, however
//   often it was interrupted; a run is repeated exactly.
#include <gtest/gtest.h>

#include "escapement/siman/failure.h"
#include "escapement/siman/preempt.h"
#include "escapement/siman/schedule.h"
#include "siman/shop.h"

namespace escapement::siman {
namespace {

using namespace testing_support;

constexpr int kModels = 60;

// Looks after every event.
class Watch : public Observed {
 public:
  Watch(std::string name, const Resource& resource, bool may_exceed)
      : Observed(std::move(name)), resource_(resource), may_exceed_(may_exceed) {}
  void observe() override {
    sound = sound && resource_.busy() >= 0 && (may_exceed_ || resource_.busy() <= resource_.capacity());
  }
  bool sound = true;

 private:
  const Resource& resource_;
  bool may_exceed_;
};

struct RandomFlow : Shop {
  explicit RandomFlow(std::uint64_t seed) : draw(random::PackageSeed::from_word(seed).words) {
    const int resources = static_cast<int>(draw.rand_int(1, 3));
    for (int i = 0; i < resources; ++i) add_resource("R" + std::to_string(i));
    const int lines = static_cast<int>(draw.rand_int(1, 4));
    for (int i = 0; i < lines; ++i) add_line("J" + std::to_string(i), resources);
  }

  void add_resource(const std::string& name) {
    Resource::Options options;
    options.capacity = static_cast<double>(draw.rand_int(1, 3));
    const auto rule = [this] { return static_cast<CapacityRule>(draw.rand_int(0, 2)); };
    bool may_exceed = false;
    if (draw.rand_int(0, 2) > 0) {
      Schedule::Options schedule;
      schedule.items = {
          {static_cast<double>(draw.rand_int(1, 3)), "UNIF(1, 20)"},
          {static_cast<double>(draw.rand_int(0, 1)), draw.rand_int(0, 1) == 0 ? "5" : "EXPO(4)"}};
      top.add<Schedule>(name + "Shift", schedule);
      options.schedule = name + "Shift";
      options.schedule_rule = rule();
      may_exceed = options.schedule_rule != CapacityRule::kWait;
    }
    const auto failures = draw.rand_int(0, 2);
    for (std::int64_t f = 0; f < failures; ++f) {
      Failure::Options failure;
      const std::string label = name + "Fails" + std::to_string(f);
      failure.down_time = "EXPO(2)";
      if (draw.rand_int(0, 1) == 0) {
        failure.up_time = "EXPO(15)";
        if (draw.rand_int(0, 1) == 0) failure.uptime_in = Resource::State::kBusy;
      } else {
        failure.kind = Failure::Kind::kCount;
        failure.count = static_cast<double>(draw.rand_int(1, 6));
      }
      top.add<Failure>(label, failure);
      options.failures.push_back({label, rule()});
    }
    const Resource& resource = top.add<Resource>(name, options);
    watches.push_back(&top.add<Watch>(name + "Watch", resource, may_exceed));
  }

  void add_line(const std::string& name, int resources) {
    const std::string resource = "R" + std::to_string(draw.rand_int(0, resources - 1));
    const double count = static_cast<double>(draw.rand_int(5, 40));
    const double priority = static_cast<double>(draw.rand_int(1, 3));
    auto& create = arrivals((name + "Arrives").c_str(), 0.0, "EXPO(3)", count);
    auto& queue = top.add<Queue>(name + "Queue", Queue::Options{draw.rand_int(0, 1) == 0 ? "Line" : "Other"});
    Seize* seize;
    if (draw.rand_int(0, 2) == 0)
      seize = &top.add<Preempt>(name + "Take", Preempt::Options{{resource}, priority});
    else
      seize = &top.add<Seize>(name + "Take", Seize::Options{{{resource}}, priority});
    auto& begin = top.add<Assign>(name + "Draw", Assign::Options{{Assignment::parse("work = UNIF(0, 5)")}});
    auto& delay = top.add<Delay>(name + "Delay", Delay::Options{"work"});
    auto& release = top.add<Release>(name + "Free", std::vector<ResourceUnits>{{resource}});
    auto& log = top.add<Log>(name + "Log");
    auto& done = top.add<Dispose>(name + "Done");
    link(create.out, queue.in);
    link(queue.out, seize->in);
    link(seize->out, begin.in);
    link(begin.out, delay.in);
    link(delay.out, release.in);
    link(release.out, log.in);
    link(log.out, done.in);
    logs.push_back(&log);
    expected += count;
  }

  random::Stream draw;
  std::vector<Watch*> watches;
  std::vector<Log*> logs;
  double expected = 0;
};

TEST(ResourceProperty, HoldsForRandomFlows) {
  for (std::uint64_t seed = 1; seed <= kModels; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::vector<double> times[2];
    for (std::vector<double>& all : times) {
      RandomFlow flow(seed);
      flow.add<Attribute>("work");
      flow.add<DStat>("Clock", "TNOW");
      flow.run(50000);
      ASSERT_EQ(flow.count("System.NumberOut"), flow.expected);
      EXPECT_EQ(flow.count("System.NumberIn"), flow.expected);
      double seized = 0;
      for (Watch* watch : flow.watches) {
        const std::string name = watch->name().substr(0, 2);
        EXPECT_TRUE(watch->sound) << name;
        EXPECT_EQ(flow.persistent(name + ".NumberBusy").value(), 0);
        seized += flow.count(name + ".TotalNumberSeized");
      }
      EXPECT_EQ(seized, flow.expected);  // coming back to a holder is no seize
      // Work is uniform on (0, 5): value added time is its mean, and busy time equals work.
      double busy = 0;
      for (Watch* watch : flow.watches)
        busy += flow.persistent(watch->name().substr(0, 2) + ".NumberBusy").integral(flow.simulator->now());
      EXPECT_NEAR(busy, flow.tally("Job.VATime") * flow.expected, 1e-8 * busy + 1e-9);
      for (const Log* log : flow.logs) all.insert(all.end(), log->times.begin(), log->times.end());
    }
    EXPECT_EQ(times[0], times[1]);
  }
}

}  // namespace
}  // namespace escapement::siman
