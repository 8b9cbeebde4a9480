// SPDX-License-Identifier: MIT
#include "escapement/siman/network_link.h"

namespace escapement::siman {
namespace {

const std::vector<std::string> kLinkKinds = {"Unidirectional", "Bidirectional", "Spur"};

std::optional<double> turned(std::optional<double> direction, int heading) {
  if (direction && heading < 0) *direction += 180;
  return direction;
}

}  // namespace

registry::ComponentType NetworkLink::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Link";
  type.section = "links";
  type.doc =
      "A link of a guide path: a way between two intersections, cut in zones that one vehicle can have.";
  type.parameters = {
      "link",
      "",
      {reference("from", "intersections").must().because("where it begins"),
       reference("to", "intersections").must().because("where it ends"),
       integer("zones").at_least(1).at_most(1000000).by_default("1").because("how many zones it has"),
       number("zoneLength").above(0).in("length").must().because("length of each"),
       choice("kind", kLinkKinds)
           .by_default(kLinkKinds[0])
           .because("Bidirectional: vehicles go both ways, those that are on it at one time the same way; "
                    "Spur: a bidirectional one whose end is a dead end"),
       number("velocityFactor").above(0).by_default("1").because("vehicles go at their velocity times this"),
       number("direction").in("deg").because("in which it leaves its beginning: 0 is east, 90 north"),
       number("endDirection")
           .in("deg")
           .because("in which it comes to its end; as \"direction\" when absent")},
      [](const Value& v, std::vector<Diagnostic>& out) {
        const Value* end = v.find("endDirection");
        if (end != nullptr && v.find("direction") == nullptr)
          out.push_back({end->where(), "\"endDirection\" needs \"direction\"", "add \"direction\""});
      }};
  type.statistics = {{"NumberOccupied", "timePersistent", "zones that vehicles have"},
                     {"Utilization", "output", "zones that vehicles have by all zones, in the long run"}};
  return type;
}

NetworkLink::Options NetworkLink::options_from(const registry::Arguments& arguments) {
  Options options{reference_from(arguments, "from"), reference_from(arguments, "to")};
  options.zones = static_cast<std::size_t>(arguments.integer("zones", 1));
  options.zone_length = arguments.number("zoneLength", 1);
  const std::string kind = arguments.string("kind", kLinkKinds[0]);
  for (std::size_t i = 0; i < kLinkKinds.size(); ++i)
    if (kLinkKinds[i] == kind) options.kind = static_cast<LinkKind>(i);
  options.velocity_factor = arguments.number("velocityFactor", 1);
  if (arguments.has("direction")) options.direction = arguments.number("direction", 0);
  if (arguments.has("endDirection")) options.end_direction = arguments.number("endDirection", 0);
  return options;
}

void NetworkLink::declare(Binder& binder) {
  number_ = &binder.time_persistent(*this, path() + ".NumberOccupied");
  binder.output(*this, path() + ".Utilization", [number = number_, zones = options_.zones](double t) {
    return number->average(t) / static_cast<double>(zones);
  });
}

bool NetworkLink::find(Binder& binder) {
  if (!found_) {
    found_ = true;
    from_ = binder.find<Intersection>(*this, options_.from, "intersection");
    to_ = binder.find<Intersection>(*this, options_.to, "intersection");
    if (from_ != nullptr && from_ == to_)
      binder.fault(*this, options_.to.where,
                   "link '" + path() + "' begins and ends at intersection '" + from_->path() + "'",
                   "put an intersection on the way around");
  }
  return from_ != nullptr && to_ != nullptr && from_ != to_;
}

std::optional<double> NetworkLink::direction_at_begin(int heading) const {
  return turned(options_.direction, heading);
}

std::optional<double> NetworkLink::direction_at_end(int heading) const {
  return turned(options_.end_direction ? options_.end_direction : options_.direction, heading);
}

void NetworkLink::restore(std::size_t occupied, int heading) {
  occupied_ = occupied;
  heading_ = heading;
}

void NetworkLink::observe(std::size_t occupied, int heading) {
  restore(occupied, heading);
  number_->set(now(), static_cast<double>(occupied));
}

double NetworkLink::leads_to() const {
  if (heading_ == 0) return 0;
  return static_cast<double>((heading_ > 0 ? to_ : from_)->ordinal());
}

}  // namespace escapement::siman
