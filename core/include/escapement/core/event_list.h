// SPDX-License-Identifier: MIT
// The event list: when each model is due next. A 4-ary min-heap of (time, id) entries whose groups of four
// children lie in one cache line each (LaMarca and Ladner 1996, "The influence of caches on the performance
// of heaps").
//
// Deletion is lazy: an entry does not know that its model was scheduled anew, and nothing keeps the places of
// entries. The owner says which entries hold (`holds(time, id)`); others are dropped when they come up, or
// all at once when more than half of the list is of them, so memory stays within twice what holds.
//
// The entries of the least time are taken out together and leave holes: a connected piece of the heap at its
// root. Entries that come meanwhile fill the holes from the deepest up, so that a step in which all n models
// are due costs O(n) and one in which a single one is due a single pass from the root.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "escapement/core/time.h"

namespace escapement {

class EventList {
 public:
  using Id = std::uint32_t;

  std::size_t size() const { return heap_.size() - kFirst; }  // with entries that hold no more
  bool empty() const { return heap_.size() == kFirst; }
  // The least time; between micro-steps its entry holds. Infinity when the list is empty.
  Time least() const { return empty() ? kInfinity : heap_[kFirst].time; }
  // A lower bound for the times of all entries but those that were taken.
  Time least_untaken() const;

  void reserve(std::size_t count) { heap_.reserve(count + kFirst); }

  // Takes out all entries of the least time, which is finite, and calls take(id) for each, in no order, those
  // that do not hold included. Their places are open until settle().
  template <class Take>
  void take_least(Take take) {
    const Time least_time = heap_[kFirst].time;
    holes_.push_back(0);
    for (std::size_t i = 0; i < holes_.size(); ++i) {
      const std::size_t child = kArity * holes_[i] + 1;
      take(at(holes_[i]).id);
      for (std::size_t c = child; c < child + kArity && c < size(); ++c)
        if (!(least_time < at(c).time)) holes_.push_back(static_cast<std::uint32_t>(c));
    }
  }

  void insert(Time time, Id id) {
    if (holes_.empty())
      push({time, id, 0});
    else
      fresh_.push_back({time, id, 0});
  }

  // Closes the holes, then drops what comes up and does not hold.
  template <class Holds>
  void settle(Holds holds) {
    if (!holes_.empty()) fill_holes();
    while (!empty() && !holds(heap_[kFirst].time, heap_[kFirst].id)) pop();
  }

  // Keeps the entries for which keep(time, id) is true: asked once for each, in no order.
  template <class Keep>
  void rebuild(Keep keep) {
    std::size_t kept = kFirst;
    for (std::size_t i = kFirst; i < heap_.size(); ++i)
      if (keep(heap_[i].time, heap_[i].id)) heap_[kept++] = heap_[i];
    heap_.resize(kept);
    order_all();
  }

  template <class Visit>
  void each(Visit visit) const {
    for (std::size_t i = kFirst; i < heap_.size(); ++i) visit(heap_[i].id);
  }

  void clear() { heap_.resize(kFirst); }

 private:
  static constexpr std::size_t kArity = 4;
  static constexpr std::size_t kFirst = 3;  // unused places in front: then a group of children is aligned
  struct Entry {
    Time time;
    Id id;
    std::uint32_t unused;
  };
  template <class T>
  struct LineAllocator {
    using value_type = T;
    static constexpr std::align_val_t kLine{64};
    LineAllocator() = default;
    template <class U>
    explicit LineAllocator(const LineAllocator<U>&) {}
    T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), kLine)); }
    void deallocate(T* p, std::size_t) noexcept { ::operator delete(p, kLine); }
    friend bool operator==(const LineAllocator&, const LineAllocator&) { return true; }
  };

  Entry& at(std::size_t i) { return heap_[i + kFirst]; }
  const Entry& at(std::size_t i) const { return heap_[i + kFirst]; }
  void push(Entry entry);
  void pop();
  void fill_holes();
  void order_all();
  void sift_down(std::size_t place, Entry entry);

  std::vector<Entry, LineAllocator<Entry>> heap_ = std::vector<Entry, LineAllocator<Entry>>(kFirst);
  std::vector<std::uint32_t> holes_;
  std::vector<Entry> fresh_;  // inserted while there are holes
};

}  // namespace escapement
