// SPDX-License-Identifier: MIT
// The end of a run whose events do not let time pass.
#pragma once

#include <string>

#include "escapement/core/error.h"
#include "escapement/qss/crossing.h"
#include "escapement/qss/engine.h"

namespace escapement::qss {

// When the crossings have no end. `what` says what crosses.
inline void check_chattering(const Element& element, const Engine& engine, const Crossing& crossing,
                             const std::string& what) {
  if (!crossing.endless()) return;
  element.fail(engine, what + " changes without end: ever faster, and before time " +
                           to_text(crossing.accumulation()) +
                           " infinitely often (Zeno behaviour, or chattering); give it two bounds some way "
                           "apart, or let the motion end in a state of rest");
}

}  // namespace escapement::qss
