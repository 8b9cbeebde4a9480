// SPDX-License-Identifier: MIT
// The next times of a fixed number of items, the earliest on top. Equal times come in the order of the items'
// numbers, whatever the history; what is never due stands in no heap.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "escapement/core/indexed_heap.h"
#include "escapement/core/time.h"

namespace escapement::qss_solver {

class DueHeap {
 public:
  explicit DueHeap(std::size_t items = 0) : due_(items, kInfinity) { heap_.resize(items); }

  std::uint32_t top() const { return heap_.empty() ? 0 : heap_.top_id(); }
  Time top_due() const { return heap_.empty() ? kInfinity : heap_.top_key().first; }
  Time due(std::uint32_t item) const { return due_[item]; }
  std::uint64_t operations() const { return operations_; }

  void set(std::uint32_t item, Time due) {
    if (due == due_[item]) return;
    ++operations_;
    due_[item] = due;
    if (due < kInfinity)
      heap_.set(item, {due, item});
    else
      heap_.erase(item);
  }

  template <class Archive>
  void archive(Archive& archive) {
    archive(due_, operations_);
    if (!archive.loading()) return;
    for (std::uint32_t item = 0; item < due_.size(); ++item)
      if (due_[item] < kInfinity)
        heap_.set(item, {due_[item], item});
      else
        heap_.erase(item);
  }

 private:
  std::vector<Time> due_;
  IndexedHeap<std::pair<Time, std::uint32_t>> heap_;
  std::uint64_t operations_ = 0;
};

}  // namespace escapement::qss_solver
