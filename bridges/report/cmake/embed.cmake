# SPDX-License-Identifier: MIT
# cmake -DPAGE=index.html [-DLAYOUT=layout.txt] -DOUT=page_template.cpp -P embed.cmake: the page and the program that lays
# out its diagram as C++ strings.
file(READ "${PAGE}" html)
foreach(mark TITLE TABLE DATA LAYOUT)
  if(NOT html MATCHES "@ESCAPEMENT_${mark}@")
    message(FATAL_ERROR "${PAGE} lacks @ESCAPEMENT_${mark}@, where to_html puts its part of the results.")
  endif()
endforeach()
set(layout "")
if(LAYOUT)
  file(READ "${LAYOUT}" layout)
endif()
string(FIND "${html}${layout}" ")escapement_page\"" end_mark)
if(NOT end_mark EQUAL -1)
  message(FATAL_ERROR "${PAGE} holds the end mark of the raw string that is to hold the page: )escapement_page\"")
endif()
file(WRITE "${OUT}" "// Made by embed.cmake.\n#include \"page_template.h\"\n\n\
namespace escapement::report::internal {\n\n\
const std::string_view kPageTemplate = R\"escapement_page(")
file(APPEND "${OUT}" "${html}")
file(APPEND "${OUT}" ")escapement_page\";\n\nconst std::string_view kLayoutProgram = R\"escapement_page(")
file(APPEND "${OUT}" "${layout}")
file(APPEND "${OUT}" ")escapement_page\";\n\n}  // namespace escapement::report::internal\n")
