// SPDX-License-Identifier: MIT
#include "escapement/siman/calendar.h"

namespace escapement::siman {

Calendar::Id Calendar::schedule(Time at, EventClass event_class, Block& block, Entity* entity) {
  Id id;
  if (free_.empty()) {
    id = static_cast<Id>(events_.size());
    events_.emplace_back();
    heap_.resize(events_.size());
  } else {
    id = free_.back();
    free_.pop_back();
  }
  events_[id] = {&block, entity};
  heap_.set(id, {at, (static_cast<std::uint64_t>(event_class) << 56) | ++sequence_});
  return id;
}

void Calendar::cancel(Id id) {
  if (!heap_.contains(id)) return;
  heap_.erase(id);
  free_.push_back(id);
}

Event Calendar::pop() {
  const Id id = heap_.top_id();
  heap_.pop();
  free_.push_back(id);
  return events_[id];
}

}  // namespace escapement::siman
