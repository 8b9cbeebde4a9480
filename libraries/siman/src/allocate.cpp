// SPDX-License-Identifier: MIT
#include "escapement/siman/allocate.h"
#include "escapement/siman/member_reference.h"

#include "escapement/core/error.h"
#include "escapement/siman/attribute.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {

std::vector<registry::Field> Allocate::fields(bool request, const char* default_rule) {
  using namespace registry;
  std::vector<Field> all = {
      reference("transporter", "transporters").must().because("the transporter that entities need a unit of"),
      expression("priority")
          .by_default("1")
          .because("among those that wait for the transporter; smaller is more urgent, then the nearest is "
                   "first")};
  for (Field& field : Selection::fields(SelectionOf::kTransporters, default_rule))
    all.push_back(std::move(field));
  all.push_back(reference("saveAttribute", "attributes").because("gets the number of the unit, from 1"));
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
  transporter_ = binder.find<Transporter>(*this, options_.transporter, "transporter");
  if (transporter_ != nullptr) transporter_->find_network(binder);
  priority_ = binder.compile(*this, "priority", options_.priority, {.stream = options_.stream});
  velocity_ = binder.compile(*this, "velocity", options_.velocity, {.stream = options_.stream});
  selector_ = Selector(*this, binder, options_.selection, "member", options_.stream);
  place_.bind(options_.place, *this, binder, transporter_, options_.stream);
  if (options_.save.empty()) return;
  if (const auto* attribute = binder.find<Attribute>(*this, options_.save, "attribute"))
    slot_ = attribute->slot();
}

void Allocate::add_queue(QueueElement& queue) {
  transporter_->add_line(*this, queue);
}

bool Allocate::usable(std::size_t unit, Entity& entity) {
  if (!transporter_->units()[unit].is_free()) return false;
  return selector_.rule() != SelectionRule::kSpecificMember ||
         selector_.specific(&entity, transporter_->units().size()) == unit;
}

bool Allocate::can_serve(Entity& entity) {
  for (std::size_t i = 0; i < transporter_->units().size(); ++i)
    if (usable(i, entity)) return true;
  return false;
}

double Allocate::nearest(Entity& entity) {
  double least = kInfinity;
  for (std::size_t i = 0; i < transporter_->units().size(); ++i)
    if (usable(i, entity)) least = std::min(least, transporter_->nearness(i, entity));
  return least;
}

bool Allocate::may_pass(Entity& entity, QueueElement& /*queue*/) {
  if (options_.request && entity.itinerary.current == 0 && !place_)
    host().fail(*this, "an entity of type '" + entity.type->path() + "' requests transporter '" +
                           transporter_->path() +
                           "' but is at no station, so it has nowhere to come to; let it pass a Station");
  EntityFrame frame(&entity);
  entity.priority = priority_.evaluate_checked(frame);
  return transporter_->waiting() == 0 && can_serve(entity);
}

Block* Allocate::pass(Entity& entity) {
  return take(entity);
}

Block* Allocate::take(Entity& entity) {
  const std::vector<Transporter::Unit>& units = transporter_->units();
  const auto away = [&](std::size_t i) { return transporter_->nearness(i, entity); };
  const std::size_t unit = *selector_.choose(
      &entity, units.size(), [&](std::size_t i) { return usable(i, entity); }, away, away);
  selector_.took(unit);
  if (slot_) entity.attributes[*slot_] = static_cast<double>(unit + 1);
  transporter_->allocate_to(entity, unit);
  if (!options_.request) return out.leave(entity);
  EntityFrame frame(&entity);
  const double velocity = velocity_ ? velocity_.evaluate(frame) : transporter_->velocity();
  if (place_) {
    transporter_->note_pick_up(unit, true);
    const GuideNetwork::Zone to = place_.of(entity, *this);
    return transporter_->send(unit, to, velocity, entity, *this) ? nullptr : out.leave(entity);
  }
  StationElement& here = *world().stations[static_cast<std::size_t>(entity.itinerary.current) - 1];
  return transporter_->send(unit, here, velocity, entity, *this) ? nullptr : out.leave(entity);
}

bool Allocate::wait(Entity& entity, QueueElement& /*queue*/) {
  entity.waits_for = this;
  transporter_->change_waiting(1);
  return transporter_->serve(&entity);
}

void Allocate::give_up(Entity& entity) {
  entity.waits_for = nullptr;
  transporter_->change_waiting(-1);
}

HoldBlock::Lack Allocate::lacks(Entity& entity) {
  const std::vector<Transporter::Unit>& units = transporter_->units();
  const bool specific = selector_.rule() == SelectionRule::kSpecificMember;
  const std::size_t own = specific ? selector_.specific(&entity, units.size()) : 0;
  Lack lack{(specific ? "unit " + std::to_string(own + 1) : std::string("a unit")) + " of transporter '" +
            transporter_->path() + "' (" + to_text(transporter_->busy()) + " of " +
            to_text(transporter_->active()) + " busy)"};
  for (std::size_t i = 0; i < units.size(); ++i)
    if (units[i].holder != 0 && (!specific || i == own)) lack.holders.push_back(units[i].holder);
  return lack;
}

void Allocate::grant(Entity& entity, bool moving) {
  give_up(entity);
  entity.queue->leave(entity);
  next_ = take(entity);
  if (!moving) host().make_ready(entity, next_);
}

void Allocate::due(Entity* entity) {
  transporter_->come(static_cast<std::size_t>(entity->code));
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
