// SPDX-License-Identifier: MIT
#include "escapement/random/stream.h"

#include <algorithm>
#include <string>

#include "escapement/core/archive.h"
#include "jump.h"

namespace escapement::random {
namespace {

constexpr std::uint64_t kSubstreams = std::uint64_t{1} << 51;

State checked_start(const State& start, std::uint64_t substream) {
  check_state(start, "the start of a random stream");
  if (substream >= kSubstreams) {
    Diagnostic d;
    d.message = "substream " + std::to_string(substream) +
                " of a random stream was asked for; they are numbered 0 to " +
                std::to_string(kSubstreams - 1) + ", one per replication";
    d.remedy = "use fewer replications";
    throw InputError(std::move(d));
  }
  return start;
}

}  // namespace

Stream::Stream(const State& start, std::uint64_t substream)
    : start_(checked_start(start, substream)),
      substream_start_(internal::jump(start_, substream, internal::kSubstreamExponent)) {
  go_to(substream_start_);
}

void Stream::go_to(const State& state) {
  std::copy_n(state.begin(), 3, p_);
  std::copy_n(state.begin() + 3, 3, q_);
  logs_ = 0;
  look_ahead();
}

void Stream::reset_start() {
  substream_start_ = start_;
  go_to(start_);
}

void Stream::reset_substream() {
  go_to(substream_start_);
}

void Stream::next_substream() {
  substream_start_ = internal::jump(substream_start_, 1, internal::kSubstreamExponent);
  go_to(substream_start_);
}

void Stream::set_start(const State& start) {
  start_ = checked_start(start, 0);
  reset_start();
}

void Stream::advance(int e, std::int64_t c) {
  using internal::Direction;
  const auto direction = [](bool back) { return back ? Direction::kBackward : Direction::kForward; };
  if (e < -internal::kLargestExponent || e > internal::kLargestExponent) {
    throw ParameterError("a random stream cannot advance by 2^e steps with e = " + std::to_string(e) +
                         "; e must be -191 to 191, since the generator repeats after about 2^191 numbers");
  }
  State to = state();
  if (e != 0) to = internal::jump(to, 1, e < 0 ? -e : e, direction(e < 0));
  const std::uint64_t magnitude =
      c < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(c) : static_cast<std::uint64_t>(c);
  go_to(internal::jump(to, magnitude, 0, direction(c < 0)));
}

// In the order of the published package, so that the last bits agree as well.
double Stream::uniform_with_options() {
  constexpr double kTwoToMinus24 = 5.9604644775390625e-8;
  logs_ = 0;
  double u = step();
  if (antithetic()) u = 1.0 - u;
  if (!increased_precision()) return u;
  if (antithetic()) {
    u += ((1.0 - step()) - 1.0) * kTwoToMinus24;
    if (u < 0.0) u += 1.0;
  } else {
    u += step() * kTwoToMinus24;
    if (u >= 1.0) u -= 1.0;
  }
  constexpr double kLeast = 1.1102230246251565e-16;  // 2^-53
  return std::clamp(u, kLeast, 1.0 - kLeast);
}

void Stream::refuse_range(std::int64_t low, std::int64_t high) {
  throw ParameterError("no random integer from " + std::to_string(low) + " to " + std::to_string(high) +
                       " can be drawn; the first must not exceed the second, nor the range 2^53 values");
}

void Stream::archive(Archive& archive) {
  State here = state();
  archive(here, options_, start_, substream_start_);
  if (archive.loading()) go_to(here);
}

}  // namespace escapement::random
