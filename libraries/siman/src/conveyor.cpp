// SPDX-License-Identifier: MIT
#include "escapement/siman/conveyor.h"
#include "escapement/siman/member_reference.h"

#include <algorithm>
#include <cmath>

#include "belt.h"
#include "escapement/core/error.h"
#include "escapement/siman/access.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/process_host.h"

namespace escapement::siman {
namespace {

std::string one_of_type(const Entity& entity) {
  return "an entity of type '" + entity.type->path() + "'";
}

}  // namespace

Conveyor::Conveyor(std::string name, Options options)
    : Member(std::move(name)), options_(std::move(options)) {}

Conveyor::~Conveyor() = default;

registry::ComponentType Conveyor::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Conveyor";
  type.section = "conveyors";
  type.doc = "A conveyor: a path of cells that carries entities between stations.";
  type.parameters = {
      "conveyor",
      "",
      {reference("segments", "segments").must().because("its path"),
       choice("kind", {"NonAccumulating", "Accumulating"})
           .by_default("NonAccumulating")
           .because("whether the belt stops as a whole while an entity is loaded or unloaded, or entities "
                    "close up behind one that stands"),
       number("velocity").above(0).in("length/time").must().because("how fast entities are carried"),
       number("cellSize")
           .above(0)
           .in("length")
           .by_default("1")
           .because("length of a cell; the lengths of the segments are whole numbers of cells"),
       integer("maxCells").at_least(1).by_default("1").because("cells that an entity may have at the most"),
       number("accumulationLength")
           .above(0)
           .in("length")
           .because("Accumulating: distance from one standing entity to the next; that of its cells when "
                    "absent or longer than these"),
       boolean("active").by_default("true").because("whether it is on at the start")},
      [](const Value& v, std::vector<Diagnostic>& out) {
        const Value* kind = v.find("kind");
        const Value* length = v.find("accumulationLength");
        if (length != nullptr && (kind == nullptr || kind->text() != "Accumulating"))
          out.push_back({length->where(),
                         "\"accumulationLength\" has no meaning on a non-accumulating conveyor",
                         "remove it, or set \"kind\" to \"Accumulating\""});
      }};
  type.statistics = {
      {"Utilization", "timePersistent", "occupied share of the length that there is"},
      {"NumberConveying", "timePersistent", "entities that are conveyed and not accumulated"},
      {"NumberAccumulated", "timePersistent", "entities that have closed up behind one that stands"},
      {"Status", "timePersistent", "0 idle, 1 moving, 2 blocked, 3 inactive"}};
  return type;
}

Conveyor::Options Conveyor::options_from(const registry::Arguments& arguments) {
  Options options{reference_from(arguments, "segments")};
  options.accumulating = arguments.string("kind", "NonAccumulating") == "Accumulating";
  options.velocity = arguments.number("velocity", 1);
  options.cell = arguments.number("cellSize", 1);
  options.max_cells = static_cast<double>(arguments.integer("maxCells", 1));
  options.accumulation_length = arguments.number("accumulationLength", 0);
  options.active = arguments.boolean("active", true);
  return options;
}

void Conveyor::declare(Binder& binder) {
  utilization_ = &binder.time_persistent(*this, path() + ".Utilization");
  number_conveying_ = &binder.time_persistent(*this, path() + ".NumberConveying");
  number_accumulated_ = &binder.time_persistent(*this, path() + ".NumberAccumulated");
  state_ = &binder.time_persistent(*this, path() + ".Status", options_.active ? 0 : 3);
}

void Conveyor::bind(Binder& binder) {
  binder.world().conveyors.push_back(this);
  segments_ = binder.find<Segments>(*this, options_.segments, "segments");
  if (segments_ == nullptr) return;
  segments_->find(binder);
  for (const Segments::Segment& segment : segments_->segments()) {
    const double cells = segment.length / options_.cell;
    if (std::abs(cells - std::round(cells)) > 1e-9 * cells)
      binder.fault(*this, segment.station.where,
                   "the segment to '" + segment.station.name + "' of conveyor '" + path() +
                       "' has the length " + to_text(segment.length) +
                       ", which is no whole number of cells of " + to_text(options_.cell),
                   "change \"cellSize\" or the length");
  }
  if (segments_->loop() && options_.max_cells * options_.cell > segments_->length())
    binder.fault(*this, options_.segments.where,
                 "\"maxCells\" of conveyor '" + path() + "' is " + to_text(options_.max_cells) +
                     ", but the loop '" + segments_->path() + "' has only " +
                     to_text(segments_->length() / options_.cell) + " cells",
                 "lower it");
  total_length_ = segments_->length() + (segments_->loop() ? 0 : options_.max_cells * options_.cell);
}

void Conveyor::start() {
  active_ = options_.active;
  velocity_ = options_.velocity;
  cells_ = 0;
  waiting_.clear();
  check_ = Entity::kNoEvent;
  if (options_.accumulating)
    belt_ = std::make_unique<AccumulatingBelt>(*this, *segments_);
  else
    belt_ = std::make_unique<RigidBelt>(*this, *segments_);
}

double Conveyor::place_of(const Entity& entity, const Member& by) const {
  const std::int32_t station = entity.itinerary.current;
  if (const auto place = segments_->position(station)) return *place;
  host().fail(
      by, one_of_type(entity) + " is at " +
              (station == 0
                   ? std::string("no station")
                   : "station '" + world().stations[static_cast<std::size_t>(station) - 1]->path() + "'") +
              ", which conveyor '" + path() + "' does not pass; it passes " +
              list_text(segments_->station_names()));
}

bool Conveyor::is_free(double place, double cells) const {
  return belt_->free_after(place, cells * options_.cell) == 0;
}

void Conveyor::load(Entity& entity, double place, double cells) {
  belt_->load(entity, place, cells * options_.cell);
  cells_ += cells;
  observe();
}

bool Conveyor::carries(const Entity& entity) const {
  return belt_->find(entity) != nullptr;
}

void Conveyor::convey(Entity& entity, StationElement& to, const Member& by) {
  Belt::Item* const item = belt_->find(entity);
  if (item == nullptr)
    host().fail(by,
                one_of_type(entity) + " has no cells of conveyor '" + path() + "'; let it pass an Access");
  const auto end = segments_->position(to.ordinal());
  if (!end)
    host().fail(by, "conveyor '" + path() + "' does not pass station '" + to.path() + "'; it passes " +
                        list_text(segments_->station_names()));
  const auto distance = segments_->distance(belt_->position(*item), *end);
  if (!distance)
    host().fail(by, "station '" + to.path() + "' lies behind " + one_of_type(entity) + " on conveyor '" +
                        path() + "', which is no loop");
  to.send(entity);
  entity.since = now();
  item->entity = &entity;
  item->to = &to;
  belt_->convey(*item, *distance);
  serve();
  observe();
}

void Conveyor::unload(Entity& entity, const Member& by) {
  Belt::Item* const item = belt_->find(entity);
  if (item == nullptr)
    host().fail(by, one_of_type(entity) + " has no cells of conveyor '" + path() + "' to give back");
  cells_ -= std::round(item->length / options_.cell);
  belt_->unload(*item);
  serve();
  observe();
}

void Conveyor::set_active(bool active) {
  if (active == active_) return;
  belt_->before_change();
  active_ = active;
  belt_->after_change();
  serve();
  observe();
}

void Conveyor::set_velocity(double velocity, const Member& by) {
  if (!(velocity > 0 && velocity < kInfinity))
    host().fail(by, "the velocity of conveyor '" + path() + "' would be " + to_text(velocity) +
                        "; it must be above 0, and a Stop stops it");
  belt_->before_change();
  velocity_ = velocity;
  belt_->after_change();
  serve();
}

void Conveyor::due(Entity* entity) {
  if (entity == nullptr) {
    check_ = Entity::kNoEvent;
  } else {
    Belt::Item& item = *belt_->find(*entity);
    item.event = Entity::kNoEvent;
    belt_->due(item);
  }
  serve();
  observe();
}

void Conveyor::add_line(Access& access, QueueElement& queue) {
  for (const Line& line : lines_)
    if (line.access == &access && line.queue == &queue) return;
  lines_.push_back({&access, &queue});
}

void Conveyor::change_waiting(double place, int by) {
  const auto found = waiting_.try_emplace(place, 0).first;
  found->second += static_cast<std::size_t>(by);
  if (found->second == 0) waiting_.erase(found);
}

bool Conveyor::somebody_waits(double place) const {
  return waiting_.contains(place);
}

void Conveyor::serve() {
  if (check_ != Entity::kNoEvent) host().cancel(check_);
  check_ = Entity::kNoEvent;
  struct Candidate {
    double place;
    Entity* entity;
    Line* line;
  };
  std::vector<Candidate> all;
  for (bool again = true; again && !waiting_.empty();) {
    again = false;
    all.clear();
    for (Line& line : lines_) {
      std::size_t met = 0;  // places of which this line has shown its first
      for (Entity* e = line.queue->first(); e != nullptr && met < waiting_.size(); e = line.queue->next(*e)) {
        if (e->waits_for != line.access) continue;
        const double place = *segments_->position(e->itinerary.current);
        const auto same =
            std::find_if(all.begin(), all.end(), [place](const Candidate& c) { return c.place == place; });
        if (same == all.end()) {
          ++met;
          all.push_back({place, e, &line});
        } else if (same->line != &line && e->order < same->entity->order) {
          ++met;
          *same = {place, e, &line};
        }
      }
    }
    double soonest = kInfinity;
    for (const Candidate& c : all) {
      const double after = belt_->free_after(c.place, c.entity->code * options_.cell);
      soonest = std::min(soonest, after);
      if (after > 0) continue;
      c.line->access->grant(*c.entity, c.place);
      again = true;
      break;
    }
    if (!again && soonest < kInfinity)
      check_ = host().schedule(now() + soonest, EventClass::kDelayEnd, *this, nullptr);
  }
}

void Conveyor::observe() {
  utilization_->set(
      now(),
      (belt_->length(Belt::State::kStanding) + conveying_length() + accumulated_length()) / total_length_);
  number_conveying_->set(now(), conveying());
  number_accumulated_->set(now(), accumulated());
  state_->set(now(), status());
}

double Conveyor::status() const {
  if (!active_) return 3;
  if (belt_->empty()) return 0;
  return !options_.accumulating && belt_->count(Belt::State::kStanding) > 0 ? 2 : 1;
}

double Conveyor::conveying_length() const {
  return belt_->length(Belt::State::kMoving);
}

double Conveyor::accumulated_length() const {
  return belt_->length(Belt::State::kAccumulated);
}

double Conveyor::conveying() const {
  return static_cast<double>(belt_->count(Belt::State::kMoving));
}

double Conveyor::accumulated() const {
  return static_cast<double>(belt_->count(Belt::State::kAccumulated));
}

std::optional<double> Conveyor::position(const Entity& entity) const {
  const Belt::Item* item = belt_->find(entity);
  if (item == nullptr) return std::nullopt;
  return belt_->position(*item);
}

bool Conveyor::conveys(const Entity& entity) const {
  const Belt::Item* item = belt_->find(entity);
  return item != nullptr && item->state != Belt::State::kStanding;
}

std::vector<std::uint64_t> Conveyor::standing() const {
  return belt_->records(Belt::State::kStanding);
}

void Conveyor::archive(Archive& archive) {
  archive(active_, velocity_, cells_, waiting_, check_);
  if (belt_ != nullptr) archive(*belt_);  // there once the conveyor is bound
}

}  // namespace escapement::siman
