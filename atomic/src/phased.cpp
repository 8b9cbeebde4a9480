// SPDX-License-Identifier: MIT
#include "escapement/atomic/phased.h"

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement {

void Phased::refuse(const std::string& phase, Time duration) const {
  throw SimulationError(path(), now(),
                        "cannot hold in phase '" + phase + "' for " + to_text(duration) +
                            "; a duration is 0 or more (infinity to wait for input)");
}

void Phased::archive_phase(Archive& archive) {
  archive(phase_, due_);
}

}  // namespace escapement
