// SPDX-License-Identifier: MIT
// The code of one tape, shared by all programs that have that tape.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "machine.h"

namespace escapement::native::internal {

// All that a tape is made of, as bytes: tapes with the same bytes compute the same to the last bit.
std::string bytes_of(const equations::Tape& tape);

class Code final : public equations::NativeCode, public std::enable_shared_from_this<Code> {
 public:
  // ask: called with the first level that pays, and later with the second one.
  using Ask = std::function<void(std::shared_ptr<Code>, Level)>;
  // improve_after: evaluations, kNever when it is not wanted.
  Code(equations::Tape tape, std::uint32_t improve_after, Ask ask);
  void called_often() override;
  // True once, for whoever is to make the first code.
  bool claim() { return !asked_quick_.exchange(true); }

  const equations::Tape& tape() const { return tape_; }
  // Takes from `modules`, which hold the pieces of several codes in a row, those from place `first` on. What
  // was there before stays, since somebody may be running it.
  void take(const std::vector<std::shared_ptr<Machine::Module>>& modules, std::size_t first,
            std::size_t count);

 private:
  struct Edition {
    Pieces pieces;
    std::vector<std::shared_ptr<Machine::Module>> modules;
  };
  equations::Tape tape_;
  std::uint32_t improve_after_;
  Ask ask_;
  std::atomic<bool> asked_quick_{false}, asked_thorough_{false};
  std::vector<std::unique_ptr<Edition>> editions_;  // touched by the translating thread only
};

// Translates the tapes of several codes together; leaves them as they are when `stop` turns true in
// between. Throws Refusal.
void translate(Machine& machine, const std::vector<std::shared_ptr<Code>>& codes, Level level,
               const std::atomic<bool>& stop);

}  // namespace escapement::native::internal
