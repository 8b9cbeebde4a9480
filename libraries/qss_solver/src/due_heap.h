// SPDX-License-Identifier: MIT
// The next times of a fixed number of items, the earliest on top. Equal times come in the order of the items'
// numbers, whatever the history; what is never due stands in no heap.
//
// A 4-ary heap (LaMarca and Ladner 1996) whose entries hold their times, sixteen bytes each and the four children of an
// entry in one cache line: most operations move an item by a level or two and look at nothing else.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#include "escapement/core/time.h"

namespace escapement::qss_solver {

class DueHeap {
 public:
  explicit DueHeap(std::size_t items = 0) : due_(items, kInfinity), place_(items, kAbsent) {
    const std::size_t bytes = ((kFirst + items) * sizeof(Node) + kLine - 1) / kLine * kLine;
    nodes_.reset(static_cast<Node*>(std::aligned_alloc(kLine, bytes)));
    if (nodes_ == nullptr) throw std::bad_alloc();
  }

  std::uint32_t top() const { return count_ == 0 ? 0 : heap()[0].item; }
  Time top_due() const { return count_ == 0 ? kInfinity : heap()[0].due; }
  Time due(std::uint32_t item) const { return due_[item]; }
  std::uint64_t operations() const { return operations_; }

  void set(std::uint32_t item, Time due) {
    const Time before = due_[item];
    if (due == before) return;
    ++operations_;
    due_[item] = due;
    if (due < kInfinity)
      put(item, due);
    else
      erase(item);
  }

  template <class Archive>
  void archive(Archive& archive) {
    archive(due_, operations_);
    if (!archive.loading()) return;
    count_ = 0;
    place_.assign(due_.size(), kAbsent);
    for (std::uint32_t item = 0; item < due_.size(); ++item)
      if (due_[item] < kInfinity) put(item, due_[item]);
  }

 private:
  static constexpr std::uint32_t kAbsent = 0xffffffff, kArity = 4;
  // The root stands alone in its line, last; its children fill the next one, and so on.
  static constexpr std::size_t kLine = 64, kFirst = 3;
  struct Node {
    Time due;
    std::uint32_t item;
  };
  static bool less(const Node& a, const Node& b) {
    return a.due < b.due || (a.due == b.due && a.item < b.item);
  }
  Node* heap() { return nodes_.get() + kFirst; }
  const Node* heap() const { return nodes_.get() + kFirst; }

  void put(std::uint32_t item, Time due) {
    const Node node{due, item};
    const std::uint32_t at = place_[item];
    if (at == kAbsent)
      up(count_++, node);
    else if (at > 0 && less(node, heap()[(at - 1) / kArity]))
      up(at, node);
    else
      down(at, node);
  }
  void erase(std::uint32_t item) {
    const std::uint32_t at = place_[item];
    if (at == kAbsent) return;
    place_[item] = kAbsent;
    const Node last = heap()[--count_];
    if (at == count_) return;
    if (at > 0 && less(last, heap()[(at - 1) / kArity]))
      up(at, last);
    else
      down(at, last);
  }
  void up(std::uint32_t at, const Node node) {
    Node* const nodes = heap();
    while (at > 0) {
      const std::uint32_t parent = (at - 1) / kArity;
      if (!less(node, nodes[parent])) break;
      nodes[at] = nodes[parent];
      place_[nodes[at].item] = at;
      at = parent;
    }
    nodes[at] = node;
    place_[node.item] = at;
  }
  void down(std::uint32_t at, const Node node) {
    Node* const nodes = heap();
    for (;;) {
      const std::uint32_t first = kArity * at + 1;
      if (first >= count_) break;
      const std::uint32_t end = first + kArity < count_ ? first + kArity : count_;
      std::uint32_t best = first;
      for (std::uint32_t child = first + 1; child < end; ++child)
        if (less(nodes[child], nodes[best])) best = child;
      if (!less(nodes[best], node)) break;
      nodes[at] = nodes[best];
      place_[nodes[at].item] = at;
      at = best;
    }
    nodes[at] = node;
    place_[node.item] = at;
  }

  struct Free {
    void operator()(Node* nodes) const { std::free(nodes); }
  };
  std::vector<Time> due_;
  std::vector<std::uint32_t> place_;
  std::unique_ptr<Node[], Free> nodes_;
  std::uint32_t count_ = 0;
  std::uint64_t operations_ = 0;
};

}  // namespace escapement::qss_solver
