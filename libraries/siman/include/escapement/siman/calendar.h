// SPDX-License-Identifier: MIT
// The calendar of a host: what happens when, with the order of events at one time.
//
// Events at equal time: capacity changes, then failures and repairs, then arrivals, then ends of delays;
// within a class in the order in which they were scheduled.
//
// What comes next stands in a short row, the rest in a 4-ary heap behind it:
//   K1  Every event of the row comes before every event of the heap.
//   K2  The row is empty only when the heap is empty, too: then it is filled again with the least of the
//   heap.
//   K3  What is scheduled goes to the heap when it comes after the last of the row and the heap is not
//   empty;
//       else to the row. When the row is full, its last goes to the heap.
// So the calendar of a model with few events is the row alone, which is the quickest of all for a dozen; and
// where there are many, most of what is scheduled comes late and only climbs a step or two in the heap.
//
// In the row, events lie in sixteen slots, each in its own as long as it waits. The order in which they come
// is one number of 64 bits: the slots, four bits each, the next one lowest. The place of a new event is the
// number of those that come no later, so it is found without a branch that nobody could foretell, and two
// shifts put it there.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
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

  Calendar() { grow(); }

  // `at` may be infinite: then the event never comes, but can be cancelled.
  Id schedule(Time at, EventClass event_class, Member& block, Entity* entity) {
    // What few events never need is a function of its own, so that this one saves no registers.
    if (free_slots_ == 0 || heap_count_ != 0 || sequence_ == kSequences) [[unlikely]]
      return schedule_among_many(at, event_class, block, entity);
    const Id id = take_record(block, entity);
    put_in_row(key_of(at), rest_for(event_class, id), {&block, entity});
    return id;
  }
  // Does nothing when the event has come or was cancelled before; but its number may serve another event by
  // then.
  void cancel(Id id);
  bool empty() const { return count_ == 0; }
  Time next() const { return empty() ? kInfinity : next_of_some(); }
  // Not of an empty one.
  Time next_of_some() const { return time_of(keys_[sorted_ & kSlotMask]); }
  // Not of an empty one.
  Event pop() {
    const std::uint32_t slot = take(0);
    const Event event = events_[slot];
    free(static_cast<Id>(rest_[slot]));
    if (count_ == 0 && heap_count_ != 0) [[unlikely]]
      fill();
    return event;
  }
  std::size_t size() const { return count_ + heap_count_; }
  // Numbers of events stay what they are. Blocks are identified as Member, entities as Entity.
  void archive(Archive& archive);
  // Whether all events are capacity changes, failures and repairs.
  bool only_background() const;

 private:
  static constexpr std::uint32_t kArity = 4;
  static constexpr std::uint32_t kRow = 16;   // events in the row at most
  static constexpr std::size_t kFewest = 64;  // records
  static_assert(kFewest > kRow);
  static constexpr std::uint32_t kSlotBits = 4;
  static constexpr std::uint32_t kSlotMask = kRow - 1;
  static constexpr std::uint32_t kUpperHalf = ((1u << kRow / 2) - 1) << kRow / 2;  // of the slots, as bits
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};                        // key of a free slot
  static constexpr std::uint32_t kNotListed = 0x80000000u;    // set in Record::place of a free record
  static constexpr std::uint32_t kFirstInHeap = 0x40000000u;  // Record::place of an event at heap_[0]

  // An event in two numbers: the time, as a whole number of the same order, and the `rest`: the class and its
  // sequence number in the upper 32 bits, which no other event has, and the event's own number in the
  // lower 32. In the heap they are one number, by which events are compared without branches, and of which
  // four fill a line of the cache.
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

  // Of two numbers of the same sign the bits have the order of the numbers, or the contrary one. So the sign
  // is turned over and, where it was set, all else with it.
  static constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  static std::uint64_t all_when_signed(std::uint64_t bits) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(bits) >> 63);
  }
  static std::uint64_t key_of(Time time) {
    const auto bits = std::bit_cast<std::uint64_t>(time + 0.0);  // -0 is 0
    return bits ^ (all_when_signed(bits) | kSign);
  }
  static Time time_of(std::uint64_t key) {
    return std::bit_cast<Time>(key ^ (~all_when_signed(key) | kSign));
  }
  static Node node_of(std::uint64_t key, std::uint64_t rest) { return static_cast<Node>(key) << 64 | rest; }
  static std::uint64_t key_of(Node node) { return static_cast<std::uint64_t>(node >> 64); }
  static std::uint64_t rest_of(Node node) { return static_cast<std::uint64_t>(node); }
  static std::uint32_t order_of(std::uint64_t rest) { return static_cast<std::uint32_t>(rest >> 32); }
  static Id id_of(Node node) { return static_cast<Id>(node); }

  Id schedule_among_many(Time at, EventClass event_class, Member& block, Entity* entity);
  // There is a free record; while the heap is empty and the row not full, always (kFewest).
  Id take_record(Member& block, Entity* entity) {
    const Id id = free_;
    Record& record = records_[id];
    free_ = record.place & ~kNotListed;
    record = {{&block, entity}, 0};
    return id;
  }
  std::uint64_t rest_for(EventClass event_class, Id id) {
    const std::uint32_t order = (static_cast<std::uint32_t>(event_class) - 1) * kSequences + sequence_++;
    return static_cast<std::uint64_t>(order) << 32 | id;
  }
  // K3.
  void insert(std::uint64_t key, std::uint64_t rest) {
    if (free_slots_ == 0 || heap_count_ != 0) {
      if (goes_to_heap(node_of(key, rest))) return;
    }
    put_in_row(key, rest, records_[static_cast<Id>(rest)].event);
  }
  // There is a free slot.
  void put_in_row(std::uint64_t key, std::uint64_t rest, const Event& event) {
    const std::uint32_t place = place_of(key, rest);
    const std::uint64_t behind = ~std::uint64_t{0} << kSlotBits * place, sorted = sorted_;
    const auto slot = static_cast<std::uint32_t>(__builtin_ctz(free_slots_));
    free_slots_ &= free_slots_ - 1;
    ++count_;
    sorted_ = (sorted & ~behind) | (sorted & behind) << kSlotBits |
              static_cast<std::uint64_t>(slot) << kSlotBits * place;
    keys_[slot] = key;
    rest_[slot] = rest;
    events_[slot] = event;
  }
  // How many events of the row come before.
  std::uint32_t place_of(std::uint64_t key, std::uint64_t rest) const {
    std::uint32_t place = come_no_later(key);
    while (place > 0 && is_of_later_class(place - 1, key, rest)) --place;
    return place;
  }
  // Whether the event in that place comes at the same time, but after.
  bool is_of_later_class(std::uint32_t place, std::uint64_t key, std::uint64_t rest) const {
    return keys_[slot_at(place)] == key && rest_[slot_at(place)] > rest;
  }
  // How many events of the row come at that time or before. Keys of free slots are above all others; where
  // few events wait, only the lower half of the slots is in use, and of one or two each is asked by itself.
  std::uint32_t come_no_later(std::uint64_t key) const {
    if (count_ <= 2)
      return static_cast<std::uint32_t>(keys_[slot_at(0)] <= key) +
             static_cast<std::uint32_t>(count_ == 2 && keys_[slot_at(1)] <= key);
    constexpr std::make_index_sequence<kRow / 2> half{};
    std::uint32_t count = kRow / 2 - above(key, 0, half);
    if (free_slots_ < kUpperHalf) count += kRow / 2 - above(key, kRow / 2, half);
    return count;
  }
  template <std::size_t... kPlaces>
  std::uint32_t above(std::uint64_t key, std::size_t first, std::index_sequence<kPlaces...>) const {
    return (static_cast<std::uint32_t>(keys_[first + kPlaces] > key) + ...);
  }
  std::uint32_t slot_at(std::uint32_t place) const {
    return static_cast<std::uint32_t>(sorted_ >> kSlotBits * place) & kSlotMask;
  }
  Node node_at(std::uint32_t place) const { return node_of(keys_[slot_at(place)], rest_[slot_at(place)]); }
  // Frees the slot of the event in that place, and answers it; what was in it can still be read.
  std::uint32_t take(std::uint32_t place) {
    const std::uint32_t slot = slot_at(place);
    const std::uint64_t behind = ~std::uint64_t{0} << kSlotBits * place;
    sorted_ = (sorted_ & ~behind) | (sorted_ >> kSlotBits & behind);
    keys_[slot] = kFree;
    free_slots_ |= 1u << slot;
    --count_;
    return slot;
  }
  std::vector<Node> all_sorted() const;
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
  static constexpr std::array<std::uint64_t, kRow> all_free() {
    std::array<std::uint64_t, kRow> keys{};
    for (std::uint64_t& key : keys) key = kFree;
    return keys;
  }

  // The row: what is in a slot, those that are free as bits, the slots in the order of their events.
  alignas(64) std::array<std::uint64_t, kRow> keys_ = all_free();
  std::array<std::uint64_t, kRow> rest_{};
  std::array<Event, kRow> events_{};  // as in their records, but found sooner
  std::uint64_t sorted_ = 0;
  std::uint32_t free_slots_ = (1u << kRow) - 1;
  std::uint32_t count_ = 0;
  std::uint32_t heap_count_ = 0;
  Id free_ = kNone;
  std::uint32_t sequence_ = 0;
  std::vector<Record> records_;
  std::vector<Node> heap_;  // heap_count_ of them in use, and behind them always kArity times kLast
};

}  // namespace escapement::siman
