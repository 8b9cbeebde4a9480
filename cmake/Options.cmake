# Build options, the same for every target of the project.
option(ESCAPEMENT_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(ESCAPEMENT_BENCHMARKS "Build the benchmarks" OFF)
option(ESCAPEMENT_EXAMPLES "Build the C++ examples" ${PROJECT_IS_TOP_LEVEL})
option(ESCAPEMENT_NATIVE "Tune for the machine that builds (-march=native)" OFF)
set(ESCAPEMENT_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize= takes them: address,undefined or thread")
# Off where tests are edited: then a change compiles one source, not a dozen.
option(ESCAPEMENT_UNITY_TESTS "Compile tests by the dozen: a clean build takes a third less time" OFF)
option(ESCAPEMENT_COVERAGE "Instrument for coverage" OFF)

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_FLAGS_RELEASE "-O3")
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(ESCAPEMENT_CCACHE ccache)
if(ESCAPEMENT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Precompiled headers may be cached too: __TIME__ and the like stand in none of them.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${ESCAPEMENT_CCACHE})
endif()

find_package(Threads REQUIRED)
find_package(Boost 1.74 REQUIRED)

# Warnings are errors for own targets only; results must not depend on fused multiply-add.
add_library(escapement_build_flags INTERFACE)
target_compile_options(escapement_build_flags INTERFACE
  -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
  -Wno-restrict # false alarms of g++ 12 on std::string concatenation
  -ffp-contract=off
  -fno-semantic-interposition # calls within a source may be inlined, although the code is position independent
  $<$<BOOL:${ESCAPEMENT_NATIVE}>:-march=native>)
if(ESCAPEMENT_SANITIZE)
  add_compile_options(-fsanitize=${ESCAPEMENT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${ESCAPEMENT_SANITIZE})
  # Asio's stand-alone fences are unknown to the thread sanitizer, and g++ says so with an error. The queue's own mutex orders what
  # threads of the pool see, so under the sanitizer (and only there) they are left out.
  if(ESCAPEMENT_SANITIZE MATCHES "thread")
    add_compile_definitions(BOOST_ASIO_DISABLE_FENCED_BLOCK)
  endif()
endif()
if(ESCAPEMENT_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()
if(ESCAPEMENT_TESTS)
  enable_testing()
  include(${CMAKE_CURRENT_LIST_DIR}/Checks.cmake)
  find_package(GTest 1.12 REQUIRED)
endif()
