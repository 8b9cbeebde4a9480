# What only the command line needs: CLI11 and spdlog, seen by its sources only, and the program itself.
find_package(CLI11 2.1 REQUIRED)
find_package(spdlog 1.10 REQUIRED)
target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:CLI11::CLI11> $<BUILD_INTERFACE:spdlog::spdlog>)
target_compile_definitions(${target} PRIVATE ESCAPEMENT_VERSION="${PROJECT_VERSION}")

add_executable(escapement ${PROJECT_SOURCE_DIR}/bridges/cli/program/main.cpp)
target_link_libraries(escapement PRIVATE ${target} $<BUILD_INTERFACE:escapement_build_flags>)
set_target_properties(escapement PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
