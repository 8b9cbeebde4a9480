// SPDX-License-Identifier: MIT
// Memory for what one engine touches in every step, piece by piece in few chunks, so that it takes few lines
// of the cache and few pages.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace escapement::qss {

class Memory {
 public:
  Memory() = default;
  // The first chunk is that of somebody else, who outlives this.
  Memory(std::byte* first, std::size_t size) : at_(first), end_(first + size) {}
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() {
    while (!made_.empty()) {  // the last first, as objects on a stack
      made_.back().destroy(made_.back().object);
      made_.pop_back();
    }
  }

  void* allocate(std::size_t size, std::size_t alignment) {
    const auto place = reinterpret_cast<std::uintptr_t>(at_);
    std::byte* begin = at_ + (alignment - place % alignment) % alignment;
    if (at_ == nullptr || begin + size > end_) {
      const std::size_t room = std::max(size, next_size_);
      next_size_ = 2 * room;
      chunks_.emplace_back(static_cast<std::byte*>(::operator new (room, std::align_val_t{kLine})));
      begin = chunks_.back().get();
      end_ = begin + room;
    }
    at_ = begin + size;
    return begin;
  }
  // Where the first chunk given by somebody else is used up to.
  const std::byte* used_within(const std::byte* first, std::size_t size) const {
    return at_ >= first && at_ <= first + size ? at_ : first + size;
  }
  // `count` copies of a value of a type without destructor.
  template <class T>
  T* row(std::size_t count, const T& value = {}) {
    static_assert(std::is_trivially_destructible_v<T>);
    T* const begin = static_cast<T*>(allocate(std::max<std::size_t>(count, 1) * sizeof(T), alignof(T)));
    std::uninitialized_fill_n(begin, count, value);
    return begin;
  }
  // An object that lives as long as this memory.
  template <class T, class... Arguments>
  T* make(Arguments&&... arguments) {
    T* const object = new (allocate(sizeof(T), alignof(T))) T(std::forward<Arguments>(arguments)...);
    made_.push_back({object, [](void* made) { static_cast<T*>(made)->~T(); }});
    return object;
  }

 private:
  static constexpr std::size_t kLine = 64;
  struct Free {
    void operator()(std::byte* begin) const { ::operator delete (begin, std::align_val_t{kLine}); }
  };
  struct Made {
    void* object;
    void (*destroy)(void*);
  };
  std::byte *at_ = nullptr, *end_ = nullptr;
  std::size_t next_size_ = 1024;
  std::vector<std::unique_ptr<std::byte, Free>> chunks_;
  std::vector<Made> made_;
};

}  // namespace escapement::qss
