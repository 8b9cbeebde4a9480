// SPDX-License-Identifier: MIT
// Arena's ReadWrite: READ or WRITE; see siman/read_write.h. Arena's Adjust Variable: see siman/adjust.h.
#pragma once

#include <memory>

#include "escapement/arena/module.h"
#include "escapement/siman/adjust.h"
#include "escapement/siman/read_write.h"

namespace escapement::arena {

class ReadWrite : public Module {
 public:
  ReadWrite(std::string name, siman::Read::Options options);
  ReadWrite(std::string name, siman::Write::Options options);
  static registry::ComponentType descriptor();
  static std::unique_ptr<ReadWrite> make(const std::string& name, const registry::Arguments& arguments);
};

class AdjustVariable : public Module {
 public:
  AdjustVariable(std::string name, siman::Adjust::Options options);
  static registry::ComponentType descriptor();
};

}  // namespace escapement::arena
