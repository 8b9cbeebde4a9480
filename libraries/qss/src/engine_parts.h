// SPDX-License-Identifier: MIT
// An engine while it is put together.
#pragma once

#include <vector>

#include "escapement/qss/engine.h"
#include "memory.h"

namespace escapement::qss {

struct Engine::Building {
  struct Read {
    SignalId signal;
    std::uint32_t element;
  };
  std::vector<Element*> elements;
  std::vector<Function*> functions;
  std::vector<Read> reads;
};

}  // namespace escapement::qss
