// SPDX-License-Identifier: MIT
#include "escapement/atomic/processor.h"

#include <utility>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement {

Processor::Processor(std::string name, Time service_time)
    : Atomic(std::move(name)), service_time_(service_time) {
  if (!(service_time >= 0) || service_time == kInfinity)
    throw BuildError("processor '" + this->name() + "' has service time " + to_text(service_time) +
                     "; it must be 0 or more and finite");
}

void Processor::initialize() {
  due_ = kInfinity;
  job_ = 0;
  received_ = lost_ = served_ = 0;
  busy_ = false;
}

void Processor::internal() {
  ++served_;
  busy_ = false;
  due_ = kInfinity;
}

void Processor::external(Time /*elapsed*/) {
  for (const double job : in.bag()) {
    ++received_;
    if (busy_) {
      ++lost_;
      continue;
    }
    busy_ = true;
    job_ = job;
    due_ = now() + service_time_;
  }
}

TimeAdvance Processor::time_advance() const {
  return TimeAdvance::at(due_);
}

void Processor::print_state(std::ostream& text) const {
  if (busy_)
    text << "busy with " << to_text(job_) << " until " << to_text(due_);
  else
    text << "idle";
}

void Processor::archive(Archive& archive) {
  archive(due_, job_, received_, lost_, served_, busy_);
}

}  // namespace escapement
