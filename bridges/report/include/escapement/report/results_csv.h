// SPDX-License-Identifier: MIT
// Results as a table for spreadsheets: results.csv.
//
// A header line, then one row per statistic in the order of the results:
//
//   name,kind,average,halfWidth,halfWidthReason,minimum,maximum,minimumAverage,maximumAverage,final,observations,
//   category,time,averageTime,standardPercent,restrictedPercent
//
// The values are those of results_json.h; a field that the kind has not, or that has no finite value, is
// empty. The last five are of frequencies: below the row of one there is a row for each of its categories,
// with the visits under observations. Fields with a comma, a quote or a line break are quoted as RFC 4180
// says, a quote inside being doubled; lines end in a single line feed like those of the other files of a run.
// Numbers are the shortest that read back as the same double, with a decimal point whatever the locale.
// Nothing here depends on the time a run took: equal results give equal bytes.
#pragma once

#include <string>
#include <string_view>

#include "escapement/experiment/results.h"

namespace escapement::report {

std::string to_csv(const experiment::Results& results);

// One field, quoted when RFC 4180 asks for it.
std::string csv_field(std::string_view text);

}  // namespace escapement::report
