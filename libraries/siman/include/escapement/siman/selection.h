// SPDX-License-Identifier: MIT
// How one of several is chosen: a member of a set of resources, one of several queues, one of several seizes
// (Pegden, Shannon and Sadowski 1995; Kelton, Sadowski and Zupick, "sets"). Only those that can serve are
// candidates; ties go to the first in order.
//
//   Cyclical                  the next candidate after the one chosen last
//   Random                    each candidate with the same probability
//   PreferredOrder            the first candidate
//   SpecificMember            the one whose number, from 1, an expression gives, if it is a candidate
//   LargestRemainingCapacity, SmallestRemainingCapacity   by free units, or free places in a queue
//   LargestNumber..., SmallestNumber...                   by busy units (Busy), or entities (InQueue)
//   LargestDistance, SmallestDistance                     of transporters, by the way to the entity
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "escapement/random/stream.h"
#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"

namespace escapement::siman {

enum class SelectionRule {
  kCyclical,
  kRandom,
  kPreferredOrder,
  kSpecificMember,
  kLargestRemaining,
  kSmallestRemaining,
  kLargestNumber,
  kSmallestNumber
};

enum class SelectionOf { kResources, kQueues, kTransporters };

struct Selection {
  SelectionRule rule = SelectionRule::kPreferredOrder;
  ExpressionText member{};  // for SpecificMember
  static std::vector<std::string> rule_names(SelectionOf what);
  // Fields "rule" and "member" of a descriptor, and what they say.
  static std::vector<registry::Field> fields(SelectionOf what, const char* default_rule);
  static Selection from(const registry::Arguments& arguments, SelectionOf what, const char* default_rule);
  // Faults of the two fields together.
  static void check(const registry::Value& value, std::vector<Diagnostic>& out);
};

class Selector {
 public:
  Selector() = default;
  // Faults go to the binder. `field` names the stream of the rule Random and of the expression's variates.
  Selector(Member& owner, Binder& binder, const Selection& selection, const std::string& field,
           std::optional<std::uint64_t> stream, bool entity_at_hand = true);

  SelectionRule rule() const { return rule_; }
  // The number that SpecificMember asks for, from 0. Throws SimulationError in the owner when it is out of
  // range. `entity` is nullptr where none is at hand.
  std::size_t specific(Entity* entity, std::size_t count);

  // Chooses among 0 ... count - 1; nullopt when none is a candidate. is_candidate(i), remaining(i) and
  // number(i) tell of each.
  template <class IsCandidate, class Remaining, class Number>
  std::optional<std::size_t> choose(Entity* entity, std::size_t count, IsCandidate is_candidate,
                                    Remaining remaining, Number number) {
    std::optional<std::size_t> best;
    const auto keep_best = [&](auto measure, double sign) {
      for (std::size_t i = 0; i < count; ++i)
        if (is_candidate(i) && (!best || sign * measure(i) > sign * measure(*best))) best = i;
    };
    switch (rule_) {
      case SelectionRule::kCyclical:
        for (std::size_t k = 1; k <= count && !best; ++k)
          if (const std::size_t i = (last_ + k) % count; is_candidate(i)) best = i;
        break;
      case SelectionRule::kRandom: {
        std::int64_t candidates = 0;
        for (std::size_t i = 0; i < count; ++i) candidates += is_candidate(i) ? 1 : 0;
        if (candidates == 0) break;
        std::int64_t skip = candidates == 1 ? 0 : stream_->rand_int(0, candidates - 1);
        for (std::size_t i = 0; i < count && !best; ++i)
          if (is_candidate(i) && skip-- == 0) best = i;
        break;
      }
      case SelectionRule::kPreferredOrder:
        for (std::size_t i = 0; i < count && !best; ++i)
          if (is_candidate(i)) best = i;
        break;
      case SelectionRule::kSpecificMember:
        if (const std::size_t i = specific(entity, count); is_candidate(i)) best = i;
        break;
      case SelectionRule::kLargestRemaining:
        keep_best(remaining, 1);
        break;
      case SelectionRule::kSmallestRemaining:
        keep_best(remaining, -1);
        break;
      case SelectionRule::kLargestNumber:
        keep_best(number, 1);
        break;
      case SelectionRule::kSmallestNumber:
        keep_best(number, -1);
        break;
    }
    return best;
  }
  // The one that was chosen is taken: Cyclical goes on from it.
  void took(std::size_t index) { last_ = index; }
  void reset() { last_ = kNone; }
  void archive(Archive& archive);

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  Member* owner_ = nullptr;
  SelectionRule rule_ = SelectionRule::kPreferredOrder;
  expressions::Expression member_;
  random::Stream* stream_ = nullptr;
  std::size_t last_ = kNone;  // the one before the first
};

}  // namespace escapement::siman
