// SPDX-License-Identifier: MIT
#include "escapement/continuous/recorder.h"

#include <algorithm>

#include "escapement/core/archive.h"

namespace escapement::continuous {
namespace {

// What begins with $ is a solver's own, such as the state that a system without states is given.
bool is_told(const Variable& variable) {
  return !variable.name.starts_with('$');
}

}  // namespace

void Trajectory::archive(Archive& archive) {
  archive(names, units, times, columns, events, final_values, counters);
}

Recorder::Recorder(std::string name, Run& run, double start, double end, std::int64_t intervals)
    : Atomic(std::move(name)), run_of_parts_(run), start_(start), end_(end), intervals_(intervals) {
  if (!(end - start > 0 && end - start < kInfinity) || intervals < 1)
    throw BuildError(
        "a recorder of trajectories needs a finite end after its start and at least one interval, not " +
        to_text(start) + ", " + to_text(end) + " and " + std::to_string(intervals));
  run.set_recorder(this);
}

Recorder::~Recorder() {
  run_of_parts_.set_recorder(nullptr);
}

void Recorder::initialize() {
  next_ = 0;
  rows_ = {};
}

double Recorder::grid(std::int64_t k) const {
  return k == intervals_
             ? end_
             : start_ + (end_ - start_) * (static_cast<double>(k) / static_cast<double>(intervals_));
}

TimeAdvance Recorder::time_advance() const {
  return next_ > intervals_ ? TimeAdvance::never() : TimeAdvance::at(grid(next_));
}

void Recorder::name_columns() {
  run_of_parts_.sort_parts();  // also after loading, when parts have been made in another order
  if (!rows_.names.empty()) return;
  for (const Part* part : run_of_parts_.parts())
    for (const Variable& variable : part->variables()) {
      if (!is_told(variable)) continue;
      rows_.names.push_back(run_of_parts_.settings().bare_names ? variable.name
                                                                : part->part_path() + "." + variable.name);
      rows_.units.push_back(variable.unit);
    }
  rows_.columns.resize(rows_.names.size());
}

void Recorder::take(double t) {
  name_columns();
  const std::vector<double> row = values_at(t);  // may throw
  rows_.times.push_back(t);
  for (std::size_t column = 0; column < row.size(); ++column) rows_.columns[column].push_back(row[column]);
}

std::vector<double> Recorder::values_at(double t) {
  std::vector<double> row;
  row.reserve(rows_.names.size());
  for (const Part* part : run_of_parts_.parts()) {
    const std::vector<Variable>& variables = part->variables();
    scratch_.resize(variables.size());
    part->values(t, scratch_.data());
    for (std::size_t i = 0; i < variables.size(); ++i)
      if (is_told(variables[i])) row.push_back(scratch_[i]);
  }
  return row;
}

void Recorder::internal() {
  if (rows_.times.empty() || rows_.times.back() != now()) take(now());  // else R2 has taken it
  ++next_;
}

void Recorder::drop_row() {
  rows_.times.pop_back();
  for (auto& column : rows_.columns) column.pop_back();
}

void Recorder::before_event(double t) {
  const bool in_series = !rows_.events.empty() && rows_.events.back() == t;
  before_taken_ = !in_series && (rows_.times.empty() || rows_.times.back() != t);
  if (before_taken_) take(t);
}

void Recorder::after_event(double t, bool happened) {
  if (!happened) {
    if (before_taken_) drop_row();
    return;
  }
  if (!rows_.events.empty() && rows_.events.back() == t)
    drop_row();
  else
    rows_.events.push_back(t);
  take(t);
}

Trajectory Recorder::finish(double t) {
  name_columns();
  Trajectory whole = rows_;
  whole.final_values = values_at(t);
  whole.counters = run_of_parts_.counters();
  return whole;
}

Trajectory Recorder::rescue(double t) {
  name_columns();
  Trajectory whole = rows_;
  try {
    whole.final_values = values_at(t);
  } catch (const std::exception&) {  // the run has failed, and says why
    if (!whole.times.empty())
      for (const std::vector<double>& column : whole.columns) whole.final_values.push_back(column.back());
  }
  whole.counters = run_of_parts_.counters();
  return whole;
}

void Recorder::archive(Archive& archive) {
  archive(next_, rows_);
}

}  // namespace escapement::continuous
