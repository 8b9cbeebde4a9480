// SPDX-License-Identifier: MIT
// A place in a Modelica text, and arena memory for the trees that refer to such places.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <memory_resource>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace escapement::modelica {

// Eight bytes that name a file (an index into the list of files that were read), a line and a column; lines
// and columns count from 1, and 0 says that the place is unknown.
struct Place {
  std::uint32_t line = 0;
  std::uint16_t column = 0;
  std::uint16_t file = 0;
};

// A list that lies in an arena: a pointer and a length, free to copy.
template <class T>
class Span {
 public:
  Span() = default;
  Span(T* first, std::size_t size) : first_(first), size_(static_cast<std::uint32_t>(size)) {}
  T* begin() const { return first_; }
  T* end() const { return first_ + size_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) const { return first_[i]; }
  T& front() const { return first_[0]; }
  T& back() const { return first_[size_ - 1]; }

 private:
  T* first_ = nullptr;
  std::uint32_t size_ = 0;
};

// Memory that grows and is freed as a whole. Only what needs no destructor may live in it.
class Arena {
 public:
  template <class T, class... Arguments>
  T* make(Arguments&&... arguments) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (memory_->allocate(sizeof(T), alignof(T))) T{std::forward<Arguments>(arguments)...};
  }
  template <class T>
  Span<T> copy(const std::vector<T>& items) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (items.empty()) return {};
    T* to = static_cast<T*>(memory_->allocate(sizeof(T) * items.size(), alignof(T)));
    std::uninitialized_copy(items.begin(), items.end(), to);
    return {to, items.size()};
  }
  std::string_view copy(std::string_view text) {
    if (text.empty()) return {};
    char* to = static_cast<char*>(memory_->allocate(text.size(), 1));
    std::memcpy(to, text.data(), text.size());
    return {to, text.size()};
  }

 private:
  std::unique_ptr<std::pmr::monotonic_buffer_resource> memory_ =
      std::make_unique<std::pmr::monotonic_buffer_resource>(64 * 1024);
};

}  // namespace escapement::modelica
