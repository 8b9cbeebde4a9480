// SPDX-License-Identifier: MIT
#include "escapement/report/report_html.h"

#include "escapement/report/category.h"
#include "escapement/report/results_json.h"
#include "escapement/report/results_table.h"
#include "page_template.h"

namespace escapement::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kTableWidth = 120;

Json sections_json(const experiment::Results& results) {
  Json sections = Json::array();
  for (const Section& section : overview(results.statistics)) {
    Json groups = Json::array();
    for (const Group& group : section.groups) {
      Json members = Json::array();
      for (const Member& member : group.members) {
        members.push_back({{"index", member.index}, {"label", member.label}, {"time", member.is_time}});
      }
      groups.push_back({{"owner", group.owner}, {"members", std::move(members)}});
    }
    sections.push_back({{"category", category_name(section.category)},
                        {"title", category_title(section.category)},
                        {"groups", std::move(groups)}});
  }
  return sections;
}

std::string data_text(const experiment::Results& results, const HtmlOptions& options) {
  Json data;
  data["results"] = to_json(results, true);
  data["sections"] = sections_json(results);
  if (!options.source.empty()) data["source"] = options.source;
  std::string safe;
  for (const char c : json_text(data, -1)) {
    if (c == '<') {
      safe += "\\u003c";  // "<" stands only within strings of JSON, where this means the same
    } else {
      safe += c;
    }
  }
  return safe;
}

}  // namespace

std::string html_escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      case '\'':
        safe += "&#39;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

std::string to_html(const experiment::Results& results, const HtmlOptions& options) {
  const TableOptions table{.width = kTableWidth, .unicode = true};
  return internal::filled(internal::kPageTemplate,
                          {{"@ESCAPEMENT_TITLE@", html_escaped(results.model)},
                           {"@ESCAPEMENT_TABLE@", html_escaped(to_table(results, table))},
                           {"@ESCAPEMENT_DATA@", data_text(results, options)}});
}

}  // namespace escapement::report
