// SPDX-License-Identifier: MIT
// Writes short forms out in full, so that factories see one form only.
#pragma once

#include "escapement/registry/descriptor.h"

namespace escapement::registry {

// Replaces each scalar that stands for a record (Field::short_form) by {short_field: scalar}, at any depth:
// "resources": ["Drill"] becomes "resources": [{"resource": "Drill"}]. The record keeps the place of the
// scalar. `object` has passed validate(); what has not is left as it is. Doing it twice changes nothing.
void expand_short_forms(Value& object, const Record& record);

}  // namespace escapement::registry
