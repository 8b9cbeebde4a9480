// SPDX-License-Identifier: MIT
// One stream of random numbers: the generator MRG32k3a with substreams, jumps and antithetic numbers.
//
// Algorithm, one step (P. L'Ecuyer, Operations Research 47(1), 1999), m1 = 2^32 - 209, m2 = 2^32 - 22853:
//   p_n = (1403580 p_{n-2} - 810728 p_{n-3}) mod m1
//   q_n = (527612 q_{n-1} - 1370589 q_{n-3}) mod m2
//   z   = (p_n - q_n) mod m1, with m1 in place of 0
//   U   = z / (m1 + 1)                                        so 0 < U < 1, on a grid of about 2^-32
// The period is about 2^191. Streams start 2^127 steps apart and are cut into 2^51 substreams of 2^76 steps
// (L'Ecuyer, Simard, Chen, Kelton, Operations Research 50(6), 2002). All numbers are bit-equal to those of
// the package published with that paper.
//
// A stream knows three places: its start, the start of its current substream, and where it is now. It cannot
// be copied or moved by accident, since a silent copy would deal the same numbers twice: duplicate() says so
// aloud. Cost: about 5 ns per uniform number. A stream belongs to one thread at a time.
//
// The number that comes next is made when the one before it is dealt, and for who takes one logarithm after
// the other its logarithm, too. That is no less work, but nobody waits for it: where the calendar is asked
// what comes next just after the time of an event was drawn, all else would wait for some 80 cycles. What
// comes next follows from the place, so the place alone is told, saved and gone to.
#pragma once

#include <cmath>
#include <cstdint>

#include "escapement/core/archive_fwd.h"
#include "escapement/random/parameter_error.h"
#include "escapement/random/seed.h"

namespace escapement::random {

class Stream {
 public:
  // Stands at the first number of substream `substream` (0 .. 2^51 - 1) of the stream that begins at `start`.
  // Throws InputError when `start` breaks the rules of seed.h or there is no such substream.
  explicit Stream(const State& start = PackageSeed{}.words, std::uint64_t substream = 0);

  Stream& operator=(const Stream&) = delete;

  // A second stream at the same place, which will deal the same numbers.
  Stream duplicate() const { return Stream(*this); }

  // The next number, strictly between 0 and 1.
  double uniform() {
    if (options_ != 0) [[unlikely]]
      return uniform_with_options();
    logs_ = 0;
    return step();
  }

  // ln U of the next number: std::log(uniform()).
  double log_uniform() {
    if (options_ != 0) [[unlikely]]
      return std::log(uniform_with_options());
    const double result = logs_ == 2 ? log_of_next_ : std::log(next_);
    step();
    if (logs_ > 0) [[likely]] {
      log_of_next_ = std::log(next_);
      logs_ = 2;
    } else {
      logs_ = 1;
    }
    return result;
  }

  // An integer from `low` to `high`, ends included, each as likely: low + floor((high - low + 1) U), one
  // number. high - low must stay under 2^53; ranges over about 2^32 are not filled without gaps. Throws
  // ParameterError when low > high or the range is too wide, and then draws nothing.
  std::int64_t rand_int(std::int64_t low, std::int64_t high) {
    const std::uint64_t span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    if (low > high || span >= (std::uint64_t{1} << 53)) [[unlikely]]
      refuse_range(low, high);
    return low + static_cast<std::int64_t>((static_cast<double>(span) + 1.0) * uniform());
  }

  // Antithetic: 1 - U stands in for U from the next number on.
  void set_antithetic(bool on) { set_option(kAntithetic, on); }
  bool antithetic() const { return (options_ & kAntithetic) != 0; }

  // Increased precision: each number takes two steps, U = U_a + U_b 2^-24, less 1 when that is 1 or more. All
  // 53 bits vary then. Where rounding would give exactly 0 or 1, the neighbour 2^-53 or 1 - 2^-53 is given.
  void set_increased_precision(bool on) { set_option(kIncreasedPrecision, on); }
  bool increased_precision() const { return (options_ & kIncreasedPrecision) != 0; }

  void reset_start();      // back to the first number of the stream: substream 0
  void reset_substream();  // back to the first number of the current substream
  void next_substream();   // on to the first number of the next substream

  // Moves by 2^e + c steps when e > 0, by -2^(-e) + c when e < 0, by c when e = 0. The substream that
  // reset_substream() returns to stays. Throws ParameterError when e is not in -191 .. 191.
  void advance(int e, std::int64_t c);

  State state() const { return {p_[0], p_[1], p_[2], q_[0], q_[1], q_[2]}; }
  const State& start() const { return start_; }
  const State& substream_start() const { return substream_start_; }

  // Makes `start` the beginning of the stream and of its current substream, and goes there. Options stay.
  // Throws InputError when `start` breaks the rules of seed.h; the stream is then as it was.
  void set_start(const State& start);

  // Options, start, substream and place.
  void archive(Archive& archive);

 private:
  static constexpr unsigned kAntithetic = 1;
  static constexpr unsigned kIncreasedPrecision = 2;

  Stream(const Stream&) = default;

  void set_option(unsigned option, bool on) { options_ = on ? options_ | option : options_ & ~option; }
  void go_to(const State& state);
  double uniform_with_options();
  [[noreturn]] static void refuse_range(std::int64_t low, std::int64_t high);

  // The negative terms are taken as multiples of m - x, so every sum is positive and below 2^54. Division by
  // a constant compiles to a multiplication; that measured faster than folding the high bits and than
  // doubles.
  double step() {
    const double u = next_;
    p_[0] = p_[1];
    p_[1] = p_[2];
    p_[2] = next_p_;
    q_[0] = q_[1];
    q_[1] = q_[2];
    q_[2] = next_q_;
    look_ahead();
    return u;
  }
  void look_ahead() {
    const std::uint64_t p = (1403580 * p_[1] + 810728 * (kModulus1 - p_[0])) % kModulus1;
    const std::uint64_t q = (527612 * q_[2] + 1370589 * (kModulus2 - q_[0])) % kModulus2;
    const std::uint64_t z = p - q + (kModulus1 & (std::uint64_t{0} - static_cast<std::uint64_t>(p <= q)));
    next_p_ = p;
    next_q_ = q;
    next_ = static_cast<double>(static_cast<std::int64_t>(z)) * kNorm;
  }

  static constexpr double kNorm = 2.328306549295727688e-10;  // 1 / (m1 + 1)

  std::uint64_t p_[3];  // oldest first
  std::uint64_t q_[3];
  std::uint64_t next_p_, next_q_;  // of the step that comes next
  double next_;                    // its number
  double log_of_next_ = 0;         // ln of that, where the two numbers before were taken as logarithms
  unsigned logs_ = 0;              // how many before were, 2 at most
  unsigned options_ = 0;
  State start_;
  State substream_start_;
};

}  // namespace escapement::random
