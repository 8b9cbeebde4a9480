// SPDX-License-Identifier: MIT
// LLVM's C interface, as far as it is used here, from the library that is loaded when it is first wanted.
//
// Linking to that library would cost each start of the program the relocation of 130 megabytes, some 20 ms,
// whether equations run or not; and it could not start where the library is absent.
#pragma once

#include <llvm-c/Core.h>
#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <string>

namespace escapement::native::internal {

// Each function LLVM<name> is a member <name> of its own type.
// Rows of macros, which clang-format forms anew each time.
// clang-format off
#define ESCAPEMENT_LLVM_FUNCTIONS(USE) \
  USE(ContextCreate) USE(ContextDispose) USE(ModuleCreateWithNameInContext) USE(DisposeModule) \
  USE(SetTarget) USE(SetModuleDataLayout) USE(CreateTargetDataLayout) USE(DisposeTargetData) \
  USE(DoubleTypeInContext) USE(Int64TypeInContext) USE(VoidTypeInContext) USE(PointerType) \
  USE(FunctionType) USE(ArrayType) USE(AddFunction) USE(AddGlobal) USE(SetInitializer) USE(SetLinkage) \
  USE(SetGlobalConstant) USE(ConstArray) USE(ConstReal) USE(ConstInt) USE(ConstIntToPtr) USE(GetParam) \
  USE(AppendBasicBlockInContext) USE(CreateBuilderInContext) USE(PositionBuilderAtEnd) USE(DisposeBuilder) \
  USE(BuildFAdd) USE(BuildFSub) USE(BuildFMul) USE(BuildFDiv) USE(BuildFNeg) USE(BuildFCmp) \
  USE(BuildSelect) USE(BuildAnd) USE(BuildOr) USE(BuildCall2) USE(BuildGEP2) USE(BuildLoad2) \
  USE(BuildStore) USE(BuildRetVoid) USE(GetEnumAttributeKindForName) USE(CreateEnumAttribute) \
  USE(AddAttributeAtIndex) USE(LookupIntrinsicID) USE(GetIntrinsicDeclaration) USE(GetTargetFromTriple) \
  USE(GetDefaultTargetTriple) USE(GetHostCPUName) USE(GetHostCPUFeatures) USE(CreateTargetMachine) \
  USE(DisposeTargetMachine) USE(TargetMachineEmitToMemoryBuffer) USE(DisposeMessage) \
  USE(DisposeMemoryBuffer) USE(GetErrorMessage) USE(DisposeErrorMessage) USE(CreatePassBuilderOptions) \
  USE(DisposePassBuilderOptions) USE(RunPasses) USE(OrcCreateLLJIT) USE(OrcDisposeLLJIT) \
  USE(OrcLLJITGetMainJITDylib) USE(OrcLLJITAddObjectFileWithRT) USE(OrcLLJITLookup) \
  USE(OrcJITDylibCreateResourceTracker) USE(OrcReleaseResourceTracker) USE(OrcResourceTrackerRemove)
// clang-format on

struct Llvm {
#define ESCAPEMENT_LLVM_MEMBER(name) decltype(&LLVM##name) name = nullptr;
  ESCAPEMENT_LLVM_FUNCTIONS(ESCAPEMENT_LLVM_MEMBER)
#undef ESCAPEMENT_LLVM_MEMBER
};

// The library, with the code generator of this processor made ready, or null; `reason` says why then. It is
// loaded once for the whole process, since it keeps state that cannot be made twice, and stays.
const Llvm* load_llvm(std::string* reason = nullptr);
// "LLVM 19.1.7", as the headers say.
std::string llvm_version();

}  // namespace escapement::native::internal
