// SPDX-License-Identifier: MIT
// For libFuzzer (clang only): whatever bytes come in, a flat model and flat equations or an InputError come
// out. tests/modelica/fuzz_test.cpp does the same with damaged texts and any compiler.
#include <cstddef>
#include <cstdint>
#include <string>

#include "escapement/core/error.h"
#include "escapement/modelica/front_end.h"
#include "escapement/modelica/print.h"
#include "escapement/modelica/scalarize.h"
#include "escapement/modelica/translate.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace escapement::modelica;
  Source source;
  source.use_environment = false;
  source.texts.emplace_back("fuzz.mo", std::string(reinterpret_cast<const char*>(data), size));
  try {
    const auto model = flatten(source, "");
    print_flat(*scalarize(*model));
    translate(*model);
  } catch (const escapement::InputError&) {
  }
  return 0;
}
