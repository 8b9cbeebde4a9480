// SPDX-License-Identifier: MIT
// A message: a type, which sorts the messages of a system into classes, and a content of any C++ type, which
// is independent of it (Sanz, Urquia and Dormido 2008, "Introducing messages in Modelica for facilitating
// discrete-event system modeling"). Copies share the content, so a broadcast does not copy it.
#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <type_traits>
#include <utility>

#include "escapement/core/archive_fwd.h"
#include "escapement/core/error.h"
#include "escapement/core/port_type.h"

namespace escapement {

class Message {
 public:
  Message() = default;
  explicit Message(int type) : type_(type) {}
  template <class T>
  Message(int type, T content) : type_(type) {
    set_content(std::move(content));
  }

  Message(int type, const char* text) : Message(type, std::string(text)) {}

  int type() const { return type_; }
  void set_type(int type) { type_ = type; }

  bool has_content() const { return content_ != nullptr; }
  template <class T>
  bool holds() const {
    return content_type_ != nullptr && same_type(*content_type_, port_type<T>());
  }
  // Throws Error, naming the wanted and the actual type, when the content is not a T.
  template <class T>
  const T& content() const {
    if (!holds<T>()) refuse(port_type<T>());
    return *static_cast<const T*>(content_.get());
  }
  template <class T>
  void set_content(T content) {
    content_ = std::make_shared<const T>(std::move(content));
    content_type_ = &port_type<T>();
  }

  // The type of the content must be known to the archive (archive.h).
  void archive(Archive& archive);

  friend std::ostream& operator<<(std::ostream& out, const Message& message);

 private:
  [[noreturn]] void refuse(const PortType& wanted) const;
  int type_ = 0;
  std::shared_ptr<const void> content_;
  const PortType* content_type_ = nullptr;
};

}  // namespace escapement
