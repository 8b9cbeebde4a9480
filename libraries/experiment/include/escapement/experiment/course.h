// SPDX-License-Identifier: MIT
// The course of a response over the replications of one scenario: where its beginning ends, a plot to see it,
// and intervals of the mean from one run. Pure functions over observations (statistics/observations.h).
//
// Observation j (of a tally the j-th, of a time-persistent value its mean over step j) is averaged over all
// replications, up to the length of the shortest:  Y_j = mean over r of X_rj,  t_j likewise of its times.
//   warm-up   MSER-5 (statistics/steady_state.h) on Y: the time t_j of the first that stays. On averaged
//   series the
//             proposal varies less than on one run (Hoad, Robinson and Davies, Journal of the Operational
//             Research Society 61, 2010).
//   Welch     Y in at most 400 groups of equally many neighbours, and their moving average over 2 w + 1
//   groups, near
//             the beginning over as many as lie symmetrically (Welch, in Lavenberg: Computer Performance
//             Modeling Handbook, 1983), w a twentieth of the groups.
//   intervals of the first replication, from the study's warm-up on: batch means by the rules of
//   batch_means.h, and
//             the standardised time series. Both 95 %.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "escapement/statistics/observations.h"
#include "escapement/statistics/summary.h"

namespace escapement::experiment {

struct WelchPlot {
  std::vector<double> times, average;
  std::vector<double> smoothed;  // as long as average, less the window at the end
  std::size_t window = 0;        // w, in points
};

struct Course {
  std::string response;
  int replications = 0;          // that were averaged
  std::size_t observations = 0;  // of each
  std::optional<double> warmup;  // proposed, from time 0 on; nothing when the run is too short to tell
  std::size_t left_out = 0;      // observations before it
  WelchPlot welch;
  std::optional<double> mean;  // of the first replication, from the study's warm-up on
  std::size_t counted = 0;     // observations in that mean
  statistics::HalfWidth batch_means, standardised_series;
};

// `replications` of one statistic; those without an observation are left out. `warmup` is that of the study.
Course course_of(const std::string& response,
                 const std::vector<const statistics::Observations*>& replications, double warmup);

}  // namespace escapement::experiment
