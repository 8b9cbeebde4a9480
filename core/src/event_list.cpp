// SPDX-License-Identifier: MIT
#include "escapement/core/event_list.h"

#include <algorithm>

namespace escapement {

Time EventList::least_untaken() const {
  if (holes_.empty()) return least();
  Time least_time = kInfinity;
  for (const Entry& entry : fresh_) least_time = std::min(least_time, entry.time);
  if (holes_.size() == 1) {  // the root alone, as mostly
    for (std::size_t c = 1; c <= kArity && c < size(); ++c) least_time = std::min(least_time, at(c).time);
    return least_time;
  }
  for (const std::uint32_t hole : holes_) {
    const std::size_t child = kArity * hole + 1;
    for (std::size_t c = child; c < child + kArity && c < size(); ++c)
      if (!std::binary_search(holes_.begin(), holes_.end(), c)) least_time = std::min(least_time, at(c).time);
  }
  return least_time;
}

void EventList::push(Entry entry) {
  std::size_t place = size();
  heap_.push_back(entry);
  while (place > 0) {
    const std::size_t parent = (place - 1) / kArity;
    if (!(entry.time < at(parent).time)) break;
    at(place) = at(parent);
    place = parent;
  }
  at(place) = entry;
}

void EventList::pop() {
  const Entry last = heap_.back();
  heap_.pop_back();
  if (!empty()) sift_down(0, last);
}

// Holes are in ascending order of place. Each is filled after all that lie below it, so that what lies below
// is a heap by then.
void EventList::fill_holes() {
  for (std::size_t i = holes_.size(); i-- > 0;) {
    Entry entry = heap_.back();
    if (!fresh_.empty()) {
      entry = fresh_.back();
      fresh_.pop_back();
    } else {
      heap_.pop_back();
      if (holes_[i] >= size()) continue;
    }
    sift_down(holes_[i], entry);
  }
  holes_.clear();
  for (const Entry& entry : fresh_) push(entry);
  fresh_.clear();
}

void EventList::order_all() {
  for (std::size_t i = size() / kArity + 1; i-- > 0;)
    if (i < size()) sift_down(i, at(i));
}

// The entry moves down from the free place to where it belongs. It is handed over by value: to read it back
// from where it was just written would stall.
void EventList::sift_down(std::size_t place, const Entry entry) {
  const std::size_t count = size();
  for (;;) {
    const std::size_t first = kArity * place + 1;
    if (first >= count) break;
    std::size_t best = first;
    if (first + kArity <= count) {
      // Both halves by themselves, then the better of the two: shorter chains of dependent comparisons.
      const std::size_t left = at(first + 1).time < at(first).time ? first + 1 : first;
      const std::size_t right = at(first + 3).time < at(first + 2).time ? first + 3 : first + 2;
      best = at(right).time < at(left).time ? right : left;
    } else {
      for (std::size_t c = first + 1; c < count; ++c)
        if (at(c).time < at(best).time) best = c;
    }
    if (!(at(best).time < entry.time)) break;
    at(place) = at(best);
    place = best;
  }
  at(place) = entry;
}

}  // namespace escapement
