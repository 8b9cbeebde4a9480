// SPDX-License-Identifier: MIT
// Small systems, as functions, for the tests of solvers.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "escapement/core/archive.h"
#include "escapement/sundials/system.h"

namespace escapement::sundials::testing {

// An explicit system put together from functions.
struct Functions : System {
  std::vector<double> start_values;
  std::function<void(double, const double*, const double*, double*)> f;
  std::vector<Condition> condition_list;
  std::function<void(double, const double*, double*)> g;
  std::function<void(const double*, double*)> g_of_inputs;  // instead of g
  std::function<Change(double, std::span<double>, std::span<const std::size_t>)> on_event;
  std::function<double(double)> stops;
  std::vector<std::string> inputs, outputs_list;
  std::function<void(double, const double*, const double*, double*)> show;
  std::vector<std::pair<double, std::vector<std::size_t>>> log;  // every call of handle()

  std::size_t size() const override { return start_values.size(); }
  std::vector<std::string> input_names() const override { return inputs; }
  std::vector<std::string> output_names() const override { return outputs_list; }
  void outputs(double t, const double* y, const double* u, double* out) override { show(t, y, u, out); }
  void start(double, std::span<double> y, std::span<double>, const double*) override {
    std::copy(start_values.begin(), start_values.end(), y.begin());
    log.clear();
  }
  void derivatives(double t, const double* y, const double* u, double* dy) override { f(t, y, u, dy); }
  std::vector<Condition> conditions() const override { return condition_list; }
  void condition_values(double t, const double* y, const double* u, double* values) override {
    if (g_of_inputs)
      g_of_inputs(u, values);
    else
      g(t, y, values);
  }
  Time next_stop(Time t) const override { return stops ? stops(t) : kInfinity; }
  Change handle(double t, std::span<double> y, const double*, std::span<const std::size_t> fired) override {
    log.emplace_back(t, std::vector<std::size_t>(fired.begin(), fired.end()));
    return on_event ? on_event(t, y, fired) : Change::kNothing;
  }
};

}  // namespace escapement::sundials::testing
