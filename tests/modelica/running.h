// SPDX-License-Identifier: MIT
// A Modelica text that runs, for tests.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "escapement/continuous/run.h"
#include "escapement/core/simulator.h"
#include "escapement/coupled/coupled.h"
#include "escapement/coupled/flatten.h"
#include "escapement/modelica/front_end.h"
#include "escapement/modelica/translate.h"
#include "escapement/sundials/continuous.h"
#include "escapement/sundials/flat_model.h"

namespace escapement::modelica {

class RunningClass {
 public:
  // planned: how long the run is to be, where that is known before.
  explicit RunningClass(const std::string& text, double tolerance = 1e-10,
                        sundials::Method method = sundials::Method::kBdf, double planned = 0) {
    if (planned > 0) run_.plan(0, planned);
    Source source;
    source.use_environment = false;
    source.texts.emplace_back("test.mo", text);
    build(source, "M", tolerance, method);
  }
  RunningClass(const Source& source, const std::string& name, double tolerance,
               sundials::Method method = sundials::Method::kBdf) {
    build(source, name, tolerance, method);
  }

  RunningClass& until(double t) {
    time_ = t;
    simulator_->run(t);
    values_.resize(part_->variables().size());
    part_->values(t, values_.data());
    return *this;
  }
  bool has(const std::string& name) const { return place(name) < part_->variables().size(); }
  double operator[](const std::string& name) const {
    const std::size_t i = place(name);
    if (i < values_.size()) return values_[i];
    ADD_FAILURE() << "no variable " << name;
    return 0;
  }
  continuous::Counters counters() const { return part_->counters(); }
  const FlatModel& flat() const { return *flat_; }

 private:
  void build(const Source& source, const std::string& name, double tolerance, sundials::Method method) {
    flat_ = flatten(source, name);
    Translated translated = translate(*flat_);
    auto model = std::make_unique<sundials::FlatModel>(std::move(translated.system), translated.visible);
    sundials::Options options;
    options.tolerance = tolerance;
    options.method = method;
    root_ = std::make_unique<Coupled>("root");
    part_ = &root_->add<sundials::Continuous>("model", std::move(model), options, sundials::Ports{}, &run_);
    simulator_ = std::make_unique<Simulator>(escapement::flatten(*root_));
  }
  std::size_t place(const std::string& name) const {
    std::size_t i = 0;
    while (i < part_->variables().size() && part_->variables()[i].name != name) ++i;
    return i;
  }

  std::unique_ptr<FlatModel> flat_;
  continuous::Run run_;  // parts discharge themselves from it
  std::unique_ptr<Coupled> root_;
  sundials::Continuous* part_ = nullptr;
  std::unique_ptr<Simulator> simulator_;
  std::vector<double> values_;
  double time_ = 0;
};

struct Expected {
  const char* name;
  double value;
};

// Runs the class of the text and compares what is there at `until`.
inline void expect_values(const std::string& class_name, const std::string& text, double until,
                          std::initializer_list<Expected> expected) {
  Source source;
  source.use_environment = false;
  source.texts.emplace_back("test.mo", text);
  RunningClass model(source, class_name, 1e-9);
  model.until(until);
  for (const Expected& one : expected)
    EXPECT_NEAR(model[one.name], one.value, 1e-5 * (1 + std::abs(one.value)))
        << class_name << '.' << one.name;
}

// What building and running to `until` throws; empty when nothing is thrown.
inline std::string failure_of(const std::string& text, double until) {
  try {
    RunningClass(text).until(until);
    return {};
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace escapement::modelica
