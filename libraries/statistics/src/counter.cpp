// SPDX-License-Identifier: MIT
#include "escapement/statistics/counter.h"

#include "escapement/core/archive.h"

namespace escapement::statistics {

void Counter::archive(Archive& archive) {
  archive(value_, cleared_, increments_);
}

}  // namespace escapement::statistics
