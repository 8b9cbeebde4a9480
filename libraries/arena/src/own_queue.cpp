// SPDX-License-Identifier: MIT
#include "escapement/arena/own_queue.h"

namespace escapement::arena {

std::vector<registry::Field> OwnQueue::fields() {
  using namespace registry;
  std::vector<Field> all = {record("queue", siman::QueueElement::descriptor().parameters)
                                .because("ranking of the module's own queue, <module>.Queue")};
  for (Field& field : shared_fields()) all.push_back(std::move(field));
  return all;
}

std::vector<registry::Field> OwnQueue::shared_fields() {
  return siman::ElementName::fields(
      siman::QueueElement::kKind, kSharedQueueKeys,
      "a declared queue to wait in, instead of the module's own; or a set of queues");
}

void OwnQueue::check(const registry::Value& v, std::vector<Diagnostic>& out) {
  siman::ElementName::check(v, siman::QueueElement::kKind, kSharedQueueKeys, false, out);
  for (const char* key : {kSharedQueueKeys.name, kSharedQueueKeys.attribute, kSharedQueueKeys.expression})
    if (v.find("queue") != nullptr && v.find(key) != nullptr)
      out.push_back({v.find("queue")->where(),
                     "a module waits in its own queue or in a shared one, not in both",
                     "remove \"queue\" or \"" + std::string(key) + "\""});
}

OwnQueue OwnQueue::from(const registry::Arguments& arguments) {
  OwnQueue own;
  own.shared = siman::ElementName::from(arguments, kSharedQueueKeys);
  if (const registry::Value* queue = arguments.value("queue"))
    own.options = siman::QueueElement::options_from(registry::Arguments(*queue, arguments.environment()));
  return own;
}

std::vector<registry::StatisticInfo> OwnQueue::statistics() {
  return {{"Queue.NumberInQueue", "timePersistent", "entities that wait"},
          {"Queue.WaitingTime", "tally", "wait of an entity"}};
}

}  // namespace escapement::arena
