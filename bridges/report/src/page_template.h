// SPDX-License-Identifier: MIT
// The page before any results are in it, and how they get there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace escapement::report::internal {

// Defined in a source that the build makes from page/ (cmake/embed.cmake); holds each of the marks
// @ESCAPEMENT_TITLE@, @ESCAPEMENT_TABLE@, @ESCAPEMENT_DATA@ and @ESCAPEMENT_LAYOUT@ once, in this order.
extern const std::string_view kPageTemplate;

// The program that lays out diagrams, deflated (raw) and in base64: what a page with a diagram carries in the
// last place. Empty when the page was not built.
extern const std::string_view kLayoutProgram;

struct Slot {
  std::string_view mark;
  std::string content;
};

// The page with each mark replaced by its content. Marks are sought in the page alone, in the order given,
// never in what was put in. InternalError names a mark that is not there.
std::string filled(std::string_view page, const std::vector<Slot>& slots);

}  // namespace escapement::report::internal
