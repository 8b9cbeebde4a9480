// SPDX-License-Identifier: MIT
#include "llvm.h"

#include <dlfcn.h>
#include <llvm/Config/llvm-config.h>

namespace escapement::native::internal {
namespace {

struct Loaded {
  Llvm functions;
  std::string reason;  // empty: all is well
};

#define ESCAPEMENT_TEXT_OF(name) #name
#define ESCAPEMENT_TEXT(name) ESCAPEMENT_TEXT_OF(name)

template <typename Function>
void find(void* library, const char* name, Function& to, std::string& reason) {
  to = reinterpret_cast<Function>(dlsym(library, name));
  if (to == nullptr && reason.empty()) reason = std::string("LLVM's library has no function ") + name;
}

Loaded load() {
  Loaded loaded;
  // Local names: another LLVM in this process (a graphics driver's) is none of ours.
  void* library = dlopen(ESCAPEMENT_LLVM_LIBRARY, RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) {
    loaded.reason = "the library " ESCAPEMENT_LLVM_LIBRARY " is not there";
    return loaded;
  }
#define ESCAPEMENT_LLVM_FIND(name) find(library, "LLVM" #name, loaded.functions.name, loaded.reason);
  ESCAPEMENT_LLVM_FUNCTIONS(ESCAPEMENT_LLVM_FIND)
#undef ESCAPEMENT_LLVM_FIND
  for (const char* name : {ESCAPEMENT_TEXT(LLVM_NATIVE_TARGETINFO), ESCAPEMENT_TEXT(LLVM_NATIVE_TARGET),
                           ESCAPEMENT_TEXT(LLVM_NATIVE_TARGETMC), ESCAPEMENT_TEXT(LLVM_NATIVE_ASMPRINTER)}) {
    void (*initialize)() = nullptr;
    find(library, name, initialize, loaded.reason);
    if (initialize != nullptr) initialize();
  }
  return loaded;
}

}  // namespace

const Llvm* load_llvm(std::string* reason) {
  static const Loaded loaded = load();
  if (reason != nullptr) *reason = loaded.reason;
  return loaded.reason.empty() ? &loaded.functions : nullptr;
}

std::string llvm_version() {
  return "LLVM " LLVM_VERSION_STRING;
}

}  // namespace escapement::native::internal
