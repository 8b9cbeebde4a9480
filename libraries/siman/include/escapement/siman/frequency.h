// SPDX-License-Identifier: MIT
// A frequency (FREQUENCIES): how often and how long the state of a resource, or an expression of the state,
// was in each of several categories. The value is taken after every event (statistics/frequency.h).
//
// For a resource with a state set the categories are its states, and behind them the automatic states that
// none of them stands for; else the four automatic ones.
#pragma once

#include <string>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/statistic_elements.h"
#include "escapement/statistics/frequency.h"

namespace escapement::siman {

class Resource;

class Frequency : public Observed {
 public:
  struct Options {
    Reference resource{};    // either this
    ExpressionText value{};  // or this, with categories
    std::vector<statistics::Category> categories{};
  };
  Frequency(std::string name, Options options) : Observed(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  // Throws InputError when a category is no range.
  static Options options_from(const registry::Arguments& arguments);

  void declare(Binder& binder) override;
  void bind(Binder& binder) override;
  void start() override;
  void observe() override;

 private:
  Options options_;
  const Resource* resource_ = nullptr;
  expressions::Expression value_;
  statistics::Frequency* statistic_ = nullptr;
};

}  // namespace escapement::siman
