// SPDX-License-Identifier: MIT
// How an engine is put together: the order of its functions, and what each signal leads to.
#include <algorithm>

#include "engine_parts.h"
#include "escapement/core/error.h"

namespace escapement::qss {

Engine::Engine() : building_(std::make_unique<Building>()) {}
Engine::~Engine() = default;

SignalId Engine::add_signal() {
  return signal_count_++;
}

OutputId Engine::add_output() {
  outputs_.emplace_back();
  return static_cast<OutputId>(outputs_.size() - 1);
}

std::uint32_t Engine::add(Element& element) {
  building_->elements.push_back(&element);
  return static_cast<std::uint32_t>(building_->elements.size() - 1);
}

void Engine::add(Function& function) {
  building_->functions.push_back(&function);
}

void Engine::read(std::uint32_t element, SignalId signal) {
  building_->reads.push_back({signal, element});
}

std::uint32_t Engine::number_of(const Element& element) const {
  if (building_ == nullptr)
    throw InternalError("elements have no numbers any more once an engine is complete");
  const std::vector<Element*>& elements = building_->elements;
  const auto found = std::find(elements.begin(), elements.end(), &element);
  if (found == elements.end()) throw InternalError("'" + element.path() + "' is no element of this engine");
  return static_cast<std::uint32_t>(found - elements.begin());
}

void Engine::complete(Memory* memory) {
  order_functions();
  if (memory == nullptr) {
    own_memory_ = std::make_unique<Memory>();
    memory = own_memory_.get();
  }
  element_count_ = static_cast<std::uint32_t>(building_->elements.size());
  function_count_ = static_cast<std::uint32_t>(building_->functions.size());
  elements_ = memory->row<ElementEntry>(element_count_);
  for (std::uint32_t e = 0; e < element_count_; ++e) elements_[e].element = building_->elements[e];
  functions_ = memory->row<FunctionEntry>(function_count_);
  for (std::uint32_t f = 0; f < function_count_; ++f)
    functions_[f] = {building_->functions[f], building_->functions[f]->output, 0};
  signals_ = memory->row<Signal>(signal_count_);
  make_plans(*memory);
  imminent_.items = memory->row<std::uint32_t>(element_count_);
  touched_.items = memory->row<std::uint32_t>(element_count_);
  published_room_ = signal_count_ + 1;
  published_.items = memory->row<SignalId>(published_room_);
  if (element_count_ > kFew) heap_.resize(element_count_);
  building_.reset();
}

// Kahn's algorithm, those that are ready in the order in which they were added. What remains stands in
// circles, or behind one; walking back along inputs from any of it ends in a circle.
void Engine::order_functions() {
  std::vector<Function*>& functions = building_->functions;
  std::vector<std::uint32_t> writer(signal_count_, kNone);
  for (std::uint32_t f = 0; f < functions.size(); ++f) writer[functions[f]->output] = f;
  std::vector<std::vector<std::uint32_t>> follow(functions.size());
  std::vector<std::uint32_t> waits(functions.size(), 0);
  for (std::uint32_t f = 0; f < functions.size(); ++f)
    for (const SignalId input : functions[f]->inputs)
      if (writer[input] != kNone) {
        follow[writer[input]].push_back(f);
        ++waits[f];
      }
  std::vector<std::uint32_t> order;
  for (std::uint32_t f = 0; f < functions.size(); ++f)
    if (waits[f] == 0) order.push_back(f);
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const std::uint32_t f : follow[order[i]])
      if (--waits[f] == 0) order.push_back(f);
  if (order.size() < functions.size()) {
    std::uint32_t at = 0;
    while (waits[at] == 0) ++at;
    std::vector<std::uint32_t> walk;
    while (std::find(walk.begin(), walk.end(), at) == walk.end()) {
      walk.push_back(at);
      for (const SignalId input : functions[at]->inputs)
        if (writer[input] != kNone && waits[writer[input]] > 0) {
          at = writer[input];
          break;
        }
    }
    std::vector<std::string> names;
    for (auto member = std::find(walk.begin(), walk.end(), at); member != walk.end(); ++member)
      names.push_back(functions[*member]->path());
    std::sort(names.begin(), names.end());
    throw BuildError(
        "the functions " + list_text(names, 20) +
        " depend on each other in a circle (an algebraic loop): none can be computed first; solve "
        "the equations for these quantities, or put an integrator or a delay into the circle");
  }
  std::vector<Function*> ordered;
  for (const std::uint32_t f : order) ordered.push_back(functions[f]);
  functions = std::move(ordered);
}

void Engine::make_plans(Memory& memory) {
  const std::vector<Function*>& all = building_->functions;
  std::vector<Plan> plans(signal_count_);
  std::vector<std::uint32_t> follow;
  std::vector<std::vector<std::uint32_t>> used_by(signal_count_);
  for (std::uint32_t f = 0; f < all.size(); ++f)
    for (const SignalId input : all[f]->inputs) used_by[input].push_back(f);
  std::vector<std::vector<std::uint32_t>> read_by(signal_count_);
  for (const Building::Read& read : building_->reads) read_by[read.signal].push_back(read.element);
  std::vector<bool> written(signal_count_, false);
  for (const Function* f : all) written[f->output] = true;
  std::vector<bool> seen(all.size(), false);
  for (SignalId s = 0; s < signal_count_; ++s) {
    if (written[s]) continue;
    std::vector<std::uint32_t> functions, readers;
    std::vector<SignalId> reached{s};
    for (std::size_t i = 0; i < reached.size(); ++i) {
      readers.insert(readers.end(), read_by[reached[i]].begin(), read_by[reached[i]].end());
      for (const std::uint32_t f : used_by[reached[i]])
        if (!seen[f]) {
          seen[f] = true;
          functions.push_back(f);
          reached.push_back(all[f]->output);
        }
    }
    for (const std::uint32_t f : functions) seen[f] = false;
    std::sort(functions.begin(), functions.end());
    std::sort(readers.begin(), readers.end());
    readers.erase(std::unique(readers.begin(), readers.end()), readers.end());
    Plan& plan = plans[s];
    plan.functions = static_cast<std::uint32_t>(follow.size());
    follow.insert(follow.end(), functions.begin(), functions.end());
    plan.readers = static_cast<std::uint32_t>(follow.size());
    follow.insert(follow.end(), readers.begin(), readers.end());
    plan.end = static_cast<std::uint32_t>(follow.size());
  }
  Plan* const kept = memory.row<Plan>(plans.size());
  std::copy(plans.begin(), plans.end(), kept);
  plans_ = kept;
  std::uint32_t* const list = memory.row<std::uint32_t>(follow.size());
  std::copy(follow.begin(), follow.end(), list);
  follow_ = list;
}

}  // namespace escapement::qss
