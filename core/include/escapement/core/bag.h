// SPDX-License-Identifier: MIT
// The bag of an input port: the messages that arrived in one micro-step, in the order of the sender's path,
// then of its port, then of its puts. A bag lives for one transition.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <new>
#include <utility>

#include "escapement/core/port_type.h"

namespace escapement {

namespace internal {

// Storage of a bag inside the simulator. One message lies in `slot`; more lie in an array of the step's
// arena.
struct BagHeader {
  Slot slot{};
  std::uint32_t count = 0;
  std::uint32_t capacity = 0;  // 0: the message, if any, lies in `slot`; else slot.object is a Slot[capacity]

  Slot* data() { return capacity == 0 ? &slot : static_cast<Slot*>(slot.object); }
};

template <class T>
const T& message_in(const Slot& slot) {
  if constexpr (kInSlot<T>) {
    return *std::launder(reinterpret_cast<const T*>(slot.bytes));
  } else {
    return *static_cast<const T*>(slot.object);
  }
}

}  // namespace internal

template <class T>
class Bag {
 public:
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = const T*;
    using reference = const T&;
    Iterator() = default;
    explicit Iterator(const Slot* slot) : slot_(slot) {}
    reference operator*() const { return internal::message_in<T>(*slot_); }
    pointer operator->() const { return &**this; }
    Iterator& operator++() {
      ++slot_;
      return *this;
    }
    Iterator operator++(int) {
      Iterator old = *this;
      ++slot_;
      return old;
    }
    friend bool operator==(Iterator, Iterator) = default;

   private:
    const Slot* slot_ = nullptr;
  };

  Bag(Slot* data, std::size_t count) : data_(data), count_(count) {}
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  Iterator begin() const { return Iterator(data_); }
  Iterator end() const { return Iterator(data_ + count_); }
  const T& operator[](std::size_t i) const { return internal::message_in<T>(data_[i]); }
  const T& front() const { return (*this)[0]; }

  // Moves message i out. Only for types with one owner, whose bag this is the only holder of.
  T take(std::size_t i) const requires(!std::is_copy_constructible_v<T>) {
    return std::move(const_cast<T&>(internal::message_in<T>(data_[i])));
  }

 private:
  Slot* data_;
  std::size_t count_;
};

}  // namespace escapement
