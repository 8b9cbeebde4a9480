// SPDX-License-Identifier: MIT
// DISPOSE: the entity is done. Its times by category and its time in the system are tallied with its type,
// unless `record` is off.
#pragma once

#include "escapement/registry/descriptor.h"
#include "escapement/siman/block.h"

namespace escapement::siman {

class Dispose : public Block {
 public:
  explicit Dispose(std::string name, bool record = true) : Block(std::move(name)), record_(record) {}
  static registry::ComponentType descriptor();

  Entry in{*this, "in"};

  Block* enter(Entity& entity) override;

 private:
  bool record_;
};

}  // namespace escapement::siman
