// SPDX-License-Identifier: MIT
// SEARCH and FINDJ: find an entity in a queue or in the group of the one that comes, or an index, and leave
// its rank or value in J (Pegden, Shannon and Sadowski 1995; Arena's Search).
//
//   F1  J runs from `from` to `to` in steps of 1, downwards when `to` is less. Beyond the queue or the group
//       there is nothing to be found.
//   F2  With a condition: the first J for which it is true. With minimum or maximum: the J for which the
//       expression is least or greatest, the first one of several. J is 0 when there is none.
//   F3  In a queue or a group, attributes in the expression are those of the entity at rank J; else of the
//   one
//       that comes.
//   F4  The entity leaves by `found` or `notFound`. J is one variable for the whole model and stays as it is
//       until the next search.
// The condition "MIN(expression)" means minimum, "MAX(expression)" maximum, as in Arena.
#pragma once

#include <optional>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"
#include "escapement/siman/queue_element.h"

namespace escapement::siman {

class Search : public Block {
 public:
  enum class Where { kQueue, kGroup, kIndex };
  enum class What { kCondition, kMinimum, kMaximum };
  struct Options {
    Where where = Where::kQueue;
    ElementName queue{};
    ExpressionText from = 1.0;
    ExpressionText to{};  // empty: the end of the queue or group; needed for an index
    What what = What::kCondition;
    ExpressionText expression{};
    const char* field = "condition";
  };
  Search(std::string name, Options options);
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  Entry in{*this, "in"};
  Exit found{*this, "found"};
  Exit not_found{*this, "notFound"};

  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;
  void archive(Archive&) override {}

 protected:
  static std::vector<registry::Field> fields(bool with_queue);
  static void check(const registry::Value& value, std::vector<Diagnostic>& out);
  static void read(Options& options, const registry::Arguments& arguments);

 private:
  double end(const expressions::Expression& expression, const char* what, double absent, Entity& entity);

  Options options_;
  QueueChoice queue_;
  expressions::Expression from_, to_, expression_;
};

class FindJ : public Search {
 public:
  using Search::Search;
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);
};

}  // namespace escapement::siman
