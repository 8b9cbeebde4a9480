// SPDX-License-Identifier: MIT
#include "escapement/siman/calendar.h"

#include <algorithm>

#include "escapement/core/archive.h"
#include "escapement/siman/entity.h"
#include "escapement/siman/member_reference.h"

namespace escapement::siman {

[[gnu::noinline]] Calendar::Id Calendar::schedule_among_many(Time at, EventClass event_class, Member& block,
                                                             Entity* entity) {
  if (free_ == kNone) [[unlikely]]
    grow();
  if (sequence_ == kSequences) [[unlikely]]
    number_anew();
  const Id id = take_record(block, entity);
  insert(key_of(at), rest_for(event_class, id));
  return id;
}

// Answers whether the event is in the heap now; if not, there is room for it in the row.
bool Calendar::goes_to_heap(Node node) {
  const Node last = node_at(count_ - 1);
  if (node > last) {
    sift_up(heap_count_++, node);
    return true;
  }
  if (free_slots_ == 0) {
    take(count_ - 1);
    sift_up(heap_count_++, last);
  }
  return false;
}

namespace {

// Asks for the lines of an entity that the end of its delay looks at.
void fetch_ahead(const Entity* entity) {
  if (entity == nullptr) return;
  __builtin_prefetch(&entity->in_list);
  __builtin_prefetch(&entity->delay);
  __builtin_prefetch(&entity->times);
}

}  // namespace

// K2. Half full, so that what is scheduled soon after finds room. Where there are so many events, memory is
// what takes the time: who comes soon is asked for now.
void Calendar::fill() {
  while (heap_count_ > 0 && count_ < kRow / 2) {
    const Node node = heap_[0];
    Record& record = records_[id_of(node)];
    record.place = 0;
    put_in_row(key_of(node), rest_of(node), record.event);
    fetch_ahead(record.event.entity);
    const Node last = take_last();
    if (heap_count_ > 0) sift_down(0, last);
  }
}

// The event moves up, or down, from the free place `at` to where it belongs.
void Calendar::sift_up(std::uint32_t at, Node node) {
  while (at > 0) {
    const std::uint32_t parent = (at - 1) / kArity;
    if (heap_[parent] < node) break;
    put(at, heap_[parent]);
    at = parent;
  }
  put(at, node);
}

// The least of four is found without a branch, which nobody could foretell.
void Calendar::sift_down(std::uint32_t at, Node node) {
  static_assert(kArity == 4);
  for (;;) {
    const std::uint32_t first = kArity * at + 1;
    if (first >= heap_count_) break;
    const Node* const child = &heap_[first];
    if (const std::uint32_t below = kArity * first + 1; below + kArity * kArity <= heap_count_)
      for (std::uint32_t i = 0; i < kArity; ++i)  // whichever it is, its four are at hand then
        __builtin_prefetch(&heap_[below + kArity * i]);
    const std::uint32_t left = child[1] < child[0] ? 1 : 0;
    const std::uint32_t right = 2u + (child[3] < child[2] ? 1 : 0);
    const std::uint32_t is_right = child[right] < child[left] ? 1 : 0;
    const std::uint32_t best = left ^ ((left ^ right) & (0u - is_right));
    if (node < child[best]) break;
    put(at, child[best]);
    at = first + best;
  }
  put(at, node);
}

Calendar::Node Calendar::take_last() {
  const Node last = heap_[--heap_count_];
  heap_[heap_count_] = kLast;
  return last;
}

std::vector<Calendar::Node> Calendar::all_sorted() const {
  std::vector<Node> all(heap_.begin(), heap_.begin() + heap_count_);
  for (std::uint32_t place = 0; place < count_; ++place) all.push_back(node_at(place));
  std::sort(all.begin(), all.end());
  return all;
}

// Everybody keeps the place among the others, so row and heap stay as they are.
void Calendar::number_anew() {
  std::vector<std::uint64_t> rests(records_.size());  // by the events' own numbers
  sequence_ = 0;
  for (const Node node : all_sorted()) {
    const std::uint32_t order = order_of(rest_of(node)) / kSequences * kSequences + sequence_++;
    rests[id_of(node)] = static_cast<std::uint64_t>(order) << 32 | id_of(node);
  }
  for (std::uint32_t place = 0; place < count_; ++place) {
    std::uint64_t& rest = rest_[slot_at(place)];
    rest = rests[static_cast<Id>(rest)];
  }
  for (std::uint32_t at = 0; at < heap_count_; ++at)
    heap_[at] = node_of(key_of(heap_[at]), rests[id_of(heap_[at])]);
}

void Calendar::grow() {
  const std::size_t old = records_.size();
  const std::size_t size = std::max(kFewest, 2 * old);
  heap_.resize(size + kArity, kLast);
  records_.resize(size);
  for (std::size_t id = size; id-- > old;) free(static_cast<Id>(id));  // so the lowest comes first
}

void Calendar::cancel(Id id) {
  const std::uint32_t place = records_[id].place;
  if ((place & kNotListed) != 0) return;
  free(id);
  if ((place & kFirstInHeap) == 0) {
    std::uint32_t at = 0;
    while (static_cast<Id>(rest_[slot_at(at)]) != id) ++at;
    take(at);
    if (count_ == 0) fill();
    return;
  }
  const std::uint32_t at = place & ~kFirstInHeap;
  const Node gone = heap_[at];
  const Node last = take_last();
  if (at == heap_count_) return;
  if (last < gone)
    sift_up(at, last);
  else
    sift_down(at, last);
}

bool Calendar::only_background() const {
  const auto background = [](std::uint64_t rest) {
    return order_of(rest) < static_cast<std::uint32_t>(EventClass::kFailure) * kSequences;
  };
  for (std::uint32_t place = 0; place < count_; ++place)
    if (!background(rest_[slot_at(place)])) return false;
  return std::all_of(heap_.begin(), heap_.begin() + heap_count_,
                     [&](Node node) { return background(rest_of(node)); });
}

// Sorted: what is saved says nothing of where events stood.
void Calendar::archive(Archive& archive) {
  auto count = static_cast<std::uint32_t>(this->size());
  std::size_t size = records_.size();
  archive(count, free_, sequence_, size);
  std::vector<Node> all = all_sorted();
  if (archive.loading()) {
    if (count > size) throw ArchiveError("a calendar was saved with more events than places");
    all.resize(count);
    records_.assign(size, {});
    heap_.assign(size + kArity, kLast);
    while (count_ > 0) take(0);
    heap_count_ = 0;
  }
  for (const Node node : all) {
    Time time = time_of(key_of(node));
    std::uint32_t order = order_of(rest_of(node));
    Id id = id_of(node);
    archive(time, order, id);
    if (archive.saving()) continue;
    if (id >= size) throw ArchiveError("a calendar was saved with an event that has no place");
    insert(key_of(time), static_cast<std::uint64_t>(order) << 32 | id);
  }
  for (Record& record : records_) {
    std::uint32_t place = (record.place & kNotListed) != 0 ? record.place : 0;
    archive(place);
    if ((place & kNotListed) != 0) {  // what it points to may be gone
      record.place = place;
      continue;
    }
    archive.reference(record.event.block);
    archive.reference(record.event.entity);
  }
  for (std::uint32_t place = 0; place < count_; ++place) {
    const std::uint32_t slot = slot_at(place);
    events_[slot] = records_[static_cast<Id>(rest_[slot])].event;
  }
  if (records_.size() < kFewest) grow();  // saved before anything was scheduled
}

}  // namespace escapement::siman
