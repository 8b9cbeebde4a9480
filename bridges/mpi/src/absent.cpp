// SPDX-License-Identifier: MIT
// A session where there is no MPI.
#ifndef ESCAPEMENT_WITH_MPI

#include "escapement/core/error.h"
#include "escapement/mpi/session.h"

namespace escapement::mpi {

struct Session::Open {};

Session::Session() {
  throw InputError(
      Diagnostic{{},
                 "this process was started by an MPI launcher, and the program was built without MPI",
                 "start it without mpirun or srun, or install libopenmpi-dev and build it again"});
}
Session::~Session() = default;
int Session::rank() const {
  return 0;
}
int Session::ranks() const {
  return 1;
}
bool Session::run_cells(const std::vector<experiment::Cell>&, const experiment::CellFactory&,
                        const experiment::CellDone&, std::stop_token, const std::string&) {
  return false;
}
void Session::serve(const experiment::CellFactory&, const std::string&, const std::string&) {}

}  // namespace escapement::mpi

#endif
