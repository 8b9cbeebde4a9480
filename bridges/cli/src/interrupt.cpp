// SPDX-License-Identifier: MIT
#include "interrupt.h"

#include <csignal>

namespace escapement::cli {

Interrupt::Interrupt() : signals_(context_, SIGINT, SIGTERM) {
  signals_.async_wait([this](const boost::system::error_code& error, int /*signal*/) {
    if (error) return;  // cancelled: nothing happened
    stop_.request_stop();
    signals_.clear();  // from here on a signal does what it does by default
  });
  thread_ = std::thread([this] { context_.run(); });
}

Interrupt::~Interrupt() {
  context_.stop();
  thread_.join();
}

}  // namespace escapement::cli
