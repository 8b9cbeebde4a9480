// SPDX-License-Identifier: MIT
// What always holds, on random networks of queues, groups, copies, matches and gates (the seed is printed):
// entities that came in = went out + present, for each type and as a whole; the time average of the number in
// the system times the length of a run that begins and ends empty is the sum of all stays (J. D. C. Little
// 1961, exact on such runs); the categories of time add up to the stay; blocks that only look change nothing.
#include <gtest/gtest.h>

#include <random>

#include "escapement/siman/duplicate.h"
#include "escapement/siman/group.h"
#include "escapement/siman/match.h"
#include "escapement/siman/scan.h"
#include "escapement/siman/split.h"
#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;

struct Recipe {
  unsigned seed;
  bool copies = true;    // with Duplicate and Branch to several ways
  bool watched = false;  // with an Assign of nothing, a Count and a Tally between all stages
};

// A chain of stages that are drawn one after another. Every stage lets all that came in out again in the end.
class Network : public Model {
 public:
  explicit Network(const Recipe& recipe) : recipe_(recipe), random_(recipe.seed) {
    environment.time_unit = "min";
    add<EntityType>("Part");
    add<EntityType>("Pallet");
    add<Attribute>("idle");
    add<Variable>("inside", 0.0);
    Create::Options c;
    c.entity = "Part";
    c.interarrival = "EXPO(1.5)";
    c.batch = 12.0;  // a multiple of all sizes of groups
    c.max_batches = 20;
    last_ = &add<Create>("Arrivals", c).out;
    const int stages = 3 + draw(4);
    for (int i = 0; i < stages; ++i) {
      look();
      add_stage("Stage" + std::to_string(i));
    }
    look();
    link(*last_, add<Dispose>("Done").in);
  }

 private:
  int draw(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }

  template <class B>
  void append(B& block) {
    link(*last_, block.in);
    last_ = &block.out;
  }

  void look() {
    if (!recipe_.watched) return;
    const std::string n = std::to_string(++looks_);
    append(top.add<Assign>("LookA" + n, Assign::Options{}));
    append(top.add<Count>("LookC" + n, Count::Options{}));
    append(top.add<Tally>("LookT" + n, Tally::Options{Tally::What::kInterval, "Entity.CreateTime"}));
  }

  void add_stage(const std::string& name) {
    switch (draw(recipe_.copies ? 5 : 4)) {
      case 0:
        return add_station(name);
      case 1:
        return add_group(name);
      case 2:
        return add_gate(name);
      case 3:
        return append(top.add<Delay>(
            name, Delay::Options{"UNIF(0, 3)", static_cast<Category>(draw(static_cast<int>(kCategories)))}));
      default:
        return add_copies(name);
    }
  }

  void add_station(const std::string& name) {
    top.add<Resource>(name + "Server", 1.0 + draw(3));
    QueueElement::Options q;
    q.ranking = draw(2) == 0 ? Ranking::kFirstInFirstOut : Ranking::kLastInFirstOut;
    top.add<QueueElement>(name + "Line", q);
    const std::vector<ResourceUnits> need = {{(name + "Server").c_str()}};
    link(*last_, top.add<Queue>(name + "Enter", Queue::Options{(name + "Line").c_str()}).in);
    last_ = &static_cast<Queue*>(top.find(name + "Enter"))->out;
    append(top.add<Seize>(name + "Seize", Seize::Options{need}));
    append(top.add<Delay>(name + "Work", Delay::Options{"EXPO(0.2)"}));
    append(top.add<Release>(name + "Release", need));
  }

  void add_group(const std::string& name) {
    top.add<QueueElement>(name + "Line");
    append(top.add<Queue>(name + "Enter", Queue::Options{(name + "Line").c_str()}));
    Group::Options g;
    g.size = std::vector<double>{2, 3, 4, 6}[static_cast<std::size_t>(draw(4))];
    g.entity = "Pallet";
    append(top.add<Group>(name + "Group", g));
    append(top.add<Delay>(name + "Carry", Delay::Options{"UNIF(0, 1)", Category::kTransfer}));
    append(top.add<Split>(name + "Split"));
  }

  // At most three at a time behind the gate.
  void add_gate(const std::string& name) {
    const std::string inside = name + "Inside";
    top.add<Variable>(inside, 0.0);
    top.add<QueueElement>(name + "Line");
    append(top.add<Queue>(name + "Enter", Queue::Options{(name + "Line").c_str()}));
    append(top.add<Scan>(name + "Gate", Scan::Options{(inside + " < 3").c_str()}));
    append(top.add<Assign>(
        name + "In", Assign::Options{{Assignment::parse({(inside + " = " + inside + " + 1").c_str()})}}));
    append(top.add<Delay>(name + "Stay", Delay::Options{"EXPO(0.3)", Category::kNonValueAdded}));
    append(top.add<Assign>(
        name + "Out", Assign::Options{{Assignment::parse({(inside + " = " + inside + " - 1").c_str()})}}));
  }

  // Each entity gets 11 copies, so that numbers stay multiples of 12; copies and originals meet again.
  void add_copies(const std::string& name) {
    if (copied_) return;
    copied_ = true;
    auto& duplicate = top.add<Duplicate>(name, Duplicate::Options{{11.0}, {}});
    auto& meet = top.add<Assign>(name + "Meet", Assign::Options{});
    link(*last_, duplicate.in);
    link(duplicate.out, meet.in);
    link(duplicate.copies(), meet.in);
    last_ = &meet.out;
  }

  Recipe recipe_;
  std::mt19937 random_;
  PortBase* last_ = nullptr;
  int looks_ = 0;
  bool copied_ = false;
};

void expect_balance(Network& network) {
  double in = 0, out = 0, present = 0;
  for (const std::string type : {"Part", "Pallet"}) {
    in += network.count(type + ".NumberIn");
    out += network.count(type + ".NumberOut");
    present += network.persistent(type + ".WIP").value();
    EXPECT_EQ(network.count(type + ".NumberIn"),
              network.count(type + ".NumberOut") + network.persistent(type + ".WIP").value())
        << type;
  }
  EXPECT_EQ(network.count("System.NumberIn"), in);
  EXPECT_EQ(network.count("System.NumberOut"), out);
  EXPECT_EQ(static_cast<double>(network.hosting->world().pool().alive()), present);
}

constexpr unsigned kNetworks = 40;

TEST(FlowNetworks, InIsOutAndPresentAtAnyTime) {
  for (unsigned seed = 1; seed <= kNetworks; ++seed) {
    SCOPED_TRACE("network of seed " + std::to_string(seed));
    Network network({seed});
    network.build();
    for (const double until : {3.0, 11.0, 29.0}) {
      network.run(until);
      expect_balance(network);
    }
    network.run();
    expect_balance(network);
    EXPECT_EQ(network.hosting->world().pool().alive(), 0u);
  }
}

TEST(FlowNetworks, LittleHoldsExactlyAndCategoriesAddUp) {
  for (unsigned seed = 1; seed <= kNetworks; ++seed) {
    SCOPED_TRACE("network of seed " + std::to_string(seed));
    Network network({seed, false});
    network.run();
    const auto& stays = *network.statistics.find_tally("Part.TotalTime");
    ASSERT_EQ(stays.observations(), 240u);
    const double sum = stays.sum();
    EXPECT_NEAR(network.persistent("Part.WIP").integral(network.simulator->now()), sum, 1e-9 * sum);
    double categories = 0;
    for (const char* name : {"VATime", "NVATime", "TranTime", "WaitTime", "OtherTime"}) {
      const double part = network.statistics.find_tally(std::string("Part.") + name)->sum();
      EXPECT_GE(part, 0) << name;
      EXPECT_LE(part, sum * (1 + 1e-12)) << name;
      categories += part;
    }
    EXPECT_NEAR(categories, sum, 1e-9 * sum);
  }
}

TEST(FlowNetworks, BlocksThatOnlyLookChangeNothing) {
  for (unsigned seed = 1; seed <= kNetworks; ++seed) {
    SCOPED_TRACE("network of seed " + std::to_string(seed));
    Network plain({seed}), watched({seed, true, true});
    plain.run();
    watched.run();
    EXPECT_EQ(plain.simulator->now(), watched.simulator->now());
    for (const std::string& name : plain.statistics.names()) {
      if (const auto* tally = plain.statistics.find_tally(name)) {
        EXPECT_EQ(tally->sum(), watched.statistics.find_tally(name)->sum()) << name;
        EXPECT_EQ(tally->observations(), watched.statistics.find_tally(name)->observations()) << name;
      }
      if (const auto* counter = plain.statistics.find_counter(name)) {
        EXPECT_EQ(counter->value(), watched.statistics.find_counter(name)->value()) << name;
      }
      if (const auto* number = plain.statistics.find_time_persistent(name)) {
        const double end = plain.simulator->now();
        EXPECT_EQ(number->integral(end), watched.statistics.find_time_persistent(name)->integral(end))
            << name;
        EXPECT_EQ(number->maximum(), watched.statistics.find_time_persistent(name)->maximum()) << name;
      }
    }
  }
}

}  // namespace
}  // namespace escapement::siman
