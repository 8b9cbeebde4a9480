# Tests of the tree as a whole: the direction of includes, ./run and its friends, the form of the sources.
add_test(NAME includes COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR}
  -P ${PROJECT_SOURCE_DIR}/scripts/check_includes.cmake)
add_test(NAME includes_check COMMAND ${CMAKE_COMMAND} -DWORK=${PROJECT_BINARY_DIR}/check_includes_test
  -P ${PROJECT_SOURCE_DIR}/tests/repository/check_includes_test.cmake)
find_program(ESCAPEMENT_BASH bash)
if(ESCAPEMENT_BASH)
  add_test(NAME run_script COMMAND ${ESCAPEMENT_BASH} ${PROJECT_SOURCE_DIR}/tests/repository/run_test.sh)
  add_test(NAME format COMMAND ${ESCAPEMENT_BASH} ${PROJECT_SOURCE_DIR}/tests/repository/format_test.sh)
  set_tests_properties(format PROPERTIES SKIP_RETURN_CODE 77)
endif()
