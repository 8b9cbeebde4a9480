// SPDX-License-Identifier: MIT
// What the standard library leaves to external C functions, by their documented effect and without any C of
// a model's: mathematics of the C library, texts, files, random numbers. Calls with known arguments are
// computed here, one function for the value of a parameter and for the structure of a class; tables are made
// terms (table_terms.h), and random numbers of the running model too (random_terms.h).
//
//   foreign_math.cpp     sin ... hypot, by the C library of this program
//   foreign_text.cpp     ModelicaStrings_...: lengths, parts, numbers in texts, hash values (Partow 2002)
//   foreign_files.cpp    ModelicaIO_..., ModelicaInternal_...: matrices and lines of files
//   foreign_matrix.cpp   dgesv, dgetrf, dgetrs, dgetri of LAPACK, by the dense matrices of SUNDIALS
//   foreign_random.cpp   ModelicaRandom_...: xorshift64*, xorshift128+, xorshift1024* (Vigna 2014)
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "value.h"

namespace escapement::modelica {

// A call as it stands after external "C": arguments by place, those that are written to among them.
struct ForeignCall {
  std::string_view name;
  std::vector<Value> arguments;           // outputs: as large as what they get, values of no meaning
  const std::vector<std::string>* files;  // of the model, to find files beside them
  std::vector<std::pair<std::size_t, Value>> outputs{};  // by place of the argument
  Value result{};                                        // kNone where the function gives none

  const std::string& text(std::size_t i) const { return arguments.at(i).text; }
  double number(std::size_t i) const { return arguments.at(i).number; }
};

// The arguments are not what the function takes; the message says why.
struct ForeignFault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// False when there is no equivalent. Throws ForeignFault.
bool run_foreign(ForeignCall& call);

bool run_foreign_math(ForeignCall& call);
bool run_foreign_text(ForeignCall& call);
bool run_foreign_files(ForeignCall& call);
bool run_foreign_random(ForeignCall& call);
bool run_foreign_matrix(ForeignCall& call);

// The path that a file name of a model means: modelica://Library/rest is in the directory of that library,
// and what is not in the current directory is looked for beside the model's own file.
std::string found_file(const std::string& name, const std::vector<std::string>& files);

}  // namespace escapement::modelica
