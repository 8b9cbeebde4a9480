// SPDX-License-Identifier: MIT
#include "escapement/report/report_html.h"

#include <gmock/gmock.h>

#include "escapement/core/error.h"
#include "escapement/report/results_json.h"
#include "page_template.h"
#include "report/sample_pages.h"
#include "report/sample_results.h"

namespace escapement::report {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StrEq;
using testing::ThrowsMessage;
using Json = nlohmann::ordered_json;

// What stands in the element that carries the data.
std::string data_of(const std::string& page) {
  const std::string open = "<script type=\"application/json\" id=\"escapement-data\">";
  const auto begin = page.find(open) + open.size();
  return page.substr(begin, page.find("</script>", begin) - begin);
}

TEST(ReportHtml, CarriesTheResultsAndTheOverview) {
  const experiment::Results results = sample::machine_shop();
  const Json data = Json::parse(data_of(to_html(results, {.source = "{}"})));
  EXPECT_EQ(data["results"], to_json(results, true));
  EXPECT_EQ(data["source"], "{}");
  ASSERT_EQ(data["sections"].size(), 7u);
  EXPECT_EQ(data["sections"][3]["category"], "queue");
  EXPECT_EQ(data["sections"][3]["title"], "Queues");
  const Json& group = data["sections"][3]["groups"][0];
  EXPECT_EQ(group["owner"], "Drilling.Queue");
  EXPECT_EQ(group["members"][0]["label"], "Waiting Time");
  EXPECT_EQ(group["members"][0]["time"], true);
  const std::size_t index = group["members"][0]["index"];
  EXPECT_EQ(results.statistics.at(index).name, "Drilling.Queue.WaitingTime");
}

TEST(ReportHtml, LeavesTheSourceOutWhenThereIsNone) {
  EXPECT_FALSE(Json::parse(data_of(to_html(sample::machine_shop()))).contains("source"));
}

TEST(ReportHtml, LetsNoTextEndAnElement) {
  experiment::Results results;
  results.model = "<b>&\"'</title></noscript><script>alert(1)</script><!--";
  results.statistics.emplace_back().name = "x</script><script>alert(2)</script>";
  const std::string page = to_html(results, {.source = "</script>@ESCAPEMENT_DATA@"});
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, HasSubstr("<title>&lt;b&gt;&amp;&quot;&#39;&lt;/title&gt;"));
  const Json data = Json::parse(data_of(page));
  EXPECT_EQ(data["results"]["model"], results.model);
  EXPECT_EQ(data["results"]["statistics"][0]["name"], results.statistics[0].name);
  EXPECT_EQ(data["source"], "</script>@ESCAPEMENT_DATA@");
}

TEST(ReportHtml, HasTheTextTableForReadersWithoutScripts) {
  const std::string page = to_html(sample::machine_shop());
  EXPECT_THAT(page, HasSubstr("10 replications of 480 min, warm-up 60 min, seed 12345\n\nSystem "));
}

TEST(ReportHtml, ForbidsTheNetwork) {
  EXPECT_THAT(to_html({}), HasSubstr("http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"));
}

TEST(ReportHtml, ShowsEmptyResultsAndTroubles) {
  experiment::Results results;
  results.replications = 2;
  results.failures = {{1, 3, "A.B", "it broke"}};
  const std::string page = to_html(results);
  EXPECT_THAT(page, HasSubstr("No statistics were collected."));
  EXPECT_THAT(page, HasSubstr("Replication 1 failed at time 3 s in A.B: it broke"));
}

// The program that lays out a diagram is two thirds of a page, so only a page with a diagram carries it.
TEST(ReportHtml, CarriesTheModelAndTheProgramThatLaysItOut) {
  const experiment::ModelOutline outline = sample::machine_shop_outline();
  const std::string page = to_html(sample::machine_shop(), {.outline = &outline});
  const Json model = Json::parse(data_of(page))["model"];
  EXPECT_EQ(model["name"], "machine-shop");
  EXPECT_EQ(model["components"][1], Json::parse(R"({"name": "Drilling", "type": "arena.Process",
                                                    "uses": [{"path": "Drill", "section": "resources"}]})"));
  EXPECT_EQ(model["components"][3]["inputs"], Json::parse(R"(["part"])"));
  EXPECT_EQ(model["components"][3]["couplings"],
            Json::parse(R"([["part", "Wrap.in"], ["Wrap.out", "packed"]])"));
  EXPECT_THAT(page, HasSubstr(std::string(internal::kLayoutProgram)));
  EXPECT_FALSE(Json::parse(data_of(to_html(sample::machine_shop()))).contains("model"));
}

TEST(ReportHtml, CarriesThePlaybackInColumns) {
  const experiment::ModelOutline outline = sample::machine_shop_outline();
  Playback playback;
  playback.places = {"Drilling", "Clock"};
  playback.kinds = {"Casting"};
  playback.ports = {"tick"};
  playback.events = {{1.0 / 3, 7, 0, 0}, {2, 0, 1, 0}};
  playback.cut = true;
  const HtmlOptions options{.outline = &outline, .playback = &playback};
  EXPECT_EQ(Json::parse(data_of(to_html({}, options)))["playback"],
            Json::parse(R"({"places": ["Drilling", "Clock"], "kinds": ["Casting"], "ports": ["tick"],
                            "time": [0.333333333, 2], "entity": [7, 0], "place": [0, 1], "kind": [0, 0],
                            "cut": true})"));
  playback.events.clear();
  EXPECT_FALSE(Json::parse(data_of(to_html({}, options))).contains("playback"));
}

TEST(ReportHtml, TellsTheSizeOfAModelThatIsTooLargeToDraw) {
  experiment::ModelOutline outline;
  outline.components.assign(kMostDrawn, sample::leaf("A", "devs.Generator"));
  EXPECT_TRUE(Json::parse(data_of(to_html({}, {.outline = &outline}))).contains("model"));
  outline.components.push_back(sample::leaf("B", "devs.Generator"));
  const Json data = Json::parse(data_of(to_html({}, {.outline = &outline})));
  EXPECT_FALSE(data.contains("model"));
  EXPECT_EQ(data["modelSize"], kMostDrawn + 1);
}

TEST(ReportHtml, TakesTheResultsAsTheyWereWritten) {
  const Json json = {{"model", "m"}, {"steadyState", Json::array()}};
  EXPECT_EQ(Json::parse(data_of(to_html({}, {.json = &json})))["results"], json);
}

TEST(ReportHtml, OfAnExperimentAndOfAFitCarriesTheirJson) {
  const std::string experiment = experiment_to_html(sample::experiment_json(), "the <table>");
  EXPECT_EQ(Json::parse(data_of(experiment))["experiment"], sample::experiment_json());
  EXPECT_THAT(experiment, HasSubstr("<title>ticket-office</title>"));
  EXPECT_THAT(experiment, HasSubstr("the &lt;table&gt;"));
  const std::string fit = fit_to_html("data.csv: <minutes>", sample::fit_json());
  EXPECT_EQ(Json::parse(data_of(fit))["fit"], sample::fit_json());
  EXPECT_THAT(fit, HasSubstr("data.csv: &lt;minutes&gt;\n\nEXPO(1.75)\nUNIF(0, 5)\n"));
  EXPECT_THROW(fit_to_html("no fits", Json::object()), Json::out_of_range);
}

TEST(HtmlEscaped, ReplacesTheFiveCharacters) {
  EXPECT_EQ(html_escaped("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;");
}

TEST(PageTemplate, IsFilledInOrderAndOnlyOnce) {
  EXPECT_EQ(internal::filled("1@A@2@B@3", {{"@A@", "x@B@"}, {"@B@", "y"}}), "1x@B@2y3");
}

TEST(PageTemplate, WithoutAMarkIsAnInternalError) {
  EXPECT_THAT(
      [] {
        internal::filled("@B@ @A@", {{"@A@", ""}, {"@B@", ""}});
      },
      ThrowsMessage<InternalError>(
          StrEq("to_html: the page template lacks @B@ or holds it out of order; build the page again")));
}

}  // namespace
}  // namespace escapement::report
