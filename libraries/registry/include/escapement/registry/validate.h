// SPDX-License-Identifier: MIT
// Holds a value against its descriptor and tells every fault in one pass.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "escapement/registry/descriptor.h"

namespace escapement::registry {

// Appends one diagnostic for each unknown key (with the nearest known one), missing required field, wrong
// type, value out of range, choice or name that is not allowed. Keys in `also_allowed` are not its business
// ("type", "$schema"). References and expressions are resolved later, when the tree of models is known.
// Record::check is asked only where the fields of that record are free of faults. Of a duration written as
// text only a bound of 0 is checked, because the time unit is not known here.
void validate(const Value& object, const Record& record, const std::vector<std::string>& also_allowed,
              std::vector<Diagnostic>& diagnostics);

// What a field takes, as a phrase for messages and reference pages: "a whole number of at least 1",
// "'Wait', 'Ignore' or 'Preempt'", "a duration of at least 0".
std::string expected_text(const Field& field);

// A name of a component, element or attribute: [A-Za-z_][A-Za-z0-9_]*.
bool is_name(std::string_view text);

}  // namespace escapement::registry
