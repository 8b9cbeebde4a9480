// SPDX-License-Identifier: MIT
#include "escapement/atomic/alternator.h"

#include "escapement/core/archive.h"

namespace escapement {

void Alternator::initialize() {
  held_.clear();
  second_ = false;
}

void Alternator::output() {
  bool second = second_;
  for (const double value : held_) {
    (second ? out2 : out1).put(value);
    second = !second;
  }
}

void Alternator::internal() {
  if (held_.size() % 2 == 1) second_ = !second_;
  held_.clear();
}

void Alternator::external(Time /*elapsed*/) {
  for (const double value : in.bag()) held_.push_back(value);
}

TimeAdvance Alternator::time_advance() const {
  return held_.empty() ? TimeAdvance::never() : TimeAdvance::after(0);
}

void Alternator::print_state(std::ostream& text) const {
  text << "next to out" << (second_ ? 2 : 1);
}

void Alternator::archive(Archive& archive) {
  archive(held_, second_);
}

}  // namespace escapement
