// SPDX-License-Identifier: MIT
#include "path_order.h"

#include <cmath>

namespace escapement {

PathOrder::PathOrder(std::size_t count)
    : labels_(count), next_(count + 1, kNone), before_(count + 1, kNone), size_(count) {
  const std::uint64_t step = (std::uint64_t{1} << kBits) / (count + 1);
  for (std::size_t i = 0; i < count; ++i) {
    labels_[i] = (i + 1) * step;
    next_[i] = i + 1 < count ? static_cast<Id>(i + 1) : kNone;
    before_[i] = i == 0 ? kNone : static_cast<Id>(i - 1);
  }
  if (count == 0) return;
  next_.back() = 0;
  before_.back() = static_cast<Id>(count - 1);
}

void PathOrder::insert_after(Id before, Id id) {
  if (id >= labels_.size()) {
    const Id first = next_.back(), last = before_.back();
    labels_.resize(id + 1);
    next_.resize(id + 2, kNone);
    before_.resize(id + 2, kNone);
    next_.back() = first;
    before_.back() = last;
  }
  const auto gap_after = [this](Id at) {
    const std::uint64_t end = next_of(at) == kNone ? std::uint64_t{1} << kBits : labels_[next_of(at)];
    return end - label(at);
  };
  if (gap_after(before) < 2) spread(before == kNone ? next_of(kNone) : before);
  const Id after = next_of(before);
  labels_[id] = label(before) + gap_after(before) / 2;
  next_of(id) = after;
  before_of(id) = before;
  next_of(before) = id;
  before_of(after) = id;
  ++size_;
}

void PathOrder::erase(Id id) {
  next_of(before_of(id)) = next_of(id);
  before_of(next_of(id)) = before_of(id);
  --size_;
}

// Looks at ever larger pieces of the label space around the label: 2^i labels that agree in all but the last
// i bits. The first that is sparse enough, less than (2 / T)^i labels with T = 1.5, is divided evenly.
void PathOrder::spread(Id around) {
  Id left = around, right = around;
  std::uint64_t count = 1;
  for (unsigned bits = 1; bits <= kBits; ++bits) {
    const std::uint64_t size = std::uint64_t{1} << bits;
    const std::uint64_t begin = labels_[around] & ~(size - 1);
    while (before_of(left) != kNone && labels_[before_of(left)] >= begin) {
      left = before_of(left);
      ++count;
    }
    while (next_of(right) != kNone && labels_[next_of(right)] - begin < size) {
      right = next_of(right);
      ++count;
    }
    const double most = std::pow(2 / 1.5, bits);
    if (bits < kBits && static_cast<double>(count) >= most) continue;
    const std::uint64_t step = size / (count + 1);
    if (step < 2 && bits < kBits) continue;
    std::uint64_t value = begin;
    for (Id at = left;; at = next_of(at)) {
      labels_[at] = value += step;
      if (at == right) return;
    }
  }
}

}  // namespace escapement
