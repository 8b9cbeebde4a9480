// SPDX-License-Identifier: MIT
#include "escapement/siman/calendar.h"

#include <algorithm>

#include "escapement/core/archive.h"
#include "escapement/siman/entity.h"
#include "escapement/siman/member_reference.h"

namespace escapement::siman {

// Answers whether the event is in the heap now; if not, there is room for it in the row.
bool Calendar::goes_to_heap(Key key, Id id) {
  const bool full = tail_ - head_ == kRow;
  if ((full || heap_count_ != 0) && key > row_[tail_ - 1].key) {
    sift_up(heap_count_++, key, id);
    return true;
  }
  if (full) {
    --tail_;
    sift_up(heap_count_++, row_[tail_].key, row_[tail_].id);
  }
  if (tail_ == kRoom) {
    std::copy(row_.begin() + head_, row_.begin() + tail_, row_.begin());
    tail_ -= head_;
    head_ = 0;
  }
  return false;
}

// K2. Half full, so that what is scheduled soon after finds room.
void Calendar::fill() {
  head_ = tail_ = 0;
  while (heap_count_ > 0 && tail_ < kRow / 2) {
    row_[tail_] = heap_[0];
    records_[row_[tail_++].id].place = 0;
    const Node last = take_last();
    if (heap_count_ > 0) sift_down(0, last.key, last.id);
  }
}

// The event moves up, or down, from the free place `at` to where it belongs.
void Calendar::sift_up(std::uint32_t at, Key key, Id id) {
  while (at > 0) {
    const std::uint32_t parent = (at - 1) / kArity;
    if (heap_[parent].key < key) break;
    put(at, heap_[parent].key, heap_[parent].id);
    at = parent;
  }
  put(at, key, id);
}

// The least of four is found without a branch, which nobody could foretell.
void Calendar::sift_down(std::uint32_t at, Key key, Id id) {
  static_assert(kArity == 4);
  for (;;) {
    const std::uint32_t first = kArity * at + 1;
    if (first >= heap_count_) break;
    const Node* const child = &heap_[first];
    const std::uint32_t left = child[1].key < child[0].key ? 1 : 0;
    const std::uint32_t right = 2u + (child[3].key < child[2].key ? 1 : 0);
    const std::uint32_t is_right = child[right].key < child[left].key ? 1 : 0;
    const std::uint32_t best = left ^ ((left ^ right) & (0u - is_right));
    if (key < child[best].key) break;
    put(at, child[best].key, child[best].id);
    at = first + best;
  }
  put(at, key, id);
}

Calendar::Node Calendar::take_last() {
  const Node last = heap_[--heap_count_];
  heap_[heap_count_].key = kLast;
  return last;
}

void Calendar::grow() {
  const std::size_t old = records_.size();
  const std::size_t size = std::max<std::size_t>(64, 2 * old);
  heap_.resize(size + kArity, {kLast, 0});
  records_.resize(size);
  for (std::size_t id = size; id-- > old;) free(static_cast<Id>(id));  // so the lowest comes first
}

void Calendar::cancel(Id id) {
  const std::uint32_t place = records_[id].place;
  if ((place & kNotListed) != 0) return;
  free(id);
  if ((place & kFirstInHeap) == 0) {
    std::uint32_t at = head_;
    while (row_[at].id != id) ++at;
    std::copy(row_.begin() + at + 1, row_.begin() + tail_, row_.begin() + at);
    if (head_ == --tail_) fill();
    return;
  }
  const std::uint32_t at = place & ~kFirstInHeap;
  const Key gone = heap_[at].key;
  const Node last = take_last();
  if (at == heap_count_) return;
  if (last.key < gone)
    sift_up(at, last.key, last.id);
  else
    sift_down(at, last.key, last.id);
}

bool Calendar::only_background() const {
  const auto background = [](const Node& node) {
    return (static_cast<std::uint64_t>(node.key) >> 56) <= static_cast<std::uint64_t>(EventClass::kFailure);
  };
  return std::all_of(row_.begin() + head_, row_.begin() + tail_, background) &&
         std::all_of(heap_.begin(), heap_.begin() + heap_count_, background);
}

// Sorted: what is saved says nothing of where events stood.
void Calendar::archive(Archive& archive) {
  auto count = static_cast<std::uint32_t>(this->size());
  std::size_t size = records_.size();
  archive(count, free_, sequence_, size);
  std::vector<Node> all(row_.begin() + head_, row_.begin() + tail_);
  all.insert(all.end(), heap_.begin(), heap_.begin() + heap_count_);
  std::sort(all.begin(), all.end(), [](const Node& a, const Node& b) { return a.key < b.key; });
  if (archive.loading()) {
    if (count > size) throw ArchiveError("a calendar was saved with more events than places");
    all.resize(count);
    records_.assign(size, {});
    heap_.assign(size + kArity, {kLast, 0});
    head_ = tail_ = heap_count_ = 0;
  }
  for (Node& node : all) {
    Time time = time_of(node.key);
    auto order = static_cast<std::uint64_t>(node.key);
    archive(time, order, node.id);
    node.key = key_of(time, order);
    if (archive.loading()) {
      if (node.id >= size) throw ArchiveError("a calendar was saved with an event that has no place");
      insert(node.key, node.id);
    }
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
}

}  // namespace escapement::siman
