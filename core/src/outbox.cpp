// SPDX-License-Identifier: MIT
#include "escapement/core/outbox.h"

#include <algorithm>

#include "escapement/core/error.h"

namespace escapement {
namespace internal {

void* StepArena::allocate_slowly(std::size_t size, std::size_t alignment) {
  constexpr std::size_t kBlock = 16 * 1024;
  if (block_ < blocks_.size()) ++block_;
  // A block left over from an earlier step serves when it is large enough; else a new one takes its turn.
  while (block_ < blocks_.size() && blocks_[block_].size < size + alignment) ++block_;
  if (block_ == blocks_.size()) {
    const std::size_t wanted = std::max(kBlock << std::min<std::size_t>(blocks_.size(), 8), size + alignment);
    blocks_.push_back({std::make_unique_for_overwrite<std::byte[]>(wanted), wanted});
  }
  use_block();
  const std::uintptr_t at = (next_ + alignment - 1) & ~(alignment - 1);
  next_ = at + size;
  return reinterpret_cast<void*>(at);
}

}  // namespace internal

void Outbox::refuse(std::uint32_t /*port*/) {
  throw Error("put on an output port outside of output(); messages are sent by the output function only");
}

}  // namespace escapement
