// SPDX-License-Identifier: MIT
#include "escapement/arena/onward.h"

#include <algorithm>

namespace escapement::arena {
namespace {

const std::vector<std::string> kOnwardKinds = {"Route", "Convey", "Transport", "Connect"};

Onward::Kind kind_from(const std::string& name) {
  return static_cast<Onward::Kind>(std::find(kOnwardKinds.begin(), kOnwardKinds.end(), name) -
                                   kOnwardKinds.begin());
}

}  // namespace

std::vector<registry::Field> Onward::fields() {
  using namespace registry;
  return {choice("transfer", kOnwardKinds)
              .by_default("Route")
              .because("how entities go on: in a time, by conveyor, by transporter, or by the port out"),
          expression("duration")
              .at_least(0)
              .in("time")
              .by_default("0")
              .because("Route: how long they are on the way")};
}

Onward::Kind Onward::check(const registry::Value& v, std::vector<Diagnostic>& out) {
  const registry::Value* transfer = v.find("transfer");
  const Kind kind = transfer == nullptr ? Kind::kRoute : kind_from(transfer->text());
  const auto need = [&](Kind which, const char* field) {
    if (kind == which && v.find(field) == nullptr)
      out.push_back({v.where(),
                     "transfer " + kOnwardKinds[static_cast<std::size_t>(which)] + " needs \"" + field + "\"",
                     std::string("name the ") + field + ", or choose another \"transfer\""});
  };
  need(Kind::kConvey, "conveyor");
  need(Kind::kTransport, "transporter");
  if (const registry::Value* duration = v.find("duration"); duration != nullptr && kind != Kind::kRoute)
    out.push_back({duration->where(), "\"duration\" has no meaning without transfer Route", "remove it"});
  return kind;
}

Onward Onward::from(const registry::Arguments& arguments) {
  Onward onward;
  onward.kind = kind_from(arguments.string("transfer", kOnwardKinds.front()));
  onward.duration = arguments.expression("duration", 0.0);
  if (arguments.has("conveyor")) onward.conveyor = siman::reference_from(arguments, "conveyor");
  if (arguments.has("transporter")) onward.transporter = siman::reference_from(arguments, "transporter");
  onward.velocity = arguments.expression("velocity");
  if (arguments.has("stream")) onward.stream = static_cast<std::uint64_t>(arguments.integer("stream", 1));
  return onward;
}

}  // namespace escapement::arena
