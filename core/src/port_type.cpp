// SPDX-License-Identifier: MIT
#include "escapement/core/port_type.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

#include "escapement/core/error.h"

namespace escapement::internal {

std::string readable_type_name(const std::type_info& type) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), std::free);
  return status == 0 ? text.get() : type.name();
}

void print_number(std::ostream& out, double value) {
  out << to_text(value);
}

}  // namespace escapement::internal
