// SPDX-License-Identifier: MIT
// ALTER: changes the capacity of resources. Which one is told by its name; as a member of a set, by its
// index; or by its number among all resources, which an attribute or an expression gives (element_choice.h).
// A decrease takes effect as busy units are released; a schedule's next item sets the capacity anew
// (availability.h, V5).
#pragma once

#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/element_choice.h"
#include "escapement/siman/resource.h"

namespace escapement::siman {

class Alter : public Passage {
 public:
  struct Change {
    ElementName resource;
    ExpressionText by;  // units more, or fewer when negative
  };
  struct Options {
    std::vector<Change> changes;
    std::optional<std::uint64_t> stream{};
  };
  Alter(std::string name, Options options) : Passage(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  void declare(Binder& binder) override;
  void bind(Binder& binder) override;
  // Throws SimulationError when a new capacity is no whole number of 0 or more, and EvaluationError when an
  // index or number means no resource.
  Block* enter(Entity& entity) override;

 private:
  struct Part {
    ElementChoice<Resource> resource;
    expressions::Expression by;
  };
  Options options_;
  std::vector<Part> parts_;
};

}  // namespace escapement::siman
