// SPDX-License-Identifier: MIT
// A program: several terms that are evaluated together, often. It stands on a tape (tape.h), which always
// runs it; an executor may put machine code beside the tape.
//
//   1. A program is made from its terms and runs on its tape at once.
//   2. Executor::prepare() takes the programs of a model. It may have their code ready when it returns, or
//   make
//      it later, when a program has been evaluated so often that it pays.
//   3. Every evaluate() takes the best code that is there when it begins. Code may be exchanged between two
//      evaluations, never within one.
//   4. Whatever runs, the results are the same to the last bit (but for the sign and payload of NaN): same
//      operations in double precision, none contracted or reordered, functions from the same library.
//
// A program belongs to one thread at a time. Its code may be shared with equal programs of other threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "escapement/equations/tape.h"

namespace escapement::equations {

// Machine code of one program, as pieces to be called in order.
class NativeCode {
 public:
  // work: at least Tape::registers() numbers, kept from piece to piece.
  using Piece = void (*)(const double* values, double time, double* work, double* results);
  using Pieces = std::vector<Piece>;
  static constexpr std::uint32_t kNever = static_cast<std::uint32_t>(-1);

  NativeCode() = default;
  virtual ~NativeCode() = default;
  NativeCode(const NativeCode&) = delete;
  NativeCode& operator=(const NativeCode&) = delete;

  // Null as long as there is none.
  const Pieces* pieces() const { return pieces_.load(std::memory_order_acquire); }
  // A program that has been evaluated so many times says so, before the evaluation, from its own thread.
  std::uint32_t often() const { return often_.load(std::memory_order_relaxed); }
  virtual void called_often() {}

 protected:
  // What is published stays as long as this object.
  void publish(const Pieces* pieces) { pieces_.store(pieces, std::memory_order_release); }
  void ask_after(std::uint32_t evaluations) { often_.store(evaluations, std::memory_order_relaxed); }

 private:
  std::atomic<const Pieces*> pieces_{nullptr};
  std::atomic<std::uint32_t> often_{kNever};
};

class Program {
 public:
  Program() = default;
  Program(const Terms& terms, std::span<const Term> results) : tape_(terms, results) {}

  // As Tape::evaluate() with doubles. values and results must not overlap.
  void evaluate(std::span<const double> values, double time, std::span<double> results) {
    if (native_) {
      if (++calls_ >= native_->often()) native_->called_often();
      if (const NativeCode::Pieces* pieces = native_->pieces()) {
        if (work_.size() < tape_.registers()) work_.resize(tape_.registers());
        for (const NativeCode::Piece piece : *pieces)
          piece(values.data(), time, work_.data(), results.data());
        return;
      }
    }
    tape_.evaluate<double>(values, time, work_, results);
  }

  // By machine code where there is some; where there is none it does nothing but count the evaluation, and
  // the caller, who has the tape in a form of his own, is to run that.
  bool run_native(std::span<const double> values, double time, std::span<double> results) {
    if (!native_) return false;
    if (++calls_ >= native_->often()) native_->called_often();
    const NativeCode::Pieces* pieces = native_->pieces();
    if (pieces == nullptr) return false;
    if (work_.size() < tape_.registers()) work_.resize(tape_.registers());
    for (const NativeCode::Piece piece : *pieces) piece(values.data(), time, work_.data(), results.data());
    return true;
  }

  std::size_t results() const { return tape_.results(); }
  const Tape& tape() const { return tape_; }
  void take(std::shared_ptr<NativeCode> code) { native_ = std::move(code); }
  // Whether the next evaluation goes by machine code.
  bool is_native() const { return native_ && native_->pieces() != nullptr; }

 private:
  Tape tape_;
  std::vector<double> work_;
  std::shared_ptr<NativeCode> native_;
  std::uint64_t calls_ = 0;
};

// Makes machine code for programs. May be used from several threads.
class Executor {
 public:
  virtual ~Executor() = default;
  // The programs keep what they need of it; they may outlive the executor. Never throws for want of code: a
  // program without it runs on its tape. at_once: the code is wanted when this returns.
  virtual void prepare(std::span<Program* const> programs, bool at_once = false) = 0;
};

}  // namespace escapement::equations
