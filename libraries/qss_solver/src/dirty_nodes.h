// SPDX-License-Identifier: MIT
// The nodes of events that are still to be evaluated: those whose inputs have changed since they were. Up to
// 64 nodes are bits of one word, and who reads a slot is a mask; more are marked one by one.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "escapement/core/marked_set.h"
#include "plan.h"

namespace escapement::qss_solver {

class DirtyNodes {
 public:
  DirtyNodes() = default;
  // readers: by slot, ascending; they have to stay where they are.
  DirtyNodes(std::size_t nodes, const Rows& readers, std::size_t slots)
      : size_(nodes), first_(nodes), readers_(&readers) {
    if (!few()) {
      many_ = MarkedSet(nodes);
      return;
    }
    masks_.assign(slots, 0);
    for (std::size_t slot = 0; slot < slots; ++slot)
      for (const std::uint32_t node : readers[slot]) masks_[slot] |= std::uint64_t{1} << node;
  }

  void mark_readers(std::uint32_t slot) {
    if (few()) {
      word_ |= masks_[slot];
      return;
    }
    const auto readers = (*readers_)[slot];
    if (readers.empty()) return;
    first_ = std::min<std::size_t>(first_, readers.front());
    for (const std::uint32_t node : readers) many_.set(node);
  }
  bool empty() const { return few() ? word_ == 0 : many_.next(first_) == size_; }
  // The first of them, which is one no longer; their number when there is none.
  std::size_t take() {
    if (few()) {
      if (word_ == 0) return size_;
      const int node = std::countr_zero(word_);
      word_ &= word_ - 1;
      return static_cast<std::size_t>(node);
    }
    const std::size_t node = many_.next(first_);
    if (node < size_) many_.clear(node);
    first_ = std::min(node + 1, size_);  // until one before it is marked
    return node;
  }
  void clear() {
    word_ = 0;
    many_.clear_all();
    first_ = size_;
  }

 private:
  bool few() const { return size_ <= 64; }
  std::size_t size_ = 0, first_ = 0;
  const Rows* readers_ = nullptr;
  std::uint64_t word_ = 0;
  std::vector<std::uint64_t> masks_;  // by slot
  MarkedSet many_;                    // of these none before first_
};

}  // namespace escapement::qss_solver
