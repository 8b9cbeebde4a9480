// SPDX-License-Identifier: MIT
// DELAY: the entity stays for a time, which is drawn when it comes and charged to one category when it ends.
#pragma once

#include <optional>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"

namespace escapement::siman {

class Delay : public Block {
 public:
  struct Options {
    ExpressionText duration;
    Category allocation = Category::kValueAdded;
    std::optional<std::uint64_t> stream{};
    const char* field = "duration";  // what messages and the stream call it
  };
  Delay(std::string name, Options options) : Block(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();

  Entry in{*this, "in"};
  Exit out{*this, "out"};

  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;
  void due(Entity* entity) override;
  void archive(Archive&) override {}

 private:
  Options options_;
  expressions::Expression duration_;
};

}  // namespace escapement::siman
