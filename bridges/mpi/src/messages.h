// SPDX-License-Identifier: MIT
// What ranks send each other, and how it is sent.
#pragma once

#include <mpi.h>

#include <optional>
#include <string>

namespace escapement::mpi::internal {

enum class Tag : int {
  kReady,    // to rank 0: the study that was read, or why none was
  kRefused,  // to rank 0: why this rank cannot run cells
  kCell,     // to a rank: a cell
  kOutcome,  // to rank 0: a cell and its outcome
  kBroken,   // to rank 0: what the factory threw
  kEnd,      // to a rank: no more
  kGone,     // to rank 0: the rank has seen the end
};

struct Letter {
  int from = 0;
  Tag tag = Tag::kReady;
  std::string text;
};

inline void send(int to, Tag tag, const std::string& text) {
  MPI_Send(text.data(), static_cast<int>(text.size()), MPI_BYTE, to, static_cast<int>(tag), MPI_COMM_WORLD);
}

// One that has come; does not wait.
inline std::optional<Letter> receive() {
  int there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
  if (there == 0) return std::nullopt;
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  Letter letter{status.MPI_SOURCE, static_cast<Tag>(status.MPI_TAG),
                std::string(static_cast<std::size_t>(size), '\0')};
  MPI_Recv(letter.text.data(), size, MPI_BYTE, letter.from, status.MPI_TAG, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return letter;
}

inline bool end_is_there() {
  int there = 0;
  MPI_Iprobe(0, static_cast<int>(Tag::kEnd), MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
  return there != 0;
}

}  // namespace escapement::mpi::internal
