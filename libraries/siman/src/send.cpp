// SPDX-License-Identifier: MIT
#include "escapement/siman/send.h"

#include <cmath>

#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {

registry::ComponentType Send::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Send";
  type.doc = "Send: an entity sends a number to a model outside, such as the input of an ode, and goes on.";
  type.parameters = {
      "siman.Send", "", {expression("value").must().because("what is sent"), stream_field()}, {}};
  type.ports = {entity_in(), entity_out(), {"signal", false, "real", "the number"}};
  return type;
}

void Send::bind(Binder& binder) {
  value_ = binder.compile_required(*this, "value", options_.value, {.stream = options_.stream});
}

Block* Send::enter(Entity& entity) {
  EntityFrame frame(&entity);
  signal.send(value_.evaluate_checked(frame));
  return out.leave(entity);
}

void RealOut::send(double value) {
  ProcessHost& host = static_cast<Block&>(owner()).host();
  for (Block* block : inside_) block->receive(value);
  if (gateway_ != nullptr) host.put_real(*gateway_, value);
}

}  // namespace escapement::siman
