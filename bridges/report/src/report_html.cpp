// SPDX-License-Identifier: MIT
#include "escapement/report/report_html.h"

#include <iomanip>
#include <sstream>

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

Json outline_json(const experiment::ModelOutline& outline) {
  Json json = {{"name", outline.name}};
  if (!outline.type.empty()) {
    json["type"] = outline.type;
    json["uses"] = Json::array();
    for (const auto& [path, section] : outline.uses)
      json["uses"].push_back({{"path", path}, {"section", section}});
    return json;
  }
  json["inputs"] = outline.inputs;
  json["outputs"] = outline.outputs;
  json["components"] = Json::array();
  for (const auto& component : outline.components) json["components"].push_back(outline_json(component));
  json["couplings"] = Json::array();
  for (const auto& [from, to] : outline.couplings) json["couplings"].push_back({from, to});
  return json;
}

// Nine digits are enough for a picture, and half as long.
Json short_number(double value) {
  std::ostringstream text;
  text << std::setprecision(9) << value;
  return Json::parse(text.str());
}

Json playback_json(const Playback& playback) {
  Json time = Json::array(), entity = Json::array(), place = Json::array(), kind = Json::array();
  for (const Playback::Event& event : playback.events) {
    time.push_back(short_number(event.time));
    entity.push_back(event.entity);
    place.push_back(event.place);
    kind.push_back(event.kind);
  }
  return {{"places", playback.places}, {"kinds", playback.kinds},     {"ports", playback.ports},
          {"time", std::move(time)},   {"entity", std::move(entity)}, {"place", std::move(place)},
          {"kind", std::move(kind)},   {"cut", playback.cut}};
}

Json run_json(const experiment::Results& results, const HtmlOptions& options) {
  Json data;
  data["results"] = options.json != nullptr ? *options.json : to_json(results, true);
  data["sections"] = sections_json(results);
  if (!options.source.empty()) data["source"] = options.source;
  if (options.outline == nullptr) return data;
  const std::size_t size = count_components(*options.outline);
  if (size > kMostDrawn) {
    data["modelSize"] = size;
    return data;
  }
  data["model"] = outline_json(*options.outline);
  if (options.playback != nullptr && !options.playback->empty())
    data["playback"] = playback_json(*options.playback);
  return data;
}

std::string data_text(const Json& data) {
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

std::string page(std::string_view title, const std::string& table, const Json& data) {
  const bool draws_model = data.contains("model");
  return internal::filled(
      internal::kPageTemplate,
      {{"@ESCAPEMENT_TITLE@", html_escaped(title)},
       {"@ESCAPEMENT_TABLE@", html_escaped(table)},
       {"@ESCAPEMENT_DATA@", data_text(data)},
       {"@ESCAPEMENT_LAYOUT@", draws_model ? std::string(internal::kLayoutProgram) : std::string()}});
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
  return page(results.model, to_table(results, table), run_json(results, options));
}

std::string experiment_to_html(const Json& json, const std::string& table) {
  return page(json.value("model", "Experiment"), table, {{"experiment", json}});
}

std::string fit_to_html(const std::string& title, const Json& json) {
  std::string table = title + "\n\n";
  for (const Json& fit : json.at("fits")) table += fit.at("expression").get<std::string>() + "\n";
  return page(title, table, {{"title", title}, {"fit", json}});
}

}  // namespace escapement::report
