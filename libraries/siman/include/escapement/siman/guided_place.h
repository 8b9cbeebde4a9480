// SPDX-License-Identifier: MIT
// A place on a guide path that a block names: an intersection, a zone of a link, or the place of a station.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/transporter.h"

namespace escapement::siman {

class GuidedPlace {
 public:
  struct Options {
    Reference intersection{}, link{};
    ExpressionText zone{};  // of the link, from 1
    Reference station{};
    bool empty() const { return intersection.empty() && link.empty() && station.empty(); }
  };
  // "intersection", "link" and "zone", and with `station` a station too; with a prefix "unitIntersection" ...
  // `what` is what goes there.
  static std::vector<registry::Field> fields(const std::string& prefix, const std::string& what,
                                             bool station);
  // That one of them is given at the most, and a zone with a link; answers how many are given.
  static int check(const registry::Value& value, const std::string& prefix, std::vector<Diagnostic>& out);
  static Options options_from(const registry::Arguments& arguments, const std::string& prefix, bool station);

  // A fault when the transporter is not guided, or its network lacks the place.
  void bind(const Options& options, Member& owner, Binder& binder, Transporter* transporter,
            std::optional<std::uint64_t> stream);
  explicit operator bool() const { return given_; }
  // Throws SimulationError in the owner when the link has no such zone.
  GuideNetwork::Zone of(Entity& entity, const Member& owner) const;

 private:
  bool given_ = false;
  const Transporter* transporter_ = nullptr;
  const StationElement* station_ = nullptr;
  const NetworkLink* link_ = nullptr;
  GuideNetwork::Zone zone_ = GuideNetwork::kNowhere;
  expressions::Expression number_;
};

}  // namespace escapement::siman
