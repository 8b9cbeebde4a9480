// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "foreign.h"
#include "table_file.h"

namespace escapement::modelica {
namespace fs = std::filesystem;

namespace {

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw ForeignFault("the file '" + path + "' cannot be read");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

Matrix matrix_of(const ForeignCall& call, const std::string& path) {
  try {
    return read_matrix(path, call.text(1));
  } catch (const TableFileFault& fault) {
    throw ForeignFault(fault.what());
  }
}

bool run_io(ForeignCall& call, std::string_view what, const std::string& path) {
  if (what == "readMatrixSizes") {  // fileName, matrixName, dim
    const Matrix matrix = matrix_of(call, path);
    const double rows = static_cast<double>(matrix.size());
    const double columns = matrix.empty() ? 0 : static_cast<double>(matrix.front().size());
    call.outputs.emplace_back(2, Value::array({Value::integer(rows), Value::integer(columns)}));
    return true;
  }
  if (what != "readRealMatrix") return false;
  // fileName, matrixName, matrix, rows, columns, verboseRead
  const Matrix matrix = matrix_of(call, path);
  if (static_cast<double>(matrix.size()) != call.number(3) ||
      (!matrix.empty() && static_cast<double>(matrix.front().size()) != call.number(4)))
    throw ForeignFault("the matrix '" + call.text(1) + "' of '" + path + "' has " +
                       std::to_string(matrix.size()) + " rows and " +
                       std::to_string(matrix.empty() ? 0 : matrix.front().size()) +
                       " columns, and other numbers were asked for");
  std::vector<Value> rows;
  for (const std::vector<double>& row : matrix) {
    std::vector<Value> values;
    for (const double value : row) values.push_back(Value::real(value));
    rows.push_back(Value::array(std::move(values)));
  }
  call.outputs.emplace_back(2, Value::array(std::move(rows)));
  return true;
}

double kind_of(const std::string& path) {
  constexpr double kNoFile = 1, kRegular = 2, kDirectory = 3, kSpecial = 4;
  std::error_code fault;
  const fs::file_status status = fs::status(path, fault);
  if (!fs::exists(status)) return kNoFile;
  return fs::is_regular_file(status) ? kRegular : fs::is_directory(status) ? kDirectory : kSpecial;
}

}  // namespace

std::string found_file(const std::string& name, const std::vector<std::string>& files) {
  static constexpr std::string_view kScheme = "modelica://";
  static constexpr std::string_view kFile = "file://";
  if (name.rfind(kFile, 0) == 0) return name.substr(kFile.size());
  if (name.rfind(kScheme, 0) == 0) {
    const std::string rest = name.substr(kScheme.size());
    const std::size_t slash = rest.find('/');
    const std::string library = rest.substr(0, rest.find_first_of("./"));
    for (const std::string& file : files) {
      const fs::path path(file);
      // Library/package.mo, Library 4.1.0/package.mo or Library.mo
      const std::string directory = path.parent_path().filename().string();
      const bool packaged =
          path.filename() == "package.mo" && (directory == library || directory.rfind(library + " ", 0) == 0);
      if ((packaged || path.filename() == library + ".mo") && slash != std::string::npos)
        return (path.parent_path() / rest.substr(slash + 1)).lexically_normal().string();
    }
    throw ForeignFault("'" + name + "' is in the library '" + library + "', whose directory is not known");
  }
  std::error_code fault;
  if (name.empty() || fs::path(name).is_absolute() || fs::exists(name, fault)) return name;
  for (const std::string& file : files) {
    if (file.empty()) continue;
    const fs::path beside = fs::path(file).parent_path() / name;
    if (fs::exists(beside, fault)) return beside.string();
  }
  return name;
}

bool run_foreign_files(ForeignCall& call) {
  static constexpr std::string_view kIo = "ModelicaIO_", kInternal = "ModelicaInternal_";
  if (call.name.starts_with(kIo))
    return run_io(call, call.name.substr(kIo.size()), found_file(call.text(0), *call.files));
  if (call.name == "ModelicaStreams_closeFile") return true;
  if (!call.name.starts_with(kInternal)) return false;
  const std::string_view what = call.name.substr(kInternal.size());
  if (what == "print") return true;  // texts of functions at translation are nobody's
  if (what == "getcwd") {
    call.result = Value::string(fs::current_path().string());
    return true;
  }
  if (call.arguments.empty() || call.arguments[0].base != BaseType::kString) return false;
  if (what == "getenv") {  // name, convertToSlash, content, exist
    const char* const found = std::getenv(call.text(0).c_str());
    call.outputs.emplace_back(2, Value::string(found == nullptr ? "" : found));
    call.outputs.emplace_back(3, Value::boolean(found != nullptr));
    return true;
  }
  const std::string path = found_file(call.text(0), *call.files);
  if (what == "fullPathName") {
    call.result = Value::string(fs::absolute(path).lexically_normal().string());
  } else if (what == "stat") {
    call.result = Value::scalar(BaseType::kEnumeration, kind_of(path));
  } else if (what == "countLines") {
    call.result = Value::integer(static_cast<double>(lines_of(path).size()));
  } else if (what == "readLine") {  // fileName, lineNumber, endOfFile; gives the line
    const std::vector<std::string> lines = lines_of(path);
    const double number = call.number(1);
    const bool past = !(number >= 1) || number > static_cast<double>(lines.size());
    call.result = Value::string(past ? std::string() : lines[static_cast<std::size_t>(number) - 1]);
    call.outputs.emplace_back(2, Value::boolean(past));
  } else if (what == "readFile") {  // fileName, stringVector, size
    std::vector<Value> lines;
    for (const std::string& line : lines_of(path)) lines.push_back(Value::string(line));
    call.outputs.emplace_back(1, Value::array(std::move(lines)));
  } else {
    return false;
  }
  return true;
}

}  // namespace escapement::modelica
