// SPDX-License-Identifier: MIT
#include "escapement/siman/allocate.h"
#include "escapement/siman/member_reference.h"

#include <algorithm>

#include "escapement/core/error.h"
#include "escapement/siman/attribute.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {

std::vector<registry::Field> Allocate::fields(bool request, const char* default_rule) {
  using namespace registry;
  std::vector<Field> all = {
      reference("transporter", "transporters|sets")
          .must()
          .because("the transporter that entities need a unit of, or a set of transporters"),
      expression("priority")
          .by_default("1")
          .because("among those that wait for the transporter; smaller is more urgent, then the nearest is "
                   "first")};
  for (Field& field : Selection::fields(SelectionOf::kTransporters, default_rule))
    all.push_back(std::move(field));
  all.push_back(reference("saveAttribute", "attributes")
                    .because("gets the number of the unit, or of the set's member, from 1"));
  if (request) {
    for (Field& field : GuidedPlace::fields("", "the unit comes to", false)) all.push_back(std::move(field));
    all.push_back(expression("velocity")
                      .in("length/time")
                      .because("of the unit on its way to the entity; the transporter's when absent"));
  }
  all.push_back(stream_field());
  return all;
}

registry::ComponentType Allocate::descriptor() {
  registry::ComponentType type;
  type.name = "siman.Allocate";
  type.doc = "ALLOCATE: gives entities a unit of a transporter; they wait in the Queue before it.";
  type.parameters = {"siman.Allocate", "", fields(false, "PreferredOrder"), Selection::check};
  type.ports = {entity_in("from a siman.Queue"), entity_out("that have a unit")};
  return type;
}

registry::ComponentType Allocate::request_descriptor() {
  registry::ComponentType type = descriptor();
  type.parameters.name = type.name = "siman.Request";
  type.doc = "REQUEST: gives entities a unit of a transporter and moves it to them.";
  type.parameters.fields = fields(true, "PreferredOrder");
  type.parameters.check = [](const registry::Value& v, std::vector<Diagnostic>& out) {
    Selection::check(v, out);
    GuidedPlace::check(v, "", out);
  };
  type.ports = {entity_in("from a siman.Queue"), entity_out("whose unit is there")};
  return type;
}

Allocate::Options Allocate::options_from(const registry::Arguments& arguments, bool request,
                                         const char* default_rule) {
  Options options{reference_from(arguments, "transporter"), arguments.expression("priority", 1.0),
                  Selection::from(arguments, SelectionOf::kTransporters, default_rule)};
  if (arguments.has("saveAttribute")) options.save = reference_from(arguments, "saveAttribute");
  if (request) {
    options.velocity = arguments.expression("velocity");
    options.place = GuidedPlace::options_from(arguments, "", false);
  }
  options.stream = stream_from(arguments);
  options.request = request;
  return options;
}

void Allocate::bind(Binder& binder) {
  transporters_.bind(options_.transporter, *this, binder);
  priority_ = binder.compile(*this, "priority", options_.priority, {.stream = options_.stream});
  velocity_ = binder.compile(*this, "velocity", options_.velocity, {.stream = options_.stream});
  selector_ = Selector(*this, binder, options_.selection, "member", options_.stream);
  transporters_.bind_place(place_, options_.place, *this, binder, options_.stream);
  if (options_.save.empty()) return;
  if (const auto* attribute = binder.find<Attribute>(*this, options_.save, "attribute"))
    slot_ = attribute->slot();
}

void Allocate::add_queue(QueueElement& queue) {
  for (Transporter* transporter : transporters_.all()) transporter->add_line(*this, queue);
}

std::size_t Allocate::choices() const {
  return transporters_.is_set() ? transporters_.all().size() : transporters_.all().front()->units().size();
}

bool Allocate::usable(std::size_t choice, Entity& entity) {
  const std::vector<Transporter*>& all = transporters_.all();
  const bool free =
      transporters_.is_set() ? all[choice]->has_free_unit() : all.front()->units()[choice].is_free();
  return free && (selector_.rule() != SelectionRule::kSpecificMember ||
                  selector_.specific(&entity, choices()) == choice);
}

bool Allocate::any_usable(Entity& entity) {
  for (std::size_t i = 0; i < choices(); ++i)
    if (usable(i, entity)) return true;
  return false;
}

std::size_t Allocate::best_unit(const Transporter& member, const Entity& entity) const {
  const SelectionRule rule = selector_.rule();
  const double sign = rule == SelectionRule::kSmallestNumber  ? 1
                      : rule == SelectionRule::kLargestNumber ? -1
                                                              : 0;
  const std::vector<Transporter::Unit>& units = member.units();
  std::size_t best = units.size();
  for (std::size_t i = 0; i < units.size(); ++i)
    if (units[i].is_free() &&
        (best == units.size() ||
         (sign != 0 && sign * member.nearness(i, entity) < sign * member.nearness(best, entity))))
      best = i;
  return best;
}

double Allocate::away(std::size_t choice, const Entity& entity) const {
  if (!transporters_.is_set()) return transporters_.all().front()->nearness(choice, entity);
  const Transporter& member = *transporters_.all()[choice];
  return member.nearness(best_unit(member, entity), entity);
}

bool Allocate::can_serve(Entity& entity, const Transporter& by) {
  if (!transporters_.is_set()) return any_usable(entity);
  const std::vector<Transporter*>& all = transporters_.all();
  return usable(static_cast<std::size_t>(std::find(all.begin(), all.end(), &by) - all.begin()), entity);
}

double Allocate::nearest(Entity& entity, const Transporter& by) {
  double least = kInfinity;
  for (std::size_t i = 0; i < by.units().size(); ++i)
    if (transporters_.is_set() ? by.units()[i].is_free() : usable(i, entity))
      least = std::min(least, by.nearness(i, entity));
  return least;
}

bool Allocate::may_pass(Entity& entity, QueueElement& /*queue*/) {
  if (options_.request && entity.itinerary.current == 0 && !place_)
    host().fail(*this, "an entity of type '" + entity.type->path() + "' requests transporter '" +
                           transporters_.name() +
                           "' but is at no station, so it has nowhere to come to; let it pass a Station");
  EntityFrame frame(&entity);
  entity.priority = priority_.evaluate_checked(frame);
  const std::vector<Transporter*>& all = transporters_.all();
  return std::all_of(all.begin(), all.end(), [](const Transporter* t) { return t->waiting() == 0; }) &&
         any_usable(entity);
}

Block* Allocate::pass(Entity& entity) {
  return take(entity);
}

Block* Allocate::take(Entity& entity) {
  const auto far = [&](std::size_t i) { return away(i, entity); };
  const std::size_t choice = *selector_.choose(
      &entity, choices(), [&](std::size_t i) { return usable(i, entity); }, far, far);
  selector_.took(choice);
  if (slot_) entity.attributes[*slot_] = static_cast<double>(choice + 1);
  Transporter& transporter = *transporters_.all()[transporters_.is_set() ? choice : 0];
  const std::size_t unit = transporters_.is_set() ? best_unit(transporter, entity) : choice;
  transporter.allocate_to(entity, unit);
  if (!options_.request) return out.leave(entity);
  EntityFrame frame(&entity);
  const double velocity = velocity_ ? velocity_.evaluate(frame) : transporter.velocity();
  if (place_) {
    transporter.note_pick_up(unit, true);
    const GuideNetwork::Zone to = place_.of(entity, *this);
    return transporter.send(unit, to, velocity, entity, *this) ? nullptr : out.leave(entity);
  }
  StationElement& here = *world().stations[static_cast<std::size_t>(entity.itinerary.current) - 1];
  return transporter.send(unit, here, velocity, entity, *this) ? nullptr : out.leave(entity);
}

bool Allocate::wait(Entity& entity, QueueElement& /*queue*/) {
  entity.waits_for = this;
  for (Transporter* transporter : transporters_.all()) transporter->change_waiting(1);
  for (Transporter* transporter : transporters_.all())
    if (transporter->serve(&entity)) return true;
  return false;
}

void Allocate::give_up(Entity& entity) {
  entity.waits_for = nullptr;
  for (Transporter* transporter : transporters_.all()) transporter->change_waiting(-1);
}

HoldBlock::Lack Allocate::lacks(Entity& entity) {
  const bool specific = selector_.rule() == SelectionRule::kSpecificMember, set = transporters_.is_set();
  const std::size_t own = specific ? selector_.specific(&entity, choices()) : 0;
  double busy = 0, active = 0;
  Lack lack;
  for (std::size_t m = 0; m < transporters_.all().size(); ++m) {
    const Transporter& transporter = *transporters_.all()[m];
    if (set && specific && m != own) continue;
    busy += transporter.busy();
    active += transporter.active();
    for (std::size_t i = 0; i < transporter.units().size(); ++i)
      if (transporter.units()[i].holder != 0 && (set || !specific || i == own))
        lack.holders.push_back(transporter.units()[i].holder);
  }
  const std::string unit = specific && !set ? "unit " + std::to_string(own + 1) : "a unit";
  const std::string of = !set       ? "transporter '" + transporters_.all().front()->path()
                         : specific ? "transporter '" + transporters_.all()[own]->path()
                                    : "a transporter of set '" + transporters_.name();
  lack.what = unit + " of " + of + "' (" + to_text(busy) + " of " + to_text(active) + " busy)";
  return lack;
}

void Allocate::grant(Entity& entity, bool moving) {
  give_up(entity);
  entity.queue->leave(entity);
  next_ = take(entity);
  if (!moving) host().make_ready(entity, next_);
}

void Allocate::due(Entity* entity) {
  const auto unit = static_cast<std::size_t>(entity->code);
  transporters_.moving_for(*entity, unit).come(unit);
  host().move(*entity, came(*entity));
}

Block* Allocate::came(Entity& entity) {
  entity.spend(Category::kTransfer, now() - entity.since);
  return out.leave(entity);
}

void Allocate::archive(Archive& archive) {
  archive(selector_);
}

}  // namespace escapement::siman
