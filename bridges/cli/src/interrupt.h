// SPDX-License-Identifier: MIT
// Turns Ctrl-C (SIGINT) and SIGTERM into a stop request, as long as it lives. A second signal ends the
// process.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <stop_token>
#include <thread>

namespace escapement::cli {

class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  std::stop_token token() const { return stop_.get_token(); }
  bool happened() const { return stop_.stop_requested(); }

 private:
  std::stop_source stop_;
  boost::asio::io_context context_;
  boost::asio::signal_set signals_;
  std::thread thread_;
};

}  // namespace escapement::cli
