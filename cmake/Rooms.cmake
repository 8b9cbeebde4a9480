# escapement_room(NAME [UNITY [BATCH count] [ALONE stems...]] [COLD] DIR folder [DEPS rooms...] [LINK targets...]
#                 [PRIVATE_LINK targets...])
#
# A room is a folder with include/escapement/NAME (public headers, installed), src (sources and internal
# headers) and, under tests/, a folder of the same name with one test program. The target is escapement_NAME,
# known to users as Escapement::NAME.
set_property(GLOBAL PROPERTY ESCAPEMENT_ROOMS "")

# escapement_test_program(TARGET sources...): a program of GoogleTest.
#
# Test sources share most of what they include, so compiling them by the dozen saves two thirds of the time. A handful
# of sources gains too little to keep their local names apart.
function(escapement_test_program target)
  add_executable(${target} ${ARGN})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${target} PRIVATE escapement_build_flags GTest::gmock_main)
  list(LENGTH ARGN count)
  if(ESCAPEMENT_UNITY_TESTS AND count GREATER 5)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
  endif()
  # What is under test is optimised in its library; the tests themselves are to compile quickly.
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

function(escapement_room name)
  cmake_parse_arguments(ROOM "UNITY;COLD" "DIR;BATCH" "DEPS;LINK;PRIVATE_LINK;ALONE" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${ROOM_DIR}/src/*.cpp)
  if(NOT sources) # a room of headers only
    file(WRITE ${PROJECT_BINARY_DIR}/${name}_headers_only.cpp "")
    set(sources ${PROJECT_BINARY_DIR}/${name}_headers_only.cpp)
  endif()
  set(target escapement_${name})
  add_library(${target} STATIC ${sources})
  add_library(Escapement::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON LINKER_LANGUAGE CXX)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/${ROOM_DIR}/include> $<INSTALL_INTERFACE:include>
    PRIVATE ${PROJECT_SOURCE_DIR}/${ROOM_DIR}/src)
  target_compile_features(${target} PUBLIC cxx_std_20)
  # Sources compiled as one (or BATCH of them at a time): where they call each other on the hot path, so that calls are
  # inlined (siman, arena), and where most of the time goes into the same headers (all others). ALONE are those that run
  # while a simulation does in such a room, which keep what the optimiser makes of them, and those whose local names clash.
  if(ROOM_UNITY)
    if(NOT ROOM_BATCH)
      set(ROOM_BATCH 0)
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${ROOM_BATCH})
    list(TRANSFORM ROOM_ALONE REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/${ROOM_DIR}/src/\\1.cpp")
    set_source_files_properties(${ROOM_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  # Nothing of it runs while a simulation does: little optimisation is enough, and compiles in two thirds of the time.
  if(ROOM_COLD)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:escapement_build_flags>)
  foreach(dep IN LISTS ROOM_DEPS)
    target_link_libraries(${target} PUBLIC escapement_${dep})
  endforeach()
  target_link_libraries(${target} PUBLIC ${ROOM_LINK} PRIVATE ${ROOM_PRIVATE_LINK})
  set_property(GLOBAL APPEND PROPERTY ESCAPEMENT_ROOMS ${name})
  set_property(TARGET ${target} PROPERTY ESCAPEMENT_DIR ${ROOM_DIR})
  if(EXISTS ${PROJECT_SOURCE_DIR}/${ROOM_DIR}/Room.cmake)
    include(${PROJECT_SOURCE_DIR}/${ROOM_DIR}/Room.cmake) # what only this room needs
  endif()
  if(ESCAPEMENT_TESTS)
    file(GLOB tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${name}/*_test.cpp)
    if(tests)
      escapement_test_program(${name}_tests ${tests})
      target_include_directories(${name}_tests PRIVATE ${PROJECT_SOURCE_DIR}/${ROOM_DIR}/src)
      target_link_libraries(${name}_tests PRIVATE ${target})
      if(EXISTS ${PROJECT_SOURCE_DIR}/tests/${name}/precompiled.h) # what all of them include, read once
        target_precompile_headers(${name}_tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/${name}/precompiled.h)
        target_compile_options(${name}_tests PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>) # for ccache
      endif()
      add_test(NAME ${name} COMMAND ${name}_tests --gtest_brief=1)
    endif()
  endif()
endfunction()
