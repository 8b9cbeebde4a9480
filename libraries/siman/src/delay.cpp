// SPDX-License-Identifier: MIT
#include "escapement/siman/delay.h"
#include "escapement/siman/member_reference.h"

#include <algorithm>

#include "escapement/core/error.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {

registry::ComponentType Delay::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Delay";
  type.doc = "DELAY: the entity stays for a time.";
  type.parameters = {
      "siman.Delay",
      "",
      {expression("duration")
           .at_least(0)
           .in("time")
           .must()
           .because("how long, drawn when the entity comes; 0 or more"),
       allocation_field(),
       reference("storage", "storages").because("a storage that the entity is in meanwhile"), stream_field()},
      {}};
  type.ports = {entity_in(),
                entity_out(),
                {"interrupted", false, "entity", "entities that an Interrupt block takes out", true}};
  return type;
}

void Delay::bind(Binder& binder) {
  if (options_.duration.empty())
    binder.fault(*this, {}, "'" + address() + "' lacks the expression 'duration'");
  duration_ = binder.compile_in(*this, options_.field, options_.duration, 0, kInfinity,
                                {.time = true, .stream = options_.stream});
  if (!options_.storage.empty()) storage_ = binder.find<Storage>(*this, options_.storage, "storage");
  watched_ = watched_ || storage_ != nullptr;
}

Delay::Options Delay::options_from(const registry::Arguments& arguments, const char* field) {
  Options options{arguments.expression(field), category_from(arguments.string("allocation", "VA")),
                  stream_from(arguments), field};
  if (arguments.has("storage")) options.storage = reference_from(arguments, "storage");
  return options;
}

inline void Delay::begin_here(Entity& entity, double duration, Category allocation) {
  const Time now = this->now();
  entity.since = now;
  entity.delay = this;
  entity.allocation = allocation;
  if (watched_) [[unlikely]]
    come(entity);
  if (!entity.lost.empty()) [[unlikely]] {
    entity.remaining = duration;
    return;
  }
  entity.due = now + duration;
  entity.event = host().schedule(entity.due, EventClass::kDelayEnd, *this, &entity);
}

// Where somebody wants to know who is here.
[[gnu::noinline]] void Delay::come(Entity& entity) {
  if (tracked_) here_.push_back(&entity);
  if (storage_ != nullptr) storage_->enter(entity);
}

[[gnu::noinline]] void Delay::go(Entity& entity) {
  if (tracked_) here_.erase(std::find(here_.begin(), here_.end(), &entity));
  if (storage_ != nullptr) storage_->leave(entity);
}

[[gnu::noinline]] void Delay::refuse(double duration) const {
  host().fail(*this, "the delay '" + duration_.text() + "' is " + to_text(duration) +
                         "; it must be a finite time of 0 or more (MX(0, ...) keeps it so)");
}

Block* Delay::enter(Entity& entity) {
  EntityFrame frame(&entity);
  const double duration = duration_.evaluate(frame);
  if (!(duration >= 0 && duration < kInfinity)) [[unlikely]]
    refuse(duration);
  begin_here(entity, duration, options_.allocation);
  return nullptr;
}

void Delay::begin(Entity& entity, double duration, Category allocation) {
  begin_here(entity, duration, allocation);
}

void Delay::suspend(Entity& entity) {
  host().cancel(entity.event);
  entity.event = Entity::kNoEvent;
  entity.remaining = entity.due - now();
  entity.spend(entity.allocation, now() - entity.since);
  entity.since = now();
}

void Delay::resume(Entity& entity) {
  entity.spend(Category::kWait, now() - entity.since);
  entity.since = now();
  entity.due = now() + entity.remaining;
  entity.event = host().schedule(entity.due, EventClass::kDelayEnd, *this, &entity);
}

void Delay::let_go(Entity& entity) {
  entity.spend(Category::kWait, now() - entity.since);
  entity.delay = nullptr;
  go(entity);
}

void Delay::interrupt(std::optional<std::size_t> slot, std::optional<double> record) {
  const std::vector<Entity*> all = here_;
  for (Entity* entity : all) {
    if (record && static_cast<double>(entity->record) != *record) continue;
    if (entity->event != Entity::kNoEvent) {
      if (entity->due == now()) continue;
      suspend(*entity);
    }
    if (slot) entity->attributes[*slot] = entity->remaining;
    let_go(*entity);
    host().make_ready(*entity, interrupted.leave(*entity));
  }
}

void Delay::due(Entity* entity) {
  entity->event = Entity::kNoEvent;
  entity->delay = nullptr;
  if (watched_) [[unlikely]]
    go(*entity);
  entity->spend(entity->allocation, now() - entity->since);
  host().move(*entity, out.leave(*entity));
}

void Delay::archive(Archive& archive) {
  if (!tracked_) return;
  std::size_t count = here_.size();
  archive(count);
  here_.resize(count);
  for (Entity*& entity : here_) archive.reference(entity);
}

}  // namespace escapement::siman
