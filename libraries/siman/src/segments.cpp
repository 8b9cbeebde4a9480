// SPDX-License-Identifier: MIT
#include "escapement/siman/segments.h"

#include "escapement/core/error.h"

namespace escapement::siman {

registry::ComponentType Segments::descriptor() {
  using namespace registry;
  Record segment{"segment",
                 "",
                 {reference("station", "stations").must().because("where the segment ends"),
                  number("length").above(0).in("length").must().because("distance from the station before")},
                 {}};
  ComponentType type;
  type.name = "siman.Segments";
  type.section = "segments";
  type.doc = "The path of a conveyor: stations in order, and the distances between them.";
  type.parameters = {
      "segments",
      "",
      {reference("begin", "stations").must().because("the station where the path begins"),
       list("segments", record("segment", std::move(segment)))
           .must()
           .because("in the direction of travel; a path that ends at its beginning is a loop")},
      {}};
  return type;
}

Segments::Options Segments::options_from(const registry::Arguments& arguments) {
  Options options{reference_from(arguments, "begin"), {}};
  for (const registry::Arguments& each : arguments.records("segments"))
    options.segments.push_back({reference_from(each, "station"), each.number("length", 0)});
  return options;
}

void Segments::find(Binder& binder) {
  if (found_) return;
  found_ = true;
  const auto* begin = binder.find<StationElement>(*this, options_.begin, "station");
  if (begin != nullptr) positions_[begin->ordinal()] = 0;
  if (options_.segments.empty())
    binder.fault(*this, {}, "segments '" + path() + "' are empty", "give one segment at least");
  for (std::size_t i = 0; i < options_.segments.size(); ++i) {
    const Segment& segment = options_.segments[i];
    length_ += segment.length;
    const auto* station = binder.find<StationElement>(*this, segment.station, "station");
    if (station == nullptr) continue;
    if (station == begin && i + 1 == options_.segments.size()) {
      loop_ = true;
    } else if (!positions_.emplace(station->ordinal(), length_).second) {
      binder.fault(*this, segment.station.where,
                   "station '" + segment.station.name + "' is twice on the path of segments '" + path() + "'",
                   "a path meets a station once; only a loop ends where it begins");
    }
  }
}

std::optional<double> Segments::position(std::int64_t station) const {
  const auto found = positions_.find(station);
  if (found == positions_.end()) return std::nullopt;
  return found->second;
}

std::optional<double> Segments::distance(double from, double to) const {
  if (to > from || (to == from && !loop_)) return to - from;
  if (!loop_) return std::nullopt;
  return to - from + length_;
}

std::vector<std::string> Segments::station_names() const {
  std::vector<std::string> names = {options_.begin.name};
  for (const Segment& segment : options_.segments) names.push_back(segment.station.name);
  if (loop_) names.pop_back();
  return names;
}

}  // namespace escapement::siman
