// SPDX-License-Identifier: MIT
// When the units of a resource may be seized: schedules, failures, and changes by blocks (Kelton, Sadowski
// and Zupick, Simulation with Arena, "schedules" and "resource failures"; Rossetti, Simulation Modeling and
// Arena).
//
// A fall of the capacity, by a schedule, from n to m units while b are busy:
//   V1  If b <= m the capacity is m at once. The same under all rules.
//   V2  Wait: idle units go at once, busy ones as they are released: the capacity is max(m, b) until then,
//   and
//       nobody gets a unit. The time of the schedule's item begins when the capacity has come to m; what
//       follows is later by that much.
//   V3  Ignore: the capacity is m at once, and so is the item's time. Busy units finish their work, which may
//       be more than are scheduled, and go when they are released.
//   V4  Preempt: the capacity is m at once, and so is the item's time; b - m units are taken from their
//   holders
//       (interruptions.h). A holder whose delay ends now keeps its units until then.
//   V5  A change by Alter or an assignment is as Wait, without an item to wait for. The schedule's next item
//       sets the capacity anew.
//
// A failure stops the whole resource; the capacity stays as it is scheduled.
//   F1  By time: it comes when its up time is over, drawn at the start and anew after each repair. With a
//       state to count in (uptimeIn) the up time passes only while the resource is in that state.
//   F2  By count: it comes on that release; the count is evaluated at the start and anew after each repair.
//   F3  While another failure acts or waits to act, it queues up behind it; they are repaired one after
//   another. F4  Its turn: nobody gets a unit any more. Wait: when the last busy unit is released, the
//   resource is
//       failed and the down time begins. Ignore: it is failed and the down time begins at once; busy units
//       finish. Preempt: so too, and all units are taken from their holders, as in V4.
//   F5  The down time over, the next failure has its turn (F4), or else the units may be seized again.
// At one time capacity changes come first, then failures and repairs in order of scheduling (calendar.h).
#pragma once

#include <cstdint>
#include <vector>

#include "escapement/siman/calendar.h"
#include "escapement/siman/resource.h"
#include "escapement/siman/schedule.h"

namespace escapement::siman {

class Availability {
 public:
  explicit Availability(Resource& resource) : resource_(resource) {}

  void add_failure(Failure& failure, CapacityRule rule) { causes_.push_back({&failure, rule}); }
  void start();
  void due();
  // Units were given back, and are not handed on yet.
  void released();
  // V2: fewer units are busy than before.
  void go_on_decreasing();
  // Busy units or the capacity have changed.
  void state_changed();
  // V5.
  void alter(double capacity);
  double target() const { return target_; }
  bool failed() const { return failed_; }
  const Failure* acting() const { return failed_ ? causes_[turn_.front()].failure : nullptr; }

 private:
  enum class Phase : std::uint8_t { kUp, kStopped, kQueued, kWaiting, kDown };
  struct Cause {
    Failure* failure;
    CapacityRule rule;
    Phase phase = Phase::kUp;
    double left = 0;      // of the up time, while its clock stands still
    Time running_to = 0;  // when it will be over, while it runs
    std::uint64_t releases = 0, limit = 0;
  };
  static constexpr std::int32_t kScheduleItem = -1;
  struct Timer {
    Time at;
    EventClass event_class;
    std::uint64_t order;
    std::int32_t what;  // kScheduleItem, or the place of a cause
    Calendar::Id id;
  };

  void set_timer(Time at, std::int32_t what);
  void cancel_timer(std::int32_t what);
  void begin_item(Time began);
  void change_to(double capacity, CapacityRule rule);
  void begin_waiting_item();
  void start_up_time(std::size_t cause);
  void follow_clock(std::size_t cause);
  void fail(std::size_t cause);
  void take_turn();
  void break_down();
  void begin_waiting_repair();
  void repair();
  void interrupt(double units);
  double checked(double capacity) const;
  double offered() const { return blocked_ ? 0 : target_; }

  Resource& resource_;
  double target_ = 0;
  bool decreasing_ = false;  // V2: units are to go as they are released
  bool item_waits_ = false;  // and the item's time begins then
  bool blocked_ = false;     // F4: nobody gets a unit
  bool failed_ = false;
  ScheduleCursor cursor_;
  Time item_began_ = 0;
  Time last_due_ = -1;
  int at_once_ = 0;
  std::vector<Cause> causes_;
  std::vector<std::size_t> turn_;  // causes that act or queue up, the acting one first
  std::vector<Timer> timers_;
  std::uint64_t timer_order_ = 0;
};

}  // namespace escapement::siman
