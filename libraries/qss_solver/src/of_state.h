// SPDX-License-Identifier: MIT
// What the loop keeps of each state.
#pragma once

#include <cstdint>

#include "escapement/core/time.h"

namespace escapement::qss_solver {

// What is looked at with every choice: one line of the cache, and the rest apart.
struct alignas(64) OfState {
  double absolute = 0, quantum = 0, chosen = 0;  // x when q was chosen
  double expires = kInfinity;                    // until when the polynomial of its derivative serves
  double slope = 0;                              // of its derivative over itself, where it is known
  std::uint64_t changes = 0, stamp = 0;          // the wave in which it was touched
  bool leaves_out = false;                       // something, and LeftOut tells all of it
  bool slope_known = false;                      // by its row or its formula: slope_of() need not look
  bool is_row = false;                           // its derivative is a row of states alone
  bool plain = false;                            // its readers are such rows
  bool watched = false;                          // functions read its x
  bool followed = false;                         // its column is looked at with each choice
  bool foresees = false;                         // its derivative is no polynomial that ends with a choice
  bool bends : 1 = false;                        // and stands on nonlinear blocks
  bool timed : 1 = false;                        // and depends on time: it is renewed by an item of its own
  bool unanswered : 1 = false;                   // no state that it moves moves it
};
static_assert(sizeof(OfState) == 64);

// How much a state is driven by others, how often in a row it chose where it would rest, how long no group is
// looked for (group_step.h).
struct Driven {
  std::uint8_t hurries = 0, rests = 0, alone = 0;
  std::int8_t side = 0;     // on which q was of x
  std::uint8_t wasted = 0;  // groups in a row that were due again at once
  bool grouped = false;     // it chose last in one
};

// The slope of this state's derivative over another state.
struct Slope {
  std::uint32_t state = 0;
  double value = 0;
  template <class A>
  void archive(A& archive) {
    archive(state, value);
  }
};

// What the polynomial of its derivative leaves out, by a formula, from `since` on; and until when it serves
// at most (foresight.cpp).
struct LeftOut {
  double since = 0, first = 0, second = 0, foreseen = kInfinity;
};

// Of a state whose x is read by conditions that read nothing else that moves: as long as x keeps between
// these, none of them changes. Not known where low is not below high; never known of other states.
struct Room {
  double low = 0, high = 0;
  bool never = false;
  bool awaited = true;  // some of these conditions may be due
  bool known() const { return low < high; }
  void forget() { low = high = 0; }
};

// Where quanta are relative to how far states have come: between which values.
struct Travel {
  double low = 0, high = 0;
  double most = kInfinity;  // however far it has come: what turns has come back after a radian or six
};

// How far it moves a condition that is solved for together with what it reads (limits.cpp).
struct Reach {
  std::uint32_t condition = 0;
  double slope = 0;
  template <class A>
  void archive(A& archive) {
    archive(condition, slope);
  }
};

}  // namespace escapement::qss_solver
