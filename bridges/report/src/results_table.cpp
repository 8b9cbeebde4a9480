// SPDX-License-Identifier: MIT
#include "escapement/report/results_table.h"

#include <algorithm>
#include <array>

#include "escapement/core/error.h"
#include "escapement/report/category.h"
#include "escapement/report/number_text.h"
#include "kind_keys.h"

namespace escapement::report {
namespace {

constexpr int kLeastWidth = 40;
constexpr std::size_t kLeastName = 16;
constexpr std::size_t kGap = 2;
constexpr std::size_t kIndent = 2;

enum Column { kAverage, kHalfWidth, kMinAverage, kMaxAverage, kMinimum, kMaximum, kCount, kColumns };
constexpr std::array<const char*, kColumns> kHeadings = {"Average", "Half width", "Min. average", "Max. average",
                                                         "Minimum", "Maximum",    "Count"};

// Printed columns of UTF-8 text: every byte that does not continue a character begins one.
std::size_t columns_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string cut(const std::string& text, std::size_t width, bool unicode) {
  if (columns_of(text) <= width) return text;
  const std::string mark = unicode ? "…" : "...";
  const std::size_t kept = width - columns_of(mark);
  std::size_t end = 0;
  for (std::size_t columns = 0; end < text.size(); ++end) {
    const bool begins = (static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80U;
    if (begins && columns++ == kept) break;
  }
  return text.substr(0, end) + mark;
}

std::string left(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, columns_of(text)), ' ');
}

std::string right(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, columns_of(text)), ' ') + text;
}

struct Row {
  std::string label;                        // a heading of a group when there are no cells
  std::array<std::string, kColumns> cells;  // empty: the statistic has no such value by its kind
  bool heading = false;
};

class Table {
 public:
  Table(const experiment::Results& results, const TableOptions& options)
      : results_(results),
        unicode_(options.unicode),
        width_(static_cast<std::size_t>(std::max(options.width, kLeastWidth))),
        sections_(overview(results.statistics)) {
    for (const Section& section : sections_) rows_.push_back(rows_of(section));
    lay_out();
  }

  std::string text() const {
    std::string text;
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      text += '\n' + line(category_title(sections_[i].category), heading_cells());
      text += rule();
      for (const Row& row : rows_[i]) text += line(row.label, row.cells);
    }
    return text;
  }

 private:
  std::vector<Row> rows_of(const Section& section) const {
    std::vector<Row> rows;
    const bool headed = section.category != Category::kSystem && !section.groups.front().owner.empty();
    for (const Group& group : section.groups) {
      if (headed) rows.push_back({group.owner, {}, true});
      for (const Member& member : group.members) {
        const std::string unit = member.is_time ? " (" + results_.time_unit + ")" : std::string();
        rows.push_back({(headed ? std::string(kIndent, ' ') : std::string()) + member.label + unit,
                        cells_of(results_.statistics[member.index]), false});
      }
    }
    return rows;
  }

  std::array<std::string, kColumns> cells_of(const experiment::Result& result) const {
    const KindKeys keys = keys_of(result.kind);
    const auto number = [this](const std::optional<double>& value) {
      return value ? number_text(*value) : std::string(unicode_ ? "–" : "-");
    };
    std::array<std::string, kColumns> cells;
    cells[kAverage] = number(result.average);
    cells[kHalfWidth] = result.half_width.value || result.half_width.reason.empty() ? number(result.half_width.value)
                                                                                  : result.half_width.reason;
    cells[kMinAverage] = number(result.minimum_average);
    cells[kMaxAverage] = number(result.maximum_average);
    if (keys.extremes) {
      cells[kMinimum] = number(result.minimum);
      cells[kMaximum] = number(result.maximum);
    }
    // A counter's observations are its count, which the average tells.
    if (keys.observations && result.kind != statistics::Kind::kCounter) {
      cells[kCount] = std::to_string(result.observations);
    }
    return cells;
  }

  static std::array<std::string, kColumns> heading_cells() {
    std::array<std::string, kColumns> cells;
    std::copy(kHeadings.begin(), kHeadings.end(), cells.begin());
    return cells;
  }

  void lay_out() {
    std::size_t name = kLeastName;
    for (std::size_t c = 0; c < kColumns; ++c) widths_[c] = columns_of(kHeadings[c]);
    for (const auto& rows : rows_) {
      for (const Row& row : rows) {
        if (!row.heading) name = std::max(name, columns_of(row.label));
        for (std::size_t c = 0; c < kColumns; ++c) widths_[c] = std::max(widths_[c], columns_of(row.cells[c]));
      }
    }
    shown_.fill(true);
    if (results_.completed <= 1) shown_[kMinAverage] = shown_[kMaxAverage] = false;
    const std::array<std::vector<Column>, 4> expendable = {
        {{kMinAverage, kMaxAverage}, {kMinimum, kMaximum}, {kCount}, {kHalfWidth}}};
    for (const auto& columns : expendable) {
      if (name + numbers_width() <= width_) break;
      for (const Column column : columns) shown_[column] = false;
    }
    // numbers_width() is now at most that of one column, far below kLeastWidth.
    name_width_ = std::min(name, width_ - numbers_width());
  }

  std::size_t numbers_width() const {
    std::size_t width = 0;
    for (std::size_t c = 0; c < kColumns; ++c) width += shown_[c] ? kGap + widths_[c] : 0;
    return width;
  }

  std::string line(const std::string& label, const std::array<std::string, kColumns>& cells) const {
    // A label without cells (the name of a group) may run over the columns of numbers.
    const bool alone = std::all_of(cells.begin(), cells.end(), [](const auto& cell) { return cell.empty(); });
    std::string text = left(cut(label, alone ? width_ : name_width_, unicode_), name_width_);
    for (std::size_t c = 0; c < kColumns && !alone; ++c) {
      if (shown_[c]) text += std::string(kGap, ' ') + right(cells[c], widths_[c]);
    }
    return text.substr(0, text.find_last_not_of(' ') + 1) + '\n';
  }

  std::string rule() const {
    std::string text;
    for (std::size_t i = 0; i < name_width_ + numbers_width(); ++i) text += unicode_ ? "─" : "-";
    return text + '\n';
  }

  const experiment::Results& results_;
  bool unicode_;
  std::size_t width_;
  std::vector<Section> sections_;
  std::vector<std::vector<Row>> rows_;  // of each section
  std::array<std::size_t, kColumns> widths_{};
  std::array<bool, kColumns> shown_{};
  std::size_t name_width_ = 0;
};

}  // namespace

std::string run_text(const experiment::Results& results) {
  const std::string unit = ' ' + results.time_unit;
  std::string text = std::to_string(results.replications) + (results.replications == 1 ? " replication" : " replications");
  text += results.length ? " of " + to_text(*results.length) + unit : " until no event is left";
  if (results.warmup != 0) text += ", warm-up " + to_text(results.warmup) + unit;
  return text + ", seed " + std::to_string(results.seed);
}

std::string trouble_text(const experiment::Results& results) {
  std::string text;
  const std::string finished =
      std::to_string(results.completed) + " of " + std::to_string(results.replications) + " replications finished";
  if (results.interrupted) text += "Interrupted: " + finished + "; what was collected until then is shown.\n";
  if (!results.interrupted && !results.failures.empty()) text += "Failed: " + finished + ".\n";
  for (const auto& failure : results.failures) {
    text += "Replication " + std::to_string(failure.replication) + " failed at time " + to_text(failure.clock) + ' ' +
            results.time_unit;
    text += failure.model_path.empty() ? std::string() : " in " + failure.model_path;
    text += ": " + failure.message + '\n';
  }
  return text;
}

std::string to_table(const experiment::Results& results, const TableOptions& options) {
  std::string text = results.model + '\n' + run_text(results) + '\n' + trouble_text(results);
  if (results.statistics.empty()) return text + "\nNo statistics were collected.\n";
  return text + Table(results, options).text();
}

}  // namespace escapement::report
