# Exact arithmetic of periodic.cpp and the thread pool; users of the installed library need no Boost for them.
target_link_libraries(escapement_core PRIVATE $<BUILD_INTERFACE:Boost::headers> Threads::Threads)
# archive.h, a public header, stands on cereal.
find_package(cereal 1.3 REQUIRED)
target_link_libraries(escapement_core PUBLIC cereal::cereal)
