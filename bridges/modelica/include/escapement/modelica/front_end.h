// SPDX-License-Identifier: MIT
// From Modelica text to a flat model (Modelica 3.6).
//
//   1. The class is looked up: among the files that were given, then in the library directories; a library is
//   read
//      file by file, as far as the class needs it.
//   2. It is instantiated: bases, modifications outermost first, redeclarations, conditional components.
//   3. It is flattened: typed expressions, connections to equations, functions that are needed.
//   4. Equations and unknowns are counted.
//
// All faults that one pass can see are thrown together as one InputError; what is not supported yet is such a
// fault.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "escapement/modelica/flat_model.h"

namespace escapement::modelica {

struct Source {
  std::vector<std::filesystem::path> files;                // read at once
  std::vector<std::pair<std::string, std::string>> texts;  // name for messages, text: as files are
  std::vector<std::filesystem::path> libraries;            // a library, or a directory that holds some
  bool use_environment = true;                             // adds the directories of MODELICAPATH
};

// `class_name` is dotted; empty means the only class of the given files. Throws InputError. With
// `check_balance` false a model with too few or too many equations is returned all the same.
std::unique_ptr<FlatModel> flatten(const Source& source, const std::string& class_name,
                                   bool check_balance = true);

}  // namespace escapement::modelica
