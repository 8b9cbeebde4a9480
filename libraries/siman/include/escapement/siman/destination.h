// SPDX-License-Identifier: MIT
// Where a transfer leads: to a station by name, to the one whose number an expression gives (an attribute,
// say), or to the next one of the entity's sequence (sequence.h).
#pragma once

#include <optional>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/station_element.h"

namespace escapement::siman {

class Destination {
 public:
  struct Options {
    Reference station{};
    ExpressionText number{};
    bool by_sequence = false;
  };
  // "station", "stationNumber" and "bySequence", and that there is exactly one of them.
  static std::vector<registry::Field> fields();
  static void check(const registry::Value& value, std::vector<Diagnostic>& out);
  static Options options_from(const registry::Arguments& arguments);

  void bind(const Options& options, Member& owner, Binder& binder, std::optional<std::uint64_t> stream);
  // From the owner's check_links(): BuildError when no block stands for a station known by name.
  void check_block(const Member& owner) const;
  // The station where the entity goes; sets Entity.Station and, by sequence, does S1 to S3. Throws
  // SimulationError in the owner.
  StationElement& of(Entity& entity, const Member& owner);

 private:
  StationElement* station_ = nullptr;
  bool by_sequence_ = false;
  expressions::Expression number_;
};

}  // namespace escapement::siman
