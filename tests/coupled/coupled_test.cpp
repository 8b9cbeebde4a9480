// SPDX-License-Identifier: MIT
#include "escapement/coupled/coupled.h"

#include <gtest/gtest.h>

#include "core/expect_throw.h"
#include "coupled/simple_models.h"
#include "escapement/atomic/recorder.h"

namespace escapement {
namespace {

struct Texts : Atomic {
  using Atomic::Atomic;
  InPort<std::string> in{*this, "in"};
};

TEST(Coupled, ComponentsAreFoundByNameAndPath) {
  Coupled shop("Shop");
  auto& line = shop.add<Coupled>("Line");
  auto& drill = line.add<Processor>("Drill", 1.0);
  EXPECT_EQ(drill.path(), "Line.Drill");
  EXPECT_EQ(shop.path(), "Shop");
  EXPECT_EQ(shop.find("Line"), &line);
  EXPECT_EQ(shop.find("Drill"), nullptr);
  EXPECT_EQ(shop.find_path("Line.Drill"), &drill);
  EXPECT_EQ(shop.find_path("Line.Drill.Bit"), nullptr);
  EXPECT_EQ(shop.find_path("Lines.Drill"), nullptr);
  EXPECT_EQ(find_outward(drill, "Drill"), &drill);
  EXPECT_EQ(find_outward(drill, "Line.Drill"), &drill);
  EXPECT_EQ(find_outward(drill, "Saw"), nullptr);
}

TEST(Coupled, ThousandsOfNamesStayFound) {
  Coupled big("Big");
  for (int i = 0; i < 5000; ++i) big.add<Recorder>("R" + std::to_string(i));
  for (int i = 0; i < 5000; ++i)
    ASSERT_EQ(big.find("R" + std::to_string(i))->name(), "R" + std::to_string(i));
  EXPECT_EQ(big.find("R5000"), nullptr);
  EXPECT_EQ(Coupled("Empty").find("x"), nullptr);
}

TEST(Coupled, NamesAreUnique) {
  Coupled shop("Shop");
  shop.add<Recorder>("R");
  EXPECT_THROWS(shop.add<Recorder>("R"), BuildError,
                "'Shop' already has a component named 'R'; names are unique");
  EXPECT_THROWS(shop.add(std::unique_ptr<Component>()), BuildError,
                "no component was given to add to 'Shop'");
  shop.add_input<double>("in");
  EXPECT_THROWS(shop.add_output<double>("in"), BuildError,
                "'Shop' has two ports named 'in'; give one another name");
}

TEST(Coupled, PortsCanBeMadeLikeOthers) {
  Coupled shop("Shop");
  auto& p = shop.add<Processor>("P", 1.0);
  auto& r = shop.add<Recorder>("R");
  PortBase& in = shop.add_port_like("entry", p.in);
  PortBase& out = shop.add_port_like("exit", p.out);
  EXPECT_TRUE(in.is_input());
  EXPECT_FALSE(out.is_input());
  EXPECT_STREQ(in.name(), "entry");
  shop.couple(in, p.in);
  shop.couple(p.out, out);
  shop.couple(p.out, r.in);
  EXPECT_EQ(shop.couplings().size(), 3u);
}

TEST(Coupled, CouplingsThatMakeNoSenseAreRefused) {
  Coupled shop("Shop");
  auto& p = shop.add<Processor>("P", 1.0);
  auto& t = shop.add<Texts>("T");
  auto& r = shop.add<Recorder>("R");
  auto& line = shop.add<Coupled>("Line");
  auto& inner = line.add<Processor>("Inner", 1.0);
  auto& in = shop.add_input<double>("in");
  auto& out = shop.add_output<double>("out");
  const std::string any = ".*";
  EXPECT_THROWS(
      shop.couple(p.out, t.in), BuildError,
      "cannot couple 'P.out' \\(output of double\\) to 'T.in' \\(input of std::.*string.*\\) in 'Shop': "
      "the types of their messages differ");
  EXPECT_THROWS(shop.couple(p.in, r.in), BuildError,
                any + "a coupling starts at an output of a component or an input of the model itself");
  EXPECT_THROWS(shop.couple(out, r.in), BuildError, any + "a coupling starts at an output of a component.*");
  EXPECT_THROWS(shop.couple(p.out, in), BuildError,
                any + "a coupling ends at an input of a component or an output of the model itself");
  EXPECT_THROWS(shop.couple(in, p.out), BuildError, any + "a coupling ends at an input of a component.*");
  EXPECT_THROWS(shop.couple(p.out, p.in), BuildError, any + "a component is not coupled to itself");
  EXPECT_THROWS(shop.couple(inner.out, r.in), BuildError,
                any + "'Line.Inner' is neither this model nor a component of it");
  EXPECT_THROWS(shop.couple(p.out, inner.in), BuildError,
                any + "'Line.Inner' is neither this model nor a component of it");
  EXPECT_TRUE(shop.couplings().empty());
}

struct Ended : Atomic {
  using Atomic::Atomic;
  PipeEnd end{*this, "end"};
};

TEST(Coupled, PipesThatMakeNoSenseAreRefused) {
  Coupled net("Net");
  auto& a = net.add<Ended>("A");
  auto& inner = net.add<Coupled>("Inner");
  auto& b = inner.add<Ended>("B");
  EXPECT_THROWS(net.connect_pipe({&a.end}), BuildError, "a pipe in 'Net' needs two ends or more, got 1");
  EXPECT_THROWS(net.connect_pipe({&a.end, &a.end}), BuildError,
                "pipe end 'A.end' is given twice to one pipe");
  EXPECT_THROWS(net.connect_pipe({&a.end, &b.end}), BuildError,
                "pipe end 'Inner.B.end' belongs to no component of 'Net'");
  EXPECT_THROWS(net.connect_pipe({&a.end, nullptr}), BuildError,
                "a pipe in 'Net' was given an end that is null");
  EXPECT_TRUE(net.pipes().empty());
}

}  // namespace
}  // namespace escapement
