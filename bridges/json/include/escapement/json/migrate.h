// SPDX-License-Identifier: MIT
// Studies of older formats.
//
// A study carries "format"; absent it is 1. A change of the format that breaks studies adds one entry to the
// table: how to rewrite a study of the format before. A newer study than the program knows is refused.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "escapement/registry/value.h"

namespace escapement::json {

inline constexpr int kCurrentFormat = 1;

struct Migration {
  int from = 0;         // rewrites a study of format `from` into one of format `from` + 1
  std::string changed;  // what it does, for the notice: "'simulation' is called 'experiment' now"
  std::function<void(registry::Value& study)> apply;
};

// The migrations of this program, oldest first. Format 1 is the first one, so there are none yet.
std::vector<Migration> migrations();

// Brings the study to format `current` and appends one warning for each step. Throws InputError, at the place
// of "format", when it is no whole number of at least 1, is newer than `current`, or when a step is not in
// the table.
void migrate(registry::Value& study, const std::vector<Migration>& table, int current,
             std::vector<Diagnostic>& notices);

}  // namespace escapement::json
