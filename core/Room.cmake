# Exact arithmetic of periodic.cpp; users of the installed library need no Boost for it.
target_link_libraries(escapement_core PRIVATE $<BUILD_INTERFACE:Boost::headers>)
