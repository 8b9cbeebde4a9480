// SPDX-License-Identifier: MIT
// Collects the faults of one pass, so that a user sees all of them and not only the first.
#pragma once

#include <string>
#include <vector>

#include "escapement/core/error.h"
#include "escapement/modelica/place.h"

namespace escapement::modelica {

// Thrown where no sense can be made of the rest of an expression, equation or element; whoever goes on with
// the next one catches it. Its message has been reported already.
struct Abandon {};

class Reporter {
 public:
  // Adds the file's name to the list and gives its number, for Place::file.
  std::uint16_t add_file(std::string name) {
    files_.push_back(std::move(name));
    return static_cast<std::uint16_t>(files_.size() - 1);
  }
  const std::string& file_name(std::uint16_t file) const { return files_[file]; }

  void error(Place place, std::string message, std::string remedy = {}) {
    add(place, std::move(message), std::move(remedy), Diagnostic::Severity::kError);
  }
  void warning(Place place, std::string message, std::string remedy = {}) {
    add(place, std::move(message), std::move(remedy), Diagnostic::Severity::kWarning);
  }
  [[noreturn]] void fail(Place place, std::string message, std::string remedy = {}) {
    error(place, std::move(message), std::move(remedy));
    throw Abandon{};
  }
  [[noreturn]] void not_supported(Place place, const std::string& construct) {
    error(place, construct + ": not supported yet");
    throw Abandon{};
  }
  // What is being worked on, for messages: the path of a component. Empty outside of components.
  void set_path(std::string path) { path_ = std::move(path); }
  const std::string& path() const { return path_; }

  std::size_t errors() const { return errors_; }
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  const std::vector<std::string>& files() const { return files_; }
  // Back to the faults of an earlier copy; files that were read since stay known.
  void forget_faults_since(const Reporter& earlier) {
    diagnostics_ = earlier.diagnostics_;
    errors_ = earlier.errors_;
    path_ = earlier.path_;
  }
  SourceLocation location(Place place) const;
  // Throws all as one InputError when there is an error among them.
  void throw_if_errors() const;

 private:
  void add(Place place, std::string message, std::string remedy, Diagnostic::Severity severity);

  std::vector<std::string> files_{std::string()};  // number 0: no file
  std::vector<Diagnostic> diagnostics_;
  std::string path_;
  std::size_t errors_ = 0;
};

}  // namespace escapement::modelica
