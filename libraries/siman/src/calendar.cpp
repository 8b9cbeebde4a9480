// SPDX-License-Identifier: MIT
#include "escapement/siman/calendar.h"

#include <algorithm>

#include "escapement/core/archive.h"
#include "escapement/siman/entity.h"
#include "escapement/siman/member_reference.h"

namespace escapement::siman {

// The event moves up, or down, from the free place `at` to where it belongs. Its key is handed over in
// registers: to read it back from where it was just written would stall.
inline void Calendar::sift_up(std::uint32_t at, Time time, std::uint64_t order, Id id) {
  while (at > 0) {
    const std::uint32_t parent = (at - 1) / kArity;
    if (!before(time, order, heap_[parent])) break;
    put(at, heap_[parent]);
    at = parent;
  }
  put(at, {time, order, id});
}

inline void Calendar::sift_down(std::uint32_t at, Time time, std::uint64_t order, Id id) {
  for (;;) {
    const std::uint32_t first = kArity * at + 1;
    if (first >= count_) break;
    const std::uint32_t end = std::min(first + kArity, count_);
    std::uint32_t best = first;
    for (std::uint32_t c = first + 1; c < end; ++c)
      if (before(heap_[c].time, heap_[c].order, heap_[best])) best = c;
    if (before(time, order, heap_[best])) break;
    put(at, heap_[best]);
    at = best;
  }
  put(at, {time, order, id});
}

Calendar::Id Calendar::schedule(Time at, EventClass event_class, Member& block, Entity* entity) {
  if (free_ == kNone) [[unlikely]]
    grow();
  const Id id = free_;
  free_ = records_[id].place & ~kNotListed;
  records_[id].event = {&block, entity};
  const std::uint64_t order = (static_cast<std::uint64_t>(event_class) << 56) | ++sequence_;
  if (hole_) {
    hole_ = false;
    sift_down(0, at, order, id);
  } else {
    sift_up(count_++, at, order, id);
  }
  return id;
}

void Calendar::close() {
  hole_ = false;
  const Node last = heap_[--count_];
  if (count_ != 0) sift_down(0, last.time, last.order, last.id);
}

Time Calendar::next_behind_hole() const {
  Time first = kInfinity;
  for (std::uint32_t at = 1; at < std::min(count_, kArity + 1); ++at) first = std::min(first, heap_[at].time);
  return first;
}

void Calendar::grow() {
  const std::size_t old = records_.size();
  const std::size_t size = std::max<std::size_t>(64, 2 * old);
  heap_.resize(size);
  records_.resize(size);
  for (std::size_t id = size; id-- > old;) free(static_cast<Id>(id));  // so the lowest comes first
}

void Calendar::cancel(Id id) {
  const std::uint32_t at = records_[id].place;
  if ((at & kNotListed) != 0) return;
  if (hole_) {
    close();
    return cancel(id);  // its place is another one now
  }
  free(id);
  const Node last = heap_[--count_];
  if (at == count_) return;
  if (before(last.time, last.order, heap_[at]))
    sift_up(at, last.time, last.order, last.id);
  else
    sift_down(at, last.time, last.order, last.id);
}

bool Calendar::only_background() const {
  return std::all_of(heap_.begin() + (hole_ ? 1 : 0), heap_.begin() + count_, [](const Node& node) {
    return (node.order >> 56) <= static_cast<std::uint64_t>(EventClass::kFailure);
  });
}

Event Calendar::pop() {
  settle();
  const Id id = heap_[0].id;
  const Event event = records_[id].event;
  free(id);
  hole_ = true;
  return event;
}

void Calendar::archive(Archive& archive) {
  settle();
  std::size_t size = records_.size();
  archive(count_, free_, sequence_, size);
  heap_.resize(size);
  records_.resize(size);
  if (archive.loading() && count_ > size)
    throw ArchiveError("a calendar was saved with more events than places");
  for (std::uint32_t at = 0; at < count_; ++at) archive(heap_[at].time, heap_[at].order, heap_[at].id);
  for (Record& record : records_) {
    archive(record.place);
    if ((record.place & kNotListed) != 0) continue;  // free: what it points to may be gone
    archive.reference(record.event.block);
    archive.reference(record.event.entity);
  }
}

}  // namespace escapement::siman
