// SPDX-License-Identifier: MIT
// What a statistic follows whose value moves by itself between events, as a level of SIMAN does (Pegden,
// Shannon and Sadowski 1995, CSTATS). The statistic asks it to be brought up to date before it is read or
// cleared.
#pragma once

namespace escapement::statistics {

class Mover {
 public:
  // Brings the statistic to time t, which is not before the last one.
  virtual void bring_to(double t) = 0;

 protected:
  ~Mover() = default;
};

}  // namespace escapement::statistics
