// SPDX-License-Identifier: MIT
#include "escapement/siman/destination.h"

#include <cmath>

#include "escapement/core/error.h"
#include "escapement/siman/process_host.h"
#include "escapement/siman/sequence.h"

namespace escapement::siman {

std::vector<registry::Field> Destination::fields() {
  using namespace registry;
  return {
      reference("station", "stations").because("where entities go: a station"),
      expression("stationNumber")
          .because("where they go: the number of a station, such as an attribute that holds it"),
      boolean("bySequence").by_default("false").because("where they go: the next step of their sequence")};
}

void Destination::check(const registry::Value& v, std::vector<Diagnostic>& out) {
  const registry::Value* by_sequence = v.find("bySequence");
  const int given = (v.find("station") != nullptr) + (v.find("stationNumber") != nullptr) +
                    (by_sequence != nullptr && by_sequence->boolean());
  if (given != 1)
    out.push_back({v.where(), "a transfer has " + std::to_string(given) + " destinations",
                   "give one of \"station\", \"stationNumber\" and \"bySequence\": true"});
}

Destination::Options Destination::options_from(const registry::Arguments& arguments) {
  Options options;
  if (arguments.has("station")) options.station = reference_from(arguments, "station");
  options.number = arguments.expression("stationNumber");
  options.by_sequence = arguments.boolean("bySequence", false);
  return options;
}

void Destination::bind(const Options& options, Member& owner, Binder& binder,
                       std::optional<std::uint64_t> stream) {
  by_sequence_ = options.by_sequence;
  if (!options.station.empty()) {
    station_ = binder.find<StationElement>(owner, options.station, "station");
    return;
  }
  if (by_sequence_) {
    for (Sequence* sequence : binder.world().sequences) binder.use(owner, *sequence);
    if (binder.world().sequences.empty())
      binder.fault(owner, {},
                   "'" + owner.address() + "' transfers by sequence, but the model has no sequences",
                   "add \"sequences\"");
    return;
  }
  for (StationElement* station : binder.world().stations) binder.use(owner, *station);  // it may be any
  number_ = binder.compile_required(owner, "stationNumber", options.number, {.stream = stream});
}

void Destination::check_block(const Member& owner) const {
  if (station_ != nullptr) station_->need_block(owner);
}

StationElement& Destination::of(Entity& entity, const Member& owner) {
  if (station_ != nullptr) {
    entity.itinerary.station = static_cast<std::int32_t>(station_->ordinal());
    return *station_;
  }
  if (by_sequence_) return Sequence::advance(entity, owner);
  EntityFrame frame(&entity);
  const double number = number_.evaluate_checked(frame);
  const std::vector<StationElement*>& all = owner.world().stations;
  if (!(number >= 1 && number <= static_cast<double>(all.size())) || number != std::floor(number))
    owner.host().fail(owner, "the destination '" + number_.text() + "' is " + to_text(number) +
                                 "; it must be the number of a station, from 1 to " +
                                 std::to_string(all.size()) + ", and a station's name stands for its number");
  StationElement& station = *all[static_cast<std::size_t>(number) - 1];
  entity.itinerary.station = static_cast<std::int32_t>(station.ordinal());
  return station;
}

}  // namespace escapement::siman
