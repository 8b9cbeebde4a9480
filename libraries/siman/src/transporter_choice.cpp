// SPDX-License-Identifier: MIT
#include "escapement/siman/transporter_choice.h"

#include <algorithm>
#include <cmath>

#include "escapement/core/error.h"
#include "escapement/siman/process_host.h"
#include "escapement/siman/set.h"

namespace escapement::siman {

void TransporterChoice::bind(const Reference& reference, Member& owner, Binder& binder) {
  name_ = reference.name;
  auto* const set = reference.empty() ? nullptr : dynamic_cast<Set*>(Binder::find_any(owner, reference.name));
  is_set_ = set != nullptr;
  if (is_set_)
    all_ = set->members_as<Transporter>(binder, owner, reference, "Transporter");
  else if (Transporter* const found = binder.find<Transporter>(owner, reference, "transporter"))
    all_ = {found};
  for (Transporter* each : all_) each->find_network(binder);
}

void TransporterChoice::bind_place(GuidedPlace& place, const GuidedPlace::Options& options, Member& owner,
                                   Binder& binder, std::optional<std::uint64_t> stream) const {
  if (options.empty() || empty()) return;
  place.bind(options, owner, binder, all_.front(), stream);
  for (const Transporter* each : all_)
    if (all_.front()->guided() && (!each->guided() || &each->network() != &all_.front()->network()))
      binder.fault(owner, {},
                   "'" + owner.address() + "' sends units of set '" + name_ + "' to a place of network '" +
                       all_.front()->network().path() + "', but '" + each->path() + "' does not run on it",
                   "name a set whose transporters run on one network, or a station");
}

std::size_t TransporterChoice::member_at(double number, const Member& by) const {
  if (!(number >= 1 && number <= static_cast<double>(all_.size())) || number != std::floor(number))
    by.host().fail(by, "asks for member " + to_text(number) + " of set '" + name_ +
                           "'; it must be a whole number from 1 to " + std::to_string(all_.size()));
  return static_cast<std::size_t>(number) - 1;
}

Transporter& TransporterChoice::held_by(const Entity& entity, double unit) const {
  for (Transporter* each : all_) {
    const std::vector<Transporter::Unit>& units = each->units();
    for (std::size_t i = 0; i < units.size(); ++i)
      if (units[i].holder == entity.record && (unit == 0 || static_cast<double>(i + 1) == unit)) return *each;
  }
  return *all_.front();
}

Transporter& TransporterChoice::moving_for(const Entity& entity, std::size_t unit) const {
  for (Transporter* each : all_)
    if (unit < each->units().size() && each->units()[unit].holder == entity.record &&
        each->units()[unit].to != nullptr)
      return *each;
  throw InternalError("no unit " + std::to_string(unit + 1) + " of '" + name_ + "' moves for its entity");
}

}  // namespace escapement::siman
