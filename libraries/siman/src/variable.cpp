// SPDX-License-Identifier: MIT
#include "escapement/siman/variable.h"

#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "escapement/expressions/errors.h"
#include "escapement/siman/binder.h"

namespace escapement::siman {

Variable::Variable(std::string name, Options options)
    : Member(std::move(name)), options_(std::move(options)) {
  const std::size_t size = options_.rows * options_.columns;
  if (size == 0 || (options_.initial.size() > 1 && options_.initial.size() != size))
    throw BuildError("variable '" + this->name() + "' has " + std::to_string(options_.rows) + " by " +
                     std::to_string(options_.columns) + " elements but " +
                     std::to_string(options_.initial.size()) +
                     " initial values; give none, one or as many as it has elements");
  values_.assign(size, 0);
  start();
}

registry::ComponentType Variable::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Variable";
  type.section = "variables";
  type.doc = "A variable: a number, a list or a table that all entities share.";
  Field value = number("value");
  type.parameters = {
      "variable",
      "",
      {integer("rows").at_least(1).by_default("1").because("length of a list, or rows of a table"),
       integer("columns").at_least(1).by_default("1").because("columns of a table"),
       one_or_list("initial", std::move(value))
           .by_default("0")
           .because("initial value, one for all elements or one for each, by rows"),
       boolean("report").by_default("false").because("collect a time-persistent statistic of it")},
      {}};
  type.parameters.check = [](const Value& v, std::vector<Diagnostic>& out) {
    const auto count = [&](const char* field) {
      const Value* f = v.find(field);
      return f != nullptr && f->is(Value::Type::kNumber) && f->number() >= 1 ? f->number() : 1.0;
    };
    const Value* initial = v.find("initial");
    const double size = count("rows") * count("columns");
    if (initial != nullptr && initial->is(Value::Type::kArray) && initial->items().size() > 1 &&
        static_cast<double>(initial->items().size()) != size)
      out.push_back(
          {initial->where(),
           std::to_string(initial->items().size()) + " initial values for " + to_text(size) + " elements",
           "give one value for all, or one for each element by rows"});
    if (const Value* report = v.find("report"); report != nullptr && report->boolean() && size > 1)
      out.push_back({report->where(), "an array cannot be reported as a whole",
                     "declare a time-persistent statistic of the element you want"});
  };
  type.statistics = {{"", "timePersistent", "the variable's value over time, when report is true"}};
  return type;
}

void Variable::declare(Binder& binder) {
  if (options_.report && !is_array())
    statistic_ =
        &binder.time_persistent(*this, path(), options_.initial.empty() ? 0 : options_.initial.front());
}

void Variable::start() {
  for (std::size_t i = 0; i < values_.size(); ++i)
    values_[i] = options_.initial.empty()       ? 0
                 : options_.initial.size() == 1 ? options_.initial[0]
                                                : options_.initial[i];
}

std::size_t Variable::place(double row, double column) const {
  const std::size_t r =
      expressions::checked_index(name(), row, options_.columns == 1 ? values_.size() : options_.rows);
  return r * options_.columns + expressions::checked_index(name(), column, options_.columns);
}

void Variable::archive(Archive& archive) {
  archive(values_);
}

}  // namespace escapement::siman
