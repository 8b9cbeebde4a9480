// SPDX-License-Identifier: MIT
#include "escapement/atomic/atomic.h"

namespace escapement {

bool Atomic::new_message() const {
  for (const PortBase* port = first_port(); port != nullptr; port = port->next()) {
    const bool mailbox = port->role() == PortBase::Role::kMailbox || port->role() == PortBase::Role::kShare ||
                         port->role() == PortBase::Role::kPipeIn;
    if (mailbox && static_cast<const Mailbox*>(port)->check()) return true;
  }
  return false;
}

}  // namespace escapement
