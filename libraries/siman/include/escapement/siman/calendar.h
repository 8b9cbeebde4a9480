// SPDX-License-Identifier: MIT
// The calendar of a host: what happens when, with the order of events at one time.
//
// Events at equal time: capacity changes, then failures and repairs, then arrivals, then ends of delays;
// within a class in the order in which they were scheduled.
#pragma once

#include <cstdint>
#include <vector>

#include "escapement/core/indexed_heap.h"
#include "escapement/core/time.h"

namespace escapement::siman {

class Block;
struct Entity;

enum class EventClass : std::uint8_t { kCapacity = 1, kFailure = 2, kArrival = 3, kDelayEnd = 4 };

struct Event {
  Block* block = nullptr;
  Entity* entity = nullptr;
};

class Calendar {
 public:
  using Id = std::uint32_t;

  // `at` may be infinite: then the event never comes, but can be cancelled.
  Id schedule(Time at, EventClass event_class, Block& block, Entity* entity);
  void cancel(Id id);
  bool empty() const { return heap_.empty(); }
  Time next() const { return heap_.empty() ? kInfinity : heap_.top_key().time; }
  Event pop();
  std::size_t size() const { return heap_.size(); }

 private:
  struct Key {
    Time time;
    std::uint64_t order;  // class in the top byte, then the sequence number
    friend bool operator<(const Key& a, const Key& b) {
      return a.time < b.time || (a.time == b.time && a.order < b.order);
    }
  };

  IndexedHeap<Key> heap_;
  std::vector<Event> events_;
  std::vector<Id> free_;
  std::uint64_t sequence_ = 0;
};

}  // namespace escapement::siman
