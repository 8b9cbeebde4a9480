# What an installed Escapement is: the libraries and public headers of all rooms, the program, and a package file so
# that find_package(Escapement) gives Escapement::core ... Escapement::all.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(escapement_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Escapement)
get_property(escapement_rooms GLOBAL PROPERTY ESCAPEMENT_ROOMS)

add_library(escapement_all INTERFACE)
add_library(Escapement::all ALIAS escapement_all)
set_target_properties(escapement_all PROPERTIES EXPORT_NAME all)
install(TARGETS escapement_all EXPORT EscapementTargets)

# How the packages are asked for whose targets rooms link to, by the namespace of these targets.
set(package_Boost "Boost 1.74")
set(package_CLI11 "CLI11 2.1")
set(package_cereal "cereal 1.3")
set(package_nlohmann_json "nlohmann_json 3.11")
set(package_spdlog "spdlog 1.10")
set(package_Threads "Threads")

set(ESCAPEMENT_NEEDS "") # a line for each room: the packages of all that it links to, its rooms included
set(needs_all "")
foreach(room IN LISTS escapement_rooms)
  get_target_property(folder escapement_${room} ESCAPEMENT_DIR)
  target_link_libraries(escapement_all INTERFACE escapement_${room})
  install(TARGETS escapement_${room} EXPORT EscapementTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  if(EXISTS ${PROJECT_SOURCE_DIR}/${folder}/include)
    install(DIRECTORY ${folder}/include/ DESTINATION include FILES_MATCHING PATTERN "*.h")
  endif()

  # Of a static library even the private links are links of its user (as $<LINK_ONLY:...>); what stands in
  # $<BUILD_INTERFACE:...> is not.
  set(needs_${room} "")
  get_target_property(links escapement_${room} INTERFACE_LINK_LIBRARIES)
  foreach(link IN LISTS links)
    if(link MATCHES "BUILD_INTERFACE")
      continue()
    elseif(link MATCHES "([A-Za-z0-9_]+)::")
      set(package ${CMAKE_MATCH_1})
      if(NOT package_${package})
        message(FATAL_ERROR "Room '${room}' links to ${link}, and cmake/Install.cmake does not know how an installed "
          "Escapement is to find that. Add a line set(package_${package} \"NAME VERSION\") there.")
      endif()
      list(APPEND needs_${room} ${package})
    elseif(link MATCHES "escapement_([A-Za-z0-9_]+)")
      list(APPEND needs_${room} ${needs_${CMAKE_MATCH_1}})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES needs_${room})
  list(APPEND needs_all ${needs_${room}})
  string(APPEND ESCAPEMENT_NEEDS "set(escapement_needs_${room} ${needs_${room}})\n")
endforeach()
list(REMOVE_DUPLICATES needs_all)
string(APPEND ESCAPEMENT_NEEDS "set(escapement_needs_all ${needs_all})\n")
foreach(package IN LISTS needs_all)
  string(APPEND ESCAPEMENT_NEEDS "set(escapement_package_${package} ${package_${package}})\n")
endforeach()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/EscapementConfig.cmake.in
  ${PROJECT_BINARY_DIR}/EscapementConfig.cmake INSTALL_DESTINATION ${escapement_cmake_dir}
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/EscapementConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/EscapementConfig.cmake ${PROJECT_BINARY_DIR}/EscapementConfigVersion.cmake
  DESTINATION ${escapement_cmake_dir})
install(EXPORT EscapementTargets NAMESPACE Escapement:: DESTINATION ${escapement_cmake_dir})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(TARGET escapement)
  install(TARGETS escapement RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

if(ESCAPEMENT_TESTS)
  # A project of its own that sees the install tree only.
  add_test(NAME install COMMAND ${CMAKE_COMMAND}
    -DBUILD=${PROJECT_BINARY_DIR} -DWORK=${PROJECT_BINARY_DIR}/install_test
    -DCOMPILER=${CMAKE_CXX_COMPILER} -DGENERATOR=${CMAKE_GENERATOR} -DCONFIG=$<CONFIG>
    -DSANITIZE=${ESCAPEMENT_SANITIZE} -DCOVERAGE=${ESCAPEMENT_COVERAGE}
    -P ${PROJECT_SOURCE_DIR}/tests/install/install_test.cmake)
  set_tests_properties(install PROPERTIES TIMEOUT 600)
endif()
