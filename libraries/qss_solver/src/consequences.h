// SPDX-License-Identifier: MIT
// What has to be done after an event has changed some variables. It depends on which have changed, not on
// their values, and systems that switch come back to the same few changes again and again; so what was found
// out once is kept.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "known_coefficients.h"

namespace escapement::qss_solver {

struct Consequences {
  // What has changed: states by their numbers, held variables by their slots, and, from Plan::slots on,
  // functions that have to be looked at in any case; in the order in which they changed.
  std::vector<std::uint32_t> of;
  std::vector<std::uint32_t> refreshed;  // rows that have new coefficients
  std::vector<std::uint32_t> timed;      // places in Plan::timed
  std::vector<std::uint32_t> chosen;     // states whose q is chosen anew, ascending
  std::vector<std::uint32_t> evaluated;  // functions, in order, without crossing functions
  std::vector<std::uint32_t> crossings;  // crossing functions to look at
  std::vector<std::uint32_t> unsure;     // states whose room (see Engine::Room) has to be measured anew
  bool limits = false;                   // what limits quanta may be another now
  bool again = false;                    // it has come more than once
  bool searched = false;                 // instants that are searched for may be others now
  KnownCoefficients coefficients;        // of these rows
};

// Those of the last changes. Each change has a place that follows from it, for itself and one other: of more
// that meet there the last two are known.
class KnownConsequences {
 public:
  // What is known of this change, or what is to be filled in: then `of` has been set, and all else is empty.
  Consequences& of(const std::vector<std::uint32_t>& change, bool& known) {
    std::uint64_t hash = change.size();
    for (const std::uint32_t one : change) hash = (hash ^ one) * 0x9e3779b97f4a7c15u;
    Place& place = places_[hash >> (64 - kBits)];
    known = place.is(change);
    if (known) return place.both[place.last];
    place.last ^= 1;
    known = place.is(change);
    Consequences& all = place.both[place.last];
    if (!known) {
      for (std::vector<std::uint32_t>* list :
           {&all.refreshed, &all.timed, &all.chosen, &all.evaluated, &all.crossings, &all.unsure})
        list->clear();
      all.of = change;
      all.again = all.searched = all.limits = false;
      all.coefficients = {};
    }
    return all;
  }

 private:
  static constexpr int kBits = 6;
  struct Place {
    std::array<Consequences, 2> both;
    std::uint8_t last = 0;  // which of them was asked for last
    bool is(const std::vector<std::uint32_t>& change) const {
      const std::vector<std::uint32_t>& of = both[last].of;
      return !of.empty() && of == change;
    }
  };
  std::array<Place, std::size_t{1} << kBits> places_;
};

}  // namespace escapement::qss_solver
