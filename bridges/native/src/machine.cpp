// SPDX-License-Identifier: MIT
#include "machine.h"

#include <cstdint>
#include <utility>

namespace escapement::native::internal {
namespace {

// A text that LLVM has made and wants back.
std::string taken(const Llvm& llvm, char* text) {
  std::string copy = text == nullptr ? "" : text;
  llvm.DisposeMessage(text);
  return copy;
}

}  // namespace

Machine::Machine(const Llvm& llvm)
    : llvm_(llvm),
      triple_(taken(llvm, llvm.GetDefaultTargetTriple())),
      quick_(nullptr, llvm.DisposeTargetMachine),
      thorough_(nullptr, llvm.DisposeTargetMachine) {
  LLVMTargetRef target = nullptr;
  char* message = nullptr;
  if (llvm.GetTargetFromTriple(triple_.c_str(), &target, &message) != 0) throw Refusal(taken(llvm, message));
  const std::string processor = taken(llvm, llvm.GetHostCPUName());
  const std::string features = taken(llvm, llvm.GetHostCPUFeatures());
  const auto machine = [&](LLVMCodeGenOptLevel level) {
    return llvm.CreateTargetMachine(target, triple_.c_str(), processor.c_str(), features.c_str(), level,
                                    LLVMRelocPIC, LLVMCodeModelJITDefault);
  };
  quick_.reset(machine(LLVMCodeGenLevelNone));
  thorough_.reset(machine(LLVMCodeGenLevelDefault));
  check(llvm.OrcCreateLLJIT(&jit_, nullptr));
}

Machine::~Machine() {
  if (jit_ != nullptr)
    if (const LLVMErrorRef error = llvm_.OrcDisposeLLJIT(jit_))
      llvm_.DisposeErrorMessage(llvm_.GetErrorMessage(error));
}

void Machine::check(LLVMErrorRef error) const {
  if (error == nullptr) return;
  char* message = llvm_.GetErrorMessage(error);
  std::string text = message;
  llvm_.DisposeErrorMessage(message);
  throw Refusal(text);
}

LLVMMemoryBufferRef Machine::object_of(std::span<const Stretch> stretches, const std::string& table,
                                       Level level) {
  const LLVMTargetMachineRef machine = (level == Level::kQuick ? quick_ : thorough_).get();
  // Both are disposed of in the reverse order of their making.
  const std::unique_ptr<LLVMOpaqueContext, decltype(llvm_.ContextDispose)> context(llvm_.ContextCreate(),
                                                                                   llvm_.ContextDispose);
  const std::unique_ptr<LLVMOpaqueModule, decltype(llvm_.DisposeModule)> module(
      generate(llvm_, context.get(), stretches, table), llvm_.DisposeModule);
  llvm_.SetTarget(module.get(), triple_.c_str());
  const LLVMTargetDataRef layout = llvm_.CreateTargetDataLayout(machine);
  llvm_.SetModuleDataLayout(module.get(), layout);
  llvm_.DisposeTargetData(layout);
  if (level == Level::kThorough) {
    const LLVMPassBuilderOptionsRef options = llvm_.CreatePassBuilderOptions();
    const LLVMErrorRef error = llvm_.RunPasses(module.get(), "default<O2>", machine, options);
    llvm_.DisposePassBuilderOptions(options);
    check(error);
  }
  LLVMMemoryBufferRef object = nullptr;
  char* message = nullptr;
  if (llvm_.TargetMachineEmitToMemoryBuffer(machine, module.get(), LLVMObjectFile, &message, &object) != 0)
    throw Refusal(taken(llvm_, message));
  return object;
}

std::shared_ptr<Machine::Module> Machine::translate(std::span<const Stretch> stretches, Level level) {
  std::shared_ptr<Module> made;  // before the lock, which it takes itself when it goes
  const std::lock_guard lock(mutex_);
  const std::string table = "table" + std::to_string(modules_++);
  const LLVMMemoryBufferRef object = object_of(stretches, table, level);
  const LLVMOrcResourceTrackerRef tracker =
      llvm_.OrcJITDylibCreateResourceTracker(llvm_.OrcLLJITGetMainJITDylib(jit_));
  made = std::make_shared<Module>(shared_from_this(), tracker);
  check(llvm_.OrcLLJITAddObjectFileWithRT(jit_, tracker, object));  // takes the object
  std::uint64_t address = 0;
  check(llvm_.OrcLLJITLookup(jit_, &address, table.c_str()));
  const auto* functions = reinterpret_cast<const equations::NativeCode::Piece*>(address);
  made->pieces.assign(functions, functions + stretches.size());
  return made;
}

Machine::Module::Module(std::shared_ptr<Machine> machine, LLVMOrcResourceTrackerRef tracker)
    : machine_(std::move(machine)), tracker_(tracker) {}

Machine::Module::~Module() {
  const std::lock_guard lock(machine_->mutex_);
  const Llvm& llvm = machine_->llvm_;
  const LLVMErrorRef error = llvm.OrcResourceTrackerRemove(tracker_);
  if (error != nullptr) llvm.DisposeErrorMessage(llvm.GetErrorMessage(error));
  llvm.OrcReleaseResourceTracker(tracker_);
}

}  // namespace escapement::native::internal
