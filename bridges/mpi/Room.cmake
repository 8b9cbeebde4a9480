# SPDX-License-Identifier: MIT
# MPI where it is found (Debian: libopenmpi-dev, openmpi-bin); without it a session cannot be made, and all else works.
option(ESCAPEMENT_MPI "Share experiments out over MPI ranks, where MPI is found" ON)
if(ESCAPEMENT_MPI)
  find_package(MPI 3.0 QUIET COMPONENTS CXX)
endif()
if(MPI_CXX_FOUND)
  # The C interface alone: the one of C++ left the standard with MPI 3.
  target_compile_definitions(${target} PRIVATE ESCAPEMENT_WITH_MPI OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
  target_include_directories(${target} SYSTEM PRIVATE ${MPI_CXX_INCLUDE_DIRS})
  target_link_libraries(${target} PRIVATE ${MPI_CXX_LIBRARIES})
  if(ESCAPEMENT_TESTS AND NOT ESCAPEMENT_SANITIZE MATCHES "thread") # which would report what MPI's own threads do
    add_test(NAME mpi_ranks COMMAND bash ${PROJECT_SOURCE_DIR}/tests/mpi/ranks_test.sh
      $<TARGET_FILE:escapement> ${PROJECT_BINARY_DIR}/mpi_ranks_test)
    set_tests_properties(mpi_ranks PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300)
  endif()
endif()
