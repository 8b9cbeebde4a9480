// SPDX-License-Identifier: MIT
// A frequency (FREQUENCIES): how often and how long the state of a resource, or an expression of the state,
// was in each of several categories. The value is taken after every event (statistics/frequency.h).
//
// For a resource with a state set the categories are its states, and behind them the automatic states that
// none of them stands for; else the four automatic ones.
//
//   F1  Where the value reads levels, variables of continuous parts or the clock it moves between events. The
//       instants at which it comes into other categories are found by halving, to the last bits. That finds
//       all of them when the value only rises or only falls between events, as levels do; what goes forth and
//       back between two looks is not seen.
#pragma once

#include <string>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/statistic_elements.h"
#include "escapement/statistics/frequency.h"

namespace escapement::siman {

class Resource;

class Frequency : public Observed, private statistics::Mover, private continuous::Follower {
 public:
  struct Options {
    Reference resource{};    // either this
    ExpressionText value{};  // or this, with categories
    std::vector<statistics::Category> categories{};
    Reference file{};  // that each change is written to; empty: none
  };
  Frequency(std::string name, Options options)
      : Observed(std::move(name)), options_(std::move(options)), file_(options_.file) {}
  static registry::ComponentType descriptor();
  // Throws InputError when a category is no range.
  static Options options_from(const registry::Arguments& arguments);

  void declare(Binder& binder) override;
  void bind(Binder& binder) override;
  void start() override;
  void observe() override;
  bool moves() const override { return moves_; }
  void before_event(Time t) override { bring_to(t); }
  void archive(Archive& archive) override;

 private:
  void bring_to(double t) override;  // Mover, Follower
  double value_at(double t);
  void cross(double from, double before, double to, double after);
  void set(double t, double value);

  Options options_;
  ObservationFile file_;  // of the values, when they change
  const Resource* resource_ = nullptr;
  expressions::Expression value_;
  statistics::Frequency* statistic_ = nullptr;
  bool moves_ = false;
  double since_ = 0;  // up to here changes of category are known
};

}  // namespace escapement::siman
