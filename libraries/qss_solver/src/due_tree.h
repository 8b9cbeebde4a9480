// SPDX-License-Identifier: MIT
// The next times of a fixed number of items, and which is due first. Equal times come in the order of the
// items' numbers, whatever the history.
//
// A tournament (Knuth, The Art of Computer Programming 3, 5.4.1): the leaves are the items' times, and each
// node above them holds the least of its four. A new time is carried up along one path, and the winner is
// found by walking down to the first child that holds the same time. Neither takes a branch that depends on
// the times, which is what a heap loses most of its time by: here most items get a new time again and again
// before they come, some earlier and some later.
//
// With a handful of items there is no tree: their times are gone through when the earliest is asked for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#include "escapement/core/time.h"

namespace escapement::qss_solver {

class DueTree {
 public:
  // changing: so many of the first items change all the time, the others seldom.
  explicit DueTree(std::size_t items = 0, std::size_t changing = 0)
      : items_(static_cast<std::uint32_t>(items)), changing_(static_cast<std::uint32_t>(changing)) {
    std::size_t count = 0;
    for (std::size_t width = items;; width = (width + kArity - 1) / kArity) {
      level_.push_back(static_cast<std::uint32_t>(count));
      count += (width + kArity - 1) / kArity * kArity;  // siblings of the last are there, never due
      if (width <= 1 || few()) break;
    }
    count = std::max<std::size_t>(count, kArity);
    const std::size_t bytes = (count * sizeof(Time) + kLine - 1) / kLine * kLine;
    nodes_.reset(static_cast<Time*>(std::aligned_alloc(kLine, bytes)));
    if (nodes_ == nullptr) throw std::bad_alloc();
    std::fill_n(nodes_.get(), count, kInfinity);
  }

  struct Next {
    std::uint32_t item;
    Time due;
  };
  // The item that is due first; 0 and infinity when there is none.
  Next next() const {
    if (few()) return first();
    return {walk_down(), nodes_[level_.back()]};
  }
  std::uint32_t top() const { return next().item; }
  Time top_due() const { return few() ? first().due : nodes_[level_.back()]; }
  Time due(std::uint32_t item) const { return nodes_[item]; }
  std::uint64_t operations() const { return operations_; }

  [[gnu::always_inline]] void set(std::uint32_t item, Time due) {
    if (due == nodes_[item]) return;
    ++operations_;
    nodes_[item] = due < kInfinity ? due : kInfinity;  // no number is never
    if (!few()) return carry_up(item);
    first_.item = kUnknown;
    if (item >= changing_) first_of_others_ = kUnknown;
  }

  template <class Archive>
  void archive(Archive& archive) {
    std::vector<Time> due(nodes_.get(), nodes_.get() + items_);
    archive(due, operations_);
    if (!archive.loading()) return;
    first_.item = first_of_others_ = kUnknown;
    std::copy(due.begin(), due.end(), nodes_.get());
    if (!few())
      for (std::uint32_t item = 0; item < items_; ++item) carry_up(item);
  }

 private:
  static constexpr std::uint32_t kUnknown = 0xffffffff, kArity = 4, kFew = 12;
  static constexpr std::size_t kLine = 64;
  // On so many levels above the leaves a path is gone without asking whether it changes anything: on the
  // lowest it mostly does.
  static constexpr std::size_t kSure = 4;

  bool few() const { return items_ <= kFew; }

  void carry_up(std::uint32_t at) {
    const Time* siblings = nodes_.get();
    Time least = siblings[at];
    const std::size_t levels = level_.size();
    for (std::size_t level = 1; level < levels; ++level) {
      least = std::min(std::min(least, siblings[at ^ 1]), std::min(siblings[at ^ 2], siblings[at ^ 3]));
      at /= kArity;
      Time* const above = nodes_.get() + level_[level];
      if (level > kSure && above[at] == least) return;
      above[at] = least;
      siblings = above;
    }
  }
  std::uint32_t walk_down() const {
    const Time least = nodes_[level_.back()];
    std::uint32_t at = 0;
    for (std::size_t level = level_.size() - 1; level-- > 0;) {
      const Time* const child = nodes_.get() + level_[level] + kArity * at;
      const std::uint32_t not0 = child[0] != least, not1 = not0 & (child[1] != least),
                          not2 = not1 & (child[2] != least);
      at = kArity * at + not0 + not1 + not2;
    }
    return at;
  }

  // Of a few.
  Next first() const {
    if (first_.item != kUnknown) return first_;
    if (first_of_others_ == kUnknown)
      first_of_others_ = changing_ < items_ ? earliest(changing_, items_, changing_).item : 0;
    return first_ = earliest(0, changing_, first_of_others_);
  }
  // Of `other` and those from begin to end, which come first in doubt.
  Next earliest(std::uint32_t begin, std::uint32_t end, std::uint32_t other) const {
    const Time* const due = nodes_.get();
    Next best{other, due[other]};
    for (std::uint32_t k = end; k-- > begin;) {
      const bool earlier = due[k] <= best.due;
      best.due = earlier ? due[k] : best.due;
      best.item = earlier ? k : best.item;
    }
    return best;
  }

  struct Free {
    void operator()(Time* nodes) const { std::free(nodes); }
  };
  std::uint32_t items_, changing_;
  mutable Next first_{kUnknown, kInfinity};  // of a few
  mutable std::uint32_t first_of_others_ = kUnknown;
  std::vector<std::uint32_t> level_;  // where each begins, that of the leaves first
  std::unique_ptr<Time[], Free> nodes_;
  std::uint64_t operations_ = 0;
};

}  // namespace escapement::qss_solver
