// SPDX-License-Identifier: MIT
#include "escapement/siman/guided_place.h"

#include <cctype>

#include "escapement/core/error.h"
#include "escapement/siman/process_host.h"

namespace escapement::siman {
namespace {

// "unit", "zone" -> "unitZone"
std::string named(const std::string& prefix, std::string field) {
  if (!prefix.empty()) field[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(field[0])));
  return prefix + field;
}

}  // namespace

std::vector<registry::Field> GuidedPlace::fields(const std::string& prefix, const std::string& what,
                                                 bool station) {
  using namespace registry;
  std::vector<Field> all = {
      reference(named(prefix, "intersection"), "intersections")
          .because("guided transporters: where " + what + ", an intersection"),
      reference(named(prefix, "link"), "links").because("guided transporters: where " + what + ", a link"),
      expression(named(prefix, "zone"))
          .at_least(1)
          .because("of the link: its number from the beginning, from 1")};
  if (station)
    all.push_back(reference(named(prefix, "station"), "stations")
                      .because("guided transporters: where " + what + ", the place of a station"));
  return all;
}

int GuidedPlace::check(const registry::Value& v, const std::string& prefix, std::vector<Diagnostic>& out) {
  const auto given = [&](const char* field) { return v.find(named(prefix, field)) != nullptr; };
  const int places = given("intersection") + given("link") + (prefix.empty() ? 0 : given("station"));
  if (places > 1)
    out.push_back(
        {v.where(), "there are " + std::to_string(places) + " places for a unit",
         "give one of \"" + named(prefix, "intersection") + "\" and \"" + named(prefix, "link") + "\""});
  if (given("link") != given("zone"))
    out.push_back({v.where(),
                   "\"" + named(prefix, "link") + "\" and \"" + named(prefix, "zone") + "\" go together",
                   "give both, or neither"});
  return places;
}

GuidedPlace::Options GuidedPlace::options_from(const registry::Arguments& arguments,
                                               const std::string& prefix, bool station) {
  const auto reference = [&](const char* field) {
    const std::string name = named(prefix, field);
    return arguments.has(name) ? reference_from(arguments, name) : Reference();
  };
  Options options{reference("intersection"), reference("link"), arguments.expression(named(prefix, "zone"))};
  if (station) options.station = reference("station");
  return options;
}

void GuidedPlace::bind(const Options& options, Member& owner, Binder& binder, Transporter* transporter,
                       std::optional<std::uint64_t> stream) {
  if (options.empty() || transporter == nullptr) return;
  given_ = true;
  transporter_ = transporter;
  if (!transporter->guided()) {
    binder.fault(owner, {},
                 "'" + owner.address() + "' sends units of '" + transporter->path() +
                     "' to a place of a network, but that is no Guided transporter",
                 "set its \"kind\" to \"Guided\", or name a station");
    return;
  }
  GuideNetwork& network = transporter->network();
  if (!network.find(binder)) return;  // its faults are told
  const auto need = [&](GuideNetwork::Zone zone, const Reference& reference) {
    zone_ = zone;
    if (zone == GuideNetwork::kNowhere)
      binder.fault(owner, reference.where,
                   "'" + reference.name + "' is no place of network '" + network.path() + "'",
                   "name one of its intersections or links, or a station at one");
  };
  if (!options.intersection.empty()) {
    if (const auto* found = binder.find<Intersection>(owner, options.intersection, "intersection"))
      need(network.zone_of(*found), options.intersection);
  } else if (!options.station.empty()) {
    station_ = binder.find<StationElement>(owner, options.station, "station");
  } else if (const auto* found = binder.find<NetworkLink>(owner, options.link, "link")) {
    need(network.zone_of(*found, 1), options.link);
    link_ = found;
    number_ = binder.compile_required(owner, "zone", options.zone, {.stream = stream});
  }
}

GuideNetwork::Zone GuidedPlace::of(Entity& entity, const Member& owner) const {
  if (station_ != nullptr) return transporter_->zone_of(*station_, owner);
  if (link_ == nullptr) return zone_;
  EntityFrame frame(&entity);
  const double number = number_.evaluate_checked(frame);
  const GuideNetwork::Zone zone = transporter_->network().zone_of(*link_, number);
  if (zone == GuideNetwork::kNowhere)
    owner.host().fail(owner, "link '" + link_->path() + "' has no zone " + to_text(number) + " ('" +
                                 number_.text() + "'); zones are numbered from 1 to " +
                                 std::to_string(link_->zones()));
  return zone;
}

}  // namespace escapement::siman
