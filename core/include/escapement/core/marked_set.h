// SPDX-License-Identifier: MIT
// A set of small numbers, one bit each, that is walked through in rising order while marks are added and
// taken away: 64 numbers that are not in it cost one look, and so do 4096 behind those where the walk stands.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace escapement {

class MarkedSet {
 public:
  MarkedSet() = default;
  // Of numbers below `size`; empty.
  explicit MarkedSet(std::size_t size)
      : size_(size), words_((size + kBits - 1) / kBits, 0), groups_((words_.size() + kBits - 1) / kBits, 0) {}

  void set(std::size_t i) {
    words_[i / kBits] |= bit(i);
    groups_[i / kBits / kBits] |= bit(i / kBits);
  }
  void clear(std::size_t i) {
    std::uint64_t& word = words_[i / kBits];
    word &= ~bit(i);
    if (word == 0) groups_[i / kBits / kBits] &= ~bit(i / kBits);
  }
  bool has(std::size_t i) const { return (words_[i / kBits] & bit(i)) != 0; }
  void set_all() {
    fill(words_, size_);
    fill(groups_, words_.size());
  }
  void clear_all() {
    for (std::uint64_t& word : words_) word = 0;
    for (std::uint64_t& group : groups_) group = 0;
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
  static void fill(std::vector<std::uint64_t>& words, std::size_t size) {
    for (std::uint64_t& word : words) word = ~std::uint64_t{0};
    if (size % kBits != 0) words.back() = bit(size) - 1;
  }
  static std::uint64_t bit(std::size_t i) { return std::uint64_t{1} << (i % kBits); }
  template <typename Word>
  std::size_t first(std::size_t from, Word word_at) const {
    if (from >= size_) return size_;
    std::size_t w = from / kBits;
    std::uint64_t word = word_at(w) & ~(bit(from) - 1);
    while (word == 0) {
      if ((w = next_word(w + 1)) == words_.size()) return size_;
      word = word_at(w);
    }
    return w * kBits + static_cast<std::size_t>(std::countr_zero(word));
  }
  // The first word at or after w with a mark in it; their number when there is none.
  std::size_t next_word(std::size_t w) const {
    if (w >= words_.size()) return words_.size();
    std::size_t g = w / kBits;
    std::uint64_t group = groups_[g] & ~(bit(w) - 1);
    while (group == 0) {
      if (++g == groups_.size()) return words_.size();
      group = groups_[g];
    }
    return g * kBits + static_cast<std::size_t>(std::countr_zero(group));
  }

  std::size_t size_ = 0;
  std::vector<std::uint64_t> words_, groups_;  // groups_: which words have marks
};

}  // namespace escapement
