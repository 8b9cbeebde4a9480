// SPDX-License-Identifier: MIT
#include "escapement/siman/sequence.h"

#include <algorithm>

#include "escapement/core/error.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/process_host.h"

namespace escapement::siman {

registry::ComponentType Sequence::descriptor() {
  using namespace registry;
  Record step{"step",
              "",
              {reference("station", "stations").must().because("where the step leads"),
               string("name").because("for steps that go on here out of order"),
               string("next").because("name of the step that follows; the next in the list when absent"),
               Assignment::list("assignments")},
              {}};
  ComponentType type;
  type.name = "siman.Sequence";
  type.section = "sequences";
  type.doc = "A sequence: the stations that an entity visits, in order.";
  type.parameters = {"sequence",
                     "",
                     {list("steps", record_or("step", std::move(step), FieldType::kString, "station"))
                          .must()
                          .because("in order; the assignments of a step are made before the transfer to its "
                                   "station begins")},
                     {}};
  return type;
}

std::vector<Sequence::Step> Sequence::steps_from(const registry::Arguments& arguments) {
  std::vector<Step> steps;
  for (const registry::Arguments& each : arguments.records("steps")) {
    Step step{reference_from(each, "station"), each.string("name", ""), {}, {}};
    if (each.has("next")) step.next = reference_from(each, "next");
    step.assignments = Assignment::list_from(each, "assignments");
    steps.push_back(std::move(step));
  }
  return steps;
}

void Sequence::declare(Binder& binder) {
  for (const Step& step : steps_) Assignments::declare(step.assignments, *this, binder);
  binder.world().sequences.push_back(this);
}

bool Sequence::declares_costs() const {
  return std::any_of(steps_.begin(), steps_.end(),
                     [](const Step& step) { return Assignments::assign_costs(step.assignments); });
}

bool Sequence::assigns_holding_rates() const {
  return std::any_of(steps_.begin(), steps_.end(),
                     [](const Step& step) { return Assignments::assign_holding_rates(step.assignments); });
}

void Sequence::bind(Binder& binder) {
  if (steps_.empty()) binder.fault(*this, {}, "sequence '" + path() + "' has no steps", "add one");
  const auto place_of = [this](const std::string& name) {
    const auto found =
        std::find_if(steps_.begin(), steps_.end(), [&](const Step& step) { return step.name == name; });
    return static_cast<std::size_t>(found - steps_.begin());
  };
  std::vector<std::string> names;
  for (const Step& step : steps_)
    if (!step.name.empty()) names.push_back(step.name);
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    Step& step = steps_[i];
    Bound bound;
    bound.station = binder.find<StationElement>(*this, step.station, "station");
    bound.next = i + 1 < steps_.size() ? static_cast<std::int32_t>(i + 2) : 0;
    if (!step.name.empty() && place_of(step.name) != i)
      binder.fault(*this, step.station.where, "sequence '" + path() + "' has two steps '" + step.name + "'",
                   "name each step once");
    if (!step.next.empty()) {
      const std::size_t next = place_of(step.next.name);
      if (next == steps_.size())
        binder.fault(*this, step.next.where,
                     "step " + std::to_string(i + 1) + " of sequence '" + path() + "' goes on at '" +
                         step.next.name + "', but no step has that name",
                     names.empty() ? "give the step a \"name\"" : "known: " + list_text(names));
      bound.next = static_cast<std::int32_t>(next + 1);
    }
    for (Assignment& a : step.assignments) a.field = "steps[" + std::to_string(i) + "]." + a.field;
    bound.assignments.bind(step.assignments, *this, binder, {});
    bound_.push_back(std::move(bound));
  }
}

std::int32_t Sequence::after(std::int32_t jobstep) const {
  if (jobstep == 0) return 1;
  return static_cast<std::size_t>(jobstep) > bound_.size()
             ? 0
             : bound_[static_cast<std::size_t>(jobstep) - 1].next;
}

StationElement& Sequence::advance(Entity& entity, const Member& by) {
  const std::vector<Sequence*>& all = by.world().sequences;
  Itinerary& way = entity.itinerary;
  const auto number = static_cast<std::size_t>(way.sequence);
  if (number == 0 || number > all.size())
    by.host().fail(by, "an entity of type '" + entity.type->path() + "' is to go by its sequence, but " +
                           (number == 0 ? "has none"
                                        : "Entity.Sequence is " + std::to_string(number) + " and there are " +
                                              std::to_string(all.size()) + " sequences") +
                           "; assign Entity.Sequence before");
  const Sequence& sequence = *all[number - 1];
  const std::int32_t step = sequence.after(way.jobstep);
  if (step == 0)
    by.host().fail(by, "an entity of type '" + entity.type->path() + "' is at step " +
                           std::to_string(way.jobstep) + " of sequence '" + sequence.path() +
                           "', which has " + std::to_string(sequence.size()) +
                           "; let it leave after its last step, or assign Entity.Jobstep");
  way.jobstep = step;
  StationElement& station = sequence.station(step);
  way.station = static_cast<std::int32_t>(station.ordinal());
  sequence.bound_[static_cast<std::size_t>(step) - 1].assignments.perform(entity, sequence);
  return station;
}

double Sequence::planned_station(const Entity& entity, const World& world) {
  const auto number = static_cast<std::size_t>(entity.itinerary.sequence);
  if (number == 0 || number > world.sequences.size()) return 0;
  const Sequence& sequence = *world.sequences[number - 1];
  const std::int32_t step = sequence.after(entity.itinerary.jobstep);
  return step == 0 ? 0 : static_cast<double>(sequence.station(step).ordinal());
}

}  // namespace escapement::siman
