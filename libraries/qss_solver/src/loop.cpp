// SPDX-License-Identifier: MIT
#include "loop.h"

#include "group_step.h"
#include "loop_rows.h"
#include "loop_step.h"

namespace escapement::qss_solver {

std::unique_ptr<Engine> make_engine(Plan& plan, const qss::Method& method, RelativeTo relative) {
  switch (method.order()) {
    case 1:
      return std::make_unique<Loop<1>>(plan, method, relative);
    case 2:
      return std::make_unique<Loop<2>>(plan, method, relative);
    default:
      return std::make_unique<Loop<3>>(plan, method, relative);
  }
}

}  // namespace escapement::qss_solver
