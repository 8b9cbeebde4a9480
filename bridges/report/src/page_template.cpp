// SPDX-License-Identifier: MIT
#include "page_template.h"

#include "escapement/core/error.h"

namespace escapement::report::internal {

std::string filled(std::string_view page, const std::vector<Slot>& slots) {
  std::string text;
  for (const Slot& slot : slots) {
    const auto at = page.find(slot.mark);
    if (at == std::string_view::npos) {
      throw InternalError("to_html: the page template lacks " + std::string(slot.mark) +
                          " or holds it out of order; build the page again");
    }
    text.append(page.substr(0, at)).append(slot.content);
    page.remove_prefix(at + slot.mark.size());
  }
  return text.append(page);
}

}  // namespace escapement::report::internal
