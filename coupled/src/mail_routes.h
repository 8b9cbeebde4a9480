// SPDX-License-Identifier: MIT
// Routes that mailbox addresses make: names resolved, searching outward, into ordinary routes.
#pragma once

#include <vector>

#include "escapement/core/dynamics.h"
#include "escapement/core/mailbox.h"
#include "escapement/coupled/hosted.h"

namespace escapement {

struct MailRoute {
  PortBase* from;
  PortBase* to;
};

// Binds every MailboxShare of the models (in path order) to its SharedMailbox and returns a route for each
// MailAddress: to the one mailbox it names, or to every sharer of a shared one.
// Throws BuildError when a name finds no mailbox, a shared mailbox has no sharer, or a hosted component
// shares.
std::vector<MailRoute> mail_routes(const std::vector<Dynamics*>& models, const std::vector<Hosted*>& hosted);

}  // namespace escapement
