// SPDX-License-Identifier: MIT
// A set of small numbers, one bit each, that is walked through in rising order while marks are added behind
// the walk: 64 numbers that are not in it cost one look.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace escapement::equations::internal {

class MarkedSet {
 public:
  MarkedSet() = default;
  explicit MarkedSet(std::size_t size) : size_(size), words_((size + kBits - 1) / kBits, 0) {}

  void set(std::size_t i) { words_[i / kBits] |= bit(i); }
  void clear(std::size_t i) { words_[i / kBits] &= ~bit(i); }
  bool has(std::size_t i) const { return (words_[i / kBits] & bit(i)) != 0; }
  void set_all() {
    for (std::uint64_t& word : words_) word = ~std::uint64_t{0};
    if (size_ % kBits != 0) words_.back() = bit(size_) - 1;
  }

  // The first number at or after `from` that is in the set; its size when there is none.
  std::size_t next(std::size_t from) const {
    return first(from, [&](std::size_t w) { return words_[w]; });
  }
  // The same, of those that are not in `others`, a set of the same size.
  std::size_t next_but(const MarkedSet& others, std::size_t from) const {
    return first(from, [&](std::size_t w) { return words_[w] & ~others.words_[w]; });
  }

 private:
  static constexpr std::size_t kBits = 64;
  static std::uint64_t bit(std::size_t i) { return std::uint64_t{1} << (i % kBits); }
  template <typename Word>
  std::size_t first(std::size_t from, Word word_at) const {
    if (from >= size_) return size_;
    std::size_t w = from / kBits;
    std::uint64_t word = word_at(w) & ~(bit(from) - 1);
    while (word == 0) {
      if (++w == words_.size()) return size_;
      word = word_at(w);
    }
    return w * kBits + static_cast<std::size_t>(std::countr_zero(word));
  }

  std::size_t size_ = 0;
  std::vector<std::uint64_t> words_;
};

}  // namespace escapement::equations::internal
