// SPDX-License-Identifier: MIT
#include "escapement/siman/distances.h"

namespace escapement::siman {

registry::ComponentType Distances::descriptor() {
  using namespace registry;
  Record pair{"distance",
              "",
              {reference("from", "stations").must().because("a station"),
               reference("to", "stations").must().because("another station"),
               number("length").at_least(0).in("length").must().because("of the way between them")},
              {}};
  ComponentType type;
  type.name = "siman.Distances";
  type.section = "distances";
  type.doc = "Distances between stations, for transporters.";
  type.parameters = {"distances",
                     "",
                     {list("distances", record("distance", std::move(pair)))
                          .must()
                          .because("the way back is as long when it is not given")},
                     {}};
  return type;
}

std::vector<Distances::Pair> Distances::options_from(const registry::Arguments& arguments) {
  std::vector<Pair> pairs;
  for (const registry::Arguments& each : arguments.records("distances"))
    pairs.push_back({reference_from(each, "from"), reference_from(each, "to"), each.number("length", 0)});
  return pairs;
}

void Distances::bind(Binder& binder) {
  for (const Pair& pair : pairs_) {
    const auto* from = binder.find<StationElement>(*this, pair.from, "station");
    const auto* to = binder.find<StationElement>(*this, pair.to, "station");
    if (from == nullptr || to == nullptr) continue;
    if (!lengths_.emplace(key(from->ordinal(), to->ordinal()), pair.length).second)
      binder.fault(*this, pair.from.where,
                   "the distance from '" + pair.from.name + "' to '" + pair.to.name +
                       "' is given twice in '" + path() + "'",
                   "remove one");
  }
}

std::optional<double> Distances::between(std::int64_t from, std::int64_t to) const {
  if (from == to) return 0;
  for (const std::uint64_t each : {key(from, to), key(to, from)})
    if (const auto found = lengths_.find(each); found != lengths_.end()) return found->second;
  return std::nullopt;
}

}  // namespace escapement::siman
