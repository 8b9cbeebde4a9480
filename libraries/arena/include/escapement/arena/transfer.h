// SPDX-License-Identifier: MIT
// Makes Arena's modules of the Advanced Transfer panel known to a registry that are one block, or a Queue and
// the block behind it: Station, Route, Access, Convey, Exit, Start, Stop, Allocate,
// Request, Move, Transport, Free, Halt and Activate. Their parameters are those of the blocks.
#pragma once

#include "escapement/arena/module.h"
#include "escapement/arena/own_queue.h"
#include "escapement/registry/registry.h"

namespace escapement::arena {

// A module of one block.
template <class B>
class BlockModule : public Module {
 public:
  template <class Options>
  BlockModule(std::string name, Options options) : Module(std::move(name)) {
    auto& only = block<B>("Block", std::move(options));
    entry(only.in);
    if constexpr (requires { only.out; }) exit(only.out);
  }
};

// A module of a Queue and a block that entities wait for.
template <class B>
class QueueModule : public Module {
 public:
  QueueModule(std::string name, typename B::Options options, const OwnQueue& own) : Module(std::move(name)) {
    auto& queue = line(own);
    auto& hold = block<B>("Block", std::move(options));
    couple(queue.out, hold.in);
    entry(queue.in);
    exit(hold.out);
  }
};

void register_transfer(registry::Registry& registry);

}  // namespace escapement::arena
