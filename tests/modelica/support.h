// SPDX-License-Identifier: MIT
// Flattening of texts, for tests.
#pragma once

#include <string>

#include "escapement/core/error.h"
#include "escapement/modelica/front_end.h"
#include "escapement/modelica/print.h"

namespace escapement::modelica {

// All messages of an InputError, one a line; empty when there was none.
inline std::string faults_of(const Source& source, const std::string& class_name) {
  try {
    flatten(source, class_name);
    return {};
  } catch (const InputError& error) {
    return error.what();
  }
}

inline Source source_of(const std::string& text) {
  Source source;
  source.use_environment = false;
  source.texts.emplace_back("test.mo", text);
  return source;
}

inline std::string faults_of(const std::string& text, const std::string& class_name = {}) {
  return faults_of(source_of(text), class_name);
}

inline std::string flat_text(const std::string& text, const std::string& class_name = {}) {
  return print_flat(*flatten(source_of(text), class_name));
}

}  // namespace escapement::modelica
