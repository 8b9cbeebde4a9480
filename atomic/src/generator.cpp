// SPDX-License-Identifier: MIT
#include "escapement/atomic/generator.h"

#include "escapement/core/archive.h"

namespace escapement {

void Generator::initialize() {
  sent_ = 0;
  stopped_ = false;
}

void Generator::output() {
  out.put(options_.value + static_cast<double>(sent_) * options_.increment);
}

void Generator::internal() {
  ++sent_;
}

void Generator::external(Time /*elapsed*/) {
  stopped_ = true;
}

TimeAdvance Generator::time_advance() const {
  if (stopped_ || sent_ >= options_.limit) return TimeAdvance::never();
  return TimeAdvance::at(options_.ticks.tick(sent_));
}

void Generator::print_state(std::ostream& text) const {
  text << (stopped_ ? "stopped, sent " : "active, sent ") << sent_;
}

void Generator::archive(Archive& archive) {
  archive(sent_, stopped_);
}

}  // namespace escapement
