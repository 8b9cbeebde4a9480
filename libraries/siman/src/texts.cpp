// SPDX-License-Identifier: MIT
#include "escapement/siman/texts.h"

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::siman {

double Texts::number_of(std::string_view text) {
  const auto [place, is_new] = numbers_.try_emplace(std::string(text), texts_.size());
  if (is_new) texts_.push_back(place->first);
  return static_cast<double>(place->second);
}

const std::string& Texts::text_of(double number) const {
  if (!(number >= 0 && number < static_cast<double>(texts_.size())))
    throw InternalError("no text has the number " + to_text(number));
  return texts_[static_cast<std::size_t>(number)];
}

void Texts::archive(Archive& archive) {
  std::vector<std::string> saved = texts_;
  archive(saved);
  if (archive.saving()) return;
  for (std::size_t i = 0; i < saved.size(); ++i)
    if (number_of(saved[i]) != static_cast<double>(i))
      throw ArchiveError("the saved state has the text '" + saved[i] + "' where the model has '" + texts_[i] +
                         "'; load it into the model that it was saved from");
}

}  // namespace escapement::siman
