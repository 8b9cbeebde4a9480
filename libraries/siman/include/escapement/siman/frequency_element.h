// SPDX-License-Identifier: MIT
// A frequency (FREQUENCIES): how often and how long the value of an expression, or the state of a resource, was
// in each of several categories (statistics/frequency.h). The value is taken after every event.
#pragma once

#include <string>
#include <vector>

#include "escapement/registry/arguments.h"
#include "escapement/registry/descriptor.h"
#include "escapement/siman/statistic_elements.h"
#include "escapement/statistics/frequency.h"

namespace escapement::siman {

class Resource;

class FrequencyElement : public Observed {
 public:
  struct Options {
    ExpressionText value{};
    Reference resource{};  // instead of a value: its states
    std::vector<statistics::Category> categories{};
  };
  FrequencyElement(std::string name, Options options)
      : Observed(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  void declare(Binder& binder) override;
  void bind(Binder& binder) override;
  void start() override { observe(); }
  void observe() override;

 private:
  Options options_;
  expressions::Expression expression_;
  Resource* resource_ = nullptr;
  bool automatic_ = false;  // the categories are those of any resource
  statistics::Frequency* statistic_ = nullptr;
};

}  // namespace escapement::siman
