// SPDX-License-Identifier: MIT
// What a model is made of, as a reader of results wants to see it: components, nesting and couplings, without
// parameters. A coupled model has components; a leaf has a type and the elements that it uses.
#pragma once

#include <string>
#include <vector>

namespace escapement::experiment {

// An element (a resource, a queue ...) that a component refers to, itself or by way of another element (a set
// by its members).
struct UsedElement {
  std::string path;     // dotted, from the outermost model: "Ward1.Doctor"
  std::string section;  // "resources"
  friend auto operator<=>(const UsedElement&, const UsedElement&) = default;
};

// Both ends as a study writes them: "Drilling.out"; "patient" is a port of the coupled model itself.
struct DrawnCoupling {
  std::string from, to;
  friend auto operator<=>(const DrawnCoupling&, const DrawnCoupling&) = default;
};

struct ModelOutline {
  std::string name;                        // within its model; of the outermost one that of the study
  std::string type;                        // "arena.Process"; empty: a coupled model
  std::vector<UsedElement> uses;           // in order of path, each once
  std::vector<std::string> inputs;         // of a coupled model
  std::vector<std::string> outputs;        // likewise
  std::vector<ModelOutline> components{};  // as written
  std::vector<DrawnCoupling> couplings{};
};

// Components at all depths, coupled models among them; the outermost model is not counted.
inline std::size_t count_components(const ModelOutline& outline) {
  std::size_t count = outline.components.size();
  for (const ModelOutline& component : outline.components) count += count_components(component);
  return count;
}

}  // namespace escapement::experiment
