// SPDX-License-Identifier: MIT
#include "escapement/report/report_html.h"

#include <gmock/gmock.h>

#include "escapement/core/error.h"
#include "escapement/report/results_json.h"
#include "page_template.h"
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
