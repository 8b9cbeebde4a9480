// SPDX-License-Identifier: MIT
// What tests of transfers share: a model with a station A, B, C ... and a log behind each.
#pragma once

#include "escapement/siman/attribute.h"
#include "escapement/siman/route.h"
#include "escapement/siman/sequence.h"
#include "escapement/siman/station.h"
#include "siman/support.h"

namespace escapement::siman::testing_support {

struct Yard : Model {
  explicit Yard(const std::vector<const char*>& stations = {"A", "B", "C"}) {
    add<EntityType>("Part");
    for (const char* station : stations) add<StationElement>(station);
  }
  // The block that stands for a station, "AtA", with a log "ComeA" behind it.
  Log& at(const std::string& station) {
    auto& block = top.add<StationBlock>("At" + station, StationBlock::Options{{Reference(station)}});
    auto& log = top.add<Log>("Come" + station);
    link(block.out, log.in);
    return log;
  }
  Destination::Options to(const char* station) { return {station, {}, false}; }
  // A chain: what comes out of each block goes into the next.
  template <class First, class Second, class... Rest>
  void chain(First& first, Second& second, Rest&... rest) {
    link(first.out, second.in);
    if constexpr (sizeof...(rest) > 0) chain(second, rest...);
  }
  Assign& assign(const char* name, const std::vector<ExpressionText>& texts) {
    Assign::Options options;
    for (const ExpressionText& text : texts) options.assignments.push_back(Assignment::parse(text));
    return add<Assign>(name, options);
  }
};

}  // namespace escapement::siman::testing_support
