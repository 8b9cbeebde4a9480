// SPDX-License-Identifier: MIT
#include "escapement/statistics/collector.h"

#include <cmath>
#include <utility>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::statistics {
namespace {

Kind kind_of(const Tally&) {
  return Kind::kTally;
}
Kind kind_of(const TimePersistent&) {
  return Kind::kTimePersistent;
}
Kind kind_of(const Counter&) {
  return Kind::kCounter;
}
Kind kind_of(const Output&) {
  return Kind::kOutput;
}
Kind kind_of(const Frequency&) {
  return Kind::kFrequency;
}

void describe(const Tally& tally, double, Summary& summary) {
  summary.observations = tally.observations();
  summary.average = tally.average();
  summary.minimum = tally.minimum();
  summary.maximum = tally.maximum();
  summary.final_value = tally.last();
  summary.half_width = tally.half_width();
  summary.histogram = tally.histogram();
}

void describe(const TimePersistent& statistic, double t_end, Summary& summary) {
  summary.average = statistic.average(t_end);
  summary.minimum = statistic.minimum();
  summary.maximum = statistic.maximum();
  summary.final_value = statistic.value();
  summary.half_width = statistic.half_width(t_end);
  summary.series = statistic.series(t_end);
}

void set_single_value(double value, Summary& summary) {
  if (!std::isfinite(value)) return;
  summary.average = summary.minimum = summary.maximum = summary.final_value = value;
}

void describe(const Counter& counter, double, Summary& summary) {
  summary.observations = counter.increments();
  set_single_value(counter.value(), summary);
  summary.half_width.reason = kInsufficient;  // one replication gives one count
}

void describe(const Output& output, double t_end, Summary& summary) {
  set_single_value(output.value(t_end), summary);
  summary.half_width.reason = kInsufficient;
}

void describe(const Frequency& frequency, double t_end, Summary& summary) {
  summary.frequencies = frequency.rows(t_end);
  for (const FrequencyRow& row : summary.frequencies) summary.observations += row.visits;
}

}  // namespace

Collector::Collector(double start) : start_(start) {
  if (!std::isfinite(start)) {
    throw InternalError("statistics cannot start at time " + to_text(start) + "; the start must be finite");
  }
}

template <typename T, typename Make>
T& Collector::get(std::string name, Make make) {
  if (name.empty()) {
    throw BuildError(
        "a statistic has an empty name; name it after the model path and the quantity, as in "
        "'Drilling.Queue.WaitingTime'");
  }
  const auto found = items_.find(name);
  if (found == items_.end()) {
    return std::get<T>(items_.try_emplace(std::move(name), std::in_place_type<T>, make()).first->second);
  }
  if (T* same = std::get_if<T>(&found->second)) return *same;
  const Kind kind = std::visit([](const auto& item) { return kind_of(item); }, found->second);
  throw BuildError("statistic '" + name + "' is asked for as " + kind_name(kind_of(make())) +
                   " but exists already as " + kind_name(kind) + "; give one of the two another name");
}

Tally& Collector::tally(std::string name) {
  return get<Tally>(std::move(name), [this] {
    Tally made;
    made.record_histogram(plots_);
    return made;
  });
}

Counter& Collector::counter(std::string name) {
  return get<Counter>(std::move(name), [] { return Counter(); });
}

TimePersistent& Collector::time_persistent(std::string name, double initial, std::optional<double> start) {
  return get<TimePersistent>(std::move(name), [&] {
    TimePersistent made(start.value_or(start_), initial);
    made.record_series(plots_);
    return made;
  });
}

Frequency& Collector::frequency(std::string name, const std::vector<Category>& categories, double initial,
                                std::optional<double> start) {
  return get<Frequency>(std::move(name),
                        [&] { return Frequency(categories, start.value_or(start_), initial); });
}

Frequency& Collector::state_frequency(std::string name, const std::vector<std::string>& states,
                                      std::size_t initial, std::optional<double> start) {
  return get<Frequency>(std::move(name),
                        [&] { return Frequency::of_states(states, start.value_or(start_), initial); });
}

void Collector::add_output(std::string name, Output output) {
  if (find<Output>(name) != nullptr) {
    throw BuildError("output '" + name + "' is defined twice; keep one definition or rename one of them");
  }
  get<Output>(std::move(name), [&] { return std::move(output); });
}

void Collector::output(std::string name, std::function<double()> value) {
  add_output(std::move(name), Output{[value = std::move(value)](double) { return value(); }});
}

void Collector::output(std::string name, std::function<double(double)> value) {
  add_output(std::move(name), Output{std::move(value)});
}

void Collector::output_ratio(std::string name, const TimePersistent& numerator,
                             const TimePersistent& denominator) {
  add_output(std::move(name), Output{[&numerator, &denominator](double t_end) {
               return numerator.integral(t_end) / denominator.integral(t_end);
             }});
}

template <typename T>
const T* Collector::find(std::string_view name) const {
  const auto found = items_.find(name);
  return found == items_.end() ? nullptr : std::get_if<T>(&found->second);
}

Tally* Collector::find_tally(std::string_view name) {
  return const_cast<Tally*>(find<Tally>(name));
}

TimePersistent* Collector::find_time_persistent(std::string_view name) {
  return const_cast<TimePersistent*>(find<TimePersistent>(name));
}

Counter* Collector::find_counter(std::string_view name) {
  return const_cast<Counter*>(find<Counter>(name));
}

Frequency* Collector::find_frequency(std::string_view name) {
  return const_cast<Frequency*>(find<Frequency>(name));
}

const Output* Collector::find_output(std::string_view name) const {
  return find<Output>(name);
}

std::optional<Kind> Collector::find_kind(std::string_view name) const {
  const auto found = items_.find(name);
  if (found == items_.end()) return std::nullopt;
  return std::visit([](const auto& item) { return kind_of(item); }, found->second);
}

std::vector<std::string> Collector::names() const {
  std::vector<std::string> result;
  for (const auto& [name, item] : items_) result.push_back(name);
  return result;
}

void Collector::clear(double t) {
  for (auto& [name, item] : items_) {
    if (auto* tally = std::get_if<Tally>(&item)) tally->clear();
    if (auto* counter = std::get_if<Counter>(&item)) counter->clear();
    if (auto* statistic = std::get_if<TimePersistent>(&item)) statistic->clear(t);
    if (auto* frequency = std::get_if<Frequency>(&item)) frequency->clear(t);
  }
  start_ = t;
}

void Collector::record_plots(bool on) {
  plots_ = on;
  for (auto& [name, item] : items_) {
    if (auto* tally = std::get_if<Tally>(&item)) tally->record_histogram(on);
    if (auto* statistic = std::get_if<TimePersistent>(&item)) statistic->record_series(on);
  }
}

std::vector<Summary> Collector::summarize(double t_end) const {
  std::vector<Summary> result;
  result.reserve(items_.size());
  for (const auto& [name, item] : items_) {
    if (!hidden_.empty() && hidden_.contains(name)) continue;
    Summary summary;
    summary.name = name;
    std::visit(
        [&](const auto& statistic) {
          summary.kind = kind_of(statistic);
          describe(statistic, t_end, summary);
        },
        item);
    result.push_back(std::move(summary));
  }
  return result;
}

void Collector::archive(Archive& archive) {
  archive(start_, plots_);
  std::size_t count = items_.size();
  archive(count);
  auto next = items_.begin();
  for (std::size_t i = 0; i < count; ++i) {
    std::string name;
    Kind kind{};
    if (archive.saving()) {
      name = next->first;
      kind = std::visit([](const auto& item) { return kind_of(item); }, (next++)->second);
    }
    archive(name, kind);
    archive_item(archive, name, kind);
  }
}

void Collector::archive_item(Archive& archive, const std::string& name, Kind kind) {
  if (archive.loading() && find_kind(name).value_or(kind) != kind)
    throw ArchiveError("the saved state has a " + std::string(kind_name(kind)) + " statistic '" + name +
                       "', which is " + kind_name(*find_kind(name)) + " here");
  switch (kind) {
    case Kind::kTally:
      return archive(tally(name));
    case Kind::kTimePersistent:
      return archive(time_persistent(name));
    case Kind::kCounter:
      return archive(counter(name));
    case Kind::kFrequency:
      if (Frequency* frequency = find_frequency(name)) return archive(*frequency);
      break;
    case Kind::kOutput:
      if (find_output(name) != nullptr) return;  // computed from the others
      break;
  }
  throw ArchiveError("the saved state has a statistic '" + name.substr(0, 100) +
                     "' that nobody collects here; load it into the model that it was saved from");
}

}  // namespace escapement::statistics
