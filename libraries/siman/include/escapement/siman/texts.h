// SPDX-License-Identifier: MIT
// The texts of a model: values of attributes and variables that are texts (Arena's data type String). An
// entity's attributes are numbers, so each text has a number of its own, from 0 for the empty one in the
// order of first use. The numbers are seen by nobody: expressions compare texts by == and <> only, and files
// and messages get the text.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "escapement/core/archive_fwd.h"

namespace escapement::siman {

class Texts {
 public:
  Texts() { number_of({}); }
  // The number that stands for the text, a new one at first use.
  double number_of(std::string_view text);
  // The text of a number that number_of() gave; InternalError for others.
  const std::string& text_of(double number) const;
  // Numbers of texts that were known when the state was saved stay the same; ArchiveError when the model has
  // others under them.
  void archive(Archive& archive);

 private:
  std::vector<std::string> texts_;
  std::unordered_map<std::string, std::size_t> numbers_;
};

}  // namespace escapement::siman
