# The bank teller among the tests draws random numbers; tests may see all rooms.
if(ESCAPEMENT_TESTS)
  cmake_language(DEFER CALL target_link_libraries coupled_tests PRIVATE escapement_random)
  set_source_files_properties(${PROJECT_SOURCE_DIR}/tests/coupled/tutorial_test.cpp
    PROPERTIES COMPILE_DEFINITIONS ESCAPEMENT_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
endif()
