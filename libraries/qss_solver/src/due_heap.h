// SPDX-License-Identifier: MIT
// The next times of a fixed number of items, the earliest on top: a binary heap that knows where each item is
// (Williams 1964, with an index). Equal times come in the order of the items' numbers, whatever the history.
#pragma once

#include <cstdint>
#include <vector>

#include "escapement/core/time.h"

namespace escapement::qss_solver {

class DueHeap {
 public:
  explicit DueHeap(std::size_t items = 0) : due_(items, kInfinity), heap_(items), place_(items) {
    for (std::uint32_t i = 0; i < items; ++i) heap_[i] = place_[i] = i;
  }

  std::size_t size() const { return heap_.size(); }
  bool empty() const { return heap_.empty(); }
  std::uint32_t top() const { return heap_[0]; }
  Time top_due() const { return heap_.empty() ? kInfinity : due_[heap_[0]]; }
  Time due(std::uint32_t item) const { return due_[item]; }
  std::uint64_t operations() const { return operations_; }

  void set(std::uint32_t item, Time due) {
    const Time before = due_[item];
    if (due == before) return;
    ++operations_;
    due_[item] = due;
    if (due < before)
      rise(place_[item]);
    else
      sink(place_[item]);
  }

  template <class Archive>
  void archive(Archive& archive) {
    archive(due_, heap_, place_);
  }

 private:
  bool before(std::uint32_t a, std::uint32_t b) const {
    return due_[a] < due_[b] || (due_[a] == due_[b] && a < b);
  }
  void put(std::size_t place, std::uint32_t item) {
    heap_[place] = item;
    place_[item] = static_cast<std::uint32_t>(place);
  }
  void rise(std::size_t place) {
    const std::uint32_t item = heap_[place];
    while (place > 0) {
      const std::size_t parent = (place - 1) / 2;
      if (!before(item, heap_[parent])) break;
      put(place, heap_[parent]);
      place = parent;
    }
    put(place, item);
  }
  void sink(std::size_t place) {
    const std::uint32_t item = heap_[place];
    const std::size_t count = heap_.size();
    for (std::size_t child = 2 * place + 1; child < count; child = 2 * place + 1) {
      if (child + 1 < count && before(heap_[child + 1], heap_[child])) ++child;
      if (!before(heap_[child], item)) break;
      put(place, heap_[child]);
      place = child;
    }
    put(place, item);
  }

  std::vector<Time> due_;
  std::vector<std::uint32_t> heap_, place_;
  std::uint64_t operations_ = 0;
};

}  // namespace escapement::qss_solver
