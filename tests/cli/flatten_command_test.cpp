// SPDX-License-Identifier: MIT
#include "flatten_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "escapement/core/error.h"

namespace escapement::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class FlattenCommandTest : public ::testing::Test {
 protected:
  FlattenCommandTest()
      : file_(fs::temp_directory_path() / ("escapement_flatten_" + std::to_string(getpid()) + ".mo")) {
    std::ofstream(file_)
        << "package P model A parameter Real k = 2; Real x = k * time; end A; model B Real y; end B; end P;";
    options_.model = file_.string();
  }
  ~FlattenCommandTest() override { fs::remove(file_); }
  fs::path file_;
  ModelicaOptions options_;
  std::ostringstream out_, err_;
  Terminal terminal_{out_, err_};
};

TEST_F(FlattenCommandTest, prints_the_flat_class) {
  options_.class_name = "P.A";
  EXPECT_EQ(flatten_command(options_, terminal_), 0);
  EXPECT_EQ(out_.str(), "class P.A\n  parameter Real k = 2;\n  Real x = k * time;\nend P.A;\n");
}

TEST_F(FlattenCommandTest, check_counts_equations_and_unknowns) {
  options_.class_name = "P.A";
  EXPECT_EQ(check_modelica_command(options_, terminal_), 0);
  EXPECT_EQ(out_.str(), "P.A: no faults; 1 equations for 1 unknowns\n");
}

TEST_F(FlattenCommandTest, check_warns_of_units_that_do_not_fit) {
  std::ofstream(file_)
      << "model U Real v(unit = \"V\"), i(unit = \"A\");\nequation v = 2*time;\n  i + v = 3; end U;";
  EXPECT_EQ(check_modelica_command(options_, terminal_), 0);
  EXPECT_THAT(err_.str(), HasSubstr(":3:"));
  EXPECT_THAT(err_.str(), HasSubstr("warning: the units of i + v = 3 do not fit"));
}

TEST_F(FlattenCommandTest, faults_are_thrown_together) {
  options_.class_name = "P.B";
  try {
    check_modelica_command(options_, terminal_);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("'P.B' has 0 equations for 1 unknowns: 1 too few"));
  }
}

TEST_F(FlattenCommandTest, a_study_is_no_modelica) {
  EXPECT_TRUE(is_modelica(options_));
  options_.model = "study.json";
  EXPECT_FALSE(is_modelica(options_));
  options_.class_name = "P.A";
  EXPECT_TRUE(is_modelica(options_));
}

}  // namespace
}  // namespace escapement::cli
