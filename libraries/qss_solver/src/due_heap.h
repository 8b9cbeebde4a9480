// SPDX-License-Identifier: MIT
// The next times of a fixed number of items, the earliest on top. Equal times come in the order of the items'
// numbers, whatever the history; what is never due stands in no heap.
//
// A 4-ary heap (LaMarca and Ladner 1996) of entries with their times, sixteen bytes each, four children in
// one cache line. Most times are put off again and again before they come. So an entry that is put off stays
// where it is, with a time that is too early, and is corrected when it comes to the top: an entry's time is
// never later than its item's.
//
// With a handful of items there is no heap: their times are gone through, without branches, when the earliest
// is asked for.
#pragma once

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#include "escapement/core/time.h"

namespace escapement::qss_solver {

class DueHeap {
 public:
  explicit DueHeap(std::size_t items = 0) : few_(items <= kFew), due_(items, kInfinity) {
    if (few_) return;
    place_.assign(items, kAbsent);
    const std::size_t count = kFirst + items + kArity;
    nodes_.reset(
        static_cast<Node*>(std::aligned_alloc(kLine, (count * sizeof(Node) + kLine - 1) / kLine * kLine)));
    if (nodes_ == nullptr) throw std::bad_alloc();
    for (std::size_t k = 0; k < count; ++k) nodes_.get()[k] = kNothing;
  }

  // Of the item that is due first; 0 and infinity when there is none.
  std::uint32_t top() const {
    if (few_) return first();
    return count_ == 0 ? 0 : item_of(heap()[0]);
  }
  Time top_due() const {
    if (few_) return due_.empty() ? kInfinity : due_[first()];
    return count_ == 0 ? kInfinity : due_[item_of(heap()[0])];
  }
  Time due(std::uint32_t item) const { return due_[item]; }
  std::uint64_t operations() const { return operations_; }

  void set(std::uint32_t item, Time due) {
    if (due == due_[item]) return;
    ++operations_;
    due_[item] = due;
    if (few_) {
      first_ = kAbsent;
      return;
    }
    correct(item, due);
  }

  template <class Archive>
  void archive(Archive& archive) {
    archive(due_, operations_);
    if (!archive.loading()) return;
    first_ = kAbsent;
    if (few_) return;
    for (; count_ > 0; --count_) heap()[count_ - 1] = kNothing;
    place_.assign(due_.size(), kAbsent);
    for (std::uint32_t item = 0; item < due_.size(); ++item)
      if (due_[item] < kInfinity) up(count_++, node_of(due_[item], item));
  }

 private:
  // Time, in the order of whole numbers, before item: the order of both in one comparison without branches.
  __extension__ using Node = unsigned __int128;
  static constexpr std::uint32_t kAbsent = 0xffffffff, kArity = 4;
  static constexpr std::size_t kFew = 12;
  // The root stands alone in its line, last; its children fill the next one, and so on.
  static constexpr std::size_t kLine = 64, kFirst = 3;
  static constexpr Node kNothing = ~Node{0};  // fills the places after the last

  static Node node_of(Time due, std::uint32_t item) {
    constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
    const auto bits = std::bit_cast<std::uint64_t>(due + 0.0);  // -0 is 0
    const std::uint64_t ordered = (bits & kSign) != 0 ? ~bits : bits | kSign;
    return (Node{ordered} << 64) | item;
  }
  static std::uint32_t item_of(Node node) { return static_cast<std::uint32_t>(node); }
  std::uint32_t first() const {
    if (first_ != kAbsent) return first_;
    Time best = kInfinity;
    std::uint32_t at = 0;
    for (std::uint32_t k = 0; k < due_.size(); ++k) {
      const bool earlier = due_[k] < best;
      best = earlier ? due_[k] : best;
      at = earlier ? k : at;
    }
    return first_ = at;
  }
  Node* heap() { return nodes_.get() + kFirst; }
  const Node* heap() const { return nodes_.get() + kFirst; }

  void correct(std::uint32_t item, Time due) {
    const Node node = node_of(due, item);
    const std::uint32_t at = place_[item];
    if (at == 0) {
      if (due < kInfinity) down(0, node);
      correct_top();
    } else if (at == kAbsent) {
      up(count_++, node);
    } else if (node < heap()[at]) {
      up(at, node);
    }
  }
  void correct_top() {
    while (count_ > 0) {
      const Node top = heap()[0];
      const std::uint32_t item = item_of(top);
      const Time due = due_[item];
      if (due < kInfinity) {
        const Node node = node_of(due, item);
        if (node == top) return;
        down(0, node);
      } else {
        place_[item] = kAbsent;
        const Node last = heap()[--count_];
        heap()[count_] = kNothing;
        if (count_ > 0) down(0, last);
      }
    }
  }
  void put(std::uint32_t at, Node node) {
    heap()[at] = node;
    place_[item_of(node)] = at;
  }
  void up(std::uint32_t at, const Node node) {
    const Node* const nodes = heap();
    while (at > 0) {
      const std::uint32_t parent = (at - 1) / kArity;
      if (!(node < nodes[parent])) break;
      put(at, nodes[parent]);
      at = parent;
    }
    put(at, node);
  }
  void down(std::uint32_t at, const Node node) {
    const Node* const nodes = heap();
    for (;;) {
      const std::uint32_t first = kArity * at + 1;
      if (first >= count_) break;
      const std::uint32_t left = first + (nodes[first + 1] < nodes[first] ? 1 : 0);
      const std::uint32_t right = first + 2 + (nodes[first + 3] < nodes[first + 2] ? 1 : 0);
      const std::uint32_t best = left + (right - left) * (nodes[right] < nodes[left] ? 1 : 0);
      if (!(nodes[best] < node)) break;
      put(at, nodes[best]);
      at = best;
    }
    put(at, node);
  }

  struct Free {
    void operator()(Node* nodes) const { std::free(nodes); }
  };
  bool few_;
  mutable std::uint32_t first_ = kAbsent;  // of a few
  std::vector<Time> due_;
  std::vector<std::uint32_t> place_;
  std::unique_ptr<Node[], Free> nodes_;
  std::uint32_t count_ = 0;
  std::uint64_t operations_ = 0;
};

}  // namespace escapement::qss_solver
