// SPDX-License-Identifier: MIT
#include "escapement/siman/blockage.h"
#include "escapement/siman/member_reference.h"

#include <algorithm>

#include "escapement/core/error.h"
#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {
namespace {

registry::Field blockages_field(const char* doc) {
  return registry::one_or_list("blockages", registry::reference("blockage", "blockages")).must().because(doc);
}

std::vector<Blockage*> bind_blockages(const std::vector<Reference>& references, Member& member,
                                      Binder& binder) {
  std::vector<Blockage*> found;
  for (const Reference& reference : references)
    if (Blockage* blockage = binder.find<Blockage>(member, reference, "blockage")) found.push_back(blockage);
  if (references.empty()) binder.fault(member, {}, "'" + member.address() + "' names no blockage");
  return found;
}

}  // namespace

std::vector<Reference> blockages_from(const registry::Arguments& arguments) {
  std::vector<Reference> references;
  for (const std::string& name : arguments.strings("blockages")) {
    Reference reference(name);
    reference.where = arguments.where("blockages");
    references.push_back(std::move(reference));
  }
  return references;
}

registry::ComponentType Blockage::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Blockage";
  type.section = "blockages";
  type.doc = "A blockage: a count that keeps entities from going on at a siman.Proceed while it is above 0.";
  type.parameters = {
      "blockage", "", {integer("initial").at_least(0).by_default("0").because("count at the start")}, {}};
  type.statistics = {{"NumberOfBlocks", "timePersistent", "the count"}};
  return type;
}

void Blockage::declare(Binder& binder) {
  number_ = &binder.time_persistent(*this, path() + ".NumberOfBlocks", initial_);
}

void Blockage::change(double by) {
  count_ += by;
  number_->set(now(), count_);
  changed();
  if (count_ == 0)
    for (Proceed* proceed : proceeds_) proceed->look();
}

void BlockageBlock::bind(Binder& binder) {
  blockages_ = bind_blockages(references_, *this, binder);
}

Block* BlockageBlock::enter(Entity& entity) {
  for (Blockage* blockage : blockages_) {
    if (blockage->count() + by_ < 0)
      host().fail(*this, "blockage '" + blockage->path() + "' is unblocked, but its count is 0; let a " +
                             "siman.Block come first");
    blockage->change(by_);
  }
  return out.leave(entity);
}

registry::ComponentType RaiseBlockage::descriptor() {
  registry::ComponentType type;
  type.name = "siman.Block";
  type.doc = "BLOCK: adds 1 to the count of blockages.";
  type.parameters = {"siman.Block", "", {blockages_field("what is blocked")}, {}};
  type.ports = {entity_in(), entity_out()};
  return type;
}

registry::ComponentType LowerBlockage::descriptor() {
  registry::ComponentType type;
  type.name = "siman.Unblock";
  type.doc = "UNBLOCK: takes 1 from the count of blockages; those that wait go on when it is 0.";
  type.parameters = {"siman.Unblock", "", {blockages_field("what is unblocked")}, {}};
  type.ports = {entity_in(), entity_out()};
  return type;
}

registry::ComponentType Proceed::descriptor() {
  registry::ComponentType type;
  type.name = "siman.Proceed";
  type.doc = "PROCEED: entities stay in the Queue before it while one of its blockages is above 0.";
  type.parameters = {"siman.Proceed", "", {blockages_field("all of them must be 0")}, {}};
  type.ports = {entity_in("from a siman.Queue"), entity_out("entities that nothing blocks")};
  return type;
}

void Proceed::bind(Binder& binder) {
  blockages_ = bind_blockages(references_, *this, binder);
  for (Blockage* blockage : blockages_) blockage->add_proceed(*this);
}

bool Proceed::open() const {
  return std::all_of(blockages_.begin(), blockages_.end(),
                     [](const Blockage* blockage) { return blockage->count() == 0; });
}

bool Proceed::may_pass(Entity& /*entity*/, QueueElement& /*queue*/) {
  return waiting_ == 0 && open();
}

bool Proceed::wait(Entity& entity, QueueElement& /*queue*/) {
  entity.waits_for = this;
  ++waiting_;
  return false;
}

void Proceed::give_up(Entity& entity) {
  QueueHold::give_up(entity);
  --waiting_;
}

void Proceed::look() {
  if (waiting_ == 0 || !open()) return;
  for (const QueueElement* queue : queues())
    for (Entity* e = first_in(*queue); e != nullptr; e = first_in(*queue)) {
      give_up(*e);
      let_go(*e, out);
    }
}

void Blockage::archive(Archive& archive) {
  archive(count_);
}

void Proceed::archive(Archive& archive) {
  archive(waiting_);
}

}  // namespace escapement::siman
