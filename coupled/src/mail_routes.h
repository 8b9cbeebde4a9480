// SPDX-License-Identifier: MIT
// Routes that mailbox addresses make: names resolved, searching outward, into ordinary routes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "escapement/core/dynamics.h"
#include "escapement/core/mailbox.h"
#include "escapement/coupled/hosted.h"

namespace escapement {

struct MailRoute {
  PortBase* from;
  PortBase* to;
};

// The nearest mailbox of the name, searched from the surroundings of `start` outwards: a shared one, the
// mailbox port of a model, or none.
struct Mail {
  SharedMailbox* shared = nullptr;
  PortBase* port = nullptr;
};
Mail find_mail(const Component& start, std::string_view target);
// Throws BuildError: `port` addresses a mailbox that is not there. `what` is the word for it.
[[noreturn]] void refuse_address(const PortBase& port, const std::string& target, const char* what);

// Binds every MailboxShare of the models (in path order) to its SharedMailbox and returns a route for each
// MailAddress: to the one mailbox it names, or to every sharer of a shared one.
// Throws BuildError when a name finds no mailbox, a shared mailbox has no sharer, or a hosted component
// shares.
std::vector<MailRoute> mail_routes(const std::vector<Dynamics*>& models, const std::vector<Hosted*>& hosted);

}  // namespace escapement
