// SPDX-License-Identifier: MIT
#include "escapement/json/schema.h"

#include <nlohmann/json.hpp>

namespace escapement::json {
namespace {

using Json = nlohmann::ordered_json;
using registry::Field;
using registry::FieldType;
using registry::Record;
using registry::Registry;

constexpr const char* kNamePattern = "^[A-Za-z_][A-Za-z0-9_]*$";
constexpr const char* kPathPattern = "^[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*$";
constexpr const char* kDurationPattern =
    R"(^\s*-?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?\s*(s|min|h|d)?\s*$)";
constexpr const char* kNonNegativeDuration =
    R"(^\s*([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?\s*(s|min|h|d)?\s*$)";

Json include_property() {
  return {{"type", "string"}, {"description", "a file whose object is the base of this one"}};
}

Json definition(const std::string& name) {
  return {{"$ref", "#/definitions/" + name}};
}

Json of_record(const Record& record, const char* other_key = nullptr);

void add_range(Json& out, const Field& field) {
  if (field.minimum) out[field.exclusive_minimum ? "exclusiveMinimum" : "minimum"] = *field.minimum;
  if (field.maximum) out["maximum"] = *field.maximum;
}

// A default as it would be written in a study; left out where its text is for people only ("unlimited").
void add_default(Json& out, const Field& field) {
  if (field.default_text.empty()) return;
  Json value = Json::parse(field.default_text, nullptr, false);
  if (value.is_discarded()) {
    const bool textual = field.type == FieldType::kString || field.type == FieldType::kChoice ||
                         field.type == FieldType::kExpression || field.type == FieldType::kDuration;
    if (!textual) return;
    value = field.default_text;
  }
  out["default"] = std::move(value);
}

std::string doc_of(const Field& field) {
  std::string doc = field.doc;
  if (!field.unit.empty()) doc += (doc.empty() ? "" : " ") + ("[" + field.unit + "]");
  return doc;
}

Json of_field(const Field& field) {
  Json out = Json::object();
  if (const std::string doc = doc_of(field); !doc.empty()) out["description"] = doc;
  switch (field.type) {
    case FieldType::kNumber:
      out["type"] = "number";
      add_range(out, field);
      break;
    case FieldType::kInteger:
      out["type"] = "integer";
      add_range(out, field);
      break;
    case FieldType::kBoolean:
      out["type"] = "boolean";
      break;
    case FieldType::kString:
      out["type"] = "string";
      break;
    case FieldType::kChoice:
      out["enum"] = field.choices;
      break;
    case FieldType::kDuration:  // "minimum" concerns numbers only, "pattern" strings only
      out["type"] = {"number", "string"};
      add_range(out, field);
      out["pattern"] = field.minimum == 0.0 ? kNonNegativeDuration : kDurationPattern;
      break;
    case FieldType::kExpression:
      out["type"] = {"number", "string"};
      out["minLength"] = 1;
      add_range(out, field);  // of a bare number; texts are checked when the model is put together
      break;
    case FieldType::kReference:
      out["type"] = "string";
      out["pattern"] = kPathPattern;
      break;
    case FieldType::kList:
      out["type"] = "array";
      out["items"] = of_field(*field.element);
      break;
    case FieldType::kMap:
      out["type"] = "object";
      out["propertyNames"] = {{"pattern", kNamePattern}};
      out["additionalProperties"] = of_field(*field.element);
      break;
    case FieldType::kRecord:
      if (field.short_form) {
        Field scalar = *field.record->find(field.short_field);
        scalar.type = *field.short_form;
        scalar.doc.clear();
        scalar.default_text.clear();
        out["if"] = {{"type", "object"}};
        out["then"] = of_record(*field.record);
        out["else"] = of_field(scalar);
      } else {
        out.update(of_record(*field.record));
      }
      break;
    case FieldType::kOneOrList:
      out["if"] = {{"type", "array"}};
      out["then"] = {{"type", "array"}, {"items", of_field(*field.element)}};
      out["else"] = of_field(*field.element);
      break;
    case FieldType::kAny:
      break;
  }
  add_default(out, field);
  return out;
}

// An object with these fields and no others; required ones may come from an included file.
Json of_record(const Record& record, const char* other_key) {
  Json properties = Json::object(), required = Json::array();
  if (other_key != nullptr) properties[other_key] = {{"type", "string"}};
  for (const Field& field : record.fields) {
    properties[field.name] = of_field(field);
    if (field.required) required.push_back(field.name);
  }
  Json out = {{"type", "object"}};
  if (!record.doc.empty()) out["description"] = record.doc;
  out["properties"] = std::move(properties);
  if (!required.empty()) out["required"] = std::move(required);
  out["additionalProperties"] = false;
  return out;
}

// What holds for an object unless it includes a file.
Json unless_included(Json schema) {
  return {{"if", {{"type", "object"}, {"required", {"include"}}}},
          {"then", {{"properties", {{"include", include_property()}}}}},
          {"else", std::move(schema)}};
}

Json named(Json element) {
  return {{"type", "object"},
          {"propertyNames", {{"pattern", kNamePattern}}},
          {"additionalProperties", std::move(element)}};
}

void use_definitions(Json& object, const Registry& registry) {
  for (const registry::ComponentType* type : registry.sections()) {
    Json section = named(unless_included(definition(type->name)));
    section["properties"] = {{"include", include_property()}};
    Json& property = object["properties"][type->section];
    const Json doc = property["description"];
    property = std::move(section);
    if (!doc.is_null()) property["description"] = doc;
  }
}

Json component_schema(const Registry& registry) {
  std::vector<std::string> types = registry.names();
  types.emplace_back("coupled");
  Json branches = Json::array();
  for (const std::string& name : registry.names())
    branches.push_back({{"if", {{"properties", {{"type", {{"const", name}}}}}, {"required", {"type"}}}},
                        {"then", definition(name)}});
  branches.push_back(
      {{"if", {{"properties", {{"type", {{"const", "coupled"}}}}}}}, {"then", definition("coupled")}});
  return {{"type", "object"},
          {"properties", {{"type", {{"description", "what the component is"}, {"enum", types}}}}},
          {"allOf", std::move(branches)}};
}

Json coupled_schema(const Registry& registry) {
  Json coupled = of_record(coupled_record(registry), "type");
  coupled["properties"]["type"] = {{"const", "coupled"}};
  coupled["properties"]["components"] = named(unless_included(definition("component")));
  for (const char* ports : {"inputs", "outputs"})
    coupled["properties"][ports]["items"]["pattern"] = kNamePattern;
  coupled["properties"]["couplings"]["items"]["pattern"] = "->";
  use_definitions(coupled, registry);
  return coupled;
}

}  // namespace

std::string schema(const Registry& registry, const LoadOptions& options) {
  Json definitions = Json::object();
  definitions["component"] = component_schema(registry);
  definitions["coupled"] = coupled_schema(registry);
  for (const registry::ComponentType* type : registry.types()) {
    Json record = of_record(type->parameters, type->section.empty() ? "type" : nullptr);
    record["description"] = type->doc;
    definitions[type->name] = std::move(record);
  }
  Json study = of_record(study_record(registry, options), "$schema");
  study["properties"]["model"] = unless_included(definition("coupled"));
  study["properties"]["experiment"] = unless_included(std::move(study["properties"]["experiment"]));
  use_definitions(study, registry);

  Json out = {{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "Escapement study"}};
  out.update(unless_included(std::move(study)));
  out["type"] = "object";
  out["definitions"] = std::move(definitions);
  return out.dump(2) + "\n";
}

}  // namespace escapement::json
