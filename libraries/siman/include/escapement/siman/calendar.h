// SPDX-License-Identifier: MIT
// The calendar of a host: what happens when, with the order of events at one time.
//
// Events at equal time: capacity changes, then failures and repairs, then arrivals, then ends of delays;
// within a class in the order in which they were scheduled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "escapement/core/archive_fwd.h"
#include "escapement/core/time.h"

namespace escapement::siman {

class Member;
struct Entity;

enum class EventClass : std::uint8_t { kCapacity = 1, kFailure = 2, kArrival = 3, kDelayEnd = 4 };

struct Event {
  Member* block = nullptr;  // a block, or an element such as a resource with a schedule
  Entity* entity = nullptr;
};

// A 4-ary heap whose nodes carry their keys; an event knows its place in it, so that it can be cancelled.
// (IndexedHeap would do, but this is the inner loop of every process model: one array instead of two, no
// growth checks, and a pop that only ever moves down.)
class Calendar {
 public:
  using Id = std::uint32_t;

  // `at` may be infinite: then the event never comes, but can be cancelled.
  Id schedule(Time at, EventClass event_class, Member& block, Entity* entity);
  // Does nothing when the event has come or was cancelled before; but its number may serve another event by
  // then.
  void cancel(Id id);
  bool empty() const { return size() == 0; }
  Time next() const {
    if (hole_) [[unlikely]]
      return next_behind_hole();
    return count_ == 0 ? kInfinity : heap_[0].time;
  }
  // Leaves a hole at the top: as a rule what happens schedules something, which then goes down from there,
  // once instead of twice.
  Event pop();
  // Nothing more is scheduled at once: closes the hole.
  void settle() {
    if (hole_) close();
  }
  std::size_t size() const { return count_ - (hole_ ? 1 : 0); }
  // Numbers of events stay what they are. Blocks are identified as Member, entities as Entity.
  void archive(Archive& archive);
  // Whether all events are capacity changes, failures and repairs.
  bool only_background() const;

 private:
  static constexpr std::uint32_t kArity = 4;
  static constexpr std::uint32_t kNotListed = 0x80000000u;  // set in Record::place of a free record

  struct Node {
    Time time;
    std::uint64_t order;  // class in the top byte, then the sequence number
    Id id;
  };
  struct Record {
    Event event;
    std::uint32_t place;  // in the heap; of a free record the next free one, with kNotListed
  };

  static bool before(Time t, std::uint64_t order, const Node& other) {
    return t < other.time || (t == other.time && order < other.order);
  }
  void put(std::uint32_t at, const Node& node) {
    heap_[at] = node;
    records_[node.id].place = at;
  }
  inline void sift_up(std::uint32_t at, Time time, std::uint64_t order, Id id);
  inline void sift_down(std::uint32_t at, Time time, std::uint64_t order, Id id);
  void grow();
  void close();
  Time next_behind_hole() const;
  void free(Id id) {
    records_[id].place = free_ | kNotListed;
    free_ = id;
  }

  static constexpr Id kNone = 0x7fffffffu;
  std::vector<Node> heap_;  // as long as records_; count_ of them in use
  std::vector<Record> records_;
  std::uint32_t count_ = 0;
  bool hole_ = false;  // heap_[0] is free
  Id free_ = kNone;
  std::uint64_t sequence_ = 0;
};

}  // namespace escapement::siman
