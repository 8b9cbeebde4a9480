// SPDX-License-Identifier: MIT
// The JSON Schema (draft-07, which editors know best) of a study, made from the descriptors of a registry.
//
// A component is told apart by if/then on its "type", never by oneOf, so an editor shows the one fault that
// matters. Unknown keys are faults. An object that includes a file is not looked into. What a schema cannot
// say (references, couplings, expressions, the range of a duration written as text) is left to Study::load.
#pragma once

#include <string>

#include "escapement/json/study.h"

namespace escapement::json {

// JSON text, indented by two blanks. The same registry gives the same bytes.
std::string schema(const registry::Registry& registry, const LoadOptions& options = {});

}  // namespace escapement::json
