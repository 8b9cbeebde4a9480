// SPDX-License-Identifier: MIT
// DISPOSE: the entity is done. Its times by category and its time in the system are tallied with its type,
// unless `record` is off.
#pragma once

#include "escapement/registry/descriptor.h"
#include "escapement/siman/block.h"
#include "escapement/statistics/counter.h"

namespace escapement::siman {

class Dispose : public Block {
 public:
  // In a module it also counts what comes, into <module>.NumberIn.
  explicit Dispose(std::string name, bool record = true, bool count_for_module = false)
      : Block(std::move(name)), record_(record), count_for_module_(count_for_module) {}
  static registry::ComponentType descriptor();

  Entry in{*this, "in"};

  void declare(Binder& binder) override;
  Block* enter(Entity& entity) override;
  void archive(Archive&) override {}

 private:
  bool record_;
  bool count_for_module_;
  statistics::Counter* number_in_ = nullptr;
};

}  // namespace escapement::siman
