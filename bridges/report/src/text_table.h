// SPDX-License-Identifier: MIT
// A text table of one column of names, left, and columns of figures, right, within a given width.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace escapement::report::internal {

struct TextRow {
  std::string label;
  std::vector<std::string> cells;  // none: the name of a group, which may run over the figures
};

// Rows under one heading; the blocks of a table share its columns.
struct TextBlock {
  std::string title;
  std::vector<TextRow> rows;
};

struct TextTable {
  std::vector<std::string> headings;                 // of the columns of figures
  std::vector<std::vector<std::size_t>> expendable;  // columns to leave out for want of room, in this order
  std::vector<TextBlock> blocks;

  // Each block: an empty line, the title with the headings, a rule, the rows. No line is wider than `width`
  // (names are cut where leaving columns out was not enough), none ends in a space. Rows have as many cells
  // as there are headings, or none.
  std::string text(std::size_t width, bool unicode) const;
};

}  // namespace escapement::report::internal
