// SPDX-License-Identifier: MIT
// What the kernel must know of the type of a port's messages: how to store, destroy and print one.
#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <type_traits>
#include <typeinfo>

namespace escapement {

// A message as it travels: small trivially copyable values by value, all others by the address of the one
// object that every receiver of the step shares.
union Slot {
  void* object;
  unsigned char bytes[sizeof(void*)];
};

struct PortType {
  const std::type_info* id;
  std::size_t size, alignment;
  bool in_slot;    // kept inside the slot itself
  bool exclusive;  // cannot be copied: has one owner, so an output takes exactly one coupling
  void (*destroy)(void*) noexcept;            // nullptr when there is nothing to do
  void (*print)(std::ostream&, const void*);  // never nullptr
  std::string (*name)();                      // readable type name
};

inline bool same_type(const PortType& a, const PortType& b) {
  return &a == &b || *a.id == *b.id;
}

namespace internal {

std::string readable_type_name(const std::type_info& type);
void print_number(std::ostream& out, double value);  // shortest text that reads back the same

// Not addresses: they differ from run to run.
template <class T>
concept Pointer = std::is_pointer_v<T> || requires(const T& value) {
  typename T::element_type;
  value.get();
};

template <class T>
concept Printable = (!Pointer<T> || std::is_convertible_v<T, const char*>)&&requires(std::ostream& out,
                                                                                     const T& value) {
  out << value;
};

template <class T>
inline constexpr bool kInSlot = std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(Slot) &&
                                alignof(T) <= alignof(Slot);

template <class T>
void print_value(std::ostream& out, const void* value) {
  const T& v = *static_cast<const T*>(value);
  if constexpr (std::is_floating_point_v<T>) {
    print_number(out, static_cast<double>(v));
  } else if constexpr (Printable<T>) {
    out << v;
  } else {
    out << '<' << readable_type_name(typeid(T)) << '>';
  }
}

}  // namespace internal

// The descriptor of T; one object per type, comparable by same_type().
template <class T>
const PortType& port_type() {
  static const PortType type{
      &typeid(T),
      sizeof(T),
      alignof(T),
      internal::kInSlot<T>,
      !std::is_copy_constructible_v<T>,
      std::is_trivially_destructible_v<T> ? nullptr
                                          : +[](void* object) noexcept { static_cast<T*>(object)->~T(); },
      &internal::print_value<T>,
      +[] { return internal::readable_type_name(typeid(T)); },
  };
  return type;
}

}  // namespace escapement
