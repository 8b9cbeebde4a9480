// SPDX-License-Identifier: MIT
#include "escapement/statistics/series.h"

#include <algorithm>
#include <cmath>

#include "escapement/core/archive.h"

namespace escapement::statistics {
namespace {

constexpr double kMost = static_cast<double>(SeriesRecorder::kMostSteps);

double fitting_step(double elapsed) {
  double step = std::ldexp(1.0, std::max(-1022, std::ilogb(elapsed / kMost)));
  while (step * kMost < elapsed) step *= 2;
  return step;
}

}  // namespace

void SeriesRecorder::widen(double elapsed) {
  if (step_ == 0) step_ = fitting_step(elapsed);
  while (step_ * kMost < elapsed) {
    const std::size_t pairs = (steps_.size() + 1) / 2;
    for (std::size_t i = 0; i < pairs; ++i) {
      Step both = steps_[2 * i];
      if (2 * i + 1 < steps_.size()) {
        const Step& second = steps_[2 * i + 1];
        both.area += second.area;
        both.minimum = std::min(both.minimum, second.minimum);
        both.maximum = std::max(both.maximum, second.maximum);
      }
      steps_[i] = both;
    }
    steps_.resize(pairs);
    step_ *= 2;
  }
}

void SeriesRecorder::hold(double value, double elapsed) {
  if (!(elapsed > position_)) {
    carry_.minimum = carries_ ? std::min(carry_.minimum, value) : value;
    carry_.maximum = carries_ ? std::max(carry_.maximum, value) : value;
    carries_ = true;
    return;
  }
  widen(elapsed);
  while (position_ < elapsed) {
    const auto index = static_cast<std::size_t>(position_ / step_);
    const double end = std::min(elapsed, static_cast<double>(index + 1) * step_);
    if (index == steps_.size()) steps_.push_back({0, value, value});
    Step& step = steps_[index];
    step.area += value * (end - position_);
    step.minimum = std::min(step.minimum, value);
    step.maximum = std::max(step.maximum, value);
    if (carries_) {
      step.minimum = std::min(step.minimum, carry_.minimum);
      step.maximum = std::max(step.maximum, carry_.maximum);
      carries_ = false;
    }
    position_ = end;
  }
}

Series SeriesRecorder::data() const {
  Series result;
  result.start = start_;
  result.step = step_;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const double begin = static_cast<double>(i) * step_;
    const double width = std::min(position_, begin + step_) - begin;
    Step step = steps_[i];
    if (carries_ && i + 1 == steps_.size()) {  // held for no time at the very end
      step.minimum = std::min(step.minimum, carry_.minimum);
      step.maximum = std::max(step.maximum, carry_.maximum);
    }
    result.minimum.push_back(step.minimum);
    result.maximum.push_back(step.maximum);
    result.average.push_back(std::clamp(step.area / width, step.minimum, step.maximum));
  }
  return result;
}

void SeriesRecorder::Step::archive(Archive& archive) {
  archive(area, minimum, maximum);
}

void SeriesRecorder::archive(Archive& archive) {
  archive(start_, step_, position_, steps_, carries_, carry_);
}

}  // namespace escapement::statistics
