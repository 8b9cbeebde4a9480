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
    if (sequence_ == kSequences) [[unlikely]]
      number_anew();
    insert(node_of(at, (static_cast<std::uint32_t>(event_class) - 1) * kSequences + sequence_++, id));
    return id;
  }
  // Does nothing when the event has come or was cancelled before; but its number may serve another event by
  // then.
  void cancel(Id id);
  bool empty() const { return head_ == tail_; }
  Time next() const { return empty() ? kInfinity : time_of(row_[head_]); }
  // Not of an empty one.
  Event pop() {
    const Id id = id_of(row_[head_]);
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

  // An event in one number, by which they are compared without branches, and of which four fill a line of the
  // cache: the time, as a whole number of the same order, in the upper 64 bits; then the class and its
  // sequence number in 32, which no other event has; and the event's own number in the last 32.
  __extension__ typedef unsigned __int128 Node;
  static constexpr Node kLast = ~Node{0};
  // Sequence numbers begin anew after so many: then those that wait are numbered in their order.
  static constexpr std::uint32_t kSequences = 1u << 30;

  struct Record {
    Event event;
    // Of a free record the next free one, with kNotListed; of an event in the heap its place there, from
    // kFirstInHeap on; of one in the row 0.
    std::uint32_t place;
  };

  // Of two numbers of the same sign the bits have the order of the numbers, or the contrary one.
  static constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  static Node node_of(Time time, std::uint32_t order, Id id) {
    const auto bits = std::bit_cast<std::uint64_t>(time + 0.0);  // -0 is 0
    const std::uint64_t upper = (bits & kSign) != 0 ? ~bits : bits | kSign;
    return static_cast<Node>(upper) << 64 | static_cast<std::uint64_t>(order) << 32 | id;
  }
  static Time time_of(Node node) {
    const auto bits = static_cast<std::uint64_t>(node >> 64);
    return std::bit_cast<Time>((bits & kSign) != 0 ? bits ^ kSign : ~bits);
  }
  static std::uint32_t order_of(Node node) { return static_cast<std::uint32_t>(node >> 32); }
  static Id id_of(Node node) { return static_cast<Id>(node); }

  // K3.
  void insert(Node node) {
    if (tail_ == kRoom || tail_ - head_ == kRow || heap_count_ != 0) {
      if (goes_to_heap(node)) return;
    }
    Node* const first = &row_[head_];
    Node* at = &row_[tail_++];
    for (; at != first && node < at[-1]; --at) *at = at[-1];
    *at = node;
  }
  bool goes_to_heap(Node node);
  void number_anew();
  void fill();
  void grow();

  void put(std::uint32_t at, Node node) {
    heap_[at] = node;
    records_[id_of(node)].place = at | kFirstInHeap;
  }
  void sift_up(std::uint32_t at, Node node);
  void sift_down(std::uint32_t at, Node node);
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
  std::uint32_t sequence_ = 0;
  std::vector<Record> records_;
  std::vector<Node> heap_;  // heap_count_ of them in use, and behind them always kArity times kLast
};

}  // namespace escapement::siman
