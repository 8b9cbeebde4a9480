// SPDX-License-Identifier: MIT
#include "escapement/coupled/structure_change.h"

#include "escapement/core/error.h"

namespace escapement {

StructureChange::StructureChange(Dynamics& asker) {
  internal::RunState* run = asker.run_;
  if (run == nullptr || !run->in_transition)
    throw Error("'" + asker.path() +
                "' asks for a change of structure outside of a transition; ask in internal(), external(), "
                "confluent() or initialize()");
  if (run->structure == nullptr)
    throw Error(
        "'" + asker.path() +
        "' asks for a change of structure, but its network was not made by flatten() and stays as it is");
  auto request = std::make_unique<Request>(asker);
  request->place = run->place;
  request_ = request.get();
  run->requests.push_back(std::move(request));
}

Component& StructureChange::add(Coupled& into, std::unique_ptr<Component> component) {
  if (component == nullptr) throw BuildError("no component was given to add to '" + into.path() + "'");
  Component& made = *component;
  request_->operations.push_back(
      {.kind = Operation::Kind::kAdd, .into = &into, .made = std::move(component)});
  return made;
}

void StructureChange::remove(Component& component) {
  request_->operations.push_back({.kind = Operation::Kind::kRemove, .component = &component});
}

void StructureChange::couple(PortBase& from, PortBase& to) {
  request_->operations.push_back({.kind = Operation::Kind::kCouple, .from = &from, .to = &to});
}

void StructureChange::decouple(PortBase& from, PortBase& to) {
  request_->operations.push_back({.kind = Operation::Kind::kDecouple, .from = &from, .to = &to});
}

void StructureChange::add_port(Component& owner, std::unique_ptr<Component> limbo,
                               std::unique_ptr<Coupled::KeptBase> kept, PortBase& port) {
  request_->operations.push_back({.kind = Operation::Kind::kAddPort,
                                  .component = &owner,
                                  .from = &port,
                                  .made = std::move(limbo),
                                  .port = std::move(kept)});
}

void StructureChange::remove_port(PortBase& port) {
  request_->operations.push_back({.kind = Operation::Kind::kRemovePort, .from = &port});
}

}  // namespace escapement
