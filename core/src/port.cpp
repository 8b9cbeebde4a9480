// SPDX-License-Identifier: MIT
#include "escapement/core/port.h"

#include <cstring>

#include "escapement/core/error.h"

namespace escapement {
namespace {

// The two halves of a pipe end share one name, for a person sees one port.
bool halves_of_a_pipe(const PortBase& a, PortBase::Role b) {
  return (a.role() == PortBase::Role::kPipeIn && b == PortBase::Role::kPipeOut) ||
         (a.role() == PortBase::Role::kPipeOut && b == PortBase::Role::kPipeIn);
}

}  // namespace

PortBase::PortBase(Component& owner, const char* name, Direction direction, const PortType& type, Role role)
    : owner_(&owner), type_(&type), name_(name), direction_(direction), role_(role) {
  for (const PortBase* p = owner.first_port(); p != nullptr; p = p->next())
    if (std::strcmp(p->name_, name) == 0 && !halves_of_a_pipe(*p, role))
      throw BuildError("'" + owner.path() + "' has two ports named '" + name + "'; give one another name");
  link_last();
}

void PortBase::unlink() {
  PortBase* before = this;
  while (before->next_ != this) before = before->next_;
  before->next_ = next_;
  if (owner_->last_port_ == this) owner_->last_port_ = before == this ? nullptr : before;
  next_ = this;
}

void PortBase::link_last() {
  if (owner_->last_port_ == nullptr) {
    next_ = this;
  } else {
    next_ = owner_->last_port_->next_;
    owner_->last_port_->next_ = this;
  }
  owner_->last_port_ = this;
}

std::string PortBase::path() const {
  return owner_->path() + "." + name_;
}

void refuse_put_outside_run(const PortBase& port) {
  throw Error("put on '" + port.path() + "' while it is part of no simulation; messages are put in output()");
}

}  // namespace escapement
