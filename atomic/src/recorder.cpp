// SPDX-License-Identifier: MIT
#include "escapement/atomic/recorder.h"

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement {

void Recorder::external(Time /*elapsed*/) {
  for (const double value : in.bag()) entries_.push_back({now(), value});
}

void Recorder::print_state(std::ostream& text) const {
  text << count() << " recorded";
  if (count() > 0) text << ", last " << to_text(entries_.back().value);
}

void Recorder::Entry::archive(Archive& archive) {
  archive(time, value);
}

void Recorder::archive(Archive& archive) {
  archive(entries_);
}

}  // namespace escapement
