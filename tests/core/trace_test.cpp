// SPDX-License-Identifier: MIT
#include "escapement/core/trace.h"

#include <gtest/gtest.h>

#include <sstream>

#include "core/expect_throw.h"
#include "core/small_network.h"

namespace escapement {
namespace {

using testing_support::SmallNetwork;

// Sends a text each 0.1 and counts; its state is the count with a comma and quotes.
struct Speaker : Dynamics {
  using Dynamics::Dynamics;
  InPort<std::string> in{*this, "in"};
  OutPort<std::string> out{*this, "out"};
  OutPort<std::string> aside{*this, "aside"};
  int said = 0, heard = 0;
  bool talks = true;
  void output() override {
    out.put("say, \"" + std::to_string(said) + "\"");
    aside.put("line\nbreak\t\\");
  }
  void internal() override { ++said; }
  void external(Time) override { heard += static_cast<int>(in.bag().size()); }
  void confluent() override {
    internal();
    external(0);
  }
  TimeAdvance time_advance() const override {
    return talks ? TimeAdvance::at((said + 1) / 10.0) : TimeAdvance::never();
  }
  void print_state(std::ostream& text) const override { text << said << "," << heard; }
};

template <class T>
std::string run(Time until, TraceFilter filter = {}) {
  Speaker a("A"), b("B");
  b.talks = false;
  std::ostringstream out;
  T trace(out, filter);
  Simulator sim(SmallNetwork().add(a).add(b).connect(a.out, b.in).build());
  sim.add_observer(trace);
  sim.inject(b.in, std::string("hello"), 0.15);
  sim.run(until);
  return out.str();
}

TEST(CsvTrace, QuotesAsRfc4180Says) {
  EXPECT_EQ(run<CsvTrace>(0.15),
            "time,step,event,model,port,value\n"
            "0,0,initial,A,,\"0,0\"\n"
            "0,0,initial,B,,\"0,0\"\n"
            "0.1,0,output,A,out,\"say, \"\"0\"\"\"\n"
            "0.1,0,output,A,aside,\"line\nbreak\t\\\"\n"
            "0.1,0,internal,A,,\"1,0\"\n"
            "0.1,0,external,B,,\"0,1\"\n"
            "0.15,0,input,B,in,hello\n"
            "0.15,0,external,B,,\"0,2\"\n");
}

TEST(JsonLinesTrace, OneObjectALine) {
  EXPECT_EQ(
      run<JsonLinesTrace>(0.1, {.path = "A", .from = 0.05}),
      "{\"time\":0.1,\"step\":0,\"event\":\"output\",\"model\":\"A\",\"port\":\"out\",\"value\":\"say, "
      "\\\"0\\\"\"}\n"
      "{\"time\":0.1,\"step\":0,\"event\":\"output\",\"model\":\"A\",\"port\":\"aside\",\"value\":"
      "\"line\\nbreak\\u0009\\\\\"}\n"
      "{\"time\":0.1,\"step\":0,\"event\":\"internal\",\"model\":\"A\",\"port\":\"\",\"value\":\"1,0\"}\n");
}

TEST(Trace, FiltersByWindowAndPort) {
  EXPECT_EQ(run<CsvTrace>(1, {.from = 0.2, .until = 0.3, .port = "out"}),
            "time,step,event,model,port,value\n"
            "0.2,0,output,A,out,\"say, \"\"1\"\"\"\n"
            "0.3,0,output,A,out,\"say, \"\"2\"\"\"\n");
}

TEST(Trace, FiltersByComponentNotByLetters) {
  struct Named : Component {
    using Component::Component;
  } line1("Line1"), line10("Line10");
  TraceFilter filter;
  filter.path = "Line1";
  EXPECT_TRUE(filter.accepts({}, line1, ""));
  EXPECT_FALSE(filter.accepts({}, line10, ""));
}

TEST(Trace, NotesOfALibraryAreFilteredLikeTransitions) {
  std::ostringstream out;
  CsvTrace trace(out, {.path = "Line", .from = 1, .until = 2});
  trace.note({1, 3}, "seize", "Line.Drill", "part 7");
  trace.note({0.5, 0}, "seize", "Line.Drill", "too early");
  trace.note({2.5, 0}, "seize", "Line.Drill", "too late");
  trace.note({1, 0}, "seize", "Line2.Drill", "elsewhere");
  CsvTrace ports(out, {.port = "out"});
  ports.note({1, 0}, "seize", "Line.Drill", "no message");
  EXPECT_EQ(out.str(),
            "time,step,event,model,port,value\n1,3,seize,Line.Drill,,part 7\n"
            "time,step,event,model,port,value\n");
}

TEST(Trace, EqualRunsGiveEqualBytes) {
  EXPECT_EQ(run<CsvTrace>(20), run<CsvTrace>(20));
  EXPECT_EQ(run<JsonLinesTrace>(20), run<JsonLinesTrace>(20));
}

TEST(Trace, AFullDiskFailsTheRun) {
  Speaker a("A");
  std::ostringstream out;
  CsvTrace trace(out);
  Simulator sim(SmallNetwork().add(a).build());
  sim.add_observer(trace);
  out.setstate(std::ios::badbit);
  EXPECT_THROWS(sim.run(1), SimulationError,
                "at time 0 in A: the trace cannot be written; is the disk full, or the file closed\\?");
}

}  // namespace
}  // namespace escapement
