// SPDX-License-Identifier: MIT
// The order of paths as numbers: each model has a 64-bit label, and labels compare as paths do. A model that
// comes between two others gets a label between theirs; where there is none left, labels around it are spread
// out anew, as wide as needed for them to be sparse (Bender, Cole, Demaine, Farach-Colton and Zito 2002, "Two
// simplified algorithms for maintaining order in a list": O(log n) labels per insertion, amortised).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace escapement {

class PathOrder {
 public:
  using Id = std::uint32_t;
  static constexpr Id kNone = 0xffffffffu;

  // Ids 0 to count - 1, in this order.
  explicit PathOrder(std::size_t count);

  // labels()[id]; of ids that are not in the order anything.
  const std::vector<std::uint64_t>& labels() const { return labels_; }
  std::size_t size() const { return size_; }
  Id first() const { return next_.back(); }
  Id next(Id id) const { return next_[id]; }

  // `id`, which is not in the order, comes right after `before`, or first of all when that is kNone.
  void insert_after(Id before, Id id);
  void erase(Id id);

 private:
  static constexpr unsigned kBits = 62;
  std::uint64_t label(Id id) const { return id == kNone ? 0 : labels_[id]; }
  void spread(Id around);
  // A list in a circle through kNone, whose place is the last of the vectors.
  Id& next_of(Id id) { return id == kNone ? next_.back() : next_[id]; }
  Id& before_of(Id id) { return id == kNone ? before_.back() : before_[id]; }

  std::vector<std::uint64_t> labels_;
  std::vector<Id> next_, before_;  // one longer than labels_
  std::size_t size_ = 0;
};

}  // namespace escapement
