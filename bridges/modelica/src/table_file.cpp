// SPDX-License-Identifier: MIT
#include "table_file.h"

#include <matio.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>

namespace escapement::modelica {
namespace {

std::string quoted_list(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "'" : ", '") + name + "'";
  return list.empty() ? "it has none" : "it has " + list;
}

std::string contents_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw TableFileFault("the file '" + path + "' cannot be read");
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

// Walks a text by lines and numbers and knows where it is.
class TextReader {
 public:
  TextReader(const std::string& path, const std::string& text) : path_(path), text_(text) {}

  bool at_end() const { return at_ >= text_.size(); }
  std::string line() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string made = text_.substr(at_, end - at_);
    at_ = end + 1;
    ++line_;
    if (!made.empty() && made.back() == '\r') made.pop_back();
    return made;
  }
  double number() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#') {
        line();
      } else if (c == ',' || c == ';' || std::isspace(static_cast<unsigned char>(c)) != 0) {
        line_ += c == '\n' ? 1 : 0;
        ++at_;
      } else {
        break;
      }
    }
    char* end = nullptr;
    const double value = std::strtod(text_.c_str() + std::min(at_, text_.size()), &end);
    const auto past = static_cast<std::size_t>(end - text_.c_str());
    if (at_ >= text_.size() || past == at_) fail("a number is missing");
    at_ = past;
    return value;
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw TableFileFault(path_ + ":" + std::to_string(line_) + ": " + what);
  }

 private:
  const std::string& path_;
  const std::string& text_;
  std::size_t at_ = 0, line_ = 1;
};

Matrix from_text(const std::string& path, const std::string& name) {
  const std::string text = contents_of(path);
  TextReader reader(path, text);
  std::vector<std::string> others;
  if (reader.line().rfind("#1", 0) != 0) reader.fail("a file of tables begins with \"#1\"");
  while (!reader.at_end()) {
    // double NAME(rows,columns)
    const std::string line = reader.line();
    std::istringstream words(line);
    std::string type, rest;
    words >> type;
    if (type != "double" && type != "float") continue;
    std::getline(words, rest);
    const std::size_t open = rest.find('(');
    if (open == std::string::npos) reader.fail("a size is missing, as in double tab(3,2)");
    std::string found = rest.substr(0, open);
    found.erase(
        std::remove_if(found.begin(), found.end(), [](unsigned char c) { return std::isspace(c) != 0; }),
        found.end());
    long rows = 0, columns = 0;
    char comma = ' ', close = ' ';
    std::istringstream size(rest.substr(open + 1));
    if (!(size >> rows >> comma >> columns >> close) || comma != ',' || close != ')' || rows < 0 ||
        columns < 0)
      reader.fail("the size of '" + found + "' is no (rows,columns)");
    if (found != name) {
      others.push_back(found);
      continue;
    }
    Matrix matrix(static_cast<std::size_t>(rows), std::vector<double>(static_cast<std::size_t>(columns)));
    for (std::vector<double>& row : matrix)
      for (double& value : row) value = reader.number();
    return matrix;
  }
  throw TableFileFault("the file '" + path + "' has no table '" + name + "': " + quoted_list(others));
}

Matrix from_csv(const std::string& path, char delimiter, int header_lines) {
  const std::string text = contents_of(path);
  TextReader reader(path, text);
  for (int i = 0; i < header_lines && !reader.at_end(); ++i) reader.line();
  Matrix matrix;
  while (!reader.at_end()) {
    const std::string line = reader.line();
    if (line.find_first_not_of(" \t") == std::string::npos) continue;
    std::vector<double>& row = matrix.emplace_back();
    for (std::size_t at = 0; at <= line.size();) {
      const std::size_t end = std::min(line.find(delimiter, at), line.size());
      std::string field = line.substr(at, end - at);
      field.erase(std::remove(field.begin(), field.end(), '"'), field.end());
      char* past = nullptr;
      row.push_back(std::strtod(field.c_str(), &past));
      if (past == field.c_str() || std::string(past).find_first_not_of(" \t") != std::string::npos)
        reader.fail("'" + field + "' is no number");
      at = end + 1;
    }
    if (row.size() != matrix.front().size())
      reader.fail("a row of " + std::to_string(row.size()) + " numbers follows rows of " +
                  std::to_string(matrix.front().size()));
  }
  if (matrix.empty()) throw TableFileFault("the file '" + path + "' has no numbers");
  return matrix;
}

struct MatClosed {
  void operator()(mat_t* file) const { Mat_Close(file); }
};
struct MatFreed {
  void operator()(matvar_t* variable) const { Mat_VarFree(variable); }
};

template <class Number>
Matrix numbers_of(const matvar_t& variable) {
  const auto* data = static_cast<const Number*>(variable.data);
  Matrix matrix(variable.dims[0], std::vector<double>(variable.dims[1]));
  for (std::size_t j = 0; j < variable.dims[1]; ++j)
    for (std::size_t i = 0; i < variable.dims[0]; ++i)
      matrix[i][j] = static_cast<double>(data[j * variable.dims[0] + i]);
  return matrix;
}

Matrix from_mat(const std::string& path, const std::string& name) {
  const std::unique_ptr<mat_t, MatClosed> file(Mat_Open(path.c_str(), MAT_ACC_RDONLY));
  if (!file) throw TableFileFault("the file '" + path + "' cannot be read as a MATLAB file");
  const std::string top = name.substr(0, name.find('.'));
  const std::unique_ptr<matvar_t, MatFreed> variable(Mat_VarRead(file.get(), top.c_str()));
  if (!variable) {
    std::size_t count = 0;
    char* const* const directory = Mat_GetDir(file.get(), &count);
    throw TableFileFault("the file '" + path + "' has no matrix '" + name +
                         "': " + quoted_list({directory, directory + count}));
  }
  const matvar_t* found = variable.get();
  for (std::size_t at = top.size(); found != nullptr && at < name.size();) {
    const std::size_t end = std::min(name.find('.', at + 1), name.size());
    const std::string field = name.substr(at + 1, end - at - 1);
    found = found->class_type == MAT_C_STRUCT
                ? Mat_VarGetStructFieldByName(const_cast<matvar_t*>(found), field.c_str(), 0)
                : nullptr;
    at = end;
  }
  if (found == nullptr || found->rank != 2 || found->isComplex != 0)
    throw TableFileFault("'" + name + "' of the file '" + path + "' is no matrix of real numbers");
  switch (found->data_type) {
    case MAT_T_DOUBLE:
      return numbers_of<double>(*found);
    case MAT_T_SINGLE:
      return numbers_of<float>(*found);
    case MAT_T_INT32:
      return numbers_of<std::int32_t>(*found);
    case MAT_T_INT16:
      return numbers_of<std::int16_t>(*found);
    case MAT_T_INT8:
      return numbers_of<std::int8_t>(*found);
    case MAT_T_UINT32:
      return numbers_of<std::uint32_t>(*found);
    case MAT_T_UINT16:
      return numbers_of<std::uint16_t>(*found);
    case MAT_T_UINT8:
      return numbers_of<std::uint8_t>(*found);
    default:
      throw TableFileFault("'" + name + "' of the file '" + path + "' is no matrix of real numbers");
  }
}

}  // namespace

Matrix read_matrix(const std::string& path, const std::string& name, char delimiter, int header_lines) {
  if (!std::ifstream(path)) throw TableFileFault("the file '" + path + "' cannot be read");
  const std::size_t dot = path.rfind('.');
  std::string ending = dot == std::string::npos ? std::string() : path.substr(dot);
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (ending == ".mat") return from_mat(path, name);
  return ending == ".csv" ? from_csv(path, delimiter, header_lines) : from_text(path, name);
}

}  // namespace escapement::modelica
