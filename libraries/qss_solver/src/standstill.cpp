// SPDX-License-Identifier: MIT
// Runs of implicit methods that get nowhere. States that are stiff together, three of them or two through
// equations that are solved for both, answer each other's choices: each is sent a quantum to and fro, in
// steps of their common time constant, and none of them goes anywhere. What a step costs is then no longer
// what the change of a state asks for, and the end may be out of reach.
//
// One step in kSampled is looked at. A window of them stands still when most are of states that have come
// much less far in it than a quantum for each of their choices, and not far at all. After kWindows such in a
// row, what is left of the run is reckoned at their pace.
#include <algorithm>
#include <cmath>

#include "engine.h"
#include "escapement/core/error.h"

namespace escapement::qss_solver {

void Engine::look_for_standstill(std::uint32_t state, double x, double t) {
  constexpr std::uint64_t kWindow = 256, kWindows = 4;  // 256 * 64 * 4: 65 thousand steps
  constexpr double kQuanta = 128, kPerStep = 1.0 / 16;  // how far, at most, in all and on the average
  constexpr double kMost = 1e7;                         // steps that are still to come
  if (!(end_ < kInfinity)) return;
  if (walks_.empty()) walks_.resize(plan_.state_count());
  Walk& walk = walks_[state];
  if (walk.window != window_) walk = {x, x, 0, window_};
  walk.low = std::min(walk.low, x);
  walk.high = std::max(walk.high, x);
  ++walk.steps;
  if (++in_window_ < kWindow) return;
  std::uint64_t standing = 0;
  std::vector<std::uint32_t> who;
  for (std::uint32_t i = 0; i < walks_.size(); ++i) {
    const Walk& one = walks_[i];
    if (one.window != window_ || one.steps < 2) continue;
    who.push_back(i);
    const double quanta = (one.high - one.low) / of_state_[i].quantum;
    if (quanta > kQuanta || quanta > kPerStep * static_cast<double>(one.steps * kSampled)) continue;
    standing += one.steps;
  }
  in_window_ = 0;
  ++window_;
  if (4 * standing < 3 * kWindow) {
    standing_ = 0;
    return;
  }
  if (standing_++ == 0) {
    stood_since_ = t;
    stood_events_ = counts_.events;
    return;
  }
  if (standing_ <= kWindows) return;
  const std::uint64_t steps = (standing_ - 1) * kWindow * kSampled;
  const double pace = (t - stood_since_) / static_cast<double>(steps);
  if (pace > 0 && (end_ - t) / pace < kMost) return;
  std::sort(who.begin(), who.end(),
            [this](std::uint32_t a, std::uint32_t b) { return walks_[a].steps > walks_[b].steps; });
  constexpr std::size_t kNamed = 4;
  std::string names;
  for (std::size_t k = 0; k < std::min(kNamed, who.size()); ++k)
    names += (names.empty() ? "'" : ", '") + plan_.system.variables[plan_.states()[who[k]]].name + "'";
  if (who.size() > kNamed) names += " and " + std::to_string(who.size() - kNamed) + " more";
  const std::string what = "the run gets nowhere at time " + to_text(t) + ": " + names +
                           (who.size() == 1 ? " goes" : " go") + " to and fro by a few quanta, in steps of " +
                           to_text(pace) + " s; ";
  if (2 * (counts_.events - stood_events_) > steps)
    throw Error(
        what +
        "most of these are events, so that a motion slides along a condition: give it two bounds some "
        "way apart, or write the equations of the sliding motion");
  throw Error(what + (who.size() == 1 ? "it is stiff together with others" : "they are stiff together") +
              ", which quantised state methods do not carry; take --solver cvode or ida");
}

// Whatever it is that is done again and again: so many instants that take the run no further than a
// thousand-millionth of it, several times in a row, would be followed by 10^14.
void Engine::look_at_progress(std::uint32_t item, double t) {
  constexpr std::uint32_t kTimes = 8;
  constexpr double kLeast = 1e-9;
  until_looked_at_ = kProgress;
  const double passed = t - looked_at_progress_;
  looked_at_progress_ = t;
  if (!(end_ < kInfinity) || passed > kLeast * (end_ - begun_)) {
    crawling_ = 0;
    return;
  }
  if (++crawling_ < kTimes) return;
  const std::size_t n = plan_.state_count(), conditions = n + trackers_.size();
  std::string what = "a delay()";
  if (item < n)
    what = "'" + plan_.system.variables[plan_.states()[item]].name + "' chooses";
  else if (item < conditions)
    what = "the condition '" + plan_.system.conditions[item - n].text + "' is looked at";
  else if (item < conditions + renewals_)
    what = "the derivative of '" + plan_.system.variables[plan_.states()[item - conditions]].name +
           "' is evaluated";
  throw Error(
      "the run gets nowhere at time " + to_text(t) + ": " + what + " anew every " +
      to_text(passed / kProgress) +
      " s; what it reads may have no derivative here, or a process no rest; take --solver cvode or ida");
}

}  // namespace escapement::qss_solver
