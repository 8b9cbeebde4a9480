// SPDX-License-Identifier: MIT
#include "escapement/equations/homotopy.h"

#include <algorithm>
#include <vector>

#include "escapement/core/error.h"
#include "escapement/equations/initialization.h"

namespace escapement::equations {
namespace {

// H2, H3. Whether lambda has come to 1; else `reached` is where it stopped, and `why`.
bool follow_path(EventIteration& on_path, VariableIndex lambda, double time, std::span<double> values,
                 double& reached, std::string& why) {
  std::vector<double> good(values.begin(), values.end());
  const auto solves = [&](double at) {
    std::copy(good.begin(), good.end(), values.begin());
    values[lambda] = at;
    try {
      on_path.run(time, values);
    } catch (const Error& fault) {
      why = fault.what();
      return false;
    }
    good.assign(values.begin(), values.end());
    reached = at;
    return true;
  };
  if (!solves(0)) return false;
  for (double step = kFirstHomotopyStep; reached < 1;) {
    if (solves(std::min(1.0, reached + step)))
      step = std::min(2 * step, kLongestHomotopyStep);
    else if ((step /= 2) < kLeastHomotopyStep)
      return false;
  }
  return true;
}

}  // namespace

void solve_start(FlatSystem& system, const StateChoice& choice, EventIteration& at_start, double time,
                 std::span<double> values) {
  if (!system.homotopy) {
    at_start.run(time, values);
    return;
  }
  const std::vector<double> guesses(values.begin(), values.end());
  std::string direct;
  try {
    at_start.run(time, values);
    return;
  } catch (const Error& fault) {
    direct = fault.what();
  }
  EventIteration on_path(system, initial_system(system, choice, true).blocks, true);
  if (system.variables.size() != values.size())
    throw InternalError("the path of a homotopy has made variables");
  std::copy(guesses.begin(), guesses.end(), values.begin());
  double reached = -1;
  std::string why;
  const bool arrived = follow_path(on_path, *system.homotopy, time, values, reached, why);
  values[*system.homotopy] = 1;
  if (!arrived)
    throw Error(direct + "\n  its homotopy does not lead there either: " +
                (reached < 0
                     ? std::string("what it begins with, all simplified, has no solution: ")
                     : "on the way from simplified (0) to actual (1) it ends at " + to_text(reached) + ": ") +
                why);
  at_start.run(time, values);  // H4
}

}  // namespace escapement::equations
