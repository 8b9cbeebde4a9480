// SPDX-License-Identifier: MIT
// The context that all objects of one integrator belong to, and what SUNDIALS says when something fails. One
// per integrator: contexts must not be used by two threads at a time, and replications run on several.
#pragma once

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>

#include <memory>
#include <string>

#include "escapement/core/error.h"

namespace escapement::sundials::internal {

class Context {
 public:
  Context() {
    // Without a communicator: nothing here is spread over processes.
    if (SUNContext_Create(nullptr, &context_) != 0) throw Error("SUNDIALS could not make a context");
  }
  ~Context() { SUNContext_Free(&context_); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  operator SUNContext() const { return context_; }  // NOLINT(google-explicit-constructor)

 private:
  SUNContext context_ = nullptr;
};

struct VectorDeleter {
  void operator()(N_Vector v) const { N_VDestroy(v); }
};
using Vector = std::unique_ptr<std::remove_pointer_t<N_Vector>, VectorDeleter>;

inline Vector make_vector(std::size_t n, const Context& context) {
  Vector v(N_VNew_Serial(static_cast<sunindextype>(n), context));
  if (v == nullptr) throw std::bad_alloc();
  N_VConst(0, v.get());
  return v;
}
inline double* data(N_Vector v) {
  return NV_DATA_S(v);
}
inline double* data(const Vector& v) {
  return NV_DATA_S(v.get());
}

// What a solver said last, instead of printing it.
class Words {
 public:
  static void listen(int code, const char* module, const char* function, char* message, void* self) {
    if (code > 0) return;  // a warning
    static_cast<Words*>(self)->text_ = std::string(module) + " " + function + ": " + message;
  }
  void clear() { text_.clear(); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace escapement::sundials::internal
