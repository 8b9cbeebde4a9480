// SPDX-License-Identifier: MIT
// Results as one JSON object: what `run --format json` prints and results.json holds.
//
// Keys, in this order:
//
//   model, description (when there is one), seed, replications (asked for), completed, length (null: each
//   replication ran until no event was left), warmup, timeUnit, interrupted (only when true), failures (only
//   when there are any: replication, clock, modelPath, message), statistics, wallSeconds
//
// Every statistic has name, kind and the keys that its kind has; keys depend on the kind alone, never on the
// values:
//
//   key                             tally  timePersistent  counter  output  frequency
//   average                           x          x            x        x
//   halfWidth                         x          x            x        x
//   halfWidthReason                  only when halfWidth is null and a reason is known
//   minimum, maximum                  x          x            x        x
//   minimumAverage, maximumAverage    x          x            x        x
//   final                             x          x            x        x
//   observations                      x                       x                 x
//   categories                                                                  x
//
// Over replications average is the mean of averages (a counter's its mean count), halfWidth that of the 95 %
// confidence interval, minimum and maximum the extreme values, final that of the last replication and
// observations the total. Minimum and maximum of a counter or an output are those of its values at the ends
// of the replications; a counter's observations are its increments, a frequency's its visits. `categories` is
// an array of {name, visits, time, averageTime, standardPercent, restrictedPercent}, the last one only where
// the category takes part in the restricted percentages. What has no value (an empty tally) or no finite one
// is null, so that a reader always finds the key. With plots each statistic also has what it has of
//
//   replicationAverages   an array, null for a replication without a value
//   histogram             {origin, width, counts, nonFinite}: bin i is [origin + i width, origin + (i+1)
//   width),
//                         nonFinite counts what no bin holds
//   series                {start, step, average, minimum, maximum}: arrays over equal steps of time
//
// A model with continuous parts has two more keys before wallSeconds, from its first replication: `final`,
// an object of variables and their values at the end; and `solver`: {name, tolerance, steps, rejected,
// evaluations, jacobians, events, restarts, setupSeconds, wallSeconds}. With plots also `trajectories`:
// {time, events, variables: [{name, unit, values}]}.
//
// Numbers are written so that they read back as the same double. All of it but wallSeconds is byte-equal for
// equal results.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "escapement/experiment/results.h"

namespace escapement::report {

nlohmann::ordered_json to_json(const experiment::Results& results, bool with_plots);

// One statistic, as it stands in `statistics`.
nlohmann::ordered_json to_json(const experiment::Result& result, bool with_plots);

// The object as text, `indent` spaces a level (-1: on one line), with a newline at the end. Bytes that are
// not UTF-8 are replaced by U+FFFD; nothing is thrown.
std::string json_text(const nlohmann::ordered_json& json, int indent = 2);

}  // namespace escapement::report
