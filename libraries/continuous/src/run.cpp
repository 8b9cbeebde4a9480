// SPDX-License-Identifier: MIT
#include "escapement/continuous/run.h"

#include <algorithm>

#include "escapement/continuous/recorder.h"
#include "escapement/core/archive.h"

namespace escapement::continuous {

Counters& Counters::operator+=(const Counters& other) {
  steps += other.steps;
  rejected += other.rejected;
  evaluations += other.evaluations;
  jacobians += other.jacobians;
  events += other.events;
  restarts += other.restarts;
  state_choices += other.state_choices;
  crossing_checks += other.crossing_checks;
  heap_operations += other.heap_operations;
  return *this;
}

void Counters::archive(Archive& archive) {
  archive(steps, rejected, evaluations, jacobians, events, restarts, crossing_checks, heap_operations);
}

std::optional<int> quantised_order(std::string_view solver) {
  if (solver == "cqss") return 1;
  if (solver.starts_with("li")) solver.remove_prefix(2);
  if (solver == "qss1") return 1;
  if (solver == "qss2") return 2;
  if (solver == "qss3") return 3;
  return std::nullopt;
}

void Part::follow(Follower& follower) {
  if (std::find(followers_.begin(), followers_.end(), &follower) != followers_.end()) return;
  followers_.push_back(&follower);
  begin_telling();
}

void Run::sort_parts() {
  std::sort(parts_.begin(), parts_.end(),
            [](const Part* a, const Part* b) { return path_less(a->part_path(), b->part_path()); });
}

Counters Run::counters() const {
  Counters sum;
  for (const Part* part : parts_) sum += part->counters();
  return sum;
}

void Run::finish(double t) {
  for (Part* part : parts_) part->finish(t);
}

void Run::before_event(double t) {
  if (recorder_ != nullptr) recorder_->before_event(t);
}

void Run::after_event(double t, bool happened) {
  if (recorder_ != nullptr) recorder_->after_event(t, happened);
}

}  // namespace escapement::continuous
