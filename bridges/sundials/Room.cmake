# SUNDIALS' header on KLU includes that of SuiteSparse, which Debian keeps in a folder of its own.
find_path(ESCAPEMENT_KLU_INCLUDE klu.h PATH_SUFFIXES suitesparse REQUIRED)
target_include_directories(escapement_sundials SYSTEM PRIVATE ${ESCAPEMENT_KLU_INCLUDE})
