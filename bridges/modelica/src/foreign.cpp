// SPDX-License-Identifier: MIT
#include "foreign.h"

namespace escapement::modelica {

bool run_foreign(ForeignCall& call) {
  return run_foreign_math(call) || run_foreign_text(call) || run_foreign_files(call) ||
         run_foreign_random(call) || run_foreign_matrix(call);
}

}  // namespace escapement::modelica
