// SPDX-License-Identifier: MIT
// How an engine is put together: the order of its functions, and what each signal leads to.
#include <algorithm>

#include "escapement/core/error.h"
#include "escapement/qss/engine.h"

namespace escapement::qss {

SignalId Engine::add_signal() {
  signals_.emplace_back();
  return static_cast<SignalId>(signals_.size() - 1);
}

OutputId Engine::add_output() {
  outputs_.emplace_back();
  return static_cast<OutputId>(outputs_.size() - 1);
}

std::uint32_t Engine::add(Element& element) {
  elements_.push_back(&element);
  return static_cast<std::uint32_t>(elements_.size() - 1);
}

std::uint32_t Engine::number_of(const Element& element) const {
  const auto found = std::find(elements_.begin(), elements_.end(), &element);
  if (found == elements_.end()) throw InternalError("'" + element.path() + "' is no element of this engine");
  return static_cast<std::uint32_t>(found - elements_.begin());
}

void Engine::complete() {
  order_functions();
  make_plans();
  due_.assign(elements_.size(), kInfinity);
  element_mark_.assign(elements_.size(), 0);
  function_mark_.assign(functions_.size(), 0);
  heap_.resize(elements_.size());
  imminent_.reserve(elements_.size());
  touched_.reserve(elements_.size());
  published_.reserve(8);
}

// Kahn's algorithm, those that are ready in the order in which they were added. What remains stands in
// circles, or behind one; walking back along inputs from any of it ends in a circle.
void Engine::order_functions() {
  std::vector<std::uint32_t> writer(signals_.size(), kNone);
  for (std::uint32_t f = 0; f < functions_.size(); ++f) writer[functions_[f]->output] = f;
  std::vector<std::vector<std::uint32_t>> follow(functions_.size());
  std::vector<std::uint32_t> waits(functions_.size(), 0);
  for (std::uint32_t f = 0; f < functions_.size(); ++f)
    for (const SignalId input : functions_[f]->inputs)
      if (writer[input] != kNone) {
        follow[writer[input]].push_back(f);
        ++waits[f];
      }
  std::vector<std::uint32_t> order;
  for (std::uint32_t f = 0; f < functions_.size(); ++f)
    if (waits[f] == 0) order.push_back(f);
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const std::uint32_t f : follow[order[i]])
      if (--waits[f] == 0) order.push_back(f);
  if (order.size() < functions_.size()) {
    std::uint32_t at = 0;
    while (waits[at] == 0) ++at;
    std::vector<std::uint32_t> walk;
    while (std::find(walk.begin(), walk.end(), at) == walk.end()) {
      walk.push_back(at);
      for (const SignalId input : functions_[at]->inputs)
        if (writer[input] != kNone && waits[writer[input]] > 0) {
          at = writer[input];
          break;
        }
    }
    std::vector<std::string> names;
    for (auto member = std::find(walk.begin(), walk.end(), at); member != walk.end(); ++member)
      names.push_back(functions_[*member]->path());
    std::sort(names.begin(), names.end());
    throw BuildError(
        "the functions " + list_text(names, 20) +
        " depend on each other in a circle (an algebraic loop): none can be computed first; solve "
        "the equations for these quantities, or put an integrator or a delay into the circle");
  }
  std::vector<Function*> ordered;
  for (const std::uint32_t f : order) ordered.push_back(functions_[f]);
  functions_ = std::move(ordered);
}

void Engine::make_plans() {
  plans_.assign(signals_.size(), {});
  follow_.clear();
  std::vector<std::vector<std::uint32_t>> used_by(signals_.size());
  for (std::uint32_t f = 0; f < functions_.size(); ++f)
    for (const SignalId input : functions_[f]->inputs) used_by[input].push_back(f);
  std::vector<std::vector<std::uint32_t>> read_by(signals_.size());
  for (const Read& read : reads_) read_by[read.signal].push_back(read.element);
  std::vector<bool> written(signals_.size(), false);
  for (const Function* f : functions_) written[f->output] = true;
  std::vector<bool> seen(functions_.size(), false);
  for (SignalId s = 0; s < signals_.size(); ++s) {
    if (written[s]) continue;
    std::vector<std::uint32_t> functions, readers;
    std::vector<SignalId> reached{s};
    for (std::size_t i = 0; i < reached.size(); ++i) {
      readers.insert(readers.end(), read_by[reached[i]].begin(), read_by[reached[i]].end());
      for (const std::uint32_t f : used_by[reached[i]])
        if (!seen[f]) {
          seen[f] = true;
          functions.push_back(f);
          reached.push_back(functions_[f]->output);
        }
    }
    for (const std::uint32_t f : functions) seen[f] = false;
    std::sort(functions.begin(), functions.end());
    std::sort(readers.begin(), readers.end());
    readers.erase(std::unique(readers.begin(), readers.end()), readers.end());
    Plan& plan = plans_[s];
    plan.functions = static_cast<std::uint32_t>(follow_.size());
    follow_.insert(follow_.end(), functions.begin(), functions.end());
    plan.readers = static_cast<std::uint32_t>(follow_.size());
    follow_.insert(follow_.end(), readers.begin(), readers.end());
    plan.end = static_cast<std::uint32_t>(follow_.size());
  }
}

}  // namespace escapement::qss
