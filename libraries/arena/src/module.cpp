// SPDX-License-Identifier: MIT
#include "escapement/arena/module.h"

#include "escapement/arena/onward.h"
#include "escapement/arena/own_queue.h"
#include "escapement/core/error.h"
#include "escapement/siman/convey.h"
#include "escapement/siman/route.h"
#include "escapement/siman/transport.h"

namespace escapement::arena {

PortBase& Module::port(std::string_view name) const {
  PortBase* found = find_port(name);
  if (found != nullptr) return *found;
  std::vector<std::string> names;
  for (const PortBase* p = first_port(); p != nullptr; p = p->next()) names.emplace_back(p->name());
  throw BuildError("'" + path() + "' has no port '" + std::string(name) + "'; it has " + list_text(names));
}

siman::Queue& Module::line(const OwnQueue& own, const std::string& queue) {
  siman::ElementName in = own.shared;
  if (in.empty()) {
    add<siman::QueueElement>(queue, own.options);
    in = queue;
  }
  return block<siman::Queue>("Enter" + queue, siman::Queue::Options{in});
}

void Module::onward(PortBase& inner, const Onward& transfer) {
  switch (transfer.kind) {
    case Onward::Kind::kRoute:
      couple(inner,
             block<siman::RouteBlock>("Route", siman::RouteBlock::Options{transfer.destination,
                                                                          transfer.duration, transfer.stream})
                 .in);
      break;
    case Onward::Kind::kConvey:
      couple(inner,
             block<siman::Convey>(
                 "Convey", siman::Convey::Options{transfer.conveyor, transfer.destination, transfer.stream})
                 .in);
      break;
    case Onward::Kind::kTransport:
      couple(inner,
             block<siman::Transport>(
                 "Transport",
                 siman::Transport::Options{
                     transfer.transporter, {}, transfer.velocity, transfer.destination, transfer.stream})
                 .in);
      break;
    case Onward::Kind::kConnect:
      exit(inner);
      break;
  }
}

void Module::entry(PortBase& inner, const char* name) {
  couple(add_input<EntityHandle>(name), inner);
}

void Module::exit(PortBase& inner, std::string name) {
  couple(inner, add_output<EntityHandle>(std::move(name)));
}

registry::PortInfo entity_in() {
  return {"in", true, "entity", "entities that come"};
}

registry::PortInfo entity_out(std::string name, std::string doc) {
  return {std::move(name), false, "entity", std::move(doc)};
}

}  // namespace escapement::arena
