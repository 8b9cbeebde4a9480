// SPDX-License-Identifier: MIT
#include "escapement/qss/crossing.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "escapement/core/archive.h"

namespace escapement::qss {
namespace {

constexpr double kRounding = std::numeric_limits<double>::epsilon();
// Crossings in a row that the clock hardly tells apart, after which a zero that stays counts for the side
// that led to it: there each side gives the other.
constexpr int kStays = 8;
// A distance that is less than this part of the one before does not come from a sequence that shrinks.
constexpr double kLeastRatio = 1e-4;

// std::nextafter(t, kInfinity), in an instruction or two.
Time next_after(Time t) {
  if (t == 0 || !std::isfinite(t)) [[unlikely]]
    return std::nextafter(t, kInfinity);
  return std::bit_cast<Time>(std::bit_cast<std::int64_t>(t) + (t > 0 ? 1 : -1));
}

double step_at(Time t) {
  return next_after(std::abs(t)) - std::abs(t);
}

}  // namespace

void Crossing::start(int side_of_zero, int side) {
  side_ = side;
  side_of_zero_ = side_of_zero;
  crowded_ = 0;
  last_ = -kInfinity;
  up_ = down_ = {};
  function_ = {};
  since_ = 0;
  due_ = kInfinity;
  noise_ = 0;
}

void Crossing::update(Time t, const Polynomial& function, double magnitude) {
  // What the old piece and the terms could have been rounded by, and how far the function moves in the few
  // steps of the clock by which an instant is uncertain.
  noise_ =
      8 * kRounding * magnitude + 4 * function_.noise(t - since_) + 4 * step_at(t) * std::abs(function.c[1]);
  if (side_ == 0) noise_ = 0;
  const bool jumped = side_ != 0 && std::abs(function_.at(t - since_)) > noise_;
  function_ = function;
  since_ = t;
  look(t, jumped);
}

void Crossing::look(Time t, bool jumped) {
  Polynomial now = t == since_ ? function_ : function_.shifted(t - since_);
  if (std::abs(now.c[0]) <= noise_) now.c[0] = 0;
  int sign = sign_after_zero(now);
  if (sign == 0 && jumped && crowded_ < kStays) sign = side_of_zero_;
  if (side_ == 0) side_ = sign != 0 ? sign : side_of_zero_;
  if (sign != 0 && sign != side_) {
    due_ = t;
    return;
  }
  const double e = crossing(now, -side_);
  if (e == kInfinity) {
    due_ = kInfinity;
    return;
  }
  due_ = std::max(t + e, next_after(t));
  const double least = due_;
  for (int i = 0; i < 64 && function_.at(due_ - since_) * side_ > 0; ++i) due_ = next_after(due_);
  if (function_.at(due_ - since_) * side_ > 0) due_ = least;  // zero is not resolved better here
}

void Crossing::cross(Time t) {
  turn(t);
  look(t);
}

void Crossing::turn(Time t) {
  // Far below any time that a model could mean, far above the resolution of the clock.
  crowded_ = t - last_ <= 16384 * step_at(t) ? crowded_ + 1 : 0;
  last_ = t;
  side_ = -side_;
  (side_ > 0 ? up_ : down_).add(t);
  noise_ = std::max(noise_, 4 * function_.noise(t - since_) +
                                4 * step_at(t) * std::abs(function_.derivative().at(t - since_)));
}

bool Crossing::endless() const {
  constexpr int kCrowd = 60, kShrinking = 8;
  const Sequence& sequence = side_ > 0 ? up_ : down_;
  return crowded_ >= kCrowd ||
         (sequence.shrinking >= kShrinking && sequence.distance < 1e-8 * sequence.first);
}

Time Crossing::accumulation() const {
  const Sequence& s = side_ > 0 ? up_ : down_;
  const double ratio = s.distance / s.before;
  return ratio < 1 && s.shrinking > 0 ? s.last + s.distance * ratio / (1 - ratio) : last_;
}

void Crossing::Sequence::add(Time t) {
  before = distance;
  distance = t - last;
  last = t;
  if (distance < before && distance > kLeastRatio * before && before < kInfinity) {
    if (shrinking++ == 0) first = before;
  } else {
    shrinking = 0;
  }
}

void Crossing::Sequence::archive(Archive& archive) {
  archive(last, distance, before, first, shrinking);
}

void Crossing::archive(Archive& archive) {
  archive(function_.c, since_, due_, last_, noise_, side_, side_of_zero_, crowded_, up_, down_);
}

}  // namespace escapement::qss
