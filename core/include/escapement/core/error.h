// SPDX-License-Identifier: MIT
// What goes wrong, told so that a reader can mend it.
//
// Three kinds, and the exit code that the command line gives each:
//   InputError       a study, a file or an argument is wrong; carries all faults of one pass (exit code 2)
//   BuildError       a model made in C++ cannot be built: a mismatched coupling, a duplicate name (exit code
//   2) SimulationError  a sound model failed while it ran: names the model path and the clock (exit code 1)
// Broken invariants of the framework itself throw InternalError; nothing calls abort.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace escapement {

// A place in a text that a person wrote. line and column count from 1; 0 means unknown.
struct SourceLocation {
  std::string file;
  int line = 0;
  int column = 0;
  std::string pointer;  // JSON pointer or dotted model path, empty when there is none
};

// One fault: what is wrong (with the bad value and what is allowed) and how to mend it.
struct Diagnostic {
  enum class Severity { kError, kWarning };
  SourceLocation where;
  std::string message;
  std::string remedy;  // empty when the message says it all
  Severity severity = Severity::kError;

  // "file:line:column: error: message (at /pointer)\n    remedy"; parts that are unknown are left out.
  std::string text() const;
};

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class InternalError : public Error {
 public:
  using Error::Error;
};

class BuildError : public Error {
 public:
  using Error::Error;
};

class InputError : public Error {
 public:
  explicit InputError(std::vector<Diagnostic> diagnostics);
  explicit InputError(Diagnostic diagnostic) : InputError(std::vector<Diagnostic>{std::move(diagnostic)}) {}
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

class SimulationError : public Error {
 public:
  // what(): "at time T in PATH: message".
  SimulationError(std::string model_path, double clock, std::string message);
  const std::string& model_path() const { return model_path_; }
  double clock() const { return clock_; }
  const std::string& message() const { return message_; }

 private:
  std::string model_path_;
  double clock_;
  std::string message_;
};

// Shortest text that reads back as the same double: 0.1, 12, 1e+20, nan, inf.
std::string to_text(double value);

// The known name nearest to `wanted` by edit distance (case ignored), or an empty view when none is near.
std::string_view nearest_name(std::string_view wanted, const std::vector<std::string>& known);

// "'a', 'b' or 'c'", for messages that list what is allowed. Long lists are cut after `most` names.
std::string list_text(const std::vector<std::string>& names, std::size_t most = 12);

}  // namespace escapement
