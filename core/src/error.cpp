// SPDX-License-Identifier: MIT
#include "escapement/core/error.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numeric>

namespace escapement {
namespace {

std::string join_texts(const std::vector<Diagnostic>& diagnostics) {
  std::string all;
  for (const Diagnostic& d : diagnostics) {
    if (!all.empty()) all += '\n';
    all += d.text();
  }
  return all;
}

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

// Levenshtein distance with case ignored, in one row.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substitution = diagonal + (lower(a[i]) == lower(b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, substitution});
    }
  }
  return row.back();
}

}  // namespace

std::string Diagnostic::text() const {
  std::string out;
  if (!where.file.empty()) {
    out += where.file;
    if (where.line > 0) out += ":" + std::to_string(where.line) + ":" + std::to_string(where.column);
    out += ": ";
  } else if (where.line > 0) {
    out += std::to_string(where.line) + ":" + std::to_string(where.column) + ": ";
  }
  out += severity == Severity::kError ? "error: " : "warning: ";
  out += message;
  if (!where.pointer.empty()) out += " (at " + where.pointer + ")";
  if (!remedy.empty()) out += "\n    " + remedy;
  return out;
}

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : Error(join_texts(diagnostics)), diagnostics_(std::move(diagnostics)) {}

SimulationError::SimulationError(std::string model_path, double clock, std::string message)
    : Error("at time " + to_text(clock) + " in " + model_path + ": " + message),
      model_path_(std::move(model_path)),
      clock_(clock),
      message_(std::move(message)) {}

std::string to_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  char buffer[32];
  const auto [end, status] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return status == std::errc{} ? std::string(buffer, end) : std::to_string(value);
}

std::string_view nearest_name(std::string_view wanted, const std::vector<std::string>& known) {
  std::string_view best;
  std::size_t best_distance = wanted.size() / 3 + 2;  // further away than this is not a slip of the pen
  for (const std::string& name : known) {
    const std::size_t distance = edit_distance(wanted, name);
    // Of names equally near, one of the same length is the likelier: a letter was mistyped, not forgotten.
    const bool same_length = name.size() == wanted.size() && best.size() != wanted.size();
    if (distance < best_distance || (distance == best_distance && !best.empty() && same_length)) {
      best_distance = distance;
      best = name;
    }
  }
  return best;
}

std::string list_text(const std::vector<std::string>& names, std::size_t most) {
  std::string out;
  const std::size_t shown = std::min(names.size(), most);
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) out += (i + 1 == shown && shown == names.size()) ? " or " : ", ";
    out += "'" + names[i] + "'";
  }
  if (shown < names.size()) out += " and " + std::to_string(names.size() - shown) + " more";
  return out.empty() ? "none" : out;
}

}  // namespace escapement
