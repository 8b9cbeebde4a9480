// SPDX-License-Identifier: MIT
// Studies in several files.
//
//   "Line2": {"include": "line.json", "components": {"Drilling": {"delay": 4}}}
//
// Any object may hold "include": the path of another file, relative to the folder of the file that says it.
// The object in that file is the base; the members that stand beside "include" are laid over it: where both
// hold an object under one key these are merged in the same way, anything else replaces what the base has.
// Included files may include others. Values keep the place where they were written, in whichever file.
#pragma once

#include <vector>

#include "escapement/json/parse.h"
#include "escapement/registry/value.h"

namespace escapement::json {

// Replaces every object of the tree that holds "include". Appends a diagnostic, at the place of the include,
// for a file that is not there, that is no object, or that includes itself (with the chain of files), and all
// faults of the text of a file; such an object keeps its "include", so that later checks can pass it over.
void expand_includes(registry::Value& root, std::vector<Diagnostic>& diagnostics,
                     const ReadSource& read = read_file);

// True for an object whose include failed.
bool has_failed_include(const registry::Value& value);

// The path of `path` as written in file `from`: relative to the folder of `from` unless it is absolute.
std::string path_beside(const std::string& from, const std::string& path);

}  // namespace escapement::json
