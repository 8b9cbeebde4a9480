// SPDX-License-Identifier: MIT
#include "escapement/report/trajectories.h"

#include <matio.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "escapement/core/error.h"
#include "escapement/report/results_csv.h"

namespace escapement::report {
namespace {

struct CloseFile {
  void operator()(mat_t* file) const { Mat_Close(file); }
};
struct FreeVariable {
  void operator()(matvar_t* variable) const { Mat_VarFree(variable); }
};

class MatFile {
 public:
  explicit MatFile(const std::string& path)
      : path_(path), file_(Mat_CreateVer(path.c_str(), nullptr, MAT_FT_MAT4)) {
    if (file_ == nullptr) fail();
  }

  void numbers(const char* name, std::size_t rows, std::size_t columns, std::vector<double> values) {
    write(name, MAT_C_DOUBLE, MAT_T_DOUBLE, rows, columns, values.data());
  }
  void integers(const char* name, std::size_t rows, std::size_t columns, std::vector<std::int32_t> values) {
    write(name, MAT_C_INT32, MAT_T_INT32, rows, columns, values.data());
  }
  // One text a column, filled up with blanks; with `transposed` one a row.
  void texts(const char* name, const std::vector<std::string>& list, bool transposed) {
    std::size_t longest = 1;
    for (const std::string& text : list) longest = std::max(longest, text.size());
    std::vector<char> letters(longest * list.size(), ' ');
    for (std::size_t i = 0; i < list.size(); ++i)
      for (std::size_t k = 0; k < list[i].size(); ++k)
        letters[transposed ? k * list.size() + i : i * longest + k] = list[i][k];
    const std::size_t rows = transposed ? list.size() : longest, columns = transposed ? longest : list.size();
    write(name, MAT_C_CHAR, MAT_T_UINT8, rows, columns, letters.data());
  }

 private:
  void write(const char* name, matio_classes kind, matio_types type, std::size_t rows, std::size_t columns,
             void* values) {
    std::array<std::size_t, 2> shape{rows, columns};
    const std::unique_ptr<matvar_t, FreeVariable> variable(
        Mat_VarCreate(name, kind, type, 2, shape.data(), values, MAT_F_DONT_COPY_DATA));
    if (variable == nullptr || Mat_VarWrite(file_.get(), variable.get(), MAT_COMPRESSION_NONE) != 0) fail();
  }
  [[noreturn]] void fail() const {
    throw InputError(
        Diagnostic{{path_, 0, 0, {}}, "cannot write this file", "choose another directory, or make room"});
  }

  std::string path_;
  std::unique_ptr<mat_t, CloseFile> file_;
};

bool is_constant(const std::vector<double>& column) {
  return std::adjacent_find(column.begin(), column.end(), std::not_equal_to<>()) == column.end();
}

}  // namespace

std::string trajectories_csv(const continuous::Trajectory& trajectory) {
  std::string text = "time";
  for (const std::string& name : trajectory.names) text += "," + csv_field(name);
  text += '\n';
  for (std::size_t row = 0; row < trajectory.times.size(); ++row) {
    text += to_text(trajectory.times[row]);
    for (const auto& column : trajectory.columns) text += "," + to_text(column[row]);
    text += '\n';
  }
  return text;
}

void write_trajectories_mat(const continuous::Trajectory& trajectory, const std::string& time_unit,
                            const std::string& path) {
  MatFile file(path);
  file.texts("Aclass", {"Atrajectory", "1.1", "", "binTrans"}, true);
  std::vector<std::string> names{"time"}, descriptions{"Time in [" + time_unit + "]"};
  for (std::size_t i = 0; i < trajectory.names.size(); ++i) {
    names.push_back(trajectory.names[i]);
    descriptions.push_back(trajectory.units[i].empty() ? "" : "[" + trajectory.units[i] + "]");
  }
  file.texts("name", names, false);
  file.texts("description", descriptions, false);

  const std::size_t rows = trajectory.times.size();
  const double first = rows == 0 ? 0 : trajectory.times.front(),
               last = rows == 0 ? 0 : trajectory.times.back();
  std::vector<const std::vector<double>*> varying{&trajectory.times};
  std::vector<double> constant_first{first}, constant_last{last};
  // Per variable: matrix (0: the abscissa, which both have), column in it, interpolation, extrapolation.
  std::vector<std::int32_t> info{0, 1, 0, -1};
  for (const auto& column : trajectory.columns) {
    const bool constant = is_constant(column);
    if (constant) {
      constant_first.push_back(column.empty() ? 0 : column.front());
      constant_last.push_back(constant_first.back());
      info.insert(info.end(), {1, static_cast<std::int32_t>(constant_first.size()), 0, 0});
    } else {
      varying.push_back(&column);
      info.insert(info.end(), {2, static_cast<std::int32_t>(varying.size()), 0, -1});
    }
  }
  file.integers("dataInfo", 4, names.size(), std::move(info));
  std::vector<double> constants = constant_first;
  constants.insert(constants.end(), constant_last.begin(), constant_last.end());
  file.numbers("data_1", constant_first.size(), 2, std::move(constants));
  std::vector<double> data;
  data.reserve(rows * varying.size());
  for (std::size_t row = 0; row < rows; ++row)
    for (const auto* column : varying) data.push_back((*column)[row]);
  file.numbers("data_2", varying.size(), rows, std::move(data));
}

}  // namespace escapement::report
