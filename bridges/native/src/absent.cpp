// SPDX-License-Identifier: MIT
// The compiler where this was built without LLVM: programs stay on their tapes.
#include "escapement/native/compiler.h"

namespace escapement::native {

class Compiler::Impl {};

Compiler::Compiler(CompilerOptions /*options*/) {}
Compiler::~Compiler() = default;
void Compiler::prepare(std::span<equations::Program* const> /*programs*/, bool /*at_once*/) {}
void Compiler::wait() {}
CompilerCounters Compiler::counters() const {
  return {};
}

bool available() {
  return false;
}
std::string description() {
  return "this was built without LLVM";
}

}  // namespace escapement::native
