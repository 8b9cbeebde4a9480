// SPDX-License-Identifier: MIT
#include "callbacks.h"

#include <cmath>
#include <utility>

#include "escapement/core/error.h"
#include "escapement/equations/finite.h"

namespace escapement::sundials::internal {
namespace {

constexpr std::size_t kShown = 8;  // values in a message

}  // namespace

void Callbacks::note_bad(const char* what, std::size_t i, double t, const double* y, double value) {
  const std::string equation = system_.equation(i);
  bad_ = std::string(what) + " '" + system_.state_name(i) + "'" +
         (equation.empty() ? "" : ", " + equation + ",") + " is " + to_text(value) + " at time " +
         to_text(t) + " with ";
  for (std::size_t j = 0; j < n_ && j < kShown; ++j)
    bad_ += (j == 0 ? "" : ", ") + system_.state_name(j) + " = " + to_text(y[j]);
  if (n_ > kShown) bad_ += " ...";
  const std::vector<std::string> names = system_.input_names();
  const double* u = inputs_.at(t);
  for (std::size_t j = 0; j < names.size() && j < kShown; ++j)
    bad_ += ", " + names[j] + " = " + to_text(u[j]);
}

bool Callbacks::finite(const char* what, double t, const double* y, const double* values) {
  if (thrown_ != nullptr) thrown_ = nullptr;  // it was of another point, and nothing came of it
  if (equations::all_finite({values, n_})) [[likely]]
    return true;
  for (std::size_t i = 0; i < n_; ++i)
    if (!std::isfinite(values[i])) {
      note_bad(what, i, t, y, values[i]);
      break;
    }
  return false;
}

// No solution at a point that the solver tries: nearer there may be one. Anything else is a fault.
int Callbacks::note_thrown() {
  thrown_ = std::current_exception();
  try {
    throw;
  } catch (const Error&) {
    return 1;
  } catch (...) {
    return -1;
  }
}

int Callbacks::derivatives(double t, const double* y, double* dy) {
  ++evaluations;
  try {
    system_.derivatives(t, y, inputs_.at(t), dy);
  } catch (...) {
    return note_thrown();
  }
  return finite("the derivative of", t, y, dy) ? 0 : 1;
}

int Callbacks::residual(double t, const double* y, const double* dy, double* r) {
  ++evaluations;
  try {
    if (system_.implicit()) {
      system_.residual(t, y, dy, inputs_.at(t), r);
      return finite("the residual beside", t, y, r) ? 0 : 1;
    }
    system_.derivatives(t, y, inputs_.at(t), r);
  } catch (...) {
    return note_thrown();
  }
  if (!finite("the derivative of", t, y, r)) return 1;
  for (std::size_t i = 0; i < n_; ++i) r[i] -= dy[i];
  return 0;
}

int Callbacks::jacobian(double t, const double* y, const double* dy, double c, double* values) {
  try {
    system_.jacobian(t, y, dy, inputs_.at(t), c, values);
  } catch (...) {
    return note_thrown();
  }
  return 0;
}

void Callbacks::fail(double t, const std::string& words) {
  if (thrown_ != nullptr) std::rethrow_exception(std::exchange(thrown_, nullptr));
  std::string message = bad_.empty() ? "the solver cannot go on from time " + to_text(t) : bad_;
  if (!words.empty()) message += "; " + words;
  throw Error(message);
}

}  // namespace escapement::sundials::internal
