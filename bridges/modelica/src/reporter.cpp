// SPDX-License-Identifier: MIT
#include "reporter.h"

namespace escapement::modelica {

namespace {
constexpr std::size_t kMostErrors = 100;  // more help nobody, and a broken file must not fill the memory
}

SourceLocation Reporter::location(Place place) const {
  SourceLocation where;
  where.file = files_[place.file];
  where.line = static_cast<int>(place.line);
  where.column = place.column;
  where.pointer = path_;
  return where;
}

void Reporter::add(Place place, std::string message, std::string remedy, Diagnostic::Severity severity) {
  const SourceLocation where = location(place);
  for (const Diagnostic& old : diagnostics_)  // a class used in many places has one fault, not many
    if (old.where.line == where.line && old.where.column == where.column && old.where.file == where.file &&
        old.message == message) {
      if (severity == Diagnostic::Severity::kError && old.severity == severity) ++errors_;
      return;
    }
  if (severity == Diagnostic::Severity::kError) ++errors_;
  if (diagnostics_.size() < kMostErrors)
    diagnostics_.push_back(Diagnostic{where, std::move(message), std::move(remedy), severity});
}

void Reporter::throw_if_errors() const {
  if (errors_ > 0) throw InputError(diagnostics_);
}

}  // namespace escapement::modelica
