# The parser of nlohmann-json (headers only) is seen by the sources of this room, not by its users.
find_package(nlohmann_json 3.11 REQUIRED)
target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>)
