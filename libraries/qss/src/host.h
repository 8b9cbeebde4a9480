// SPDX-License-Identifier: MIT
// The atomic that runs blocks in an engine. All waves of an instant are done in one transition, so inside an
// instant other atomics see the outcome; what leaves the blocks is put one micro-step later.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "escapement/coupled/hosted.h"
#include "escapement/qss/block.h"

namespace escapement::qss {

class BlockHost final : public Host {
 public:
  BlockHost(std::string name, const std::vector<Hosted*>& group);
  ~BlockHost() override;

  void link(PortBase& from, PortBase& to) override { wiring_.join(from, to); }
  PortBase& gateway_out(PortBase& from) override;
  InPortBase& gateway_in(PortBase& to) override;
  void complete() override;
  bool serial() const override { return false; }  // engines share nothing

  void initialize() override;
  void output() override;
  void internal() override;
  void external(Time elapsed) override;
  TimeAdvance time_advance() const override;
  void archive(Archive& archive) override;

 private:
  template <class T>
  struct GatewayIn;
  class SignalOut;
  class MessageOut;
  void run_events(bool from_outside);

  Engine engine_;
  Wiring wiring_;
  std::vector<Block*> blocks_;
  std::vector<std::unique_ptr<GatewayIn<Signal>>> signals_in_;
  std::vector<std::unique_ptr<GatewayIn<double>>> messages_in_;
  std::vector<std::unique_ptr<SignalOut>> signals_out_;
  std::vector<std::unique_ptr<MessageOut>> messages_out_;
  bool outgoing_ = false;
};

}  // namespace escapement::qss
