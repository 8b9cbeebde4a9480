// SPDX-License-Identifier: MIT
// Where in its files a study says what a fault is about that knows only the path of a component.
#pragma once

#include <string>
#include <vector>

#include "escapement/json/study.h"

namespace escapement::json::internal {

// Faults without a line get that of the innermost component or element of the study on the dotted path in
// their pointer: "Line.Ask.Queue" is told where "Ask" stands. A path that leads nowhere is left as it is.
void give_places(const Study& study, std::vector<Diagnostic>& faults);

}  // namespace escapement::json::internal
