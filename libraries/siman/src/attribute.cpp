// SPDX-License-Identifier: MIT
#include "escapement/siman/attribute.h"

namespace escapement::siman {
namespace {

const std::vector<std::string> kDataTypes = {"Real", "String"};

}  // namespace

std::vector<registry::Field> text_fields(registry::Field text) {
  return {registry::choice("dataType", kDataTypes)
              .by_default(kDataTypes[0])
              .because("a number or, as String, a text, which is compared by == and <> only"),
          std::move(text)};
}

bool is_text(const registry::Arguments& arguments) {
  return arguments.string("dataType", kDataTypes[arguments.has("text") ? 1 : 0]) == kDataTypes[1];
}

void check_text_fields(const registry::Value& v, std::vector<Diagnostic>& out) {
  const registry::Value* type = v.find("dataType");
  const registry::Value* text = v.find("text");
  const registry::Value* initial = v.find("initial");
  const bool string = type != nullptr ? type->text() == kDataTypes[1] : text != nullptr;
  if (text != nullptr && !string)
    out.push_back({text->where(), "\"text\" has no effect with data type Real",
                   "set \"dataType\" to \"String\", or give \"initial\""});
  if (initial != nullptr && string)
    out.push_back({initial->where(), "\"initial\" is a number, but the data type is String",
                   "give the first text by \"text\""});
}

registry::ComponentType Attribute::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Attribute";
  type.section = "attributes";
  type.doc = "An attribute: a number, or a text, that every entity carries.";
  type.parameters = {"attribute",
                     "",
                     {number("initial").by_default("0").because("value of a new entity")},
                     check_text_fields};
  for (Field& field : text_fields(string("text").because("text of a new entity; empty when absent")))
    type.parameters.fields.push_back(std::move(field));
  return type;
}

std::unique_ptr<Attribute> Attribute::from(const std::string& name, const registry::Arguments& arguments) {
  if (siman::is_text(arguments)) return std::make_unique<Attribute>(name, arguments.string("text", ""));
  return std::make_unique<Attribute>(name, arguments.number("initial", 0));
}

}  // namespace escapement::siman
