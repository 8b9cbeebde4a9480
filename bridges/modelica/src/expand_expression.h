// SPDX-License-Identifier: MIT
// Expressions of arrays to those of their elements, for scalarize.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "escapement/modelica/flat_model.h"

namespace escapement::modelica {

class ExpandExpression {
 public:
  ExpandExpression(const FlatModel& from, FlatModel& to) : from_(from), to_(to) {}

  // The number in `to` of a variable's first element.
  void add_first(std::uint32_t number) { first_.push_back(number); }
  std::uint32_t first(std::uint32_t variable) const { return first_[variable]; }

  void bind(std::uint32_t iterator, const Expr* value) { bound_.emplace_back(iterator, value); }
  void unbind() { bound_.pop_back(); }
  // The value of a condition that loops have settled, if it is one.
  const bool* known_condition(const Expr* e);

  // The scalars of an expression, row-major; of a record none.
  std::vector<const Expr*> elements(const Expr* e);
  // The same for an array of records: scalar records.
  std::vector<const Expr*> records(const Expr* e);
  // The expression with scalars inside and its own shape: what functions take and give.
  const Expr* whole(const Expr* e);
  // Whether an array comes out of one call, so that it cannot be had element by element.
  bool is_whole_call(const Expr* e) const;
  bool mentions(const std::vector<const Expr*>& in, const std::vector<const Expr*>& what) const;
  const Expr* call_like(const Expr* like, std::vector<const Expr*> args);
  [[noreturn]] void fail(Place place, const std::string& message) const;

 private:
  Expr* make(ExprKind kind, Place place, Type type);
  // The scalars of an array that was made here.
  std::vector<const Expr*> elements_made(const Expr* e) const;
  Expr* copy(const Expr* e, std::vector<const Expr*> args, Type type);
  const Expr* integer(std::int64_t value, Place place);
  const Expr* binary(Op op, const Expr* a, const Expr* b, BaseType base, Place place);
  const Expr* array(const std::vector<const Expr*>& parts, Type type, Place place);
  std::vector<const Expr*> variable(const Expr* e);
  std::vector<const Expr*> product(const Expr* e);
  std::vector<const Expr*> built_in(const Expr* e);
  std::vector<const Expr*> elementwise(const Expr* e, std::size_t extra);
  std::vector<const Expr*> comprehension(const Expr* e, std::size_t number);
  std::vector<const Expr*> range(const Expr* e);
  std::vector<const Expr*> indexed(const Expr* e, const std::vector<const Expr*>& base,
                                   Span<std::int64_t> dims, const std::vector<const Expr*>& subs);
  std::vector<const Expr*> picked(const Expr* call);
  // `written`: an expression of the model that is read; otherwise one that was made here.
  bool literal(const Expr* e, double& value, int depth = 0, bool written = false) const;
  bool parameter(std::uint32_t number, double& value, int depth) const;

  const FlatModel& from_;
  FlatModel& to_;
  std::vector<std::uint32_t> first_;
  std::vector<std::pair<std::uint32_t, const Expr*>> bound_;
};

}  // namespace escapement::modelica
