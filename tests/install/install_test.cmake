# SPDX-License-Identifier: MIT
# cmake -DBUILD=folder -DWORK=folder -DCOMPILER=... -DGENERATOR=... -DCONFIG=... [-DSANITIZE=...] [-DCOVERAGE=ON]
#       -P tests/install/install_test.cmake
#
# Installs the build to a prefix of its own, then configures, builds and runs the project beside this file against
# that prefix, as a user would.
cmake_minimum_required(VERSION 3.25)
function(step what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    string(REGEX REPLACE "-- (Installing|Up-to-date)[^\n]*\n" "" output "${output}")
    message("${output}")
    message(FATAL_ERROR "${what} failed (${result}); what it said is above.")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# A static library that is instrumented wants its user to be linked alike.
set(flags "")
if(SANITIZE)
  set(flags "-fsanitize=${SANITIZE}")
elseif(COVERAGE)
  set(flags "--coverage")
endif()

file(REMOVE_RECURSE ${WORK})
step("cmake --install" ${CMAKE_COMMAND} --install ${BUILD} --config ${CONFIG} --prefix ${WORK}/prefix)
# Copied, so that no relative path can reach the source tree.
file(COPY ${CMAKE_CURRENT_LIST_DIR}/CMakeLists.txt ${CMAKE_CURRENT_LIST_DIR}/tick_count.cpp DESTINATION ${WORK}/source)
step("configuring the project that uses Escapement" ${CMAKE_COMMAND} -S ${WORK}/source -B ${WORK}/build -G ${GENERATOR}
  -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=${CONFIG}
  -DCMAKE_CXX_FLAGS=${flags})
step("building the project that uses Escapement" ${CMAKE_COMMAND} --build ${WORK}/build)
step("the program that uses Escapement" ${WORK}/build/tick_count)
if(NOT output STREQUAL "10 ticks until 4.5\n")
  message(FATAL_ERROR "The program that uses Escapement printed '${output}', expected '10 ticks until 4.5'.")
endif()
if(EXISTS ${WORK}/prefix/bin/escapement)
  step("the installed program" ${WORK}/prefix/bin/escapement --version)
endif()
message(STATUS "installed, found, built and ran")
