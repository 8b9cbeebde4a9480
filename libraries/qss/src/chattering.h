// SPDX-License-Identifier: MIT
// The end of a run whose events do not let time pass.
#pragma once

#include <string>

#include "escapement/core/error.h"
#include "escapement/qss/crossing.h"
#include "escapement/qss/engine.h"

namespace escapement::qss {

[[noreturn]] inline void fail_chattering(const Element& element, const Engine& engine,
                                         const std::string& what) {
  element.fail(engine,
               what + " changes without end: " + std::to_string(Crossing::kCrowd) +
                   " times in a row the clock hardly moved on, and the changes accumulate at time " +
                   to_text(engine.now()) +
                   " (chattering, or Zeno behaviour); give the condition two bounds some way apart, or "
                   "let the motion end there in a state of rest");
}

}  // namespace escapement::qss
