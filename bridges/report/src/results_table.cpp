// SPDX-License-Identifier: MIT
#include "escapement/report/results_table.h"

#include <algorithm>

#include "escapement/core/error.h"
#include "escapement/report/category.h"
#include "escapement/report/number_text.h"
#include "text_table.h"
#include "variables_table.h"

namespace escapement::report {
namespace {

constexpr int kLeastWidth = 40;
constexpr const char* kIndent = "  ";

enum Column : std::size_t {
  kAverage,
  kHalfWidth,
  kMinAverage,
  kMaxAverage,
  kMinimum,
  kMaximum,
  kFinal,
  kCount,
  kColumns
};

std::size_t width_of(const TableOptions& options) {
  return static_cast<std::size_t>(std::max(options.width, kLeastWidth));
}

class Writer {
 public:
  Writer(const experiment::Results& results, const TableOptions& options)
      : results_(results), width_(width_of(options)), unicode_(options.unicode) {}

  std::string text() const {
    internal::TextTable values{
        {"Average", "Half width", "Min. avg.", "Max. avg.", "Minimum", "Maximum", "Final", "Count"},
        {{kFinal}, {kMinAverage, kMaxAverage}, {kMinimum, kMaximum}, {kCount}, {kHalfWidth}},
        {}};
    internal::TextTable frequencies{
        {"Visits", "Average time", "Standard %", "Restricted %"}, {{3}, {1}, {0}}, {}};
    for (const Section& section : overview(results_.statistics)) {
      if (section.category == Category::kFrequency) {
        frequencies.blocks.push_back({category_title(section.category), frequency_rows(section)});
      } else {
        values.blocks.push_back({category_title(section.category), value_rows(section)});
      }
    }
    without(values, results_.completed <= 1 ? std::vector<std::size_t>{kMinAverage, kMaxAverage}
                                            : std::vector<std::size_t>{kFinal});
    return values.text(width_, unicode_) + frequencies.text(width_, unicode_);
  }

 private:
  std::vector<internal::TextRow> value_rows(const Section& section) const {
    std::vector<internal::TextRow> rows;
    for (const Group& group : section.groups) {
      // What the user named needs no heading: his names tell what it is, and are long enough.
      const bool headed =
          section.category != Category::kSystem && section.category != Category::kUserSpecified;
      if (headed) rows.push_back({group.owner, {}});
      for (const Member& member : group.members) {
        const std::string unit = member.is_time ? " (" + results_.time_unit + ")" : std::string();
        rows.push_back(
            {(headed ? kIndent : "") + member.label + unit, cells_of(results_.statistics[member.index])});
      }
    }
    return rows;
  }

  std::vector<internal::TextRow> frequency_rows(const Section& section) const {
    std::vector<internal::TextRow> rows;
    for (const Group& group : section.groups) {
      for (const Member& member : group.members) {
        rows.push_back({member.label, {}});
        for (const auto& row : results_.statistics[member.index].frequencies) {
          rows.push_back({kIndent + row.name,
                          {std::to_string(row.visits), number(row.average_time), number(row.standard_percent),
                           row.restricted ? number(row.restricted_percent) : std::string()}});
        }
      }
    }
    return rows;
  }

  std::vector<std::string> cells_of(const experiment::Result& result) const {
    const statistics::HalfWidth& half = result.half_width;
    std::vector<std::string> cells(kColumns);
    cells[kAverage] = number(result.average);
    cells[kHalfWidth] =
        half.value || half.reason.empty() ? number(half.value, kHalfWidthDigits) : half.reason;
    cells[kMinAverage] = number(result.minimum_average);
    cells[kMaxAverage] = number(result.maximum_average);
    cells[kMinimum] = number(result.minimum);
    cells[kMaximum] = number(result.maximum);
    cells[kFinal] = number(result.final_value);
    // A counter's observations are its increments, which its average tells already.
    if (result.kind == statistics::Kind::kTally) cells[kCount] = std::to_string(result.observations);
    return cells;
  }

  std::string number(const std::optional<double>& value, int digits = kValueDigits) const {
    return value ? number_text(*value, digits) : std::string(unicode_ ? "–" : "-");
  }

  // Columns that nobody needs, wherever there is room for them.
  static void without(internal::TextTable& table, const std::vector<std::size_t>& columns) {
    for (auto column = columns.rbegin(); column != columns.rend(); ++column) {
      const auto at = static_cast<std::ptrdiff_t>(*column);
      table.headings.erase(table.headings.begin() + at);
      for (internal::TextBlock& block : table.blocks) {
        for (internal::TextRow& row : block.rows) {
          if (!row.cells.empty()) row.cells.erase(row.cells.begin() + at);
        }
      }
    }
    for (std::vector<std::size_t>& group : table.expendable) {
      std::erase_if(group, [&](std::size_t column) {
        return std::find(columns.begin(), columns.end(), column) != columns.end();
      });
      for (std::size_t& column : group)  // what is left moves up
        column -= static_cast<std::size_t>(
            std::count_if(columns.begin(), columns.end(), [&](std::size_t gone) { return gone < column; }));
    }
    std::erase_if(table.expendable, [](const auto& group) { return group.empty(); });
  }

  const experiment::Results& results_;
  std::size_t width_;
  bool unicode_;
};

}  // namespace

std::string run_text(const experiment::Results& results) {
  const std::string unit = ' ' + results.time_unit;
  std::string text =
      std::to_string(results.replications) + (results.replications == 1 ? " replication" : " replications");
  text += results.length ? " of " + to_text(*results.length) + unit : " until no event is left";
  if (results.start != 0) text += ", from " + to_text(results.start) + unit;
  if (results.warmup != 0) text += ", warm-up " + to_text(results.warmup) + unit;
  return text + ", seed " + std::to_string(results.seed);
}

std::string trouble_text(const experiment::Results& results) {
  if (!results.interrupted && results.failures.empty()) return {};
  std::string text = results.interrupted ? "Interrupted: " : "Failed: ";
  text += std::to_string(results.completed) + " of " + std::to_string(results.replications) +
          " replications finished; the figures are of ";
  text += results.completed > 0 ? "those.\n" : "what was collected until then.\n";
  for (const auto& failure : results.failures) {
    text += "Replication " + std::to_string(failure.replication) + " failed at time " +
            to_text(failure.clock) + ' ' + results.time_unit;
    text += failure.model_path.empty() ? std::string() : " in " + failure.model_path;
    text += ": " + failure.message + '\n';
  }
  return text;
}

std::string to_table(const experiment::Results& results, const TableOptions& options) {
  std::string text = results.model + '\n' + run_text(results) + '\n' + trouble_text(results);
  if (results.continuous)
    text += internal::variables_table(*results.continuous, width_of(options), options.unicode);
  if (results.statistics.empty())
    return results.continuous ? text : text + "\nNo statistics were collected.\n";
  return text + Writer(results, options).text();
}

}  // namespace escapement::report
