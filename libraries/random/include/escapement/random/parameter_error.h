// SPDX-License-Identifier: MIT
// A draw was asked for with parameters that its distribution does not have.
//
// The room knows neither model path nor clock: whoever evaluates an expression catches this and says where it
// happened. Nothing is drawn before the throw, so the stream is as it was.
#pragma once

#include "escapement/core/error.h"

namespace escapement::random {

class ParameterError : public Error {
 public:
  using Error::Error;
};

}  // namespace escapement::random
