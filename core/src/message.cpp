// SPDX-License-Identifier: MIT
#include "escapement/core/message.h"

#include "escapement/core/archive.h"

namespace escapement {

void Message::refuse(const PortType& wanted) const {
  throw Error("message of type " + std::to_string(type_) + " was asked for a content of type " +
              wanted.name() + " but holds " +
              (content_type_ == nullptr ? std::string("nothing") : content_type_->name()));
}

void Message::archive(Archive& archive) {
  archive(type_);
  archive.archive_content(content_, content_type_);
}

std::ostream& operator<<(std::ostream& out, const Message& message) {
  out << message.type_;
  if (message.content_type_ != nullptr) {
    out << ':';
    message.content_type_->print(out, message.content_.get());
  }
  return out;
}

}  // namespace escapement
