# All benchmarks in one program, so that every ratio is measured in one run.
find_package(benchmark 1.7 REQUIRED)
file(GLOB benchmarks CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/benchmarks/*_benchmark.cpp)
add_executable(escapement_bench ${PROJECT_SOURCE_DIR}/tests/benchmarks/main.cpp ${benchmarks})
target_include_directories(escapement_bench PRIVATE ${PROJECT_SOURCE_DIR}/tests/benchmarks)
target_include_directories(escapement_bench SYSTEM PRIVATE ${ESCAPEMENT_KLU_INCLUDE}) # SUNDIALS' header on KLU wants it
target_link_libraries(escapement_bench PRIVATE Escapement::cli escapement_build_flags benchmark::benchmark)
set_target_properties(escapement_bench PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})

# Long runs that watch the heap.
add_executable(escapement_soak ${PROJECT_SOURCE_DIR}/tests/soak/soak.cpp)
target_link_libraries(escapement_soak PRIVATE Escapement::cli escapement_build_flags)
set_target_properties(escapement_soak PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
