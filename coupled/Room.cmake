# The bank teller among the tests draws random numbers; tests may see all rooms.
if(ESCAPEMENT_TESTS)
  cmake_language(DEFER CALL target_link_libraries coupled_tests PRIVATE escapement_random)
endif()
