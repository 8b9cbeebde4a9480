# Square roots are of numbers known not to be negative: nobody asks for errno, and without it they are one instruction.
target_compile_options(escapement_qss_solver PRIVATE -fno-math-errno)
