// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

namespace escapement::benchmarks {

// What a person would write to know of each customer and of each number over time: count, mean, deviation,
// least and greatest value.
struct PlainTally {
  double count = 0, sum = 0, squares = 0, minimum = 1e300, maximum = -1e300, last = 0;
  void observe(double x) {
    ++count;
    sum += x;
    squares += x * x;
    minimum = std::min(minimum, x);
    maximum = std::max(maximum, x);
    last = x;
  }
};
struct PlainArea {
  double value = 0, since = 0, area = 0, squares = 0, minimum = 0, maximum = 0;
  void set(double t, double v) {
    area += value * (t - since);
    squares += value * value * (t - since);
    since = t;
    value = v;
    minimum = std::min(minimum, v);
    maximum = std::max(maximum, v);
  }
};
struct NoTally {
  void observe(double) {}
};
struct NoArea {
  void set(double, double) {}
};

}  // namespace escapement::benchmarks
