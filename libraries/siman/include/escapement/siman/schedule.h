// SPDX-License-Identifier: MIT
// A schedule (SCHEDULES): a value that changes at known times. Each item holds its value for a duration;
// after the last item the schedule begins again, unless the last one has no duration: then its value holds
// for ever (Kelton, Sadowski and Zupick, Simulation with Arena; Rossetti, Simulation Modeling and Arena,
// "Schedule").
//
// Or the values follow the calendar (work_calendar.h): days, a week that comes again, and exceptions. Such a
// schedule keeps to its dates: an item that could not begin in time ends when it would have ended all the
// same.
//
// Types: Capacity (units of a resource), Arrival (entities per hour of a source), Other (any number, read by
// SCHEDVALUE in expressions).
//
// Where all durations are constants, item k begins at an instant that is rounded once, from exact fractions,
// so that it meets other periodic events in bit-equal times (core/periodic.h). A duration that is drawn is
// drawn when its item begins.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "escapement/core/periodic.h"
#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"
#include "escapement/siman/work_calendar.h"

namespace escapement::siman {

class Schedule : public Member {
 public:
  enum class Kind { kCapacity, kArrival, kOther };
  struct Item {
    ExpressionText value;
    ExpressionText duration{};  // empty, in the last item only: for ever
  };
  struct Options {
    Kind kind = Kind::kCapacity;
    std::vector<Item> items;
    double scale = 1;                        // all values are multiplied by it; above 0
    std::optional<WorkCalendar> calendar{};  // instead of items
    SourceLocation where{};                  // of the calendar
  };
  Schedule(std::string name, Options options) : Member(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  void bind(Binder& binder) override;
  void start() override;
  void due(Entity* entity) override;
  void archive(Archive& archive) override;
  bool marks_changes() const override { return true; }
  // An expression reads its value (SCHEDVALUE): each change is an event then, so that conditions and
  // statistics see it at its instant. A run without a length does not go on for it.
  void note_read() { read_ = true; }

  Kind kind() const { return options_.kind; }
  static const char* kind_name(Kind kind);
  std::size_t size() const { return items_.size(); }
  bool repeats() const { return repeats_; }
  // Whether all values and durations are constants; then the functions below that say so may be called.
  bool is_constant() const { return constant_; }
  bool has_constant_durations() const { return !begins_.empty(); }
  bool keeps_dates() const { return options_.calendar.has_value(); }

  // Value and duration of the item k = 0, 1, 2, ... counted on over the repetitions. The value is scaled; a
  // duration may be infinite. Throw SimulationError here when an expression gives no number, or a duration
  // below 0.
  double value(std::uint64_t k);
  double duration(std::uint64_t k);

  // With constant durations: when item k begins, from 0 on; infinite when it never does.
  Time begin(std::uint64_t k) const;
  // When constant: the value at t >= 0; at a change the new one.
  double value_at(Time t) const;
  double greatest_value() const;
  // With constant durations: the time after which all comes round; infinite when it does not repeat.
  double period() const { return period_; }

 private:
  struct Part {
    expressions::Expression value, duration;
  };
  void bind_items(Binder& binder);
  void bind_calendar(Binder& binder);
  void make_timeline();
  // The place in items_ of item k, counted on over the repetitions.
  std::size_t place(std::uint64_t k) const {
    if (k < items_.size()) return static_cast<std::size_t>(k);
    return repeats_from_ + static_cast<std::size_t>((k - repeats_from_) % (items_.size() - repeats_from_));
  }

  void plan_change();

  Options options_;
  bool read_ = false;
  std::uint64_t item_ = 0;  // that holds, where it is read
  std::vector<Part> items_;
  std::size_t repeats_from_ = 0;  // what is before comes once
  bool repeats_ = false;
  bool constant_ = false;
  double period_ = kInfinity;
  std::vector<double> offsets_;                  // of the items, in the first round
  std::vector<std::optional<Periodic>> begins_;  // when repeating: item by item
};

// Where a user of a schedule is in it.
struct ScheduleCursor {
  std::uint64_t item = 0;
  bool shifted = false;  // an item began later than planned: what follows is counted from there

  // When the item that began at `began` ends. Draws its duration where it is no constant.
  Time end(Schedule& schedule, Time began) const;
};

}  // namespace escapement::siman
