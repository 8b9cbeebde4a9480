// SPDX-License-Identifier: MIT
#include "escapement/siman/guide_network.h"

#include <algorithm>
#include <cmath>
#include <queue>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "traffic.h"

namespace escapement::siman {

GuideNetwork::GuideNetwork(std::string name, Options options)
    : Member(std::move(name)), options_(std::move(options)), traffic_(std::make_unique<Traffic>(*this)) {}

GuideNetwork::~GuideNetwork() = default;

registry::ComponentType GuideNetwork::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Network";
  type.section = "networks";
  type.doc = "A guide path: links between intersections, on which vehicles compete for space.";
  type.parameters = {
      "network", "", {list("links", reference("link", "links")).must().because("the links of the path")}, {}};
  type.statistics = {
      {"NumberBlocked", "timePersistent", "vehicles that stand because they cannot go on"},
      {"Utilization", "timePersistent", "zones that vehicles have by all zones, intersections included"}};
  return type;
}

GuideNetwork::Options GuideNetwork::options_from(const registry::Arguments& arguments) {
  return {references_from(arguments, "links")};
}

void GuideNetwork::declare(Binder& binder) {
  blocked_ = &binder.time_persistent(*this, path() + ".NumberBlocked");
  utilization_ = &binder.time_persistent(*this, path() + ".Utilization");
}

bool GuideNetwork::find(Binder& binder) {
  if (found_) return valid_;
  found_ = true;
  std::size_t faults = 0;
  for (const Reference& reference : options_.links) {
    auto* link = binder.find<NetworkLink>(*this, reference, "link");
    if (link == nullptr || !link->find(binder)) {
      ++faults;
    } else if (std::find(links_.begin(), links_.end(), link) != links_.end()) {
      binder.fault(*this, reference.where, "link '" + link->path() + "' is twice in network '" + path() + "'",
                   "remove one");
      ++faults;
    } else {
      links_.push_back(link);
    }
  }
  if (options_.links.empty()) binder.fault(*this, {}, "network '" + path() + "' has no links", "add one");
  if (links_.empty() || faults > 0) return false;
  std::sort(links_.begin(), links_.end(),
            [](const NetworkLink* a, const NetworkLink* b) { return a->ordinal() < b->ordinal(); });
  for (const NetworkLink* link : links_)
    for (Intersection* end : {&link->from(), &link->to()}) {
      binder.use(*this, *end);
      intersections_.push_back(end);
    }
  std::sort(intersections_.begin(), intersections_.end(),
            [](const Intersection* a, const Intersection* b) { return a->ordinal() < b->ordinal(); });
  intersections_.erase(std::unique(intersections_.begin(), intersections_.end()), intersections_.end());
  by_ordinal_.assign(static_cast<std::size_t>(intersections_.back()->ordinal()) + 1, kNowhere);
  for (Intersection* intersection : intersections_) {
    by_ordinal_[static_cast<std::size_t>(intersection->ordinal())] = static_cast<Zone>(zones_.size());
    zones_.push_back({intersection->length(), intersection->velocity_factor(), intersection});
  }
  degree_.assign(intersections_.size(), 0);
  spurs_.assign(intersections_.size(), links_.size());
  for (std::size_t i = 0; i < links_.size(); ++i) {
    first_.push_back(static_cast<Zone>(zones_.size()));
    for (std::size_t number = 1; number <= links_[i]->zones(); ++number)
      zones_.push_back({links_[i]->zone_length(), links_[i]->velocity_factor(), nullptr, i, number});
    ++degree_[begin_of(i)];
    ++degree_[end_of(i)];
    if (links_[i]->kind() == LinkKind::kSpur) spurs_[end_of(i)] = i;
  }
  trees_.resize(intersections_.size());
  check_spurs(binder);
  return valid_ = true;
}

void GuideNetwork::check_spurs(Binder& binder) {
  for (std::size_t i = 0; i < links_.size(); ++i)
    if (links_[i]->kind() == LinkKind::kSpur && degree_[end_of(i)] != 1)
      binder.fault(*links_[i], {},
                   "link '" + links_[i]->path() + "' is a Spur, but its end '" + links_[i]->to().path() +
                       "' has other links too",
                   "make it Bidirectional, or let \"to\" be the dead end");
}

void GuideNetwork::start() {
  traffic_->start();
}

GuideNetwork::Zone GuideNetwork::zone_of(const Intersection& intersection) const {
  const auto ordinal = static_cast<std::size_t>(intersection.ordinal());
  return ordinal < by_ordinal_.size() ? by_ordinal_[ordinal] : kNowhere;
}

GuideNetwork::Zone GuideNetwork::zone_of(const NetworkLink& link, double number) const {
  const auto found = std::find(links_.begin(), links_.end(), &link);
  if (found == links_.end() || !(number >= 1 && number <= static_cast<double>(link.zones())) ||
      number != std::floor(number))
    return kNowhere;
  return first_[static_cast<std::size_t>(found - links_.begin())] + static_cast<Zone>(number) - 1;
}

std::string GuideNetwork::name_of(Zone zone) const {
  const ZoneInfo& info = zones_[zone];
  if (!info.on_link()) return "'" + info.intersection->path() + "'";
  return "zone " + std::to_string(info.number) + " of link '" + links_[info.link]->path() + "'";
}

int GuideNetwork::heading_into(Zone from, Zone to) const {
  const ZoneInfo &old = zones_[from], &info = zones_[to];
  if (!info.on_link()) return 0;
  if (old.on_link() && old.link == info.link) return info.number > old.number ? 1 : -1;
  return from == begin_of(info.link) ? 1 : -1;
}

// Dijkstra's algorithm from `to` against the directions of the links. A longer way never replaces a shorter
// one, and of two that are equally long the one of the earlier link stays.
const GuideNetwork::Tree& GuideNetwork::tree(Zone to) const {
  if (trees_[to] != nullptr) return *trees_[to];
  struct Step {
    Zone from;
    std::size_t number;
  };
  std::vector<std::vector<Step>> into(intersections_.size());
  for (std::size_t i = 0; i < links_.size(); ++i) {
    into[end_of(i)].push_back({begin_of(i), 2 * i});
    if (links_[i]->two_way()) into[begin_of(i)].push_back({end_of(i), 2 * i + 1});
  }
  auto tree = std::make_unique<Tree>();
  tree->length.assign(intersections_.size(), kInfinity);
  tree->next.assign(intersections_.size(), 2 * links_.size());
  tree->length[to] = 0;
  using Item = std::pair<double, Zone>;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> open;
  open.emplace(0, to);
  while (!open.empty()) {
    const auto [length, at] = open.top();
    open.pop();
    if (length > tree->length[at]) continue;
    for (const Step& step : into[at]) {
      const double all = length + zones_[at].length + links_[step.number / 2]->length();
      double& known = tree->length[step.from];
      std::size_t& next = tree->next[step.from];
      if (all > known || (all == known && step.number >= next)) continue;
      if (all < known) open.emplace(all, step.from);
      known = all;
      next = step.number;
    }
  }
  trees_[to] = std::move(tree);
  return *trees_[to];
}

// From an intersection, where the front is, to the end of a zone.
double GuideNetwork::reach(Zone intersection, Zone to) const {
  const ZoneInfo& info = zones_[to];
  if (!info.on_link()) return tree(to).length[intersection];
  const NetworkLink& link = *links_[info.link];
  const auto number = static_cast<double>(info.number), all = static_cast<double>(link.zones());
  const double ahead = tree(begin_of(info.link)).length[intersection] + number * link.zone_length();
  if (!link.two_way()) return ahead;
  return std::min(ahead,
                  tree(end_of(info.link)).length[intersection] + (all - number + 1) * link.zone_length());
}

// From a zone of a link, where the front is at the end, in that direction.
double GuideNetwork::leave(const Place& from, int heading, Zone to) const {
  const ZoneInfo &here = zones_[from.zone], &goal = zones_[to];
  const NetworkLink& link = *links_[here.link];
  if (heading < 0 && !link.two_way()) return kInfinity;
  if (goal.on_link() && goal.link == here.link && (goal.number > here.number) == (heading > 0))
    return std::abs(static_cast<double>(goal.number) - static_cast<double>(here.number)) * link.zone_length();
  const Zone exit = heading > 0 ? end_of(here.link) : begin_of(here.link);
  const std::size_t left = heading > 0 ? link.zones() - here.number : here.number - 1;
  return static_cast<double>(left) * link.zone_length() + zones_[exit].length + reach(exit, to);
}

double GuideNetwork::distance(const Place& from, Zone to) const {
  if (from.zone == to) return 0;
  if (!zones_[from.zone].on_link()) return reach(from.zone, to);
  return std::min(leave(from, from.heading, to), leave(from, -from.heading, to));
}

void GuideNetwork::append_link(std::vector<Zone>& zones, std::size_t link, std::size_t first,
                               std::size_t last) const {
  const Zone begin = first_[link] + static_cast<Zone>(first) - 1,
             end = first_[link] + static_cast<Zone>(last) - 1;
  for (Zone zone = begin;; zone = end > begin ? zone + 1 : zone - 1) {
    zones.push_back(zone);
    if (zone == end) return;
  }
}

void GuideNetwork::append_reach(std::vector<Zone>& zones, Zone intersection, Zone to) const {
  const ZoneInfo& info = zones_[to];
  Zone goal = to;
  bool backwards = false;
  if (info.on_link()) {
    const NetworkLink& link = *links_[info.link];
    const double ahead = tree(begin_of(info.link)).length[intersection] +
                         static_cast<double>(info.number) * link.zone_length();
    backwards = reach(intersection, to) < ahead;
    goal = backwards ? end_of(info.link) : begin_of(info.link);
  }
  const Tree& ways = tree(goal);
  while (intersection != goal) {
    const std::size_t step = ways.next[intersection], link = step / 2;
    const bool back = step % 2 == 1;
    append_link(zones, link, back ? links_[link]->zones() : 1, back ? 1 : links_[link]->zones());
    intersection = back ? begin_of(link) : end_of(link);
    zones.push_back(intersection);
  }
  if (info.on_link()) append_link(zones, info.link, backwards ? links_[info.link]->zones() : 1, info.number);
}

std::optional<GuideNetwork::Way> GuideNetwork::way(const Place& from, Zone to) const {
  Way way;
  way.length = distance(from, to);
  if (way.length == kInfinity) return std::nullopt;
  if (from.zone == to) return way;
  const ZoneInfo &here = zones_[from.zone], &goal = zones_[to];
  if (!here.on_link()) {
    append_reach(way.zones, from.zone, to);
    return way;
  }
  const int heading = leave(from, from.heading, to) <= way.length ? from.heading : -from.heading;
  const std::size_t next = heading > 0 ? here.number + 1 : here.number - 1;
  if (goal.on_link() && goal.link == here.link && (goal.number > here.number) == (heading > 0)) {
    append_link(way.zones, here.link, next, goal.number);
    return way;
  }
  if (heading > 0 ? here.number < links_[here.link]->zones() : here.number > 1)
    append_link(way.zones, here.link, next, heading > 0 ? links_[here.link]->zones() : 1);
  const Zone exit = heading > 0 ? end_of(here.link) : begin_of(here.link);
  way.zones.push_back(exit);
  append_reach(way.zones, exit, to);
  return way;
}

void GuideNetwork::observe_blocked(std::size_t vehicles) {
  blocked_->set(now(), static_cast<double>(vehicles));
}

void GuideNetwork::observe_occupied(std::size_t zones) {
  utilization_->set(now(), static_cast<double>(zones) / static_cast<double>(zones_.size()));
}

void GuideNetwork::begin_statistics() {
  for (Intersection* intersection : intersections_) intersection->begin_statistics();
  for (NetworkLink* link : links_) link->begin_statistics();
  utilization_->clear(now());
}

void GuideNetwork::Place::archive(Archive& archive) {
  archive(zone, heading);
}

void GuideNetwork::archive(Archive& archive) {
  traffic_->archive(archive);
}

}  // namespace escapement::siman
