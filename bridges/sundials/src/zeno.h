// SPDX-License-Identifier: MIT
// Tells when events pile up, so that time would never get past some moment.
//
//   Z1  One condition fires at ever shorter intervals: 20 or more in a row, each between 0.001 and 0.9999 of
//   the
//       one before, and the last a millionth of the first. If they go on like a geometric series with ratio
//       q, the moment is t + d q / (1 - q) for the last interval d.
//   Z2  1000 events within a span of time of 1e-10 t: the model chatters between two modes.
#pragma once

#include <deque>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "escapement/core/archive_fwd.h"

namespace escapement::sundials::internal {

class ZenoWatch {
 public:
  explicit ZenoWatch(std::vector<std::string> conditions);
  // Throws Error that names the condition and the moment.
  void note(double t, std::span<const std::size_t> fired);
  void archive(Archive& archive);

 private:
  struct Series {
    double last = 0, interval = 0, first_interval = 0;
    int fired = 0, shrinking = 0;
    void archive(Archive& archive);
  };
  std::vector<std::string> conditions_;
  std::vector<Series> series_;
  std::deque<std::pair<double, std::size_t>> recent_;  // when, and the first condition
};

}  // namespace escapement::sundials::internal
