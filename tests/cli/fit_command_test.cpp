// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "escapement/cli/program.h"

namespace escapement::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class FitCommand : public ::testing::Test {
 protected:
  ~FitCommand() override { std::filesystem::remove(path_); }
  int run(const std::string& text, std::vector<std::string> more = {}) {
    std::ofstream(path_) << text;
    out_.str("");
    err_.str("");
    more.insert(more.begin(), {"fit", path_});
    return run_program(more, {out_, err_});
  }

  std::string path_ = (std::filesystem::path(::testing::TempDir()) / "fit_command.csv").string();
  std::ostringstream out_, err_;
};

// Quantiles of an exponential distribution of mean 3: that, or one that holds it, fits best.
std::string exponential_quantiles() {
  std::string text = "name,minutes\n";
  for (int i = 0; i < 200; ++i) text += "x," + std::to_string(-3 * std::log(1 - (i + 0.5) / 200)) + "\n";
  return text + "x,\n";  // one that was not observed
}

TEST_F(FitCommand, PrintsExpressionsBestFirst) {
  ASSERT_EQ(run(exponential_quantiles()), 0) << err_.str();
  EXPECT_THAT(out_.str(), AllOf(HasSubstr("minutes: 200 observations"), HasSubstr("\nEXPO(2.9")));
  ASSERT_EQ(run(exponential_quantiles(), {"--format", "json", "--column", "minutes"}), 0) << err_.str();
  const auto json = nlohmann::json::parse(out_.str());
  EXPECT_EQ(json["observations"], 200);
  EXPECT_EQ(json["fits"][0]["name"], "EXPO");
  EXPECT_NEAR(json["fits"][0]["parameters"][0].get<double>(), 3, 0.02);
  EXPECT_NEAR(json["fits"][0]["kolmogorovSmirnov"].get<double>(), 0.0025, 0.001);
}

TEST_F(FitCommand, WritesWhatPlotsAreDrawnFrom) {
  const std::string folder = path_ + ".out";
  ASSERT_EQ(run(exponential_quantiles(), {"--out", folder, "--rank", "ks"}), 0) << err_.str();
  EXPECT_THAT(err_.str(), HasSubstr("fit.json"));
  EXPECT_THAT(out_.str(), HasSubstr("if none of these will do:\nCONT(0, 0.007509, 0.0714286, "));
  std::ifstream file(folder + "/fit.json");
  const auto json = nlohmann::json::parse(file);
  EXPECT_GT(std::filesystem::file_size(folder + "/report.html"), 1000U);
  std::filesystem::remove_all(folder);
  const auto& histogram = json["data"]["histogram"];
  std::uint64_t count = 0;
  for (const auto& cell : histogram["counts"]) count += cell.get<std::uint64_t>();
  EXPECT_EQ(count, 200U);
  EXPECT_EQ(histogram["counts"].size(), 14U);
  const double low = json["data"]["x"].front(), high = json["data"]["x"].back();
  EXPECT_DOUBLE_EQ(histogram["origin"], low);
  EXPECT_NEAR(histogram["width"].get<double>() * 14, high - low, 1e-12);
  for (std::size_t i = 1; i < json["fits"].size(); ++i)
    EXPECT_LE(json["fits"][i - 1]["kolmogorovSmirnov"], json["fits"][i]["kolmogorovSmirnov"]);
  for (const auto& fit : json["fits"]) {
    ASSERT_EQ(fit["density"].size(), 101U);
    ASSERT_EQ(fit["quantiles"].size(), 200U);
    if (fit["name"] != "EXPO") continue;
    const double mean = fit["parameters"][0];
    EXPECT_NEAR(fit["density"][0].get<double>(), std::exp(-low / mean) / mean, 1e-12);
    // The sample's own quantiles are those of the distribution, but for what lies between two of them.
    EXPECT_NEAR(fit["quantiles"][100][0].get<double>(), -mean * std::log(1 - 100.5 / 200), 1e-9);
    EXPECT_NEAR(fit["quantiles"][100][1].get<double>(), fit["quantiles"][100][0].get<double>(), 0.05);
  }
}

TEST_F(FitCommand, CountsInWholeIntervals) {
  std::string text = "defects\n";
  for (int i = 0; i < 30; ++i) text += std::to_string(i % 3) + "\n";
  const std::string folder = path_ + ".out";
  ASSERT_EQ(run(text, {"--out", folder, "--quiet"}), 0) << err_.str();
  EXPECT_EQ(err_.str(), "");
  EXPECT_THAT(out_.str(), HasSubstr("\nPOIS(1)"));
  std::ifstream file(folder + "/fit.json");
  const auto histogram = nlohmann::json::parse(file)["data"]["histogram"];
  std::filesystem::remove_all(folder);
  EXPECT_EQ(histogram["origin"], -0.5);
  EXPECT_EQ(histogram["width"], 1);
  EXPECT_EQ(histogram["counts"], (std::vector<int>{10, 10, 10}));
}

TEST_F(FitCommand, RefusesWhatItCannotUse) {
  EXPECT_EQ(run(exponential_quantiles(), {"--column", "minute"}), 2);
  EXPECT_THAT(err_.str(), AllOf(HasSubstr("no column 'minute'"), HasSubstr("did you mean 'minutes'?")));
  EXPECT_EQ(run("a,b\n1,2\n"), 2);
  EXPECT_THAT(err_.str(),
              AllOf(HasSubstr("several columns hold numbers: 'a' or 'b'"), HasSubstr("--column")));
  EXPECT_EQ(run("a\nx\n"), 2);
  EXPECT_THAT(err_.str(), HasSubstr("no column holds numbers"));
  EXPECT_EQ(run("a\n1\nx\n"), 2);
  EXPECT_THAT(err_.str(),
              AllOf(HasSubstr("fit_command.csv:3"), HasSubstr("'x' in column 'a' is no finite number")));
  EXPECT_EQ(run("a\n1\n2\n"), 2);
  EXPECT_THAT(err_.str(), AllOf(HasSubstr("fit_command.csv"), HasSubstr("column 'a'"),
                                HasSubstr("2 observations are too few")));
  std::string same = "a\n", semicolons = "time;name\n", quoted = "minutes\n";
  for (int i = 0; i < 20; ++i) {
    same += "4\n";
    semicolons += "1;x\n";
    quoted += "\"3,5\"\n";
  }
  EXPECT_EQ(run(same), 2);
  EXPECT_THAT(err_.str(), AllOf(HasSubstr("all observations are 4"), HasSubstr("write the number itself")));
  EXPECT_EQ(run(semicolons), 2);
  EXPECT_THAT(err_.str(), AllOf(HasSubstr("separated by semicolons"), HasSubstr("separate them by commas")));
  EXPECT_EQ(run("name\nx\n"), 2);
  EXPECT_THAT(err_.str(),
              AllOf(HasSubstr("no column holds numbers"), HasSubstr("a column of observations is needed")));
  EXPECT_EQ(run(quoted, {"--column", "minutes"}), 2);
  EXPECT_THAT(err_.str(), AllOf(HasSubstr("'3,5' in column 'minutes'"), HasSubstr("decimal point")));
  EXPECT_EQ(run("4.2\n3.1\n2.7\n1.2\n3.3\n4.4\n5.1\n2.2\n3.9\n4.0\n3.5\n"), 2);
  EXPECT_THAT(err_.str(), AllOf(HasSubstr("the first line names the columns"), HasSubstr("4.2")));
  EXPECT_EQ(run(exponential_quantiles(), {"--rank", "best"}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("--rank"));
  EXPECT_EQ(run(exponential_quantiles(), {"--out", "/proc/self/fits"}), 2);
  EXPECT_THAT(err_.str(), AllOf(HasSubstr("/proc/self/fits/fit.json"), HasSubstr("cannot write this file")));
  out_.str("");
  err_.str("");
  EXPECT_EQ(run_program({"fit", path_ + ".none"}, {out_, err_}), 2);
  EXPECT_THAT(err_.str(), HasSubstr("fit_command.csv.none"));
}

}  // namespace
}  // namespace escapement::cli
