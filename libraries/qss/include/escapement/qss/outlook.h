// SPDX-License-Identifier: MIT
// What the Jacobian J of the derivatives of states by states tells, before a run, of how a quantised state
// method will carry it.
//
//   stiff       An explicit method. A state with J_ii = -r < 0 comes back to its band within 1/r, so it takes
//               up to r steps per second whatever the tolerance asks for.
//   mutual      A linearly implicit method. It treats the diagonal as implicit, or groups of states together,
//               one after the other, and the rest as it was. Among states that are fast, all else
//               being slow, that is the iteration of Gauss and Seidel with J: where its spectral radius is
//               above 1, each choice of a state makes another one anew, at the pace of their rates, though
//               the system itself is stable. It takes more states than may choose together.
//   derivative  x' = r (u - x), and r (u - x) is read by others as the derivative of u (Derivative in a
//   control
//               loop). What quanta of u and x make of it is r times as large: where a quantum of what is as
//               large as u is above what u goes in 1/r on a way of its own size, the derivative is no number.
//
// Rates are compared with the length of the run. The cost is linear in the entries, times some hundred.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "escapement/equations/jacobian.h"
#include "escapement/qss/method.h"

namespace escapement::qss {

struct Outlook {
  enum class Kind { kStiff, kMutual, kDerivative };
  Kind kind = Kind::kStiff;
  std::vector<std::size_t> states;  // the fastest first; of a derivative x, then who reads it
  double rate = 0;                  // r of the first, per second
  std::size_t together = 1;         // how many the method takes at once
  double steps = 0;                 // about how many the states take in the run; of a derivative 0
};

// Columns, rows and entries are those of states; length: of the run, in seconds; together: how many states at
// most choose together where the method is implicit, 1 or more. Nothing when an entry is not finite. In the
// order of kinds above, at most one of each.
std::vector<Outlook> look_ahead(const equations::ColumnPattern& pattern, std::span<const double> entries,
                                const Method& method, double length, std::size_t together);

// In words, with the solver to use.
std::string text_of(const Outlook& outlook, const Method& method,
                    const std::function<std::string(std::size_t)>& name);

}  // namespace escapement::qss
