// SPDX-License-Identifier: MIT
// The atomic that hosts blocks.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "driver.h"
#include "escapement/coupled/hosted.h"
#include "escapement/qss/block.h"

namespace escapement::qss {

class BlockHost final : public Host {
 public:
  BlockHost(std::string name, const std::vector<Hosted*>& group);

  void link(PortBase& from, PortBase& to) override { wiring_.join(from, to); }
  PortBase& gateway_out(PortBase& from) override;
  InPortBase& gateway_in(PortBase& to) override;
  void complete() override;
  bool serial() const override { return false; }  // engines share nothing

  void initialize() override { driver_.start(now()); }
  void output() override { driver_.output(); }
  void internal() override {
    driver_.internal(now(), [this](Time t) { return run_on(t); });
  }
  void external(Time /*elapsed*/) override {
    driver_.external(now(), [this](Time t) { return run_on(t); });
  }
  TimeAdvance time_advance() const override { return TimeAdvance::at(driver_.next(now())); }
  void archive(Archive& archive) override { driver_.archive(archive); }

 private:
  Driver driver_;
  Wiring wiring_;
  std::vector<Block*> blocks_;
  std::vector<std::pair<PortBase*, OutPort<Signal>*>> signals_out_;
  std::map<PortBase*, PortBase*> out_;  // ports of blocks, and of the host
  std::map<PortBase*, InPortBase*> in_;
  std::vector<std::pair<const InPort<double>*, PortBase*>> messages_in_;
};

}  // namespace escapement::qss
