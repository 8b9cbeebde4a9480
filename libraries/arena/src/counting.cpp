// SPDX-License-Identifier: MIT
#include "counting.h"

#include "escapement/siman/binder.h"
#include "escapement/siman/entity_type.h"

namespace escapement::arena {

void CountBlock::declare(siman::Binder& binder) {
  counter_ = &binder.counter(*this, parent()->path() + "." + suffix_, {parent(), {}});  // exits share a count
}

void VisitEnd::declare(siman::Binder& binder) {
  CountBlock::declare(binder);
  const std::string module = parent()->path();
  for (std::size_t c = 0; c < siman::kCategories; ++c)
    times_[c] = &binder.tally(*this, module + "." + siman::kCategoryTimeNames[c]);
  total_ = &binder.tally(*this, module + ".TotalTime");
}

}  // namespace escapement::arena
