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
  EXPECT_THAT(err_.str(), HasSubstr("2 observations are too few"));
}

}  // namespace
}  // namespace escapement::cli
