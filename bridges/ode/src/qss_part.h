// SPDX-License-Identifier: MIT
// A continuous part by a quantised state method: the engine of qss::Network, told to the run as a part, with
// the outputs that a study asks for beside the events' own.
//
//   Samples are sent at their ticks. Outputs that follow events are sent at the start and, in a micro-step of
//   their own, after each instant at which something happened: an event fired, a condition that equations
//   read changed, an input got a new value. Outputs by amounts are sent by the network (qss/network.h). All
//   tell the state itself, not its quantised companion.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "escapement/continuous/run.h"
#include "escapement/core/periodic.h"
#include "escapement/ode/model.h"
#include "escapement/qss/network.h"

namespace escapement::ode {

class QssPart final : public qss::Network, public continuous::Part, private qss::Watch {
 public:
  QssPart(std::string name, equations::OdeSystem system, qss::NetworkOptions options,
          std::vector<Output> outputs, continuous::Run* run);
  ~QssPart() override;

  void initialize() override;
  void output() override;
  void internal() override;
  void external(Time elapsed) override;
  void confluent() override;
  TimeAdvance time_advance() const override;
  bool serial() const override { return run_ != nullptr; }
  void archive(Archive& archive) override;

  std::string part_path() const override { return path(); }
  const std::vector<continuous::Variable>& variables() const override { return variables_; }
  void values(double t, double* out) const override;
  continuous::Counters counters() const override;

 private:
  struct Sender {
    Output output;
    equations::VariableIndex variable = 0;
    std::optional<Periodic> samples{};
    std::uint64_t tick = 0;  // those that are done
    std::unique_ptr<OutPort<double>> port{};
  };
  void look_ahead();
  static qss::NetworkOptions with_changes(qss::NetworkOptions options, const std::vector<Output>& outputs);
  Time next_tick() const;
  bool network_is_due() const { return network_due_ <= now(); }
  void before(Time t, bool from_outside) override;
  void after(Time t) override;
  void instant(Time t) override { tell_followers(t); }
  void begin_telling() override { tell_instants(); }
  bool may_run_on(Time t) const override { return !tell_ && t < next_tick(); }

  std::vector<Sender> senders_;
  std::vector<continuous::Variable> variables_;
  std::vector<equations::VariableIndex> shown_;
  continuous::Run* run_;
  Time network_due_ = kInfinity;
  bool has_followers_ = false;
  bool input_is_new_ = false;
  std::uint64_t known_ = 0;   // happenings before the present instant
  std::uint64_t events_ = 0;  // instants at which something happened
  bool tell_ = false;         // outputs that follow events are to be sent, at once
  mutable std::vector<double> scratch_;
  qss::Method method_;
  double seconds_ = 1;
};

}  // namespace escapement::ode
