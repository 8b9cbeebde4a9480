// SPDX-License-Identifier: MIT
#include "code.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace escapement::native::internal {
namespace {

// In a module: what is translated without a look at whether anybody still wants it.
constexpr std::size_t kStretchesPerModule = 16;
// A translation takes as long as so many evaluations of what is translated ...
constexpr std::size_t kWorthEvaluations = 1500;
// ... and loading LLVM as long as so many operations.
constexpr std::size_t kWorthOperations = 5000000;

}  // namespace

std::string bytes_of(const equations::Tape& tape) {
  std::string bytes;
  const auto put = [&](auto value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof value); };
  put(tape.registers());
  put(tape.constants().size());
  put(tape.loads().size());
  put(tape.code().size());
  for (const auto& one : tape.constants()) {
    put(one.place);
    put(std::bit_cast<std::uint64_t>(one.value));  // 0 and -0 differ
  }
  for (const auto& one : tape.loads()) {
    put(one.place);
    put(one.variable);
    put(one.is_time);
  }
  for (const auto& at : tape.code()) {
    put(at.operation);
    for (const std::uint32_t place : {at.result, at.a, at.b, at.c}) put(place);
  }
  for (const std::uint32_t place : tape.result_places()) put(place);
  return bytes;
}

Code::Code(equations::Tape tape, std::uint32_t improve_after, Ask ask)
    : tape_(std::move(tape)), improve_after_(improve_after), ask_(std::move(ask)) {
  const std::size_t operations = std::max<std::size_t>(tape_.code().size(), 1);
  ask_after(static_cast<std::uint32_t>(std::max(kWorthEvaluations, kWorthOperations / operations)));
}

void Code::called_often() {
  const bool first = pieces() == nullptr;
  if ((first ? asked_quick_ : asked_thorough_).exchange(true)) return;
  ask_after(kNever);  // until there is code
  ask_(shared_from_this(), first ? Level::kQuick : Level::kThorough);
}

void Code::take(const std::vector<std::shared_ptr<Machine::Module>>& modules, std::size_t first,
                std::size_t count) {
  auto edition = std::make_unique<Edition>();
  for (std::size_t i = first; i < first + count; ++i) {
    const auto& module = modules[i / kStretchesPerModule];
    edition->pieces.push_back(module->pieces[i % kStretchesPerModule]);
    if (edition->modules.empty() || edition->modules.back() != module) edition->modules.push_back(module);
  }
  editions_.push_back(std::move(edition));
  if (editions_.size() == 1) ask_after(improve_after_);
  publish(&editions_.back()->pieces);
}

void translate(Machine& machine, const std::vector<std::shared_ptr<Code>>& codes, Level level,
               const std::atomic<bool>& stop) {
  std::vector<Stretch> all;
  std::vector<std::size_t> begins;
  for (const auto& code : codes) {
    begins.push_back(all.size());
    const std::vector<Stretch> own = stretches_of(code->tape());
    all.insert(all.end(), own.begin(), own.end());
  }
  begins.push_back(all.size());
  std::vector<std::shared_ptr<Machine::Module>> modules;
  for (std::size_t begin = 0; begin < all.size(); begin += kStretchesPerModule) {
    if (stop) return;
    const std::size_t count = std::min(kStretchesPerModule, all.size() - begin);
    modules.push_back(machine.translate(std::span(all).subspan(begin, count), level));
  }
  for (std::size_t i = 0; i < codes.size(); ++i)
    codes[i]->take(modules, begins[i], begins[i + 1] - begins[i]);
}

}  // namespace escapement::native::internal
