// SPDX-License-Identifier: MIT
#include "traffic.h"

#include <algorithm>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "escapement/siman/capture.h"
#include "escapement/siman/process_host.h"
#include "vehicle.h"

namespace escapement::siman {
namespace {

bool came_before(const Vehicle* a, const Vehicle* b) {
  return a->asked() < b->asked();
}

std::string names_of(const GuideNetwork& network, const std::vector<GuideNetwork::Zone>& zones) {
  constexpr std::size_t kMost = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(zones.size(), kMost); ++i)
    text += (i > 0 ? ", " : "") + network.name_of(zones[i]);
  return zones.size() > kMost ? text + " and others" : text;
}

}  // namespace

template <class Visit>
void Traffic::each_vehicle(Visit visit) const {
  for (Transporter* fleet : fleets_)
    for (Vehicle& vehicle : fleet->vehicles()) visit(vehicle);
}

void Traffic::start() {
  zones_.assign(network_.zones(), {});
  links_.assign(network_.links().size(), {});
  occupied_ = blocked_ = 0;
  freed_.clear();
  changed_.clear();
  for (Transporter* fleet : fleets_) fleet->place_vehicles();
  observe();
  network_.begin_statistics();
}

bool Traffic::all_are_of(const Vehicle& vehicle, std::size_t link) const {
  std::size_t own = 0;
  for (const Zone zone : vehicle.zones()) {
    const GuideNetwork::ZoneInfo& info = network_.zone(zone);
    if (info.on_link() && info.link == link) ++own;
  }
  return own == links_[link].occupied;
}

// The Spur to whose end the vehicle goes while another is in it; links().size() when there is none.
std::size_t Traffic::spur_in_the_way(const Vehicle& vehicle, Zone zone) const {
  const std::size_t none = network_.links().size(), spur = network_.spur_of(vehicle.goal());
  if (spur == none) return none;
  const GuideNetwork::ZoneInfo& info = network_.zone(zone);
  const bool enters =
      info.on_link() ? info.link == spur && info.number == 1 : zone == network_.begin_of(spur);
  if (!enters) return none;
  const Vehicle* at_end = zones_[network_.end_of(spur)].holder;
  if ((at_end == nullptr || at_end == &vehicle) && all_are_of(vehicle, spur)) return none;
  return spur;
}

Traffic::Hindrance Traffic::hindrance(const Vehicle& vehicle, Zone zone, int heading) const {
  using Kind = Hindrance::Kind;
  const GuideNetwork::ZoneInfo& info = network_.zone(zone);
  if (const std::size_t spur = spur_in_the_way(vehicle, zone); spur < network_.links().size())
    return {Kind::kLink, static_cast<std::uint32_t>(spur)};
  if (info.on_link()) {
    const LinkState& link = links_[info.link];
    if (link.heading != 0 && link.heading != heading && !all_are_of(vehicle, info.link))
      return {Kind::kLink, static_cast<std::uint32_t>(info.link)};
  }
  const ZoneState& state = zones_[zone];
  if (state.holder != nullptr || (state.captor != 0 && state.captor != vehicle.captor()))
    return {Kind::kZone, zone};
  return {};
}

void Traffic::changed(const GuideNetwork::ZoneInfo& info) {
  if (info.on_link()) changed_.push_back(info.link);
}

// What is taken and given up at one instant is seen together: a vehicle that goes from zone to zone is never
// in both.
void Traffic::observe() {
  for (const std::size_t link : changed_)
    network_.links()[link]->observe(links_[link].occupied, links_[link].heading);
  changed_.clear();
  network_.observe_occupied(occupied_);
}

void Traffic::take(Vehicle& vehicle, Zone zone, int heading) {
  const GuideNetwork::ZoneInfo& info = network_.zone(zone);
  zones_[zone].holder = &vehicle;
  ++occupied_;
  if (info.on_link()) {
    links_[info.link].heading = heading;
    ++links_[info.link].occupied;
  } else {
    info.intersection->observe(true);
  }
  changed(info);
}

void Traffic::give_up(Zone zone) {
  const GuideNetwork::ZoneInfo& info = network_.zone(zone);
  zones_[zone].holder = nullptr;
  --occupied_;
  if (info.on_link()) {
    LinkState& link = links_[info.link];
    if (--link.occupied == 0) link.heading = 0;
  } else {
    info.intersection->observe(false);
  }
  changed(info);
  freed_.push_back(zone);
}

void Traffic::relinquish(Zone zone) {
  zones_[zone].captor = 0;
  freed_.push_back(zone);
}

std::vector<Vehicle*>& Traffic::line_of(const Hindrance& hindrance) {
  return hindrance.kind == Hindrance::Kind::kZone ? zones_[hindrance.place].line
                                                  : links_[hindrance.place].line;
}

void Traffic::stand(Vehicle& vehicle, Hindrance hindrance) {
  vehicle.set_hindrance(hindrance);
  std::vector<Vehicle*>& line = line_of(hindrance);
  line.insert(std::upper_bound(line.begin(), line.end(), &vehicle, came_before), &vehicle);
  fail_if_circular(vehicle);
}

void Traffic::leave_line(Vehicle& vehicle) {
  std::vector<Vehicle*>& line = line_of(vehicle.hindrance());
  line.erase(std::find(line.begin(), line.end(), &vehicle));
}

void Traffic::count_blocked(int by) {
  blocked_ += static_cast<std::size_t>(by);
  network_.observe_blocked(blocked_);
}

void Traffic::serve() {
  if (serving_) return;  // whoever serves now sees to what has been given up meanwhile
  serving_ = true;
  while (!freed_.empty()) {
    const Zone zone = freed_.front();
    freed_.pop_front();
    const GuideNetwork::ZoneInfo& info = network_.zone(zone);
    const std::size_t link = info.on_link() ? info.link : network_.spur_of(zone);
    const bool on_link = link < links_.size() && !links_[link].line.empty();
    if (zones_[zone].line.empty() && !on_link && captures_.empty()) continue;
    std::vector<Vehicle*> vehicles = zones_[zone].line;
    if (on_link) vehicles.insert(vehicles.end(), links_[link].line.begin(), links_[link].line.end());
    std::sort(vehicles.begin(), vehicles.end(), came_before);
    std::vector<Capture*> captures;
    for (Capture* capture : captures_)
      if (capture->wants(zone)) captures.push_back(capture);
    for (Vehicle* vehicle : vehicles) {
      for (Capture* capture : captures) capture->serve(vehicle->asked());
      if (vehicle->blocked()) vehicle->go_on();
    }
    for (Capture* capture : captures) capture->serve(UINT64_MAX);
  }
  serving_ = false;
  observe();
}

const Vehicle* Traffic::standing_for(const Entity& entity) const {
  const Vehicle* found = nullptr;
  each_vehicle([&](const Vehicle& vehicle) {
    if (vehicle.blocked() && vehicle.entity() == &entity) found = &vehicle;
  });
  return found;
}

Traffic::Obstacle Traffic::obstacle(const Vehicle& vehicle) const {
  const Hindrance& hindrance = vehicle.hindrance();
  if (hindrance.kind == Hindrance::Kind::kZone) {
    Obstacle obstacle{network_.name_of(hindrance.place)};
    const ZoneState& state = zones_[hindrance.place];
    if (state.holder != nullptr)
      obstacle.vehicles.push_back(state.holder);
    else
      obstacle.captor = state.captor;
    return obstacle;
  }
  const NetworkLink& link = *network_.links()[hindrance.place];
  const bool spur = link.kind() == LinkKind::kSpur && network_.spur_of(vehicle.goal()) == hindrance.place;
  Obstacle obstacle{spur ? "the spur '" + link.path() + "' to be empty"
                         : "link '" + link.path() + "' in the other direction"};
  each_vehicle([&](const Vehicle& other) {
    const bool there = std::any_of(other.zones().begin(), other.zones().end(), [&](Zone zone) {
      const GuideNetwork::ZoneInfo& info = network_.zone(zone);
      return info.on_link() ? info.link == hindrance.place : spur && zone == network_.end_of(hindrance.place);
    });
    if (there && &other != &vehicle) obstacle.vehicles.push_back(&other);
  });
  return obstacle;
}

// G8: depth first from the vehicle along those that each stands because of.
void Traffic::fail_if_circular(const Vehicle& vehicle) const {
  std::vector<const Vehicle*> chain = {&vehicle}, seen;
  const auto search = [&](const auto& self, const Vehicle& at) -> bool {
    Obstacle obstacle = this->obstacle(at);
    if (obstacle.captor != 0)
      each_vehicle([&](const Vehicle& other) {
        if (other.captor() == obstacle.captor) obstacle.vehicles.push_back(&other);
      });
    for (const Vehicle* other : obstacle.vehicles) {
      if (other == &vehicle) return true;
      if (!other->blocked() || std::find(seen.begin(), seen.end(), other) != seen.end()) continue;
      seen.push_back(other);
      chain.push_back(other);
      if (self(self, *other)) return true;
      chain.pop_back();
    }
    return false;
  };
  if (!search(search, vehicle)) return;
  std::string message = "vehicles wait for each other in a circle, and none can move";
  for (std::size_t i = 0; i < chain.size(); ++i)
    message += "; " + chain[i]->name() + " has " + names_of(network_, chain[i]->zones()) + " and waits for " +
               obstacle(*chain[i]).what + ", where " + chain[(i + 1) % chain.size()]->name() + " is";
  vehicle.owner().host().fail(
      vehicle.owner(),
      message +
          "; make links Unidirectional, let vehicles stand at the ends of Spurs, or have fewer of them");
}

void Traffic::Hindrance::archive(Archive& archive) {
  archive(kind, place);
}

void Traffic::archive(Archive& archive) {
  std::vector<std::uint64_t> captors;
  std::vector<int> headings;
  for (const ZoneState& zone : zones_) captors.push_back(zone.captor);
  for (const LinkState& link : links_) headings.push_back(link.heading);
  archive(captors, headings, blocked_);
  each_vehicle([&](Vehicle& vehicle) { archive(vehicle); });
  if (!archive.loading()) return;
  if (captors.size() != zones_.size() || headings.size() != links_.size())
    throw ArchiveError("network '" + network_.path() + "' was saved with other zones");
  zones_.assign(zones_.size(), {});
  links_.assign(links_.size(), {});
  occupied_ = 0;
  for (std::size_t i = 0; i < zones_.size(); ++i) zones_[i].captor = captors[i];
  each_vehicle([&](Vehicle& vehicle) {
    for (const Zone zone : vehicle.zones()) {
      const GuideNetwork::ZoneInfo& info = network_.zone(zone);
      zones_.at(zone).holder = &vehicle;
      ++occupied_;
      if (info.on_link()) ++links_[info.link].occupied;
    }
    if (!vehicle.blocked()) return;
    std::vector<Vehicle*>& line = line_of(vehicle.hindrance());
    line.insert(std::upper_bound(line.begin(), line.end(), &vehicle, came_before), &vehicle);
  });
  for (std::size_t i = 0; i < links_.size(); ++i) {
    links_[i].heading = headings[i];
    network_.links()[i]->restore(links_[i].occupied, headings[i]);
  }
}

}  // namespace escapement::siman
