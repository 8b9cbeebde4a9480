// SPDX-License-Identifier: MIT
// Coefficients of rows depend on held variables alone, and what switches goes to and fro between a few modes.
// So those of the last few modes are kept, by the values that they were made of, bit by bit. Where values
// never come back (noise, counters) that is noticed, and nothing is kept any more.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace escapement::qss_solver {

class KnownCoefficients {
 public:
  static constexpr std::size_t kRead = 8;   // values at most
  static constexpr std::size_t kModes = 4;  // that are kept
  static constexpr int kPatience = 32;      // times in vain, more than others

  // What is made of what; these addresses have to stay. Of more values than kRead nothing is kept.
  void begin(std::vector<const double*> read, std::vector<double*> made) {
    *this = {};
    if (read.size() > kRead) return;
    read_ = std::move(read);
    made_ = std::move(made);
    keeps_ = true;
  }
  bool keeps() const { return keeps_; }

  // Puts the coefficients of these values where they belong, if they are known.
  bool recall() {
    const std::size_t width = read_.size();
    for (std::size_t mode = 0; mode < modes_; ++mode) {
      const std::uint64_t* const bits = bits_.data() + mode * width;
      std::uint64_t differs = 0;
      for (std::size_t k = 0; k < width; ++k) differs |= bits[k] ^ std::bit_cast<std::uint64_t>(*read_[k]);
      if (differs != 0) continue;
      const double* const value = values_.data() + mode * made_.size();
      for (std::size_t k = 0; k < made_.size(); ++k) *made_[k] = value[k];
      vain_ = std::max(vain_ - 1, 0);
      return true;
    }
    if (keeps_ && ++vain_ > kPatience) *this = {};
    return false;
  }
  // After they have been made anew: in the place of those that were kept first.
  void keep() {
    if (!keeps_) return;
    const std::size_t width = read_.size(), height = made_.size();
    if (modes_ < kModes) {
      next_ = modes_++;
      bits_.resize(modes_ * width);
      values_.resize(modes_ * height);
    }
    for (std::size_t k = 0; k < width; ++k)
      bits_[next_ * width + k] = std::bit_cast<std::uint64_t>(*read_[k]);
    for (std::size_t k = 0; k < height; ++k) values_[next_ * height + k] = *made_[k];
    next_ = (next_ + 1) % kModes;
  }

 private:
  std::vector<const double*> read_;
  std::vector<double*> made_;
  std::vector<std::uint64_t> bits_;  // of the values read, mode by mode
  std::vector<double> values_;       // likewise the coefficients
  std::size_t modes_ = 0, next_ = 0;
  int vain_ = 0;
  bool keeps_ = false;
};

}  // namespace escapement::qss_solver
