# Half of the compiling time of this room goes into the same headers again and again. The parser keeps to itself: it
# knows the names of the syntax tree, the others those of flat models.
set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 14)
foreach(alone component_request register micro_modelica foreign_text translate_connected parser parse_expression parse_modification parse_statement connect_ends)
  set_source_files_properties(${PROJECT_SOURCE_DIR}/${ROOM_DIR}/src/${alone}.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endforeach()
