// SPDX-License-Identifier: MIT
// Pendulums in Cartesian coordinates that swing through the points where a fixed choice of states fails.
#include "escapement/sundials/switching_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "equations/support.h"
#include "escapement/core/archive.h"
#include "escapement/core/simulator.h"
#include "escapement/coupled/coupled.h"
#include "escapement/coupled/flatten.h"
#include "escapement/sundials/continuous.h"

namespace escapement::sundials::switching_model_tests {
namespace {

using equations::VariableIndex;
using equations::testing_support::FlatText;

constexpr double kGravity = 9.81;

void start(FlatText& m, const std::string& name, double value, bool fixed = true) {
  auto& variable = m.system.variables[m.unknown(name)];
  variable.start = value;
  variable.fixed = fixed;
}

class Running {
 public:
  Running(FlatText& text, Method method, double tolerance) {
    std::vector<VariableIndex> shown;
    for (VariableIndex v = 0; v < text.system.variables.size(); ++v) shown.push_back(v);
    Options options;
    options.method = method;
    options.tolerance = tolerance;
    root_ = std::make_unique<Coupled>("root");
    part_ = &root_->add<Continuous>("model", make_flat_model(std::move(text.system), shown), options);
    simulator_ = std::make_unique<Simulator>(flatten(*root_));
  }
  void until(double t) {
    simulator_->run(t);
    all_.resize(part_->variables().size());
    part_->values(t, all_.data());
  }
  double operator[](const std::string& name) const {
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (part_->variables()[i].name == name) return all_[i];
    ADD_FAILURE() << "no variable " << name;
    return 0;
  }
  const Continuous& part() const { return *part_; }

 private:
  std::unique_ptr<Coupled> root_;
  Continuous* part_ = nullptr;
  std::unique_ptr<Simulator> simulator_;
  std::vector<double> all_;
};

FlatText pendulum() {
  FlatText m;
  start(m, "x", 1);
  start(m, "y", 0, false);
  start(m, "vx", 0, false);
  start(m, "vy", 0);
  m.equation("d.x = vx");
  m.equation("d.y = vy");
  m.equation("d.vx = T*x");
  m.equation("d.vy = T*y - 9.81");
  m.equation("x*x + y*y = 1");
  return m;
}

// From level at rest: the period of a swing of 90 degrees is 4 K(1/2) / sqrt(g), K(1/2) = 1.8540746773
// (parameter m = 1/2). In each period x = 0 is passed twice and y = 0 twice, so no two of the four variables
// serve for ever.
class Pendulum : public ::testing::TestWithParam<Method> {};

TEST_P(Pendulum, SwingsThroughAllPlaces) {
  FlatText m = pendulum();
  Running run(m, GetParam(), 1e-11);
  const double period = 4 * 1.8540746773013719 / std::sqrt(kGravity);
  for (const double t : {0.1, 0.25 * period, 0.4 * period, 5.0, 10 * period, 50.0, 100.0}) {
    run.until(t);
    EXPECT_LT(std::abs(run["x"] * run["x"] + run["y"] * run["y"] - 1), 1e-6) << t;
    EXPECT_LT(std::abs(run["x"] * run["vx"] + run["y"] * run["vy"]), 1e-6) << t;
    const double energy = (run["vx"] * run["vx"] + run["vy"] * run["vy"]) / 2 + kGravity * run["y"];
    EXPECT_LT(std::abs(energy), 1e-6) << t;
    if (t == 0.25 * period) {  // hanging down, at full speed to the left
      EXPECT_NEAR(run["x"], 0, 1e-6);
      EXPECT_NEAR(run["y"], -1, 1e-9);
      EXPECT_NEAR(run["vx"], -std::sqrt(2 * kGravity), 1e-6);
    }
    if (t == 10 * period) {
      EXPECT_NEAR(run["x"], 1, 1e-9);
      EXPECT_NEAR(run["y"], 0, 1e-4);
    }
  }
  const auto counters = run.part().counters();
  // Four quarters of a swing, each with one change: about 4 * 100 / period = 169.
  EXPECT_GT(counters.state_choices, 150U);
  EXPECT_LT(counters.state_choices, 350U);
  EXPECT_EQ(counters.restarts, counters.state_choices);
}

INSTANTIATE_TEST_SUITE_P(Methods, Pendulum, ::testing::Values(Method::kBdf, Method::kIda),
                         [](const auto& one) { return one.param == Method::kIda ? "ida" : "cvode"; });

// In space, on a sphere of radius 2, set off sideways: energy and the angular momentum about the vertical
// stay.
TEST(SwitchingModel, ASphericalPendulumKeepsEnergyAndMomentum) {
  FlatText m;
  start(m, "x", 1.98);
  start(m, "y", 0);
  start(m, "z", -0.3, false);
  start(m, "vy", 1.5);
  start(m, "vz", 0);
  start(m, "vx", 0, false);
  m.equation("d.x = vx");
  m.equation("d.y = vy");
  m.equation("d.z = vz");
  m.equation("d.vx = F*x");
  m.equation("d.vy = F*y");
  m.equation("d.vz = F*z - 9.81");
  m.equation("x^2 + y^2 + z^2 = 4");
  Running run(m, Method::kBdf, 1e-10);
  run.until(0);
  const auto energy = [&] {
    return (run["vx"] * run["vx"] + run["vy"] * run["vy"] + run["vz"] * run["vz"]) / 2 + kGravity * run["z"];
  };
  const auto momentum = [&] { return run["x"] * run["vy"] - run["y"] * run["vx"]; };
  const double first_energy = energy(), first_momentum = momentum();
  EXPECT_NEAR(first_momentum, 1.98 * 1.5, 1e-9);
  EXPECT_NEAR(run["z"], -std::sqrt(4 - 1.98 * 1.98), 1e-9);
  for (const double t : {1.0, 7.5, 20.0}) {
    run.until(t);
    EXPECT_NEAR(energy(), first_energy, 1e-6) << t;
    EXPECT_NEAR(momentum(), first_momentum, 1e-6) << t;
    EXPECT_NEAR(run["x"] * run["x"] + run["y"] * run["y"] + run["z"] * run["z"], 4, 1e-6) << t;
  }
  EXPECT_GT(run.part().counters().state_choices, 5U);
}

// Where it begins on the equator z = 0 and z is chosen at first, since x and y have fixed starts, x must take
// its place at once.
TEST(SwitchingModel, AStartWhereTheFirstChoiceFailsIsMended) {
  FlatText m;
  start(m, "x", 2);
  start(m, "y", 0);
  start(m, "z", -0.1, false);
  start(m, "vy", 1);
  start(m, "vz", 0);
  for (const char* e : {"d.x = vx", "d.y = vy", "d.z = vz", "d.vx = F*x", "d.vy = F*y", "d.vz = F*z - 9.81",
                        "x^2 + y^2 + z^2 = 4"})
    m.equation(e);
  Running run(m, Method::kBdf, 1e-10);
  run.until(0.5);  // falls: energy v^2/2 + g z stays 1/2
  EXPECT_LT(run["z"], -0.5);
  EXPECT_NEAR(
      (run["vx"] * run["vx"] + run["vy"] * run["vy"] + run["vz"] * run["vz"]) / 2 + kGravity * run["z"], 0.5,
      1e-6);
}

// Two pendulums, one hanging on the other: two loops whose choices change one without the other. Energy
// stays.
TEST(SwitchingModel, ADoublePendulumHasTwoChoices) {
  FlatText m;
  start(m, "x1", 1);
  start(m, "x2", 2);
  start(m, "vy1", 0);
  start(m, "vy2", 0);
  start(m, "y1", 0, false);
  start(m, "y2", 0, false);
  for (const char* i : {"1", "2"}) {
    const std::string n = i;
    m.equation("d.x" + n + " = vx" + n);
    m.equation("d.y" + n + " = vy" + n);
  }
  m.equation("d.vx1 = -a*x1 + b*(x2 - x1)");
  m.equation("d.vy1 = -a*y1 + b*(y2 - y1) - 9.81");
  m.equation("d.vx2 = -b*(x2 - x1)");
  m.equation("d.vy2 = -b*(y2 - y1) - 9.81");
  m.equation("x1^2 + y1^2 = 1");
  m.equation("(x2 - x1)^2 + (y2 - y1)^2 = 1");
  Running run(m, Method::kBdf, 1e-10);
  for (const double t : {0.0, 0.6, 1.7, 5.0}) {
    run.until(t);
    double energy = 0;
    for (const char* i : {"1", "2"}) {
      const std::string n = i;
      energy += (run["vx" + n] * run["vx" + n] + run["vy" + n] * run["vy" + n]) / 2 + kGravity * run["y" + n];
    }
    EXPECT_NEAR(energy, 0, 1e-6) << t;
    EXPECT_NEAR(std::hypot(run["x2"] - run["x1"], run["y2"] - run["y1"]), 1, 1e-6) << t;
  }
  EXPECT_GT(run.part().counters().state_choices, 4U);
}

// Names: all variables are told, what may stop being a state among the outputs.
TEST(SwitchingModel, AllNamesAreTold) {
  FlatText m = pendulum();
  start(m, "w", 3);
  m.equation("d.w = -w");
  std::vector<VariableIndex> shown;
  for (VariableIndex v = 0; v < m.system.variables.size(); ++v) shown.push_back(v);
  const auto model = make_flat_model(std::move(m.system), shown);
  ASSERT_EQ(model->size(), 3U);
  EXPECT_EQ(model->state_name(0), "w");
  EXPECT_EQ(model->state_name(1), "$state1");
  EXPECT_EQ(model->state_name(2), "$state2");
  const auto names = model->output_names();
  for (const char* name : {"x", "y", "vx", "vy", "T"})
    EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
}

// Just above its lowest point y is no good state. The other choice is saved, and another model goes on with
// it.
TEST(SwitchingModel, IsSavedWithItsChoice) {
  FlatText m = pendulum();
  std::vector<VariableIndex> shown;
  for (VariableIndex v = 0; v < m.system.variables.size(); ++v) shown.push_back(v);
  const auto prepared = equations::prepare(std::move(m.system));
  SwitchingModel one(prepared, shown), other(prepared, shown);
  std::vector<double> y(2), dy(2);
  one.start(0, y, dy, nullptr);
  const auto names = [](const SwitchingModel& model) {
    std::vector<std::string> found;
    for (std::size_t i = 0; i < model.size(); ++i) found.push_back(model.model().state_name(i));
    return found;
  };
  const auto first = names(one);
  EXPECT_EQ(first, (std::vector<std::string>{"y", "vy"}));
  y = {-0.999, 0.1};
  const std::vector<std::size_t> fired{one.conditions().size() - 1};
  EXPECT_EQ(one.handle(1, y, nullptr, fired), Change::kSystem);
  EXPECT_EQ(one.state_choices(), 1U);
  EXPECT_EQ(names(one), (std::vector<std::string>{"x", "vx"}));
  EXPECT_NEAR(y[0], std::sqrt(1 - 0.999 * 0.999), 1e-9);  // x
  EXPECT_NEAR(y[1], 0.999 * 0.1 / y[0], 1e-7);            // x vx + y vy = 0
  std::stringstream file;
  {
    Archive save(static_cast<std::ostream&>(file));
    one.archive(save);
  }
  Archive load(static_cast<std::istream&>(file));
  other.archive(load);
  EXPECT_EQ(names(other), names(one));
  EXPECT_EQ(other.state_choices(), 1U);
  std::vector<double> out[2];
  for (SwitchingModel* model : {&one, &other}) {
    auto& values = out[model == &one ? 0 : 1];
    values.resize(model->output_names().size());
    model->outputs(1, y.data(), nullptr, values.data());
  }
  EXPECT_EQ(out[0], out[1]);
}

// A constraint whose coefficients are constants needs no choice during the run.
TEST(SwitchingModel, ConstantConstraintsMakeAPlainModel) {
  FlatText m;
  m.equation("d.p = 1 + f");
  m.equation("d.q = -f");
  m.equation("p = 2*q + 1");
  EXPECT_NE(dynamic_cast<FlatModel*>(make_flat_model(std::move(m.system), {}).get()), nullptr);
}

}  // namespace
}  // namespace escapement::sundials::switching_model_tests
