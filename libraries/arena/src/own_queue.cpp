// SPDX-License-Identifier: MIT
#include "escapement/arena/own_queue.h"

namespace escapement::arena {

std::vector<registry::Field> OwnQueue::fields() {
  using namespace registry;
  return {
      record("queue", siman::QueueElement::descriptor().parameters)
          .because("ranking of the module's own queue, <module>.Queue"),
      reference("sharedQueue", "queues").because("a declared queue to wait in, instead of the module's own")};
}

void OwnQueue::check(const registry::Value& v, std::vector<Diagnostic>& out) {
  if (v.find("queue") != nullptr && v.find("sharedQueue") != nullptr)
    out.push_back({v.find("queue")->where(),
                   "entities wait in the module's own queue or in a shared one, not in both",
                   "remove \"queue\" or \"sharedQueue\""});
}

OwnQueue OwnQueue::from(const registry::Arguments& arguments) {
  OwnQueue own;
  if (arguments.has("sharedQueue")) own.shared = siman::reference_from(arguments, "sharedQueue");
  if (const registry::Value* queue = arguments.value("queue"))
    own.options = siman::QueueElement::options_from(registry::Arguments(*queue, arguments.environment()));
  return own;
}

std::vector<registry::StatisticInfo> OwnQueue::statistics() {
  return {{"Queue.NumberInQueue", "timePersistent", "entities that wait"},
          {"Queue.WaitingTime", "tally", "wait of an entity"}};
}

}  // namespace escapement::arena
