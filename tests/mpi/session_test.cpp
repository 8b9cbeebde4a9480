// SPDX-License-Identifier: MIT
// What can be told without a launcher; tests/mpi/ranks_test.sh runs the program under one.
#include "escapement/mpi/session.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace escapement::mpi {
namespace {

std::optional<int> rank_in(const std::map<std::string, std::string>& environment) {
  return launched_rank([&](const char* name) -> const char* {
    const auto found = environment.find(name);
    return found == environment.end() ? nullptr : found->second.c_str();
  });
}

TEST(LaunchedRank, IsToldByTheEnvironmentOfTheLauncher) {
  EXPECT_EQ(rank_in({{"OMPI_COMM_WORLD_RANK", "3"}, {"PMIX_RANK", "3"}}), 3);  // mpirun of Open MPI
  EXPECT_EQ(rank_in({{"PMIX_RANK", "0"}}), 0);                                 // srun --mpi=pmix
  EXPECT_EQ(rank_in({{"PMI_RANK", "12"}, {"PMI_SIZE", "16"}}), 12);            // srun --mpi=pmi2, MPICH
}

TEST(LaunchedRank, IsNoneOnOnesOwn) {
  EXPECT_EQ(rank_in({}), std::nullopt);
  EXPECT_EQ(rank_in({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "4"}}),
            std::nullopt);  // a batch script without srun
  EXPECT_EQ(rank_in({{"PMI_RANK", "none"}}), std::nullopt);
}

}  // namespace
}  // namespace escapement::mpi
