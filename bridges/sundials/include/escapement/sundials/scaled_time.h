// SPDX-License-Identifier: MIT
// A system whose equations have another unit of time than the simulation: Modelica counts in seconds, a study
// may count in hours.
//
//   t' = factor t     dy/dt = factor f(t', y, u)
//
// A stop at t' happens at the first t of which factor t is at or after t', so that what is due then is found
// due.
#pragma once

#include <memory>

#include "escapement/sundials/system.h"

namespace escapement::sundials {

class ScaledTime final : public System {
 public:
  // factor: units of the system's time in one of the simulation's; above 0.
  ScaledTime(std::unique_ptr<System> system, double factor);

  std::size_t size() const override { return system_->size(); }
  std::string state_name(std::size_t i) const override { return system_->state_name(i); }
  std::string equation(std::size_t i) const override { return system_->equation(i); }
  std::string state_unit(std::size_t i) const override { return system_->state_unit(i); }
  std::vector<std::string> input_names() const override { return system_->input_names(); }
  void start(double t, std::span<double> y, std::span<double> dy, const double* u) override;
  bool implicit() const override { return system_->implicit(); }
  void derivatives(double t, const double* y, const double* u, double* dy) override;
  void residual(double t, const double* y, const double* dy, const double* u, double* r) override;
  bool differential(std::size_t i) const override { return system_->differential(i); }
  double nominal(std::size_t i) const override { return system_->nominal(i); }
  const Pattern* pattern() const override { return system_->pattern(); }
  const Band* band() const override { return system_->band(); }
  bool has_jacobian() const override { return system_->has_jacobian(); }
  void jacobian(double t, const double* y, const double* dy, const double* u, double c,
                double* values) override;
  std::vector<Condition> conditions() const override { return system_->conditions(); }
  void condition_values(double t, const double* y, const double* u, double* g) override;
  std::size_t followed() const override { return system_->followed(); }
  void followed_values(double* values) override { system_->followed_values(values); }
  void jumped(double before, double t) override;
  Time next_stop(Time t) const override;
  Change handle(double t, std::span<double> y, const double* u, std::span<const std::size_t> fired) override;
  Change finish(double t, std::span<double> y, const double* u) override {
    return system_->finish(t * factor_, y, u);
  }
  void warn_by(Warn warn) override;
  std::optional<std::string> ended() const override { return system_->ended(); }
  void step_taken() override { system_->step_taken(); }
  bool remembers() const override { return system_->remembers(); }
  void remembered(double t, const double* y, const double* u, std::vector<double>& values) override {
    system_->remembered(t * factor_, y, u, values);
  }
  void passed(double t, std::span<const double> values) override { system_->passed(t * factor_, values); }
  double longest_step() const override { return system_->longest_step() / factor_; }
  bool driven_by_time() const override { return system_->driven_by_time(); }
  bool settles_itself() const override { return system_->settles_itself(); }
  bool handles_inputs() const override { return system_->handles_inputs(); }
  std::vector<std::string> event_ports() const override { return system_->event_ports(); }
  void emit(double t, std::span<const double> y, const double* u, std::span<const std::size_t> fired,
            std::vector<Sent>& to) override;
  void emit_at_start(std::vector<Sent>& to) override { system_->emit_at_start(to); }
  std::uint64_t state_choices() const override { return system_->state_choices(); }
  std::vector<std::string> output_names() const override { return system_->output_names(); }
  std::string output_unit(std::size_t i) const override { return system_->output_unit(i); }
  void outputs(double t, const double* y, const double* u, double* out) override;
  void integration_begins() override { system_->integration_begins(); }
  void integration_begins_again() override { system_->integration_begins_again(); }
  void archive(Archive& archive) override { system_->archive(archive); }

 private:
  const double* in_system_time(const double* dy);
  std::unique_ptr<System> system_;
  double factor_;
  std::vector<double> scaled_;
};

}  // namespace escapement::sundials
