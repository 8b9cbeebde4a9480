// SPDX-License-Identifier: MIT
// Hosted together or apart, in random networks: the same results, and nothing gets lost.
#include "escapement/siman/process_hosting.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;

std::map<std::string, statistics::Summary> results(Model& model) {
  std::map<std::string, statistics::Summary> all;
  for (statistics::Summary& s : model.statistics.summarize(model.simulator->now())) all[s.name] = s;
  return all;
}

void expect_same(Model& a, Model& b, const std::string& what) {
  const auto x = results(a), y = results(b);
  ASSERT_EQ(x.size(), y.size()) << what;
  for (const auto& [name, s] : x) {
    const auto other = y.find(name);
    ASSERT_NE(other, y.end()) << what << " " << name;
    EXPECT_EQ(s.average, other->second.average) << what << " " << name;
    EXPECT_EQ(s.maximum, other->second.maximum) << what << " " << name;
    EXPECT_EQ(s.final_value, other->second.final_value) << what << " " << name;
    EXPECT_EQ(s.observations, other->second.observations) << what << " " << name;
  }
}

// A network of stations with random routes, priorities, units and capacities. Times are drawn from continuous
// distributions, so there are no ties. Every station adds what is held of each resource to a variable and
// subtracts it again, so that holding can be compared with busy units.
struct Network : Model {
  explicit Network(unsigned seed, bool extra_blocks = false, bool ties = true) {
    std::mt19937 random(seed);
    const auto pick = [&](int low, int high) {
      return std::uniform_int_distribution<int>(low, high)(random);
    };
    add<EntityType>("Part");
    add<Attribute>("hops");
    const int kinds = pick(1, 3), places = pick(1, 5), queues = pick(1, 3);
    for (int r = 0; r < kinds; ++r) {
      capacity.push_back(pick(1, 4));
      top.add<Resource>("R" + std::to_string(r), capacity.back());
      top.add<Variable>("held" + std::to_string(r), 0.0);
    }
    for (int q = 0; q < queues; ++q) {
      QueueElement::Options options;
      options.ranking = static_cast<Ranking>(pick(0, 3));
      if (options.ranking >= Ranking::kLowestFirst) options.by = "hops";
      top.add<QueueElement>("Q" + std::to_string(q), options);
    }
    Create::Options source;
    source.first = "EXPO(1)";
    source.interarrival = "EXPO(1)";
    source.batch = ties ? pick(1, 2) : 1.0;
    source.max_batches = 300;
    auto& create = add<Create>("Source", source);
    std::vector<Queue*> entries;
    std::vector<PortBase*> exits;
    for (int p = 0; p < places; ++p) {
      const std::string name = "S" + std::to_string(p);
      std::vector<ResourceUnits> needs;
      std::vector<Assignment> take, give;
      const int first = pick(0, kinds - 1), second = pick(0, kinds - 1);
      for (int r : {first, second}) {
        if (r == first && !needs.empty()) continue;
        const int units = pick(1, static_cast<int>(capacity[r]));
        needs.push_back({"R" + std::to_string(r), static_cast<double>(units)});
        const std::string held = "held" + std::to_string(r), number = std::to_string(units);
        take.push_back(Assignment::parse({(held + " = " + held + " + " + number).c_str()}));
        give.push_back(Assignment::parse({(held + " = " + held + " - " + number).c_str()}));
      }
      take.push_back(Assignment::parse({"hops = hops + 1"}));
      Queue::Options line{("Q" + std::to_string(pick(0, queues - 1))).c_str()};
      if (pick(0, 3) == 0) line.capacity = pick(0, 5);
      auto& queue = top.add<Queue>(name + "Queue", line);
      auto& seize = top.add<Seize>(name + "Seize", Seize::Options{needs, static_cast<double>(pick(1, 3))});
      auto& taken = top.add<Assign>(name + "Taken", Assign::Options{take});
      auto& delay = top.add<Delay>(name + "Delay", Delay::Options{"EXPO(0.7)"});
      auto& given = top.add<Assign>(name + "Given", Assign::Options{give});
      auto& release = top.add<Release>(name + "Release", needs);
      link(queue.out, seize.in);
      link(seize.out, taken.in);
      link(taken.out, delay.in);
      link(delay.out, given.in);
      link(given.out, release.in);
      entries.push_back(&queue);
      exits.push_back(&release.out);
      if (!ties) {  // way to go: who leaves does not meet, in no time, those who are served after it
        auto& way = top.add<Delay>(name + "Way", Delay::Options{"EXPO(0.1)"});
        link(release.out, way.in);
        exits.back() = &way.out;
      }
      if (extra_blocks) {  // a Count and an Assign that does nothing
        auto& count = top.add<Count>(name + "Extra", Count::Options{"extra"});
        auto& nothing = top.add<Assign>(name + "Nothing", Assign::Options{});
        link(release.out, count.in);
        link(count.out, nothing.in);
        exits.back() = &nothing.out;
      }
    }
    link(create.out, entries[0]->in);
    auto& done = add<Dispose>("Done");
    for (int p = 0; p < places; ++p) {  // with chance 0.6 out, else somewhere
      auto& branch = top.add<Branch>("B" + std::to_string(p),
                                     Branch::Options{{{Branch::Rule::kWith, 0.6}, {Branch::Rule::kElse}}, 1});
      link(*exits[p], branch.in);
      link(branch.exit(0), done.in);
      link(branch.exit(1), entries[pick(0, places - 1)]->in);
    }
  }
  std::vector<double> capacity;
};

TEST(ProcessHosting, RandomNetworksLoseNothing) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    Network net(seed);
    Simulator& simulator = net.build();
    for (double until = 20; until <= 320; until += 100) {
      if (until > 300)
        simulator.run();
      else
        simulator.run(until);
      const auto present = static_cast<double>(net.hosting->world().pool().alive());
      ASSERT_EQ(net.count("System.NumberIn"), net.count("System.NumberOut") + present) << "seed " << seed;
      ASSERT_EQ(net.persistent("Part.WIP").value(), present) << "seed " << seed;
      for (std::size_t r = 0; r < net.capacity.size(); ++r) {
        const std::string name = "R" + std::to_string(r);
        const auto& busy = net.persistent(name + ".NumberBusy");
        ASSERT_GE(busy.minimum(), 0) << "seed " << seed;
        ASSERT_LE(busy.maximum(), net.capacity[r]) << "seed " << seed;
        // What entities hold between Taken and Given, which is all that is busy but for what was granted just
        // now.
        ASSERT_EQ(static_cast<Variable*>(net.top.find("held" + std::to_string(r)))->value(), busy.value())
            << "seed " << seed;
        ASSERT_GE(net.count(name + ".TotalNumberSeized"), busy.value()) << "seed " << seed;
      }
    }
    ASSERT_EQ(net.persistent("Part.WIP").value(), 0) << "seed " << seed;
    // L = lambda W over a run that starts and ends empty: the integral of L is the sum of times in the
    // system. Those that balked are not tallied, so only networks without them are compared.
    if (static_cast<double>(net.observations("Part.TotalTime")) == net.count("System.NumberIn")) {
      const double area = net.persistent("Part.WIP").integral(simulator.now());
      ASSERT_NEAR(net.statistics.find_tally("Part.TotalTime")->sum(), area, 1e-9 * area) << "seed " << seed;
    }
    // The same for every queue: the integral of its length is the sum of its waits.
    for (const std::string& name : net.statistics.names())
      if (name.ends_with(".NumberInQueue")) {
        const double area = net.persistent(name).integral(simulator.now());
        const std::string wait = name.substr(0, name.size() - 13) + "WaitingTime";
        ASSERT_NEAR(net.statistics.find_tally(wait)->sum(), area, 1e-9 * (1 + area))
            << "seed " << seed << name;
      }
  }
}

TEST(ProcessHosting, TogetherAndSeparateAgreeWithoutTies) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    Network together(seed, false, false), separate(seed, false, false);
    together.run();
    separate.run(kForever, HostingMode::kSeparate);
    EXPECT_GT(separate.simulator->model_count(), 1u);
    EXPECT_EQ(together.simulator->model_count(), 1u);
    expect_same(together, separate, "seed " + std::to_string(seed));
    if (HasFailure()) return;
  }
}

TEST(ProcessHosting, ACountOrAnEmptyAssignChangesNothingElse) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    Network plain(seed), extra(seed, true);
    plain.run();
    extra.run();
    auto x = results(plain);
    const auto y = results(extra);
    EXPECT_EQ(y.size(), x.size() + 1);
    for (const auto& [name, s] : x) {
      ASSERT_EQ(y.at(name).average, s.average) << "seed " << seed << " " << name;
      ASSERT_EQ(y.at(name).observations, s.observations) << "seed " << seed << " " << name;
      ASSERT_EQ(y.at(name).half_width.value, s.half_width.value) << "seed " << seed << " " << name;
    }
  }
}

TEST(ProcessHosting, ReadingASharedStatisticKeepsTheModelTogether) {
  for (const char* text : {"EntitiesWIP(Part)", "NC(System.NumberIn)"}) {
    Model together, separate;
    for (Model* m : {&together, &separate}) {
      m->add<EntityType>("Part");
      auto& create = m->arrivals("Arrivals", "EXPO(1, 1)", "EXPO(1, 1)", 50);
      auto& delay = m->add<Delay>("Work", Delay::Options{"EXPO(3, 2)"});
      auto& done = m->add<Dispose>("Done");
      m->link(create.out, delay.in);
      m->link(delay.out, done.in);
      m->add<DStat>("Present", text);
    }
    together.run();
    separate.run(kForever, HostingMode::kSeparate);
    expect_same(together, separate, text);
  }
}

TEST(ProcessHosting, OrderOfInsertionDoesNotMatter) {
  Model one, other;
  const auto fill = [](Model& m, bool backwards) {
    const auto source = [&](const char* name) { m.arrivals(name, 0.0, 1.0, 5); };
    m.add<EntityType>("Part");
    m.add<Resource>("Server", 1.0);
    m.add<QueueElement>("Line");
    source(backwards ? "B" : "A");
    source(backwards ? "A" : "B");
    Station serve(m, "Serve", "Line", {{"Server"}}, "0.4 + 0.1 * (IDENT / 2 == ROUND(IDENT / 2))");
    auto& first = static_cast<Create&>(*m.top.find("A"));
    auto& second = static_cast<Create&>(*m.top.find("B"));
    auto& join = m.add<Log>("Join");
    m.link(first.out, join.in);
    m.link(second.out, join.in);
    m.link(join.out, serve.enqueue.in);
    m.run();
  };
  fill(one, false);
  fill(other, true);
  expect_same(one, other, "insertion");
}

}  // namespace
}  // namespace escapement::siman
