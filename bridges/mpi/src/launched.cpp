// SPDX-License-Identifier: MIT
#include <charconv>
#include <cstring>

#include "escapement/mpi/session.h"

namespace escapement::mpi {

std::optional<int> launched_rank(const std::function<const char*(const char*)>& variable) {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"}) {
    const char* text = variable(name);
    int rank = 0;
    if (text != nullptr && std::from_chars(text, text + std::strlen(text), rank).ec == std::errc())
      return rank;
  }
  return std::nullopt;
}

}  // namespace escapement::mpi
