// SPDX-License-Identifier: MIT
#include "escapement/arena/transfer.h"

#include "escapement/arena/enter.h"
#include "escapement/arena/leave.h"
#include "escapement/arena/pick_station.h"
#include "escapement/siman/access.h"
#include "escapement/siman/allocate.h"
#include "escapement/siman/convey.h"
#include "escapement/siman/route.h"
#include "escapement/siman/station.h"
#include "escapement/siman/transport.h"

namespace escapement::arena {
namespace {

using registry::Arguments;
using registry::ComponentType;
using registry::Environment;
using Made = std::unique_ptr<Component>;

ComponentType renamed(ComponentType type, const std::string& name) {
  type.composition = type.name;
  type.parameters.name = type.name = "arena." + name;
  return type;
}

template <class B>
void add_block(registry::Registry& registry, const std::string& name) {
  registry.add(renamed(B::descriptor(), name),
               [](const std::string& n, const Arguments& a, Environment&) -> Made {
                 return std::make_unique<BlockModule<B>>(n, B::options_from(a));
               });
}

template <class B, class Options>
void add_with_queue(registry::Registry& registry, ComponentType type, const std::string& name,
                    Options options) {
  type = renamed(std::move(type), name);
  type.composition = "siman.Queue -> " + type.composition;
  for (registry::Field& field : OwnQueue::fields()) type.parameters.fields.push_back(std::move(field));
  type.parameters.check = [check = type.parameters.check](const registry::Value& v,
                                                          std::vector<Diagnostic>& out) {
    OwnQueue::check(v, out);
    if (check) check(v, out);
  };
  type.statistics = OwnQueue::statistics();
  for (registry::PortInfo& port : type.ports)
    if (port.input) port.doc = "entities that come";
  registry.add(type, [options](const std::string& n, const Arguments& a, Environment&) -> Made {
    return std::make_unique<QueueModule<B>>(n, options(a), OwnQueue::from(a));
  });
}

}  // namespace

void register_transfer(registry::Registry& r) {
  add_block<siman::StationBlock>(r, "Station");
  add_block<siman::RouteBlock>(r, "Route");
  add_block<siman::Convey>(r, "Convey");
  add_block<siman::ExitConveyor>(r, "Exit");
  add_block<siman::StartConveyor>(r, "Start");
  add_block<siman::StopConveyor>(r, "Stop");
  add_block<siman::Move>(r, "Move");
  add_block<siman::Transport>(r, "Transport");
  add_block<siman::Free>(r, "Free");
  add_block<siman::Halt>(r, "Halt");
  add_block<siman::Activate>(r, "Activate");
  add_with_queue<siman::Access>(r, siman::Access::descriptor(), "Access",
                                [](const Arguments& a) { return siman::Access::options_from(a); });
  for (const bool request : {false, true}) {
    ComponentType type = request ? siman::Allocate::request_descriptor() : siman::Allocate::descriptor();
    for (registry::Field& field : type.parameters.fields)
      if (field.name == "rule") field.default_text = "Cyclical";
    add_with_queue<siman::Allocate>(
        r, std::move(type), request ? "Request" : "Allocate",
        [request](const Arguments& a) { return siman::Allocate::options_from(a, request, "Cyclical"); });
  }
  r.add(Enter::descriptor(), [](const std::string& n, const Arguments& a, Environment&) -> Made {
    return std::make_unique<Enter>(n, Enter::options_from(a));
  });
  r.add(Leave::descriptor(), [](const std::string& n, const Arguments& a, Environment&) -> Made {
    return std::make_unique<Leave>(n, Leave::options_from(a));
  });
  r.add(PickStation::descriptor(), [](const std::string& n, const Arguments& a, Environment&) -> Made {
    return std::make_unique<PickStation>(n, PickStation::options_from(a));
  });
}

}  // namespace escapement::arena
