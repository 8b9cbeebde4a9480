// SPDX-License-Identifier: MIT
#include "escapement/siman/expression_element.h"

#include <cmath>

#include "escapement/core/error.h"

namespace escapement::siman {

ExpressionElement::ExpressionElement(std::string name, Options options)
    : Member(std::move(name)), options_(std::move(options)) {
  const std::size_t size = options_.rows * options_.columns;
  if (size == 0 || options_.values.size() != size)
    throw BuildError("expression '" + this->name() + "' has " + std::to_string(options_.rows) + " by " +
                     std::to_string(options_.columns) + " elements but " +
                     std::to_string(options_.values.size()) + " values; give one for each element, by rows");
}

registry::ComponentType ExpressionElement::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Expression";
  type.section = "expressions";
  type.doc = "A name for an expression, or for a list or table of expressions, evaluated where it is used.";
  type.parameters = {
      "expression",
      "",
      {integer("rows").at_least(1).because("rows of a table; as many as there are values when absent"),
       integer("columns").at_least(1).by_default("1").because("columns of a table"),
       one_or_list("value", expression("value"))
           .must()
           .because("the expression; or a list of expressions, by rows")},
      [](const Value& v, std::vector<Diagnostic>& out) {
        const Value* value = v.find("value");
        const auto count = [&](const char* field, double absent) {
          const Value* f = v.find(field);
          return f != nullptr && f->is(Value::Type::kNumber) ? f->number() : absent;
        };
        if (value == nullptr) return;
        const double given =
            value->is(Value::Type::kArray) ? static_cast<double>(value->items().size()) : 1.0;
        const double columns = count("columns", 1);
        const double wanted = columns * count("rows", given / columns);
        if (given == 0 || wanted != given || given / columns != std::floor(given / columns))
          out.push_back({value->where(), to_text(given) + " values do not fill the rows and columns",
                         "give one value for each element, by rows"});
      }};
  return type;
}

ExpressionElement::Options ExpressionElement::options_from(const registry::Arguments& arguments) {
  Options options;
  options.values = arguments.expressions("value");
  options.columns = static_cast<std::size_t>(arguments.integer("columns", 1));
  options.rows = static_cast<std::size_t>(
      arguments.integer("rows", static_cast<std::int64_t>(options.values.size() / options.columns)));
  return options;
}

// Tells the faults of the texts once, at their own place.
void ExpressionElement::bind(Binder& binder) {
  for (const ExpressionText& text : options_.values)
    binder.compile_required(*this, "value", text, {.text = true});
}

}  // namespace escapement::siman
