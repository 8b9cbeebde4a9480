// SPDX-License-Identifier: MIT
// Matrices in files, as the tables of the standard library read them:
//
//   .txt      "#1" on the first line; then "double NAME(rows,columns)" (or float) and rows * columns numbers,
//             parted by blanks, tabs, commas, semicolons or line ends; the rest of a line after # is a
//             comment
//   .csv      one matrix, after some lines of heading; the name is not looked at
//   .mat      MATLAB versions 4, 5 and 7.3 (HDF5); NAME may be a.b.c for fields of structures
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace escapement::modelica {

using Matrix = std::vector<std::vector<double>>;

struct TableFileFault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Throws TableFileFault: no such file, no such matrix in it (told with those that are there), not numbers.
Matrix read_matrix(const std::string& path, const std::string& name, char delimiter = ',',
                   int header_lines = 0);

}  // namespace escapement::modelica
