// SPDX-License-Identifier: MIT
// One flag for any model: the models of one_flag.mo by CVODE and by quantised states, and as micro-Modelica
// that is read back. Each gives the same within its tolerance, or is refused or stopped with its reason.
#include <gmock/gmock.h>

#include <fstream>
#include <map>
#include <sstream>

#include "escapement/modelica/micro_modelica.h"
#include "escapement/qss_solver/solver.h"
#include "modelica/running.h"

namespace escapement::modelica {
namespace {

using ::testing::HasSubstr;

Source source() {
  Source made;
  made.use_environment = false;
  made.files.emplace_back(std::string(ESCAPEMENT_MODELICA_CASES) + "/one_flag.mo");
  return made;
}

// Models of the file: those that run have an equation section and no connector of their own.
std::vector<std::string> models() {
  std::ifstream in(std::string(ESCAPEMENT_MODELICA_CASES) + "/one_flag.mo");
  std::vector<std::string> found;
  std::string line, name;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::string first;
    words >> first >> name;
    if (line.starts_with("  model ")) found.push_back(name);
    if (line.starts_with("    extends TwoPin")) found.pop_back();
    if (line.starts_with("    Pin p;")) found.pop_back();
  }
  return found;
}

// What quantised states do not carry, or no solver does, and what they say.
const std::map<std::string, std::string> kStopped = {
    {"Pendulum", "these may stop telling the others"},
    {"Accumulates", "the condition 'h <= 0' changes without end"},
    {"Chatters", "the condition 'x > 0' changes without end"},
    {"Fails", "x is too large"},
    {"Escapes", "look for a division by zero or a root"},
};
// Contacts and bounces pass an error on, some ten times larger.
const std::map<std::string, double> kSensitive = {{"Backlash", 40}, {"Ball", 40}};

struct Method {
  const char* name;
  double tolerance;
};
constexpr Method kMethods[] = {{"qss3", 1e-5}, {"liqss2", 1e-4}, {"liqss1", 1e-2}};

std::string stopped(const equations::FlatSystem& system, const Method& method, double until) {
  try {
    qss_solver::Solver solver(system, qss::method_of(method.name, method.tolerance));
    solver.start(0);
    solver.advance(until);
    return {};
  } catch (const std::exception& error) {
    return error.what();
  }
}

TEST(OneFlag, EveryModelGivesTheSameOrSaysWhyNot) {
  const std::vector<std::string> names = models();
  EXPECT_GE(names.size(), 45U);
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    const std::unique_ptr<FlatModel> flat = flatten(source(), "OneFlag." + name);
    const Translated translated = translate(*flat);
    const double until = flat->experiment.stop.value_or(1);
    if (const auto why = kStopped.find(name); why != kStopped.end()) {
      for (const Method& method : kMethods) {
        if (name == "Accumulates" && method.tolerance > 1e-3) continue;  // comes to rest within a quantum
        EXPECT_THAT(stopped(translated.system, method, until), HasSubstr(why->second)) << method.name;
      }
      continue;
    }
    // x slides along 0 from time 1 on, which takes solvers of steps about 1 / tolerance of them.
    const bool slides = name == "ChattersUnseen";
    RunningClass exact(source(), "OneFlag." + name, slides ? 1e-3 : 1e-9);
    exact.until(slides ? 0.5 : until);
    for (const Method& method : kMethods) {
      SCOPED_TRACE(method.name);
      qss_solver::Solver solver(translated.system, qss::method_of(method.name, method.tolerance));
      try {
        solver.start(0);
        while (!solver.ended() && solver.next() <= until) solver.instant();
      } catch (const std::exception& error) {
        ADD_FAILURE() << error.what();
        continue;
      }
      if (name == "Ends") {
        EXPECT_EQ(solver.ended(), "far enough");
        EXPECT_NEAR(solver.now(), 0.75, 1e-9);
        continue;
      }
      if (slides) {
        EXPECT_NEAR(solver.value("x", until), 0, method.tolerance);
        continue;
      }
      std::vector<double> all;
      solver.values(until, all);
      const auto found = kSensitive.find(name);
      const double allowed = (found == kSensitive.end() ? 10 : found->second) * method.tolerance;
      int compared = 0;
      for (const equations::VariableIndex v : translated.visible) {
        const equations::FlatVariable& one = translated.system.variables[v];
        if (!exact.has(one.name)) continue;
        ++compared;
        EXPECT_NEAR(all[v], exact[one.name], allowed * (1 + std::abs(exact[one.name]))) << one.name;
      }
      EXPECT_GT(compared, 0);
    }
  }
}

// x[1] is h: the name that a comment gives to each variable of the subset.
std::vector<std::pair<std::string, std::string>> names_of(const std::string& micro) {
  std::vector<std::pair<std::string, std::string>> names;
  std::istringstream lines(micro);
  std::string line;
  while (std::getline(lines, line)) {
    const std::size_t is = line.find(" is ");
    if (line.starts_with("  // ") && is != std::string::npos)
      names.emplace_back(line.substr(5, is - 5), line.substr(is + 4));
  }
  return names;
}

TEST(OneFlag, MicroModelicaMovesToAndFro) {
  std::string refused;
  for (const std::string& name : models()) {
    SCOPED_TRACE(name);
    const std::unique_ptr<FlatModel> flat = flatten(source(), "OneFlag." + name);
    const Translated translated = translate(*flat);
    std::string micro;
    try {
      micro = micro_modelica(translated, name);
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("micro-Modelica cannot express"));
      refused += name + " ";
      continue;
    }
    if (kStopped.contains(name)) continue;
    if (name == "ChattersUnseen") continue;  // its corner is an event there, which chatters
    SCOPED_TRACE(micro);
    Source back;
    back.use_environment = false;
    back.texts.emplace_back("micro.mo", micro);
    Translated read;
    try {
      read = translate(*flatten(back, name));
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what();
      continue;
    }
    const double until = flat->experiment.stop.value_or(1);
    const qss::Method method = qss::method_of("qss3", 1e-6);
    qss_solver::Solver one(translated.system, method), other(read.system, method);
    try {
      one.start(0);
      other.start(0);
      one.advance(until);
      other.advance(until);
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what();
      continue;
    }
    std::vector<double> first, second;
    one.values(until, first);
    other.values(until, second);
    int compared = 0;
    for (const auto& [micro_name, own] : names_of(micro)) {
      const auto v = translated.system.find(own);
      const auto w = read.system.find(micro_name);
      if (!v || !w) continue;
      ++compared;
      EXPECT_NEAR(second[*w], first[*v], 1e-4 * (1 + std::abs(first[*v]))) << own;
    }
    EXPECT_GT(compared, 0);
  }
  // Loops that are not linear or too large, constraints that were differentiated, a parameter of the
  // beginning, THETA, terminate() and delay().
  EXPECT_EQ(
      refused,
      "Rectifier Clipper Implicit TwoUnknowns Inertias Pendulum CornersInLoops Initial Fast Ends Delayed "
      "Guarded ");
}

}  // namespace
}  // namespace escapement::modelica
