// SPDX-License-Identifier: MIT
// ALTER: changes the capacity of resources. A decrease takes effect as busy units are released; a schedule's
// next item sets the capacity anew (availability.h, V5).
#pragma once

#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/resource.h"

namespace escapement::siman {

class Alter : public Passage {
 public:
  struct Change {
    Reference resource;
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
  Block* enter(Entity& entity) override;

 private:
  struct Part {
    Resource* resource;
    expressions::Expression by;
  };
  Options options_;
  std::vector<Part> parts_;
};

}  // namespace escapement::siman
