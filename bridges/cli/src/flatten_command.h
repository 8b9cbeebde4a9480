// SPDX-License-Identifier: MIT
// `escapement flatten`, and `escapement check` of Modelica classes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "escapement/cli/program.h"
#include "escapement/modelica/flat_model.h"

namespace escapement::cli {

struct ModelicaOptions {
  std::string model;                   // a .mo file, or the name of a class in a library
  std::string class_name;              // of the file; may be left out when it holds one
  std::vector<std::string> libraries;  // searched before those of MODELICAPATH
  std::string to = "flat";             // what flatten writes: "flat" or "micro-modelica"
};

// The class that they name, flat; throws InputError with all faults.
std::unique_ptr<modelica::FlatModel> flat_class(const ModelicaOptions& options);
// Whether check is to look at Modelica text and not at a study.
bool is_modelica(const ModelicaOptions& options);
// Prints the flat model to the output; throws InputError with all faults.
int flatten_command(const ModelicaOptions& options, const Terminal& terminal);
int check_modelica_command(const ModelicaOptions& options, const Terminal& terminal);

}  // namespace escapement::cli
