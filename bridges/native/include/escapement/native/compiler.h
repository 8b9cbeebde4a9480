// SPDX-License-Identifier: MIT
// Machine code for programs of equations (equations/program.h), made in memory by LLVM. No compiler and no
// file is needed; LLVM's library is loaded when the first program is prepared, and where it is absent
// programs stay on their tapes.
//
//   1. A program begins on its tape. When it has done as many operations there as its translation would take
//      time for (some thousand evaluations, and some millions of operations in all), it is translated in a
//      thread beside the run; until the code is there the run goes on with the tape. So a short run waits for
//      nothing, and a long one is at most twice as long as if all had been known before. With `at_once`
//      prepare() translates all that it is given before it returns.
//   2. It is translated in pieces of some hundred operations, which keeps the cost linear in the size, by the
//      code generator at its lowest level: some 10 us for an operation, and code that is nearly as fast as
//      the best.
//   3. A program that has been evaluated `improve_after` times is translated once more, in the same thread,
//   with
//      LLVM's passes of level 2. The new code is taken between two evaluations.
//   4. Equal programs (those of the replications of a study) share their code.
//
// The results are those of the tape at every stage: each operation is one operation of IEEE 754 double
// precision in the same order, nothing is contracted to a fused multiply-add or reordered, and functions are
// called at the addresses that the tape calls, so that LLVM neither folds nor replaces them. When which code
// came therefore cannot be seen in any result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "escapement/equations/program.h"

namespace escapement::native {

struct CompilerOptions {
  bool improve = true;                   // step 3 ...
  std::uint32_t improve_after = 500000;  // ... after so many evaluations
};

// Whether programs can be translated here: this was built with LLVM, its library is there, it knows the
// processor.
bool available();
// "LLVM 19", or why there is none: "the library libLLVM.so.19.1 is not there".
std::string description();

struct CompilerCounters {
  std::size_t programs = 0;  // prepared, in all
  std::size_t shared = 0;    // of these, with code that was there already
  std::size_t improved = 0;  // translated once more
  std::size_t failures = 0;  // that LLVM did not translate: they run on their tapes
};

class Compiler final : public equations::Executor {
 public:
  explicit Compiler(CompilerOptions options = {});
  // Waits for the piece that is being translated, not for all that was asked for.
  ~Compiler() override;
  Compiler(const Compiler&) = delete;
  Compiler& operator=(const Compiler&) = delete;

  void prepare(std::span<equations::Program* const> programs, bool at_once = false) override;
  // Until the thread beside the run has nothing left to do.
  void wait();
  CompilerCounters counters() const;

 private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace escapement::native
