# SPDX-License-Identifier: MIT
# What only the report needs: nlohmann/json, and the page, which npm builds once and the library carries.
find_package(nlohmann_json 3.11 REQUIRED)
target_link_libraries(${target} PUBLIC nlohmann_json::nlohmann_json)

option(ESCAPEMENT_REPORT_PAGE "Build the report's page with npm (OFF: report.html is a plain text table)" ON)

set(report_source ${PROJECT_SOURCE_DIR}/bridges/report)
set(report_html ${report_source}/page/plain.html)
set(report_layout "")
if(ESCAPEMENT_REPORT_PAGE)
  find_program(ESCAPEMENT_NODE NAMES node nodejs)
  find_program(ESCAPEMENT_NPM npm)
  if(NOT ESCAPEMENT_NODE OR NOT ESCAPEMENT_NPM)
    message(FATAL_ERROR "The page of report.html needs node (18.19 or later) and npm, and they were not found. "
      "`./run setup` installs them; -DESCAPEMENT_REPORT_PAGE=OFF builds without the page's plots.")
  endif()
  execute_process(COMMAND ${ESCAPEMENT_NODE} --version OUTPUT_VARIABLE report_node OUTPUT_STRIP_TRAILING_WHITESPACE)
  string(REGEX REPLACE "^v" "" report_node "${report_node}")
  if(report_node VERSION_LESS 18.19)
    message(FATAL_ERROR "The page of report.html needs node 18.19 or later; ${ESCAPEMENT_NODE} is '${report_node}'. "
      "`./run setup` installs Debian's; -DESCAPEMENT_NODE=PATH names another, "
      "-DESCAPEMENT_REPORT_PAGE=OFF builds without the page's plots.")
  endif()

  # npm writes beside its package.json, so it works on a copy: the source tree stays clean.
  set(report_work ${PROJECT_BINARY_DIR}/report_page)
  file(MAKE_DIRECTORY ${report_work})
  set(report_packages ${report_source}/page/package.json ${report_source}/page/package-lock.json
    ${report_source}/page/.npmrc)
  file(GLOB_RECURSE report_page_files CONFIGURE_DEPENDS ${report_source}/page/src/*)
  list(APPEND report_page_files ${report_source}/page/index.html ${report_source}/page/tsconfig.json
    ${report_source}/page/vite.config.ts)
  add_custom_command(OUTPUT ${report_work}/packages.stamp
    COMMAND ${CMAKE_COMMAND} -E copy ${report_packages} ${report_work}
    COMMAND ${ESCAPEMENT_NPM} ci --ignore-scripts --loglevel=error
    COMMAND ${CMAKE_COMMAND} -E touch ${report_work}/packages.stamp
    DEPENDS ${report_packages}
    WORKING_DIRECTORY ${report_work}
    COMMENT "Fetching the packages of the report's page" VERBATIM)
  add_custom_command(OUTPUT ${report_work}/dist/index.html ${report_work}/dist/layout.txt
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${report_work}/src
    COMMAND ${CMAKE_COMMAND} -E copy_directory ${report_source}/page/src ${report_work}/src
    COMMAND ${CMAKE_COMMAND} -E copy ${report_source}/page/index.html ${report_source}/page/tsconfig.json
      ${report_source}/page/vite.config.ts ${report_work}
    COMMAND ${ESCAPEMENT_NPM} run --silent build
    DEPENDS ${report_page_files} ${report_work}/packages.stamp
    WORKING_DIRECTORY ${report_work}
    COMMENT "Building the report's page" VERBATIM)
  set(report_html ${report_work}/dist/index.html)
  set(report_layout ${report_work}/dist/layout.txt)
endif()

set(report_template ${PROJECT_BINARY_DIR}/report_page_template.cpp)
add_custom_command(OUTPUT ${report_template}
  COMMAND ${CMAKE_COMMAND} -DPAGE=${report_html} -DLAYOUT=${report_layout} -DOUT=${report_template}
    -P ${report_source}/cmake/embed.cmake
  DEPENDS ${report_html} ${report_layout} ${report_source}/cmake/embed.cmake
  COMMENT "Embedding the report's page" VERBATIM)
target_sources(${target} PRIVATE ${report_template})

if(ESCAPEMENT_TESTS)
  # The page in a real browser; skipped (exit code 77, told why) where there is none.
  add_executable(report_sample ${PROJECT_SOURCE_DIR}/tests/report/write_sample.cpp)
  target_include_directories(report_sample PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(report_sample PRIVATE ${target} escapement_build_flags)
  if(ESCAPEMENT_REPORT_PAGE)
    add_test(NAME report_page
      COMMAND ${ESCAPEMENT_NODE} ${PROJECT_SOURCE_DIR}/tests/report/page_test.mjs $<TARGET_FILE:report_sample>)
    set_tests_properties(report_page PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 600)
  endif()
endif()
