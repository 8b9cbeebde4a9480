// SPDX-License-Identifier: MIT
// The category overview as a table for spreadsheets: overview.csv.
//
// A header line, then one row per statistic in the order of category.h, and one per category of a frequency:
//
//   section,owner,statistic,unit,average,halfWidth,halfWidthReason,minimumAverage,maximumAverage,minimum,maximum,
//   final,observations,averageTime,standardPercent,restrictedPercent
//
// section is the heading of the console's table ("Resources"), owner the resource, process or kind, statistic
// the quantity in words ("Waiting Time"), unit the study's time unit where the value is a time. Of a
// frequency owner is its name and statistic the category, observations are visits. Values and quotes are
// those of results_csv.h.
#pragma once

#include <string>

#include "escapement/experiment/results.h"

namespace escapement::report {

std::string to_overview_csv(const experiment::Results& results);

}  // namespace escapement::report
