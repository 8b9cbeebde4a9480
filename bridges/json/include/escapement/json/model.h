// SPDX-License-Identifier: MIT
// A checked model of a study: names, types and couplings resolved, ready to be built.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "escapement/registry/registry.h"

namespace escapement::json {

struct Model;

// An element of a section: a resource, a queue, a variable ...
struct Element {
  std::string name;
  const registry::Value* value = nullptr;
  const registry::ComponentType* type = nullptr;
};

struct Part {
  std::string name;
  const registry::Value* value = nullptr;
  const registry::ComponentType* type = nullptr;  // nullptr: a coupled model, see `inner`
  std::unique_ptr<Model> inner;
};

// A port of a coupled model; it takes the type of the port of a part that it is coupled to.
struct OwnPort {
  std::string name;
  std::string message;
  std::string like_part, like_port;
  SourceLocation where;
};

// One end of a coupling; an empty part means a port of the model itself.
struct End {
  std::string part, port;
  std::string text() const { return part.empty() ? port : part + "." + port; }
  friend auto operator<=>(const End&, const End&) = default;
};

struct Link {
  End from, to;
  SourceLocation where;
};

struct Model {
  std::string path;  // dotted, empty for the outermost one
  SourceLocation where;
  std::vector<Element> elements;  // by section, then as written
  std::vector<Part> parts;        // as written
  std::vector<OwnPort> inputs, outputs;
  std::vector<Link> links;
};

}  // namespace escapement::json
