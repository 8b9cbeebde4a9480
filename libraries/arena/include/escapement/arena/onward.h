// SPDX-License-Identifier: MIT
// How a module sends entities on: Route in a time, Convey on a conveyor of which they have cells, Transport
// with a unit of a transporter that they have, or Connect: by the port "out", with Entity.Station as it is.
#pragma once

#include "escapement/arena/module.h"
#include "escapement/siman/destination.h"

namespace escapement::arena {

struct Onward {
  enum class Kind { kRoute, kConvey, kTransport, kConnect };
  Kind kind = Kind::kRoute;
  siman::Destination::Options destination{};
  siman::ExpressionText duration = 0.0;  // Route
  siman::Reference conveyor{};           // Convey
  siman::Reference transporter{};        // Transport
  siman::ExpressionText velocity{};      // Transport
  std::optional<std::uint64_t> stream{};

  // "transfer" and "duration".
  static std::vector<registry::Field> fields();
  // That the conveyor or the transporter of the transfer is named. Answers its kind.
  static Kind check(const registry::Value& value, std::vector<Diagnostic>& out);
  // All but the destination.
  static Onward from(const registry::Arguments& arguments);
};

}  // namespace escapement::arena
