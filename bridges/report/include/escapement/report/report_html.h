// SPDX-License-Identifier: MIT
// Results as one self-contained page: report.html.
//
// The page holds its style, its program and its data; it opens from a file, asks nothing of any network (its
// Content-Security-Policy forbids it). Of a run it shows the flow diagram of the model, entities moving
// through it, and per category (category.h) a table and for each statistic its plots: a histogram (tally),
// the value over time (time persistent: mean, band from least to greatest value, warm-up shaded) and the
// replications' averages as a box plot with the 95 % confidence interval. Of an experiment it shows box plots
// and intervals of each response by scenario, and the comparison; of a fit the histogram with the densities
// and Q-Q plots. Where scripts are off, the text table stands in their place.
//
// The data is JSON in <script type="application/json" id="escapement-data">, in which every "<" is written
// \u003c so that no text of a model can end the element. Of a run:
//
//   results    the object of results_json.h with plots
//   sections   [{category, title, groups: [{owner, members: [{index, label, time}]}]}]: the overview
//   source     the model's text, when given
//   model      the outline, when given: {name, components, couplings: [[from, to]]}; a component is
//              {name, type, uses: [{path, section}]}, or a coupled model {name, inputs, outputs, components,
//              couplings}
//   modelSize  instead of it, when the model has more than kMostDrawn components: how many
//   playback   when there are events: {places, kinds, ports, time, entity, place, kind, cut}, the last five
//              but one as columns (playback.h); times with nine digits
//
// Of an experiment: experiment, and of a fit: title and fit, the objects that `escapement experiment --out`
// and `escapement fit --out` leave as results.json and fit.json.
//
// Built without the page (-DESCAPEMENT_REPORT_PAGE=OFF) the same functions give the text table and the data.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "escapement/experiment/model_outline.h"
#include "escapement/experiment/results.h"
#include "escapement/report/playback.h"

namespace escapement::report {

// The page lays a diagram out while somebody waits, and nobody reads a larger one.
inline constexpr std::size_t kMostDrawn = 1500;

struct HtmlOptions {
  std::string_view source{};  // shown at the end of the page as it is; empty: left out
  const nlohmann::ordered_json* json =
      nullptr;  // the object of results_json.h with plots, if there is more in it
  const experiment::ModelOutline* outline = nullptr;
  const Playback* playback = nullptr;  // of the outline
};

std::string to_html(const experiment::Results& results, const HtmlOptions& options = {});

// The pages of an experiment and of a fit: `json` is what docs/experiments.md describes, `table` the text for
// readers without scripts. Of a fit that text is the list of expressions; without the key `fits` it throws
// what nlohmann/json throws.
std::string experiment_to_html(const nlohmann::ordered_json& json, const std::string& table);
std::string fit_to_html(const std::string& title, const nlohmann::ordered_json& json);

// `text` with & < > " and ' as character references.
std::string html_escaped(std::string_view text);

}  // namespace escapement::report
