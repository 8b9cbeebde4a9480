// SPDX-License-Identifier: MIT
// Where outputs of one micro-step are collected before any of them is delivered, and the memory of their
// messages. Both are emptied, not freed, at the end of the step, so a running model allocates nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "escapement/core/port_type.h"

namespace escapement {

namespace internal {

// Memory that is handed out piece by piece and taken back all at once.
class StepArena {
 public:
  StepArena() = default;
  StepArena(const StepArena&) = delete;
  StepArena& operator=(const StepArena&) = delete;
  ~StepArena() { reset(); }

  void* allocate(std::size_t size, std::size_t alignment) {
    const std::uintptr_t at = (next_ + alignment - 1) & ~(alignment - 1);
    if (at + size > end_) return allocate_slowly(size, alignment);
    next_ = at + size;
    return reinterpret_cast<void*>(at);
  }

  void destroy_later(void* object, void (*destroy)(void*) noexcept) { doomed_.push_back({object, destroy}); }

  // Destroys what was registered and makes all memory free again; keeps the blocks.
  void reset() noexcept {
    for (const Doomed& d : doomed_) d.destroy(d.object);
    doomed_.clear();
    block_ = 0;
    if (!blocks_.empty()) use_block();
  }

 private:
  struct Block {
    std::unique_ptr<std::byte[]> memory;
    std::size_t size;
  };
  struct Doomed {
    void* object;
    void (*destroy)(void*) noexcept;
  };
  void* allocate_slowly(std::size_t size, std::size_t alignment);
  void use_block() noexcept {
    next_ = reinterpret_cast<std::uintptr_t>(blocks_[block_].memory.get());
    end_ = next_ + blocks_[block_].size;
  }

  std::vector<Block> blocks_;
  std::size_t block_ = 0;    // the one in use
  std::uintptr_t next_ = 0;  // addresses in it: where the next piece may lie
  std::uintptr_t end_ = 0;   // and where it ends
  std::vector<Doomed> doomed_;
};

}  // namespace internal

class Outbox {
 public:
  struct Entry {
    std::uint32_t port;       // index of the output port in the network
    std::uint32_t order = 0;  // set when a model's puts are sorted
    Slot slot;
  };

  template <class T>
  void put(std::uint32_t port, T&& value) {
    using Value = std::remove_cvref_t<T>;
    if (!open_) refuse(port);
    Slot slot;
    if constexpr (internal::kInSlot<Value>) {
      slot.object = nullptr;
      ::new (static_cast<void*>(slot.bytes)) Value(std::forward<T>(value));
    } else {
      void* memory = arena_.allocate(sizeof(Value), alignof(Value));
      slot.object = ::new (memory) Value(std::forward<T>(value));
      if constexpr (!std::is_trivially_destructible_v<Value>)
        arena_.destroy_later(slot.object, port_type<Value>().destroy);
    }
    entries_.push_back({port, 0, slot});
  }

  // For the simulator.
  std::vector<Entry>& entries() { return entries_; }
  const std::vector<Entry>& entries() const { return entries_; }
  internal::StepArena& arena() { return arena_; }
  void open() { open_ = true; }
  void close() { open_ = false; }
  void clear() {
    entries_.clear();
    arena_.reset();
  }

 private:
  [[noreturn]] static void refuse(std::uint32_t port);
  std::vector<Entry> entries_;
  internal::StepArena arena_;
  bool open_ = false;
};

}  // namespace escapement
