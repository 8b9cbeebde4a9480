// SPDX-License-Identifier: MIT
// The transporters that a block names: one, or the members of a set of them (Pegden, Shannon and Sadowski
// 1995, "transporter sets"). The block then means:
//   of one     the unit that the entity has, or the one of the number that it gives
//   of a set   the same of the first member of which the entity has such a unit, or of the member whose
//   number
//              in the set, from 1, it gives
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "escapement/siman/guided_place.h"
#include "escapement/siman/transporter.h"

namespace escapement::siman {

class TransporterChoice {
 public:
  // What is wrong with the name is told to the binder; then it is empty.
  void bind(const Reference& reference, Member& owner, Binder& binder);
  // A place of a network, which all of them must run on; a fault when they do not.
  void bind_place(GuidedPlace& place, const GuidedPlace::Options& options, Member& owner, Binder& binder,
                  std::optional<std::uint64_t> stream) const;

  bool empty() const { return all_.empty(); }
  bool is_set() const { return is_set_; }
  const std::vector<Transporter*>& all() const { return all_; }
  const std::string& name() const { return name_; }  // as it was written

  // The place in all() of the one that a number of the set means. Throws SimulationError in `by` when it is
  // none.
  std::size_t member_at(double number, const Member& by) const;
  // The one of which the entity has a unit, that of the number when it is not 0; the first when there is
  // none, for Transporter::unit_of() to complain.
  Transporter& held_by(const Entity& entity, double unit) const;
  // The one that moves a unit of that place, from 0, to the entity.
  Transporter& moving_for(const Entity& entity, std::size_t unit) const;

 private:
  std::vector<Transporter*> all_;
  std::string name_;
  bool is_set_ = false;
};

}  // namespace escapement::siman
