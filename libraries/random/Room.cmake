# Boost.Math stays inside the sources: no public header names it, so an installed Escapement does not need it.
target_link_libraries(escapement_random PRIVATE $<BUILD_INTERFACE:Boost::headers>)
