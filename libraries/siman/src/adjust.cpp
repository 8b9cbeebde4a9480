// SPDX-License-Identifier: MIT
#include "escapement/siman/adjust.h"
#include "escapement/siman/member_reference.h"

#include <algorithm>
#include <cmath>

#include "escapement/core/error.h"
#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {

registry::ComponentType Adjust::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Adjust";
  type.doc = "A variable moves to a value at a rate; the entity is held until it is there.";
  type.parameters = {
      "siman.Adjust",
      "",
      {reference("variable", "variables").must().because("the variable that moves"),
       expression("row").because("subscript of an array"),
       expression("column").because("second subscript of a table"),
       expression("to").must().because("the value that it moves to"),
       expression("rate").must().in("1/time").because("how fast, per time unit; its sign does not matter"),
       expression("interval").above(0).in("time").by_default("1").because("time between two steps"),
       stream_field()},
      {}};
  type.ports = {entity_in(), entity_out("entities, when the variable has the value")};
  return type;
}

Adjust::Options Adjust::options_from(const registry::Arguments& arguments) {
  Options options;
  options.variable = reference_from(arguments, "variable");
  options.row = arguments.expression("row");
  options.column = arguments.expression("column");
  options.to = arguments.expression("to");
  options.rate = arguments.expression("rate");
  options.interval = arguments.expression("interval", 1.0);
  options.stream = stream_from(arguments);
  return options;
}

void Adjust::bind(Binder& binder) {
  const ExpressionRules rules{.stream = options_.stream};
  variable_ = binder.find<Variable>(*this, options_.variable, "variable");
  if (variable_ != nullptr) {
    const std::size_t wanted = !variable_->is_array() ? 0 : variable_->columns() > 1 ? 2 : 1;
    const std::size_t given = (options_.row.empty() ? 0u : 1u) + (options_.column.empty() ? 0u : 1u);
    if (wanted != given)
      binder.fault(*this, options_.variable.where,
                   "variable '" + options_.variable.name + "' takes " + std::to_string(wanted) +
                       " subscripts, got " + std::to_string(given));
  }
  row_ = binder.compile(*this, "row", options_.row, rules);
  column_ = binder.compile(*this, "column", options_.column, rules);
  to_ = binder.compile_required(*this, "to", options_.to, rules);
  rate_ = binder.compile_required(*this, "rate", options_.rate, rules);
  interval_ = binder.compile_required(*this, "interval", options_.interval,
                                      {.time = true, .stream = options_.stream});
}

double Adjust::above_zero(const expressions::Expression& expression, const char* what, double value) const {
  if (!(value > 0 && value < kInfinity))
    host().fail(*this, std::string("the ") + what + " '" + expression.text() + "' is " + to_text(value) +
                           "; it must be finite and above 0");
  return value;
}

Block* Adjust::enter(Entity& entity) {
  EntityFrame frame(&entity);
  Task task{};
  task.place = variable_->place(row_ ? row_.evaluate_checked(frame) : 1,
                                column_ ? column_.evaluate_checked(frame) : 1);
  task.from = variable_->value(task.place);
  task.to = to_.evaluate_checked(frame);
  if (!(std::abs(task.to) < kInfinity))
    host().fail(*this, "the variable is to go to " + to_text(task.to) + " ('" + to_.text() +
                           "'), which it would never reach; give a finite value");
  if (task.from == task.to) return out.leave(entity);
  task.rate = above_zero(rate_, "rate", std::abs(rate_.evaluate_checked(frame)));
  task.interval = above_zero(interval_, "interval", interval_.evaluate_checked(frame));
  if (!(now() + task.interval > now()))
    host().fail(*this, "the interval '" + interval_.text() + "' is " + to_text(task.interval) +
                           ", so short that the clock does not move; make it longer");
  task.start = now();
  task.end = now() + std::abs(task.to - task.from) / task.rate;
  entity.since = now();
  schedule_step(entity, tasks_[&entity] = task);
  return nullptr;
}

void Adjust::schedule_step(Entity& entity, Task& task) {
  ++task.steps;
  host().schedule(std::min(task.start + task.steps * task.interval, task.end), EventClass::kDelayEnd, *this,
                  &entity);
}

void Adjust::due(Entity* entity) {
  Task& task = tasks_.at(entity);
  if (now() >= task.end) {
    variable_->set(task.place, task.to, now());
    tasks_.erase(entity);
    entity->spend(Category::kOther, now() - entity->since);
    host().move(*entity, out.leave(*entity));
    return;
  }
  const double moved = std::copysign(task.rate * task.steps * task.interval, task.to - task.from);
  variable_->set(task.place, variable_->value(task.place) + (moved - task.moved), now());
  task.moved = moved;
  schedule_step(*entity, task);
}

void Adjust::Task::archive(Archive& archive) {
  archive(place, from, to, rate, interval, start, end, steps, moved);
}

void Adjust::archive(Archive& archive) {
  std::vector<Entity*> held;
  for (const auto& [entity, task] : tasks_) held.push_back(entity);
  std::sort(held.begin(), held.end(), [](const Entity* a, const Entity* b) { return a->record < b->record; });
  std::size_t count = held.size();
  archive(count);
  held.resize(count);
  for (Entity*& entity : held) {
    archive.reference(entity);
    archive(tasks_[entity]);
  }
}

}  // namespace escapement::siman
