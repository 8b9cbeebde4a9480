// SPDX-License-Identifier: MIT
#include "escapement/atomic/transducer.h"

#include <algorithm>
#include <utility>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement {

Transducer::Transducer(std::string name, Time stop) : Atomic(std::move(name)), stop_(stop) {
  if (!(stop > 0))
    throw BuildError("transducer '" + this->name() + "' stops at " + to_text(stop) +
                     "; the stop time must be above 0");
}

void Transducer::initialize() {
  open_.clear();
  counts_ = {};
  total_turnaround_ = 0;
  timed_ = 0;
  last_ = 0;
  reported_ = false;
}

void Transducer::external(Time /*elapsed*/) {
  if (now() > stop_) return;
  last_ = now();
  for (const double job : arrived.bag()) {
    ++counts_.arrived;
    open_[job] = now();
  }
  for (const double job : solved.bag()) {
    ++counts_.solved;
    const auto found = open_.find(job);
    if (found == open_.end()) {
      ++counts_.unknown;
      continue;
    }
    total_turnaround_ += now() - found->second;
    ++timed_;
    open_.erase(found);
  }
}

TimeAdvance Transducer::time_advance() const {
  return reported_ ? TimeAdvance::never() : TimeAdvance::at(stop_);
}

Transducer::Result Transducer::result() const {
  Result result = counts_;
  const Time observed = std::min(stop_, std::max(now(), last_));
  if (observed > 0) result.throughput = static_cast<double>(counts_.solved) / observed;
  if (timed_ > 0) result.mean_turnaround = total_turnaround_ / static_cast<double>(timed_);
  return result;
}

void Transducer::print_state(std::ostream& text) const {
  text << counts_.arrived << " arrived, " << counts_.solved << " solved";
}

void Transducer::archive(Archive& archive) {
  archive(open_, counts_.arrived, counts_.solved, counts_.unknown, total_turnaround_, timed_, last_,
          reported_);
}

}  // namespace escapement
