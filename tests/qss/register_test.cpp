// SPDX-License-Identifier: MIT
#include "escapement/qss/register.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "escapement/core/simulator.h"
#include "escapement/coupled/flatten.h"
#include "escapement/qss/hosting.h"
#include "escapement/qss/integrator.h"
#include "escapement/qss/sources.h"
#include "escapement/registry/validate.h"
#include "qss/expect_throw.h"

namespace escapement::qss {
namespace {

using registry::Value;

Value object(std::vector<Value::Member> members) {
  return Value::object(std::move(members));
}

struct RegisterQss : ::testing::Test {
  random::StreamSet streams;
  statistics::Collector statistics;
  registry::Environment environment{streams, statistics, 1, 1, {}, "s", ""};
  registry::Registry types;

  std::unique_ptr<Component> make(const std::string& type, const Value& value) {
    return types.factory(type)("X", registry::Arguments(value, environment), environment);
  }
};

TEST_F(RegisterQss, EveryTypeSaysWhatItIs) {
  register_qss(types);
  EXPECT_EQ(types.names().size(), 21u);
  for (const registry::ComponentType* type : types.types()) {
    EXPECT_FALSE(type->doc.empty()) << type->name;
    EXPECT_FALSE(type->ports_for(object({})).empty()) << type->name;
  }
}

TEST_F(RegisterQss, TheRunDecidesUnlessTheBlockDoes) {
  register_qss(types, [](const registry::Environment&) { return method_of("liqss2", 0.01); });
  const auto method = [&](const Value& value) {
    const auto made = make("qss.Integrator", value);
    return dynamic_cast<Integrator&>(*made).method();
  };
  const Method run = method(object({}));
  EXPECT_EQ(run.kind, Kind::kLiqss2);
  EXPECT_DOUBLE_EQ(run.relative, 0.01);
  EXPECT_DOUBLE_EQ(run.absolute, 1e-5);
  const Method own =
      method(object({{"method", Value(std::string("qss1")), {}}, {"quantum", Value(0.5), {}}}));
  EXPECT_EQ(own.kind, Kind::kQss1);
  EXPECT_DOUBLE_EQ(own.absolute, 0.5);
  EXPECT_DOUBLE_EQ(own.relative, 0);
}

TEST_F(RegisterQss, IntegratorsReportTheirValueAndSteps) {
  register_qss(types);
  Coupled root("Root");
  auto made = make("qss.Integrator", object({{"start", Value(1.0), {}},
                                             {"quantum", Value(0.25), {}},
                                             {"method", Value(std::string("qss1")), {}}}));
  auto& x = dynamic_cast<Integrator&>(root.add(std::move(made)));
  auto& rate = root.add<Constant>("Rate", 1.0);
  root.couple(rate.out, x.in);
  Hosting hosting;
  Simulator simulator(flatten(root, &hosting));
  simulator.run(2.125);
  double value = 0, steps = 0;
  for (const statistics::Summary& s : statistics.summarize(2.125)) {
    if (s.name == "X.Value") value = *s.average;
    if (s.name == "X.Steps") steps = *s.average;
  }
  EXPECT_EQ(value, 3.125);
  EXPECT_EQ(steps, 8);  // at 0.25, 0.5 ... 2
}

TEST_F(RegisterQss, PortsFollowParameters) {
  register_qss(types);
  const Value gains = object({{"gains", Value::array({Value(1.0), Value(-1.0)}), {}}});
  const auto ports = types.find("qss.Sum")->ports_for(gains);
  ASSERT_EQ(ports.size(), 3u);
  EXPECT_EQ(ports[1].name, "in2");
  EXPECT_NE(make("qss.Sum", gains)->find_port("in2"), nullptr);
  const Value formula = object(
      {{"formula", Value(std::string("2*u")), {}}, {"inputs", Value::array({Value(std::string("u"))}), {}}});
  EXPECT_EQ(types.find("qss.Formula")->ports_for(formula)[0].name, "u");
  EXPECT_NE(make("qss.Formula", formula)->find_port("u"), nullptr);
}

TEST_F(RegisterQss, TablesComeFromFiles) {
  const auto folder = std::filesystem::temp_directory_path() / "escapement-qss-table";
  std::filesystem::create_directories(folder);
  const std::string file = (folder / "rows.csv").string();
  std::ofstream(file) << "time,flow\n0,1\n2,3.5\n";
  const TableOptions rows = read_table(file, "time", "flow", true);
  EXPECT_EQ(rows.times, (std::vector<double>{0, 2}));
  EXPECT_EQ(rows.values, (std::vector<double>{1, 3.5}));
  EXPECT_TRUE(rows.linear);
  expect_throw<InputError>([&] { read_table(file, "time", "value", false); },
                           file + ":1:1: error: there is no column 'value'; there are 'time' or 'flow'");
  std::ofstream(file) << "time,flow\n0,1\n2,much\n";
  expect_throw<InputError>([&] { read_table(file, "time", "flow", false); },
                           file + ":3:1: error: 'much' in column 'flow' is no number");
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace escapement::qss
