// SPDX-License-Identifier: MIT
// Replications dealt out to the processes of an MPI program: rank 0 deals, works too and keeps what comes
// back; the other ranks run what they are dealt.
//
//   S1  Every rank makes a Session. Ranks above 0 call serve(), which says what study the rank has read and
//   then
//       takes cells until rank 0 ends the session. Rank 0 calls run_cells(), as often as it likes.
//   S2  run_cells: cells are dealt in the order in which they are listed, to whichever rank is free, a second
//   one
//       ahead while there are many left, so that no rank waits for the post. One thread of rank 0 runs cells
//       too.
//   S3  An outcome comes back bit by bit as it was made, and is told to `done` on rank 0's calling thread.
//   What a cell
//       gives depends on its scenario and number only, so the results are those of one process.
//   S4  A stop, or an exception of a factory or of `done`, ends the dealing; cells that run are told to end
//   and are
//       not told to `done`. A rank that has read another study, or none, is such an exception.
//   S5  The destructor of rank 0 tells the others to end, and waits for them; after a stop for 10 s at most,
//   then it
//       takes the whole program down.
//
// A rank that dies: its launcher ends the program (mpirun and srun both do), rank 0 by SIGTERM, which is a
// stop. What was told to `done` before is whatever `done` has made of it.
//
// Built without MPI, a Session cannot be made.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "escapement/experiment/cells.h"

namespace escapement::mpi {

// The rank of this process by the environment that launchers set: OMPI_COMM_WORLD_RANK (Open MPI), PMIX_RANK
// and PMI_RANK (srun, MPICH and others). Nothing when no launcher started it; MPI is then not to be touched.
std::optional<int> launched_rank(const std::function<const char*(const char*)>& variable);

class Session {
 public:
  // InputError when the program was built without MPI.
  Session();
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  int rank() const;
  int ranks() const;

  // Rank 0: as experiment::run_cells. `study` is the text that all ranks must have read.
  bool run_cells(const std::vector<experiment::Cell>& cells, const experiment::CellFactory& factory,
                 const experiment::CellDone& done, std::stop_token stop, const std::string& study);

  // Other ranks: until rank 0 ends the session. `refusal` says why this rank cannot run cells; else it is
  // empty.
  void serve(const experiment::CellFactory& factory, const std::string& study,
             const std::string& refusal = {});

 private:
  struct Open;
  std::unique_ptr<Open> open_;
};

}  // namespace escapement::mpi
