// SPDX-License-Identifier: MIT
// JSON text (RFC 8259, with // and /* */ comments) to a tree of values that know where they stand.
//
// The parsing is nlohmann-json's; places (line and column from 1, the column in bytes, and the JSON pointer
// of RFC 6901) come from a scan beside it. Numbers keep their text. A UTF-8 byte order mark is passed over.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "escapement/registry/value.h"

namespace escapement::json {

// How deep lists and objects may nest.
inline constexpr int kMaximumDepth = 200;

// `file` names the text in messages. Throws InputError with the one place where the text stops being JSON and
// what was expected there; with every key that stands twice in one object; or where the text nests deeper
// than kMaximumDepth or holds a number too large for a double.
registry::Value parse(std::string_view text, const std::string& file);
// The same, but appends keys that stand twice to the diagnostics; the first of them counts.
registry::Value parse(std::string_view text, const std::string& file, std::vector<Diagnostic>& diagnostics);

// The content of a file. Throws InputError, at the place `asked_at` when it is known, when there is no such
// file (and names the one in that folder whose name is nearest), when it is a folder or cannot be read.
std::string read_file(const std::string& path, const SourceLocation& asked_at = {});

// What stands in for read_file() where a study is kept elsewhere than in its files.
using ReadSource = std::function<std::string(const std::string& path, const SourceLocation& asked_at)>;

}  // namespace escapement::json
