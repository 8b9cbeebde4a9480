// SPDX-License-Identifier: MIT
#include "escapement/sundials/scaled_time.h"

#include <cmath>
#include <utility>

namespace escapement::sundials {

ScaledTime::ScaledTime(std::unique_ptr<System> system, double factor)
    : system_(std::move(system)), factor_(factor), scaled_(system_->size()) {}

const double* ScaledTime::in_system_time(const double* dy) {
  for (std::size_t i = 0; i < scaled_.size(); ++i) scaled_[i] = dy[i] / factor_;
  return scaled_.data();
}

void ScaledTime::start(double t, std::span<double> y, std::span<double> dy, const double* u) {
  system_->start(t * factor_, y, dy, u);
  for (double& rate : dy) rate *= factor_;
}

void ScaledTime::derivatives(double t, const double* y, const double* u, double* dy) {
  system_->derivatives(t * factor_, y, u, dy);
  for (std::size_t i = 0; i < size(); ++i) dy[i] *= factor_;
}

void ScaledTime::residual(double t, const double* y, const double* dy, const double* u, double* r) {
  system_->residual(t * factor_, y, in_system_time(dy), u, r);
}

// Explicit: df/dy times the factor. Implicit: dF/dy + c dF/d(dy), where d(dy in the system's time) is 1 /
// factor of d(dy).
void ScaledTime::jacobian(double t, const double* y, const double* dy, const double* u, double c,
                          double* values) {
  if (implicit()) {
    system_->jacobian(t * factor_, y, in_system_time(dy), u, c / factor_, values);
    return;
  }
  system_->jacobian(t * factor_, y, dy, u, c, values);
  const std::size_t count = pattern() != nullptr ? pattern()->entries() : size() * size();
  for (std::size_t k = 0; k < count; ++k) values[k] *= factor_;
}

void ScaledTime::jumped(double before, double t) {
  system_->jumped(before * factor_, t * factor_);
}

void ScaledTime::condition_values(double t, const double* y, const double* u, double* g) {
  system_->condition_values(t * factor_, y, u, g);
}

Time ScaledTime::next_stop(Time t) const {
  const double stop = system_->next_stop(t * factor_);
  if (stop == kInfinity) return kInfinity;
  double at = stop / factor_;
  while (at * factor_ < stop || at <= t) at = std::nextafter(at, kInfinity);
  return at;
}

Change ScaledTime::handle(double t, std::span<double> y, const double* u,
                          std::span<const std::size_t> fired) {
  return system_->handle(t * factor_, y, u, fired);
}

void ScaledTime::warn_by(Warn warn) {
  system_->warn_by([factor = factor_, warn = std::move(warn)](double t, const std::string& message) {
    warn(t / factor, message);
  });
}

void ScaledTime::emit(double t, std::span<const double> y, const double* u,
                      std::span<const std::size_t> fired, std::vector<Sent>& to) {
  system_->emit(t * factor_, y, u, fired, to);
}

void ScaledTime::outputs(double t, const double* y, const double* u, double* out) {
  system_->outputs(t * factor_, y, u, out);
}

}  // namespace escapement::sundials
