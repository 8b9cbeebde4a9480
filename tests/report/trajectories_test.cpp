// SPDX-License-Identifier: MIT
#include "escapement/report/trajectories.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <matio.h>

#include <filesystem>

#include "escapement/core/error.h"
#include "escapement/report/results_json.h"

namespace escapement::report {
namespace {

using ::testing::ElementsAre;

continuous::Trajectory sample() {
  continuous::Trajectory t;
  t.names = {"Tank.level", "Tank.k"};
  t.units = {"m", ""};
  t.times = {0, 0.5, 0.5, 1};
  t.columns = {{0, 0.1, 0.3, 1.0 / 3}, {7, 7, 7, 7}};
  t.events = {0.5};
  t.final_values = {1.0 / 3, 7};
  return t;
}

TEST(Trajectories, CsvKeepsEveryDigit) {
  EXPECT_EQ(trajectories_csv(sample()),
            "time,Tank.level,Tank.k\n0,0,7\n0.5,0.1,7\n0.5,0.3,7\n1,0.3333333333333333,7\n");
}

struct Matrix {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values;  // by columns
};

Matrix read(mat_t* file, const char* name) {
  matvar_t* variable = Mat_VarRead(file, name);
  if (variable == nullptr) throw std::runtime_error(std::string("no ") + name);
  Matrix m{variable->dims[0], variable->dims[1], {}};
  for (std::size_t i = 0; i < m.rows * m.columns; ++i) switch (variable->class_type) {
      case MAT_C_CHAR:
        m.values.push_back(static_cast<const char*>(variable->data)[i]);
        break;
      case MAT_C_INT32:
        m.values.push_back(static_cast<const std::int32_t*>(variable->data)[i]);
        break;
      default:
        m.values.push_back(static_cast<const double*>(variable->data)[i]);
    }
  Mat_VarFree(variable);
  return m;
}

TEST(Trajectories, MatHasTheLayoutOfModelicaTools) {
  const std::string path =
      (std::filesystem::temp_directory_path() / "escapement_trajectories_test.mat").string();
  write_trajectories_mat(sample(), "s", path);
  mat_t* file = Mat_Open(path.c_str(), MAT_ACC_RDONLY);
  ASSERT_NE(file, nullptr);
  EXPECT_EQ(Mat_GetVersion(file), MAT_FT_MAT4);
  const auto text = [&](const char* name, std::size_t column) {  // one text a column
    const Matrix m = read(file, name);
    std::string one;
    for (std::size_t r = 0; r < m.rows; ++r) one += static_cast<char>(m.values[column * m.rows + r]);
    return one.substr(0, one.find_last_not_of(" ") + 1);
  };
  EXPECT_EQ(text("name", 0), "time");
  EXPECT_EQ(text("name", 1), "Tank.level");
  EXPECT_EQ(text("name", 2), "Tank.k");
  EXPECT_EQ(text("description", 1), "[m]");
  const Matrix aclass = read(file, "Aclass");
  EXPECT_EQ(aclass.rows, 4u);
  std::string form;
  for (std::size_t c = 0; c < aclass.columns; ++c) form += static_cast<char>(aclass.values[c * 4 + 3]);
  EXPECT_EQ(form.substr(0, 8), "binTrans");
  // Per variable: matrix, column, interpolation, extrapolation. Constants are in data_1.
  EXPECT_THAT(read(file, "dataInfo").values, ElementsAre(0, 1, 0, -1, 2, 2, 0, -1, 1, 2, 0, 0));
  const Matrix constants = read(file, "data_1"), data = read(file, "data_2");
  EXPECT_THAT(constants.values, ElementsAre(0, 7, 1, 7));
  EXPECT_EQ(data.rows, 2u);
  EXPECT_THAT(data.values, ElementsAre(0, 0, 0.5, 0.1, 0.5, 0.3, 1, 1.0 / 3));
  Mat_Close(file);
  std::filesystem::remove(path);
}

TEST(Trajectories, MatThatCannotBeWrittenIsTold) {
  EXPECT_THROW(write_trajectories_mat(sample(), "s", "/no/such/folder/x.mat"), InputError);
}

TEST(Trajectories, ResultsNameSolverAndFinalValues) {
  experiment::Results results;
  EXPECT_FALSE(to_json(results, true).contains("solver"));
  results.continuous.emplace();
  results.continuous->solver = "ida";
  results.continuous->tolerance = 1e-9;
  results.continuous->trajectory = sample();
  results.continuous->trajectory.counters = {10, 2, 30, 4, 5, 6};
  const auto json = to_json(results, false);
  EXPECT_EQ(json.at("final").at("Tank.level"), 1.0 / 3);
  EXPECT_EQ(json.at("solver").at("name"), "ida");
  EXPECT_EQ(json.at("solver").at("steps"), 10);
  EXPECT_EQ(json.at("solver").at("rejected"), 2);
  EXPECT_EQ(json.at("solver").at("evaluations"), 30);
  EXPECT_EQ(json.at("solver").at("jacobians"), 4);
  EXPECT_EQ(json.at("solver").at("events"), 5);
  EXPECT_EQ(json.at("solver").at("restarts"), 6);
  EXPECT_FALSE(json.contains("trajectories"));
  EXPECT_EQ(to_json(results, true).at("trajectories").at("events"), std::vector<double>{0.5});
}

}  // namespace
}  // namespace escapement::report
