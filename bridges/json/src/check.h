// SPDX-License-Identifier: MIT
// The checks of a model, from its values to its resolved form.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "escapement/json/model.h"
#include "escapement/json/study.h"

namespace escapement::json::internal {

using Diagnostics = std::vector<Diagnostic>;

// What the checks know of a model beside what is handed on: which parts are unsound, so that one fault is
// told once, and what the names in it stand for.
struct Scope {
  struct Name {
    std::string what;  // "resource", "component", "input"
    SourceLocation where;
  };
  Model* model = nullptr;
  const Scope* outer = nullptr;
  std::map<std::string, Name, std::less<>> names;
  std::map<std::string, std::size_t, std::less<>> parts;     // index in model->parts
  std::map<std::string, std::size_t, std::less<>> elements;  // index in model->elements
  std::set<std::string, std::less<>> unsound;                // parts whose ports are not to be trusted
  std::set<std::string, std::less<>> unchecked;  // parts whose parameters are not to be looked into
  std::vector<std::unique_ptr<Scope>> inner;
};

class ModelCheck {
 public:
  ModelCheck(const registry::Registry& registry, Diagnostics& diagnostics)
      : registry_(registry), diagnostics_(diagnostics) {}

  // `study` holds the sections of the outermost model that stand beside "model". Short forms in the values
  // are written out in full.
  std::unique_ptr<Model> check(registry::Value& model, registry::Value& study);
  // Whether all elements and components can be made; couplings and names in them may be wrong.
  bool can_be_made() const { return can_be_made_; }

 private:
  // False when the ports of the model could not be told.
  bool fill(Scope& scope, registry::Value& value, registry::Value* study);
  void add_section(Scope& scope, const registry::ComponentType& type, registry::Value& section);
  void add_part(Scope& scope, const std::string& name, registry::Value& value);
  void add_ports(Scope& scope, const registry::Value& value, const char* key, std::vector<OwnPort>& ports);
  const registry::ComponentType* type_of(const std::string& path, const registry::Value& value);
  bool claim(Scope& scope, const std::string& name, const std::string& what, const SourceLocation& where);

  const registry::Registry& registry_;
  Diagnostics& diagnostics_;
  bool can_be_made_ = true;
};

// Resolves the couplings of scope.model from the texts of `couplings`; the models inside are done already.
void check_couplings(Scope& scope, const registry::Value& couplings, Diagnostics& diagnostics);

// Follows every reference and expression in the parameters of parts and elements, inner models included.
void check_references(const Scope& scope, const registry::Registry& registry, Diagnostics& diagnostics);

// Grammar only: what names mean is known to whoever builds the model.
void check_expression(const registry::Value& value, const std::string& field, const std::string& unit,
                      Diagnostics& diagnostics);

// Of a study with faults whose elements and components can be made: what is wrong with the names in their
// expressions, where nothing was said yet. So one pass tells of couplings and names.
void check_binding(const Study& study, Diagnostics& diagnostics);

std::string joined(const std::string& path, const std::string& name);

}  // namespace escapement::json::internal
