// SPDX-License-Identifier: MIT
#include "escapement/siman/code_transfer.h"

#include "escapement/core/error.h"
#include "escapement/siman/access.h"
#include "escapement/siman/allocate.h"
#include "escapement/siman/conveyor.h"
#include "escapement/siman/process_host.h"
#include "escapement/siman/set.h"
#include "escapement/siman/station_element.h"

namespace escapement::siman {

// Where ways of processes, and of units that they move, come to an end.
class Code::Travel final : public Block, public UnitUser {
 public:
  using Block::Block;
  Block* enter(Entity& /*entity*/) override {
    throw InternalError("an entity came to '" + path() + "', which nothing leads to");
  }
  void due(Entity* entity) override {
    if (Transporter* transporter = entity->context->unit_of_)
      transporter->come(static_cast<std::size_t>(entity->code));
    host().move(*entity, came(*entity));
  }
  Block* came(Entity& entity) override {
    Context& context = *entity.context;
    context.unit_of_ = nullptr;
    entity.spend(Category::kTransfer, now() - entity.since);
    if (!context.on_way_) return context.code_->resume_block();
    return world().stations[static_cast<std::size_t>(entity.itinerary.station) - 1]->arrive(entity, *this);
  }
  bool carries(const Entity& entity) const override { return entity.context->on_way_; }
  void archive(Archive&) override {}
};

Place::Place(Code& code, std::string station) : name_(std::move(station)) {
  code.add_place(*this);
}

Carrying::Carrying(Code& code, std::string transporter, Options options)
    : name_(std::move(transporter)), options_(std::move(options)) {
  code.add_carrying(*this);
}

Riding::Riding(Code& code, std::string conveyor, Options options)
    : name_(std::move(conveyor)), options_(std::move(options)) {
  code.add_riding(*this);
}

void Code::add_place(Place& place) {
  if (travel_ == nullptr) {
    travel_ = &add<Travel>("Travel");
    travel_->speak_for_module();
  }
  places_.push_back(&place);
}

void Code::add_carrying(Carrying& carrying) {
  const Carrying::Options& options = carrying.options_;
  if (options.rule == SelectionRule::kSpecificMember)
    throw BuildError("'" + path() + "' asks for a certain unit of transporter '" + carrying.name_ +
                     "', but rule SpecificMember is for blocks; choose another rule");
  if (!(options.velocity >= 0 && options.velocity < kInfinity))
    throw BuildError("'" + path() + "' moves units of transporter '" + carrying.name_ + "' with velocity " +
                     to_text(options.velocity) + "; it must be above 0, or 0 for the transporter's own");
  carryings_.push_back(&carrying);
  const std::string number = std::to_string(carryings_.size());
  const auto make = [&](const char* name, bool request) {
    Allocate::Options own{carrying.name_, options.priority, {options.rule, {}}};
    own.request = request;
    if (options.velocity > 0) own.velocity = options.velocity;
    auto& block = add<Allocate>(name + number, std::move(own));
    block.speak_for_module();
    couple(block.out, resume_entry());
    return &block;
  };
  carrying.allocate_ = make("Allocate", false);
  carrying.request_ = make("Request", true);
}

void Code::add_riding(Riding& riding) {
  ridings_.push_back(&riding);
  auto& block = add<Access>("Access" + std::to_string(ridings_.size()),
                            Access::Options{riding.name_, riding.options_.cells});
  block.speak_for_module();
  couple(block.out, resume_entry());
  riding.access_ = &block;
}

// Faults in names of transporters and conveyors are told by their blocks.
void Code::bind_transfers(Member& member, Binder& binder) {
  const auto line = [&](const std::string& name) {
    return name.empty() ? queue_ : binder.find<QueueElement>(member, name, "queue");
  };
  for (Place* place : places_) place->station_ = binder.find<StationElement>(member, place->name_, "station");
  for (Carrying* carrying : carryings_) {
    carrying->transporter_ =
        dynamic_cast<Transporter*>(Binder::find_any(*carrying->allocate_, carrying->name_));
    if (dynamic_cast<Set*>(Binder::find_any(*carrying->allocate_, carrying->name_)) != nullptr)
      binder.fault(member, {},
                   "'" + path() + "' asks for a unit of '" + carrying->name_ + "', which is a set",
                   "processes in code name one transporter; sets are for blocks");
    carrying->queue_ = line(carrying->options_.queue);
  }
  for (Riding* riding : ridings_) {
    riding->conveyor_ = dynamic_cast<Conveyor*>(Binder::find_any(*riding->access_, riding->name_));
    riding->queue_ = line(riding->options_.queue);
  }
}

void Code::link_transfers() {
  const auto link = [](HoldBlock& hold, QueueElement& queue) {
    hold.add_queue(queue);
    queue.add_hold(hold);
  };
  for (const Carrying* carrying : carryings_) {
    link(*carrying->allocate_, *carrying->queue_);
    link(*carrying->request_, *carrying->queue_);
  }
  for (const Riding* riding : ridings_) link(*riding->access_, *riding->queue_);
}

Waiting Context::allocate(Carrying& carrying) {
  return {*this, wait_in(*carrying.allocate_, *carrying.queue_)};
}

Waiting Context::request(Carrying& carrying) {
  return {*this, wait_in(*carrying.request_, *carrying.queue_)};
}

double Context::velocity(const Carrying& carrying) const {
  return carrying.options_.velocity > 0 ? carrying.options_.velocity : carrying.transporter_->velocity();
}

Waiting Context::move(Carrying& carrying, const Place& to) {
  Transporter& transporter = *carrying.transporter_;
  const std::size_t unit = transporter.unit_of(*entity_, 0, *code_->main_);
  transporter.note_pick_up(unit, false);
  const bool under_way = transporter.send(unit, *to.station_, velocity(carrying), *entity_, *code_->travel_);
  unit_of_ = under_way && !transporter.guided() ? &transporter : nullptr;
  return {*this, !under_way, false};
}

Waiting Context::transport(Carrying& carrying, const Place& to) {
  Transporter& transporter = *carrying.transporter_;
  const std::size_t unit = transporter.unit_of(*entity_, 0, *code_->main_);
  transporter.check_together(unit, *entity_, *code_->main_);
  transporter.note_pick_up(unit, false);
  entity_->itinerary.station = static_cast<std::int32_t>(to.station_->ordinal());
  if (!transporter.send(unit, *to.station_, velocity(carrying), *entity_, *code_->travel_)) {
    at(to);
    return {*this, true, false};
  }
  unit_of_ = transporter.guided() ? nullptr : &transporter;
  to.station_->send(*entity_);
  on_way_ = true;
  return {*this, false, false};
}

Waiting Context::access(Riding& riding) {
  return {*this, wait_in(*riding.access_, *riding.queue_)};
}

Waiting Context::convey(Riding& riding, const Place& to) {
  on_way_ = true;  // it may be there at once
  riding.conveyor_->convey(*entity_, *to.station_, *code_->main_);
  return {*this, false, false};
}

Waiting Context::route(const Place& to, double duration) {
  if (!(duration >= 0 && duration < kInfinity))
    fail("a route takes " + to_text(duration) + "; it must be a finite time of 0 or more");
  if (duration == 0) {
    at(to);
    return {*this, true, false};
  }
  to.station_->send(*entity_);
  on_way_ = true;
  entity_->since = now();
  code_->main_->host().schedule(now() + duration, EventClass::kDelayEnd, *code_->travel_, entity_);
  return {*this, false, false};
}

void Context::free(Carrying& carrying) {
  carrying.transporter_->free(carrying.transporter_->unit_of(*entity_, 0, *code_->main_));
}

void Context::exit(Riding& riding) {
  riding.conveyor_->unload(*entity_, *code_->main_);
}

void Context::at(const Place& here) {
  entity_->itinerary.station = entity_->itinerary.current =
      static_cast<std::int32_t>(here.station_->ordinal());
  entity_->area = here.station_->area();
}

Block* Context::come_to(const StationElement& station) {
  if (!on_way_) return nullptr;
  on_way_ = false;
  entity_->itinerary.station = entity_->itinerary.current = static_cast<std::int32_t>(station.ordinal());
  entity_->area = station.area();
  return code_->resume_block();
}

}  // namespace escapement::siman
