# SPDX-License-Identifier: MIT
# cmake -DWORK=folder -P tests/repository/check_includes_test.cmake
#
# Feeds scripts/check_includes.cmake small trees, right ones and wrong ones, and looks at what it says.
cmake_minimum_required(VERSION 3.25)
get_filename_component(checker ${CMAKE_CURRENT_LIST_DIR}/../../scripts/check_includes.cmake ABSOLUTE)
set(failed 0)
set(passed 0)

# A tree of five rooms that keeps the rules.
function(make_tree)
  file(REMOVE_RECURSE ${WORK})
  file(WRITE ${WORK}/CMakeLists.txt "# escapement_room(ghost DIR nowhere)
escapement_room(core DIR core) # the ground
escapement_room(atomic DIR atomic DEPS core)
escapement_room(random DIR libraries/random
  DEPS core
  LINK Boost::headers)
escapement_room(siman DIR libraries/siman DEPS random atomic)
escapement_room(json DIR bridges/json DEPS siman)
")
  file(WRITE ${WORK}/core/include/escapement/core/time.h "#include <limits>\n")
  file(WRITE ${WORK}/core/src/heap.h "")
  file(WRITE ${WORK}/core/src/time.cpp "#include \"escapement/core/time.h\"\n#include \"heap.h\"\n")
  file(WRITE ${WORK}/atomic/include/escapement/atomic/atomic.h "#include <escapement/core/time.h>\n")
  file(WRITE ${WORK}/libraries/random/include/escapement/random/stream.h "")
  file(WRITE ${WORK}/libraries/random/src/jump.cpp "\n#include \"escapement/random/stream.h\"\n")
  file(WRITE ${WORK}/libraries/siman/src/queue.cpp "#include \"escapement/random/stream.h\"\n")
  file(WRITE ${WORK}/bridges/json/src/study.cpp
    "#include \"escapement/siman/queue.h\"\n#include \"escapement/core/time.h\"\n")
endfunction()

function(expect name exit_code)
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${WORK} -P ${checker}
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  set(good TRUE)
  if(NOT result EQUAL exit_code)
    set(good FALSE)
    message("${name}: exit code ${result}, expected ${exit_code}")
  endif()
  foreach(text IN LISTS ARGN)
    string(FIND "${output}" "${text}" at)
    if(at EQUAL -1)
      set(good FALSE)
      message("${name}: the output lacks '${text}'")
    endif()
  endforeach()
  if(good)
    math(EXPR passed "${passed} + 1")
    set(passed ${passed} PARENT_SCOPE)
  else()
    message("its output was:\n${output}")
    math(EXPR failed "${failed} + 1")
    set(failed ${failed} PARENT_SCOPE)
  endif()
endfunction()

make_tree()
expect("a tree that keeps the rules" 0 "8 includes of 5 rooms point down")

make_tree()
file(APPEND ${WORK}/core/src/time.cpp "#include \"escapement/atomic/atomic.h\"\n")
expect("an include that points up" 1
  "core/src/time.cpp:3: includes \"escapement/atomic/atomic.h\", which points up: core is below atomic" "1 forbidden")

make_tree()
file(APPEND ${WORK}/atomic/include/escapement/atomic/atomic.h "#include <escapement/siman/queue.h>\n")
expect("an include that points up, in angle brackets" 1 "atomic.h:2: includes \"escapement/siman/queue.h\"")

make_tree()
file(APPEND ${WORK}/libraries/random/src/jump.cpp "#include \"escapement/atomic/atomic.h\"\n")
expect("a room below that is no dependency" 1
  "jump.cpp:3: includes \"escapement/atomic/atomic.h\", but room 'random' does not stand on 'atomic' (it reaches random,"
  "Add 'atomic' to DEPS of 'random'")

make_tree()
file(APPEND ${WORK}/bridges/json/src/study.cpp "#include \"escapement/ghost/x.h\"\n")
expect("a room that is only in a comment" 1 "study.cpp:3: includes \"escapement/ghost/x.h\", but there is no room 'ghost'")

make_tree()
file(APPEND ${WORK}/atomic/src/atomic.cpp "#include \"heap.h\"\n")
expect("an internal header of another room" 1 "atomic.cpp:1: includes \"heap.h\", an internal header of 'core'")

make_tree()
file(APPEND ${WORK}/atomic/src/atomic.cpp "#include \"../../core/src/heap.h\"\n")
expect("an include that climbs out" 1 "atomic.cpp:1: includes \"../../core/src/heap.h\". Include \"escapement/<room>/x.h\"")

make_tree()
file(APPEND ${WORK}/core/include/escapement/core/time.h "#include \"heap.h\"\n")
expect("a public header that needs an internal one" 1 "time.h:2: includes \"heap.h\", an internal header. A public")

make_tree()
file(APPEND ${WORK}/core/src/time.cpp "#include \"examples/clock.h\"\n#include \"tests/helper.h\"\n")
expect("sources that see examples and tests" 1 "time.cpp:3" "time.cpp:4" "2 forbidden")

make_tree()
file(APPEND ${WORK}/CMakeLists.txt "escapement_room(tank DIR libraries/tank DEPS json)\n")
expect("a room that stands on a higher floor" 1 "'tank' on floor libraries stands on 'json', which is on a higher floor")

make_tree()
file(APPEND ${WORK}/CMakeLists.txt "escapement_room(a DIR libraries/a DEPS b)\nescapement_room(b DIR libraries/b DEPS a)\n")
expect("rooms in a circle" 1 "room 'a' stands on 'b', which no line above it declares")

make_tree()
file(APPEND ${WORK}/CMakeLists.txt "escapement_room(attic DIR attic DEPS core)\n")
expect("a room on no floor" 1 "room 'attic' has DIR 'attic', which is on no floor")

make_tree()
file(WRITE ${WORK}/libraries/lost/src/lost.cpp "")
expect("a folder that is no room" 1 "libraries/lost: holds src or include, but no escapement_room line")

file(REMOVE_RECURSE ${WORK})
file(WRITE ${WORK}/CMakeLists.txt "project(Empty)\n")
expect("a tree without rooms" 1 "no escapement_room(name DIR folder DEPS rooms...) line found")

message("${passed} passed, ${failed} failed")
if(failed)
  message(FATAL_ERROR "check_includes does not say what it should.")
endif()
