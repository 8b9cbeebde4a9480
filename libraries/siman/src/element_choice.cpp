// SPDX-License-Identifier: MIT
#include "escapement/siman/element_choice.h"

namespace escapement::siman {

std::vector<registry::Field> ElementName::fields(const ElementKind& kind, const ElementKeys& keys,
                                                 const std::string& doc) {
  using namespace registry;
  const std::string word = kind.word;
  return {reference(keys.name, std::string(kind.section) + "|sets").because(doc),
          expression(keys.index).because("of a set: the number of its member, from 1"),
          reference(keys.attribute, "attributes")
              .because("instead of a name: an attribute that holds the number of the " + word +
                       ", as MEMBER gives it"),
          expression(keys.expression)
              .because("instead of a name: the number of the " + word + " among all " + kind.section)};
}

bool ElementName::given(const registry::Value& v, const ElementKeys& keys) {
  return v.find(keys.name) != nullptr || v.find(keys.attribute) != nullptr ||
         v.find(keys.expression) != nullptr;
}

void ElementName::check(const registry::Value& v, const ElementKind& kind, const ElementKeys& keys,
                        bool needed, std::vector<Diagnostic>& out) {
  int given = 0;
  for (const char* key : {keys.name, keys.attribute, keys.expression}) given += v.find(key) != nullptr;
  const auto quoted = [](const char* key) { return "\"" + std::string(key) + "\""; };
  if (given > 1 || (needed && given == 0))
    out.push_back({v.where(), std::string("a ") + kind.word + " is named " + std::to_string(given) + " times",
                   "give one of " + quoted(keys.name) + ", " + quoted(keys.attribute) + " and " +
                       quoted(keys.expression)});
  if (const registry::Value* index = v.find(keys.index); index != nullptr && v.find(keys.name) == nullptr)
    out.push_back(
        {index->where(), quoted(keys.index) + " has no effect here",
         std::string("name a set of ") + kind.section + " by " + quoted(keys.name) + ", or remove it"});
}

ElementName ElementName::from(const registry::Arguments& arguments, const ElementKeys& keys) {
  ElementName options;
  if (arguments.has(keys.name)) options.name = reference_from(arguments, keys.name);
  options.index = arguments.expression(keys.index);
  options.index_key = keys.index;
  if (arguments.has(keys.expression)) {
    options.number = arguments.expression(keys.expression);
    options.number_key = keys.expression;
  }
  if (arguments.has(keys.attribute)) {
    options.number = ExpressionText(arguments.string(keys.attribute, ""));
    options.number.where = arguments.where(keys.attribute);
    options.number_key = keys.attribute;
  }
  return options;
}

}  // namespace escapement::siman
