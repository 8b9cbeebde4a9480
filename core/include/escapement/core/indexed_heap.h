// SPDX-License-Identifier: MIT
// A 4-ary min-heap of small integer ids with a key each, that finds an id's place at once: insert, change and
// erase in O(log n), least in O(1). Four children share a cache line or two, which halves the misses of a
// binary heap (LaMarca and Ladner 1996). Ties have no order of their own: whoever needs one puts it in the
// key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace escapement {

template <class Key, class Less = std::less<Key>>
class IndexedHeap {
 public:
  using Id = std::uint32_t;

  // Ids run from 0 to count - 1.
  void resize(std::size_t count) {
    place_.resize(count, kAbsent);
    heap_.reserve(count);
  }
  bool empty() const { return heap_.empty(); }
  std::size_t size() const { return heap_.size(); }
  const Key& top_key() const { return heap_.front().key; }
  Id top_id() const { return heap_.front().id; }
  bool contains(Id id) const { return place_[id] != kAbsent; }
  const Key& key(Id id) const { return heap_[place_[id]].key; }

  // Inserts the id, or changes its key.
  void set(Id id, const Key& key) {
    const std::uint32_t at = place_[id];
    if (at == kAbsent) {
      heap_.emplace_back();
      sift_up(heap_.size() - 1, {key, id});
    } else if (less_(key, heap_[at].key)) {
      sift_up(at, {key, id});
    } else {
      sift_down(at, {key, id});
    }
  }

  void erase(Id id) {
    const std::uint32_t at = place_[id];
    if (at == kAbsent) return;
    place_[id] = kAbsent;
    const Node last = heap_.back();
    heap_.pop_back();
    if (at == heap_.size()) return;
    if (less_(last.key, heap_[at].key))
      sift_up(at, last);
    else
      sift_down(at, last);
  }

  // The least key among the others, when the heap has two ids or more.
  const Key& second_key() const {
    std::size_t best = 1;
    for (std::size_t c = 2; c <= kArity && c < heap_.size(); ++c)
      if (less_(heap_[c].key, heap_[best].key)) best = c;
    return heap_[best].key;
  }

  void pop() { erase(top_id()); }

  // Appends every id whose key equals the least one. They form a subtree at the root.
  void least(std::vector<Id>& ids) const {
    if (heap_.empty()) return;
    const std::size_t first = ids.size();
    const Key least_key = heap_.front().key;
    ids.push_back(0);  // places first, ids at the end
    for (std::size_t i = first; i < ids.size(); ++i) {
      const std::size_t child = kArity * ids[i] + 1;
      for (std::size_t c = child; c < child + kArity && c < heap_.size(); ++c)
        if (!less_(least_key, heap_[c].key)) ids.push_back(static_cast<Id>(c));
    }
    for (std::size_t i = first; i < ids.size(); ++i) ids[i] = heap_[ids[i]].id;
  }

 private:
  static constexpr std::size_t kArity = 4;
  static constexpr std::uint32_t kAbsent = 0xffffffffu;
  struct Node {
    Key key;
    Id id;
  };

  void put(std::size_t at, const Node& node) {
    heap_[at] = node;
    place_[node.id] = static_cast<std::uint32_t>(at);
  }

  // The node moves up, or down, from the free place `at` to where it belongs. It is handed over by value: to
  // read it back from where it was just written would stall.
  void sift_up(std::size_t at, const Node node) {
    while (at > 0) {
      const std::size_t parent = (at - 1) / kArity;
      if (!less_(node.key, heap_[parent].key)) break;
      put(at, heap_[parent]);
      at = parent;
    }
    put(at, node);
  }

  void sift_down(std::size_t at, const Node node) {
    const std::size_t count = heap_.size();
    for (;;) {
      const std::size_t first = kArity * at + 1;
      if (first >= count) break;
      std::size_t best = first;
      const std::size_t end = first + kArity < count ? first + kArity : count;
      for (std::size_t c = first + 1; c < end; ++c)
        if (less_(heap_[c].key, heap_[best].key)) best = c;
      if (!less_(heap_[best].key, node.key)) break;
      put(at, heap_[best]);
      at = best;
    }
    put(at, node);
  }

  std::vector<Node> heap_;
  std::vector<std::uint32_t> place_;
  [[no_unique_address]] Less less_;
};

}  // namespace escapement
