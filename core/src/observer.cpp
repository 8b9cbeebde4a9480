// SPDX-License-Identifier: MIT
#include "escapement/core/observer.h"

#include <sstream>

namespace escapement {

const char* transition_name(Transition kind) {
  switch (kind) {
    case Transition::kInitial:
      return "initial";
    case Transition::kInternal:
      return "internal";
    case Transition::kExternal:
      return "external";
    case Transition::kConfluent:
      return "confluent";
  }
  return "unknown";
}

std::string MessageView::text() const {
  std::ostringstream out;
  type_->print(out, type_->in_slot ? static_cast<const void*>(slot_->bytes) : slot_->object);
  return out.str();
}

}  // namespace escapement
