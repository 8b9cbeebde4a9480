// SPDX-License-Identifier: MIT
#include "place.h"

#include <algorithm>
#include <string_view>

namespace escapement::json::internal {
namespace {

const registry::Value* innermost(const Model& model, std::string_view path) {
  const std::string_view name = path.substr(0, path.find('.'));
  const std::string_view rest = name.size() < path.size() ? path.substr(name.size() + 1) : "";
  for (const Part& part : model.parts) {
    if (part.name != name) continue;
    const registry::Value* inside =
        part.inner != nullptr && !rest.empty() ? innermost(*part.inner, rest) : nullptr;
    return inside != nullptr ? inside : part.value;
  }
  const auto element = std::find_if(model.elements.begin(), model.elements.end(),
                                    [name](const Element& e) { return e.name == name; });
  return element != model.elements.end() ? element->value : nullptr;
}

}  // namespace

void give_places(const Study& study, std::vector<Diagnostic>& faults) {
  for (Diagnostic& fault : faults) {
    if (fault.where.line != 0 || fault.where.pointer.empty() || fault.where.pointer.front() == '/') continue;
    if (const registry::Value* value = innermost(study.model(), fault.where.pointer))
      fault.where = value->where();
  }
}

}  // namespace escapement::json::internal
