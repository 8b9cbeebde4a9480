// SPDX-License-Identifier: MIT
#include "text_table.h"

#include <algorithm>

namespace escapement::report::internal {
namespace {

constexpr std::size_t kLeastName = 16;
constexpr std::size_t kGap = 2;

// Every byte of UTF-8 that does not continue a character begins one.
bool begins_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
}

std::size_t columns_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

std::string cut(const std::string& text, std::size_t width, bool unicode) {
  if (columns_of(text) <= width) return text;
  const std::string mark = unicode ? "…" : "...";
  const std::size_t kept = width - std::min(width, columns_of(mark));
  std::size_t end = 0;
  for (std::size_t columns = 0; end < text.size(); ++end) {
    if (begins_character(text[end]) && columns++ == kept) break;
  }
  return text.substr(0, end) + mark;
}

std::string spaces(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, columns_of(text)), ' ');
}

class Layout {
 public:
  Layout(const TextTable& table, std::size_t width, bool unicode)
      : width_(width), unicode_(unicode), shown_(table.headings.size(), true) {
    std::size_t name = kLeastName;
    for (const std::string& heading : table.headings) widths_.push_back(columns_of(heading));
    for (const TextBlock& block : table.blocks) {
      for (const TextRow& row : block.rows) {
        if (!row.cells.empty()) name = std::max(name, columns_of(row.label));
        for (std::size_t c = 0; c < row.cells.size(); ++c)
          widths_[c] = std::max(widths_[c], columns_of(row.cells[c]));
      }
    }
    for (const auto& columns : table.expendable) {
      if (name + figures_width() <= width_) break;
      for (const std::size_t column : columns) shown_[column] = false;
    }
    const std::size_t left = width_ - std::min(width_, figures_width());
    name_width_ = std::min(name, std::max(left, kLeastName));
  }

  std::string line(const std::string& label, const std::vector<std::string>& cells) const {
    const std::size_t room = cells.empty() ? width_ : name_width_;
    std::string text = cut(label, room, unicode_);
    text += spaces(text, name_width_);
    for (std::size_t c = 0; c < cells.size(); ++c) {
      if (shown_[c]) text += std::string(kGap, ' ') + spaces(cells[c], widths_[c]) + cells[c];
    }
    return text.substr(0, text.find_last_not_of(' ') + 1) + '\n';
  }

  std::string rule() const {
    std::string text;
    for (std::size_t i = 0; i < name_width_ + figures_width(); ++i) text += unicode_ ? "─" : "-";
    return text + '\n';
  }

 private:
  std::size_t figures_width() const {
    std::size_t width = 0;
    for (std::size_t c = 0; c < widths_.size(); ++c) width += shown_[c] ? kGap + widths_[c] : 0;
    return width;
  }

  std::size_t width_;
  bool unicode_;
  std::vector<std::size_t> widths_;
  std::vector<bool> shown_;
  std::size_t name_width_ = 0;
};

}  // namespace

std::string TextTable::text(std::size_t width, bool unicode) const {
  const Layout layout(*this, width, unicode);
  std::string text;
  for (const TextBlock& block : blocks) {
    text += '\n' + layout.line(block.title, headings) + layout.rule();
    for (const TextRow& row : block.rows) text += layout.line(row.label, row.cells);
  }
  return text;
}

}  // namespace escapement::report::internal
