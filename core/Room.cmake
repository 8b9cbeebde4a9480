# Exact arithmetic of periodic.cpp; users of the installed library need no Boost for it.
target_link_libraries(escapement_core PRIVATE $<BUILD_INTERFACE:Boost::headers>)
# archive.h, a public header, stands on cereal.
find_package(cereal 1.3 REQUIRED)
target_link_libraries(escapement_core PUBLIC cereal::cereal)
