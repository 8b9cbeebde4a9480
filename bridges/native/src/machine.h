// SPDX-License-Identifier: MIT
// This processor as LLVM sees it: from stretches of tapes to functions in memory. May be used from several
// threads, one at a time.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "code_generator.h"
#include "escapement/equations/program.h"
#include "llvm.h"

namespace escapement::native::internal {

enum class Level { kQuick, kThorough };

// What LLVM said when something could not be translated.
class Refusal : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Machine : public std::enable_shared_from_this<Machine> {
 public:
  // Throws Refusal.
  explicit Machine(const Llvm& llvm);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // Functions that were translated together; their memory lives as long.
  class Module {
   public:
    Module(std::shared_ptr<Machine> machine, LLVMOrcResourceTrackerRef tracker);
    ~Module();
    Module(const Module&) = delete;
    Module& operator=(const Module&) = delete;
    equations::NativeCode::Pieces pieces;  // one for each stretch

   private:
    std::shared_ptr<Machine> machine_;
    LLVMOrcResourceTrackerRef tracker_;
  };
  // Throws Refusal.
  std::shared_ptr<Module> translate(std::span<const Stretch> stretches, Level level);

 private:
  LLVMMemoryBufferRef object_of(std::span<const Stretch> stretches, const std::string& table, Level level);
  void check(LLVMErrorRef error) const;

  const Llvm& llvm_;
  std::mutex mutex_;
  std::string triple_;
  using Generator = std::unique_ptr<LLVMOpaqueTargetMachine, decltype(Llvm::DisposeTargetMachine)>;
  Generator quick_, thorough_;
  LLVMOrcLLJITRef jit_ = nullptr;
  std::size_t modules_ = 0;  // that were made, for their names
};

}  // namespace escapement::native::internal
