// SPDX-License-Identifier: MIT
// The page before any results are in it; the definition is made by the build from page/ (cmake/embed.cmake).
#pragma once

#include <string_view>

namespace escapement::report::internal {

// Holds each of the marks of report_html.cpp exactly once.
extern const std::string_view kPageTemplate;

}  // namespace escapement::report::internal
