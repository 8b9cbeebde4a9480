// SPDX-License-Identifier: MIT
// The calendar of a host: what happens when, with the order of events at one time.
//
// Events at equal time: capacity changes, then failures and repairs, then arrivals, then ends of delays;
// within a class in the order in which they were scheduled.
//
// What comes next stands sorted in a short row, the rest in a 4-ary heap behind it:
//   K1  Every event of the row comes before every event of the heap.
//   K2  The row is empty only when the heap is empty, too: then it is filled again with the least of the
//   heap. K3  What is scheduled goes to the heap when it comes after the last of the row and the heap is not
//   empty;
//       else to its place in the row, from the back. When the row is full, its last goes to the heap.
// So the calendar of a model with few events is the row alone, which is the quickest of all for a dozen; and
// where there are many, most of what is scheduled comes late and only climbs a step or two in the heap.
#pragma once

#include <array>
#include <bit>
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

class Calendar {
 public:
  using Id = std::uint32_t;

  // `at` may be infinite: then the event never comes, but can be cancelled.
  Id schedule(Time at, EventClass event_class, Member& block, Entity* entity) {
    if (free_ == kNone) [[unlikely]]
      grow();
    const Id id = free_;
    Record& record = records_[id];
    free_ = record.place & ~kNotListed;
    record = {{&block, entity}, 0};
    insert(key_of(at, (static_cast<std::uint64_t>(event_class) << 56) | ++sequence_), id);
    return id;
  }
  // Does nothing when the event has come or was cancelled before; but its number may serve another event by
  // then.
  void cancel(Id id);
  bool empty() const { return head_ == tail_; }
  Time next() const { return empty() ? kInfinity : time_of(row_[head_].key); }
  // Not of an empty one.
  Event pop() {
    const Id id = row_[head_].id;
    const Event event = records_[id].event;
    free(id);
    if (++head_ == tail_) fill();
    return event;
  }
  std::size_t size() const { return tail_ - head_ + heap_count_; }
  // Numbers of events stay what they are. Blocks are identified as Member, entities as Entity.
  void archive(Archive& archive);
  // Whether all events are capacity changes, failures and repairs.
  bool only_background() const;

 private:
  static constexpr std::uint32_t kArity = 4;
  static constexpr std::uint32_t kRow = 16;                   // events in the row at most
  static constexpr std::uint32_t kRoom = 2 * kRow;            // it moves up in its room as events come
  static constexpr std::uint32_t kNotListed = 0x80000000u;    // set in Record::place of a free record
  static constexpr std::uint32_t kFirstInHeap = 0x40000000u;  // Record::place of an event at heap_[0]

  // The time in the upper half, as a whole number of the same order; in the lower one the class, in its top
  // byte, and the sequence number: one comparison without branches.
  __extension__ typedef unsigned __int128 Key;
  static constexpr Key kLast = ~Key{0};

  struct Node {
    Key key;
    Id id;
  };
  struct Record {
    Event event;
    // Of a free record the next free one, with kNotListed; of an event in the heap its place there, from
    // kFirstInHeap on; of one in the row 0.
    std::uint32_t place;
  };

  // Of two numbers of the same sign the bits have the order of the numbers, or the contrary one.
  static constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  static Key key_of(Time time, std::uint64_t order) {
    const auto bits = std::bit_cast<std::uint64_t>(time + 0.0);  // -0 is 0
    return static_cast<Key>((bits & kSign) != 0 ? ~bits : bits | kSign) << 64 | order;
  }
  static Time time_of(Key key) {
    const auto bits = static_cast<std::uint64_t>(key >> 64);
    return std::bit_cast<Time>((bits & kSign) != 0 ? bits ^ kSign : ~bits);
  }

  // K3. Key and number stay in registers: to read them back from where they were just written would stall.
  void insert(Key key, Id id) {
    if (tail_ == kRoom || tail_ - head_ == kRow || heap_count_ != 0) {
      if (goes_to_heap(key, id)) return;
    }
    Node* const first = &row_[head_];
    Node* at = &row_[tail_++];
    for (; at != first && key < at[-1].key; --at) *at = at[-1];
    at->key = key;
    at->id = id;
  }
  bool goes_to_heap(Key key, Id id);
  void fill();
  void grow();

  void put(std::uint32_t at, Key key, Id id) {
    heap_[at].key = key;
    heap_[at].id = id;
    records_[id].place = at | kFirstInHeap;
  }
  void sift_up(std::uint32_t at, Key key, Id id);
  void sift_down(std::uint32_t at, Key key, Id id);
  Node take_last();
  void free(Id id) {
    records_[id].place = free_ | kNotListed;
    free_ = id;
  }

  static constexpr Id kNone = 0x3fffffffu;
  std::array<Node, kRoom> row_{};  // in use from head_ to tail_
  std::uint32_t head_ = 0;
  std::uint32_t tail_ = 0;
  std::uint32_t heap_count_ = 0;
  Id free_ = kNone;
  std::uint64_t sequence_ = 0;
  std::vector<Record> records_;
  std::vector<Node> heap_;  // heap_count_ of them in use, and behind them always kArity with the greatest key
};

}  // namespace escapement::siman
