// SPDX-License-Identifier: MIT
#include "escapement/statistics/moments.h"

#include "escapement/core/archive.h"

namespace escapement::statistics {

void Moments::archive(Archive& archive) {
  archive(weight_, sum_, carry_, m2_, m2_carry_);
}

}  // namespace escapement::statistics
