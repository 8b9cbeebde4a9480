// SPDX-License-Identifier: MIT
#include "escapement/atomic/switch.h"

#include "escapement/core/archive.h"

namespace escapement {

void Switch::output() {
  for (const double value : to_out1_) out1.put(value);
  for (const double value : to_out2_) out2.put(value);
}

void Switch::internal() {
  to_out1_.clear();
  to_out2_.clear();
}

void Switch::external(Time /*elapsed*/) {
  for (const double value : in1.bag()) to_out2_.push_back(value);
  for (const double value : in2.bag()) to_out1_.push_back(value);
}

TimeAdvance Switch::time_advance() const {
  return to_out1_.empty() && to_out2_.empty() ? TimeAdvance::never() : TimeAdvance::after(0);
}

void Switch::print_state(std::ostream& text) const {
  text << "holds " << to_out1_.size() + to_out2_.size();
}

void Switch::archive(Archive& archive) {
  archive(to_out1_, to_out2_);
}

}  // namespace escapement
