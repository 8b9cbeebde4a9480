// SPDX-License-Identifier: MIT
// The two engines of quantised states on the same systems: messages between elements (qss::Network) and one
// loop over the whole (qss_solver::Solver). They need not choose the same instants, but both are within some
// quanta of what is right, and cost what the order of the method says.
#include <gtest/gtest.h>

#include "escapement/qss/network.h"
#include "escapement/qss_solver/solver.h"
#include "qss/support.h"
#include "qss_solver/support.h"

namespace escapement::qss_solver {
namespace {

using namespace testing_support;
using qss::Kind;

struct Model {
  struct Event {
    std::string when;
    std::vector<std::pair<std::string, std::string>> assign;  // values from before: pre.n of discrete n
  };
  std::string name;
  std::vector<std::pair<std::string, double>> states, discrete;
  std::vector<std::pair<std::string, std::string>> algebraic, derivatives;
  std::vector<Event> events;
  double until = 1;
  std::vector<std::pair<std::string, double>> exact;
  double quanta = 2;      // how many of them an error may be
  bool first = true;      // by methods of order 1 too
  bool explicit_ = true;  // by explicit methods too
};

qss::Equations for_network(const Model& model) {
  const auto plain = [](std::string text) {
    for (std::size_t at; (at = text.find("pre.")) != std::string::npos;) text.erase(at, 4);
    return text;
  };
  qss::Equations made;
  made.states(model.states);
  for (const auto& [name, value] : model.discrete) made.discrete(name, value);
  for (const auto& [name, value] : model.algebraic) made.algebraic(name, value);
  for (const auto& [name, value] : model.derivatives) made.der(name, value);
  for (const Model::Event& event : model.events) {
    auto assign = event.assign;
    for (auto& [name, value] : assign) value = plain(value);
    made.when(event.when, assign);
  }
  return made;
}

equations::FlatSystem for_solver(const Model& model) {
  Text text;
  for (const auto& [name, value] : model.discrete) text.discrete(name, value);
  for (const auto& [name, value] : model.algebraic) text.equation(name + " = " + value);
  for (const auto& [name, value] : model.derivatives) text.equation("d." + name + " = " + value);
  for (const auto& [name, value] : model.states) start(text, name, value);
  const auto branches_of = [&](const std::string& name) {
    std::vector<Text::Branch> branches;
    for (const Model::Event& event : model.events)
      for (const auto& [target, value] : event.assign)
        if (target == name) branches.push_back({{event.when}, value});
    return branches;
  };
  for (const auto& [name, value] : model.discrete)
    if (const auto branches = branches_of(name); !branches.empty()) text.when(name, branches);
  for (const auto& [name, value] : model.states)
    if (const auto branches = branches_of(name); !branches.empty()) text.reinit(name, branches);
  return std::move(text.system);
}

std::vector<Model> models() {
  std::vector<Model> all;
  all.push_back({"decay", {{"x", 1}}, {}, {}, {{"x", "-x"}}, {}, 3, {{"x", std::exp(-3)}}});
  // x = cos t, y = -sin t: no damping, so that errors of explicit methods add up.
  all.push_back({"oscillator",
                 {{"x", 1}, {"y", 0}},
                 {},
                 {},
                 {{"x", "y"}, {"y", "-x"}},
                 {},
                 6,
                 {{"x", std::cos(6)}, {"y", -std::sin(6)}},
                 12});
  // Riccati: x' = 1 - x^2 from 0 is tanh t.
  all.push_back({"tanh", {{"x", 0}}, {}, {{"s", "x*x"}}, {{"x", "1 - s"}}, {}, 2, {{"x", std::tanh(2)}}});
  // By time alone: sin 3t / 3.
  all.push_back({"driven", {{"x", 0}}, {}, {}, {{"x", "cos(3*time)"}}, {}, 2, {{"x", std::sin(6) / 3}}});
  // Fast and slow: x2 = x1 - x1'/100 roughly; x1(t) = exp(-t) exactly when x2' keeps x2 = 0.99 exp(-t).
  all.push_back({"stiff",
                 {{"x1", 1}, {"x2", 0.99}},
                 {},
                 {},
                 {{"x1", "100*(x2 - x1)"}, {"x2", "-x2"}},
                 {},
                 2,
                 {{"x1", std::exp(-2)}, {"x2", 0.99 * std::exp(-2)}},
                 4,
                 true,
                 false});
  // A ball from 1 m bounces twice before 1.2: parabolas.
  {
    const double t1 = std::sqrt(2 / 9.81), v1 = 0.7 * 9.81 * t1, t2 = t1 + 2 * 0.7 * t1, e = 1.2 - t2;
    all.push_back({"ball",
                   {{"h", 1}, {"v", 0}},
                   {{"n", 0}},
                   {},
                   {{"h", "v"}, {"v", "-9.81"}},
                   {{"h <= 0 and v < 0", {{"v", "-0.7*v"}, {"n", "pre.n + 1"}}}},
                   1.2,
                   {{"n", 2}, {"v", 0.7 * v1 - 9.81 * e}, {"h", 0.7 * v1 * e - 9.81 / 2 * e * e}},
                   30});
  }
  // Between 1 and 2, up at rate 1 and down at rate 2: 2 at 2 s, 1 at 2.5 s, then 1.5 s a round, 1 at 7 s.
  all.push_back({"thermostat",
                 {{"x", 0}},
                 {{"on", 1}},
                 {},
                 {{"x", "if on > 0.5 then 1 else -2"}},
                 {{"x >= 2", {{"on", "0"}}}, {"x <= 1", {{"on", "1"}}}},
                 7.25,
                 {{"x", 1.25}, {"on", 1}},
                 30});
  // Corners: the integral of |t - 1| + max(t, 1.5) + sign(t - 0.5) from 0 to 2 is 1 + 3.125 + 1.
  all.push_back({"corners",
                 {{"t", 0}, {"x", 0}},
                 {},
                 {},
                 {{"t", "1"}, {"x", "abs(t - 1) + max(t, 1.5) + sign(t - 0.5)"}},
                 {},
                 2,
                 {{"x", 5.125}},
                 6});
  // Of a quantity that only time moves: |sin 6t| over two seconds, 4 halves of 1/3 and what is left.
  all.push_back({"rectified",
                 {{"x", 0}},
                 {},
                 {},
                 {{"x", "abs(sin(6*time))"}},
                 {},
                 2,
                 {{"x", (3 * 2 + 1 + std::cos(12.0)) / 6}},
                 16});
  // Torricelli: sqrt(h) falls by 1/2 a second, and then the tank is empty; q may be below 0 before that.
  all.push_back({"draining",
                 {{"h", 1}},
                 {},
                 {},
                 {{"h", "if h > 0 then -sqrt(h) else 0"}},
                 {},
                 1.5,
                 {{"h", 0.0625}},
                 6});
  // x never steps by methods of higher order, since it is a line, and the others read it: 2^4/4, 1 - cos 2.
  all.push_back({"idle",
                 {{"x", 0}, {"v", 0}, {"w", 0}, {"u", 0}},
                 {},
                 {{"z", "sin(x)"}},
                 {{"x", "1"}, {"v", "x^3"}, {"w", "z"}, {"u", "time^5 + z"}},
                 {},
                 2,
                 {{"v", 4}, {"w", 1 - std::cos(2)}, {"u", 64.0 / 6 + 1 - std::cos(2)}},
                 30});
  // x^5 is all zeros at the start, and so is its series.
  all.push_back({"flat start",
                 {{"x", 0}, {"n", 0}},
                 {{"s", 0}},
                 {},
                 {{"x", "1"}, {"n", "s"}},
                 {{"x^5 > 1", {{"s", "1"}}}},
                 2,
                 {{"n", 1}},
                 3});
  all.push_back({"empty", {{"h", 1}}, {}, {}, {{"h", "-sqrt(max(h, 0))"}}, {}, 3, {{"h", 0}}, 6});
  return all;
}

bool first_order(Kind kind) {
  return kind == Kind::kQss1 || kind == Kind::kLiqss1 || kind == Kind::kCqss;
}

TEST(Engines, AgreeWithinQuanta) {
  for (const Model& model : models())
    for (const Kind kind : kAll) {
      const bool implicit = kind == Kind::kLiqss1 || kind == Kind::kLiqss2 || kind == Kind::kLiqss3;
      if ((first_order(kind) && !model.first) || (!implicit && !model.explicit_)) continue;
      SCOPED_TRACE(model.name + " by " + std::string(qss::name_of(kind)));
      const double quantum = first_order(kind) ? 1e-3 : 1e-5;
      qss::Trial messages(for_network(model), method(kind, 0, quantum));
      Solver loop(for_solver(model), method(kind, 0, quantum));
      loop.start(0);
      try {
        messages.to(model.until);
      } catch (const std::exception& error) {
        ADD_FAILURE() << "messages: " << error.what();
        continue;
      }
      try {
        loop.advance(model.until);
      } catch (const std::exception& error) {
        ADD_FAILURE() << "loop: " << error.what();
        continue;
      }
      for (const auto& [name, value] : model.exact) {
        EXPECT_NEAR(messages(name), value, model.quanta * quantum) << name << " by messages";
        EXPECT_NEAR(loop.value(name, model.until), value, model.quanta * quantum) << name << " by the loop";
      }
    }
}

// Lotka and Volterra over a period: a quantum 64 times smaller takes 64^(1/n) times the steps, and the error,
// of which the invariant tells, goes with the quantum.
TEST(Engines, HaveTheOrderOfTheirMethods) {
  Model model{"prey", {{"x", 2}, {"y", 1}}, {}, {}, {{"x", "x*(1 - y)"}, {"y", "y*(x - 1)"}}, {}, 6.5, {}};
  for (const auto& [kind, order, coarse] : {std::tuple{Kind::kQss1, 1, 1e-2},
                                            {Kind::kLiqss1, 1, 1e-2},
                                            {Kind::kQss2, 2, 1e-3},
                                            {Kind::kLiqss2, 2, 1e-3},
                                            {Kind::kQss3, 3, 1e-4},
                                            {Kind::kLiqss3, 3, 1e-4}}) {
    SCOPED_TRACE(qss::name_of(kind));
    double steps[2][2], drift[2][2];
    for (const int fine : {0, 1}) {
      const double quantum = fine != 0 ? coarse / 64 : coarse;
      const auto invariant = [](double x, double y) { return x - std::log(x) + y - std::log(y); };
      qss::Trial messages(for_network(model), method(kind, 0, quantum));
      messages.to(model.until);
      steps[0][fine] = static_cast<double>(messages.network->counts().steps);
      drift[0][fine] = std::abs(invariant(messages("x"), messages("y")) - invariant(2, 1));
      Solver loop(for_solver(model), method(kind, 0, quantum));
      loop.start(0);
      loop.advance(model.until);
      steps[1][fine] = static_cast<double>(loop.counts().steps);
      drift[1][fine] =
          std::abs(invariant(loop.value("x", model.until), loop.value("y", model.until)) - invariant(2, 1));
    }
    const double expected = std::pow(64, 1.0 / order);
    for (const int engine : {0, 1}) {
      SCOPED_TRACE(engine == 0 ? "messages" : "loop");
      EXPECT_NEAR(steps[engine][1] / steps[engine][0], expected, 0.3 * expected);
      EXPECT_LT(drift[engine][1], 30 * coarse / 64);
      EXPECT_LT(drift[engine][0], 30 * coarse);
    }
  }
}

}  // namespace
}  // namespace escapement::qss_solver
