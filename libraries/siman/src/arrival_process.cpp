// SPDX-License-Identifier: MIT
#include "escapement/siman/arrival_process.h"
#include "escapement/siman/member_reference.h"

#include <algorithm>

#include "escapement/core/error.h"
#include "escapement/siman/process_host.h"

namespace escapement::siman {
namespace {

constexpr long kMostItemsWithoutArrivals = 1000000;

}  // namespace

void ArrivalProcess::enter(std::uint64_t item, Time began) {
  cursor_.item = item;
  const double per_hour = schedule_.value(item);
  if (!(per_hour >= 0 && per_hour < kInfinity))
    schedule_.host().fail(
        schedule_, "the rate of arrivals is " + to_text(per_hour) + "; it must be finite and 0 or more");
  rate_ = per_hour * hours_;
  end_ = cursor_.end(schedule_, began);
}

Time ArrivalProcess::next(Time from, double exponential) {
  if (!begun_) {
    begun_ = true;
    enter(0, 0);
  }
  Time at = from;
  for (long items = 0;;) {
    if (at < end_) {
      const double available = rate_ * (end_ - at);  // NaN when there is no end and no rate
      if (rate_ > 0 && exponential < available) return at + exponential / rate_;
      if (end_ == kInfinity || end_ > last_) return kInfinity;
      exponential -= available;
      at = end_;
    }
    if (++items > kMostItemsWithoutArrivals)
      schedule_.host().fail(schedule_,
                            "no arrival in a million items of the schedule; give one of them a "
                            "rate above 0, or a last item without a duration");
    enter(cursor_.item + 1, end_);
  }
}

void ArrivalProcess::archive(Archive& archive) {
  archive(begun_, cursor_.item, cursor_.shifted, end_, rate_);
}

}  // namespace escapement::siman
