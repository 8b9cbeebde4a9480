// SPDX-License-Identifier: MIT
// Results as one self-contained page: report.html.
//
// The page holds its style, its program and its data; it opens from a file, asks nothing of any network (its
// Content-Security-Policy forbids it) and shows, per category (category.h), a table and for each statistic
// its plots: a histogram (tally), the value over time (time persistent: mean, band from least to greatest
// value, warm-up shaded) and the replications' averages with the 95 % confidence interval. Where scripts are
// off, the text table of results_table.h stands in their place.
//
// The data is JSON in <script type="application/json" id="escapement-data">, in which every "<" is written
// \u003c so that no text of a model can end the element:
//
//   results    the object of results_json.h with plots
//   sections   [{category, title, groups: [{owner, members: [{index, label, time}]}]}]: the overview
//   source     the model's text, when given
//
// Built without the page (-DESCAPEMENT_REPORT_PAGE=OFF) the same function gives the text table and the data.
#pragma once

#include <string>
#include <string_view>

#include "escapement/experiment/results.h"

namespace escapement::report {

struct HtmlOptions {
  std::string_view source;  // shown at the end of the page as it is; empty: left out
};

std::string to_html(const experiment::Results& results, const HtmlOptions& options = {});

// `text` with & < > " and ' as character references.
std::string html_escaped(std::string_view text);

}  // namespace escapement::report
