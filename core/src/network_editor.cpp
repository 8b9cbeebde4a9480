// SPDX-License-Identifier: MIT
#include "escapement/core/network_editor.h"

#include <algorithm>
#include <map>

#include "escapement/core/error.h"
#include "escapement/core/mailbox.h"
#include "simulator_flags.h"

namespace escapement {
namespace {

using FreeBlocks = std::map<std::uint32_t, std::vector<std::uint32_t>>;

// The first of `count` numbers in a row: some that became free, or new ones at the end.
template <class Grow>
std::uint32_t take_block(FreeBlocks& blocks, std::uint32_t count, std::size_t end, Grow grow) {
  if (count == 0) return 0;
  std::vector<std::uint32_t>& same = blocks[count];
  if (!same.empty()) {
    const std::uint32_t first = same.back();
    same.pop_back();
    return first;
  }
  grow(end + count);
  return static_cast<std::uint32_t>(end);
}

}  // namespace

NetworkEditor::Id NetworkEditor::add(Dynamics& model) {
  Simulator& s = simulator_;
  Id id;
  if (s.free_nodes_.empty()) {
    id = static_cast<Id>(s.nodes_.size());
    s.nodes_.emplace_back();
  } else {
    id = s.free_nodes_.back();
    s.free_nodes_.pop_back();
  }
  s.nodes_[id] = {&model, now().time, kInfinity, must_be_serial(model) ? kSerial : 0};
  model.run_ = &s.state_;
  ++s.model_count_;
  number_ports(id);
  return id;
}

void NetworkEditor::number_ports(Id id) {
  Simulator& s = simulator_;
  const Dynamics& model = *s.nodes_[id].model;
  std::uint32_t inputs = 0, outputs = 0;
  for (const PortBase* p = model.first_port(); p != nullptr; p = p->next())
    ++(p->is_input() ? inputs : outputs);
  std::uint32_t input = take_block(s.free_inputs_, inputs, s.inputs_.size(), [&s](std::size_t size) {
    s.inputs_.resize(size);
    s.slots_.resize(size);
  });
  std::uint32_t output = take_block(s.free_outputs_, outputs, s.outputs_.size(), [&s](std::size_t size) {
    s.outputs_.resize(size);
    s.routes_.resize(size);
  });
  for (PortBase* p = model.first_port(); p != nullptr; p = p->next()) {
    if (p->is_input()) {
      s.inputs_[input] = static_cast<InPortBase*>(p);
      s.slots_[input] = {0, id | (keeps_mail(*p) ? internal::InputSlot::kKeepsMail : 0)};
      p->index_ = input++;
    } else {
      s.outputs_[output] = p;
      s.routes_[output] = {};
      if (!s.root_begin_.empty()) s.root_routes_[output] = {};  // the number may have been another's
      p->index_ = output++;
    }
  }
  s.state_.inputs = s.slots_.data();
  s.state_.input_count = static_cast<std::uint32_t>(s.slots_.size());
}

// D3: what was to come to the port from outside is told when its time comes.
void NetworkEditor::drop_injections(const PortBase& port) {
  for (Simulator::Injection& injection : simulator_.injections_)
    if (injection.port == &port) {
      injection.dropped = port.path();
      injection.port = nullptr;
    }
}

void NetworkEditor::free_ports(const Dynamics& model, const std::vector<PortBase*>& unlinked) {
  Simulator& s = simulator_;
  std::vector<std::uint32_t> inputs, outputs;
  const auto free = [&](PortBase& port) {
    if (port.index_ == PortBase::kNoIndex) return;
    (port.is_input() ? inputs : outputs).push_back(port.index_);
    port.index_ = PortBase::kNoIndex;
  };
  for (PortBase* p = model.first_port(); p != nullptr; p = p->next()) free(*p);
  for (PortBase* p : unlinked)
    if (&p->owner() == &model) {
      drop_injections(*p);
      free(*p);
    }
  for (const std::uint32_t i : inputs) s.inputs_[i] = nullptr;
  for (const std::uint32_t o : outputs) {
    if (s.routes_[o].count > 1) s.unused_targets_ += s.routes_[o].count;
    s.routes_[o] = {};
    s.outputs_[o] = nullptr;
    s.root_routes_.erase(o);
  }
  // As blocks of numbers in a row, which is how they were given out.
  const auto give_back = [](FreeBlocks& blocks, std::vector<std::uint32_t>& numbers) {
    std::sort(numbers.begin(), numbers.end());
    for (std::size_t first = 0, i = 1; i <= numbers.size(); ++i)
      if (i == numbers.size() || numbers[i] != numbers[i - 1] + 1) {
        blocks[static_cast<std::uint32_t>(i - first)].push_back(numbers[first]);
        first = i;
      }
  };
  give_back(s.free_inputs_, inputs);
  give_back(s.free_outputs_, outputs);
}

void NetworkEditor::remove(Id id, const std::vector<PortBase*>& unlinked) {
  Simulator& s = simulator_;
  Simulator::Node& node = s.nodes_[id];
  if ((node.flags & kListed) != 0) --s.listed_;
  if (node.due == now().time) std::erase(s.upcoming_, id);
  if (!s.injections_.empty())
    for (const PortBase* p = node.model->first_port(); p != nullptr; p = p->next()) drop_injections(*p);
  free_ports(*node.model, unlinked);
  node.model->run_ = nullptr;
  node = {nullptr, 0, kInfinity, 0};
  s.free_nodes_.push_back(id);
  --s.model_count_;
}

void NetworkEditor::renumber_ports(Id id, const std::vector<PortBase*>& unlinked) {
  free_ports(*simulator_.nodes_[id].model, unlinked);
  number_ports(id);
  if (must_be_serial(*simulator_.nodes_[id].model)) simulator_.nodes_[id].flags |= kSerial;
}

void NetworkEditor::set_route(const PortBase& output, const std::vector<PortBase*>& inputs) {
  Simulator& s = simulator_;
  Simulator::Route& route = s.routes_[output.index()];
  const auto count = static_cast<std::uint32_t>(inputs.size());
  if (count == 1) {
    if (route.count > 1) s.unused_targets_ += route.count;
    route = {inputs.front()->index(), 1};
    return;
  }
  if (route.count > 1 && count <= route.count) {
    s.unused_targets_ += count == 0 ? route.count : route.count - count;
  } else {
    if (route.count > 1) s.unused_targets_ += route.count;
    route.first = static_cast<std::uint32_t>(s.targets_.size());
    s.targets_.resize(s.targets_.size() + count);
  }
  route.count = count;
  for (std::uint32_t i = 0; i < count; ++i) s.targets_[route.first + i] = inputs[i]->index();
  std::sort(s.targets_.begin() + route.first, s.targets_.begin() + route.first + count);
  constexpr std::size_t kWorthIt = 1024;
  if (s.unused_targets_ <= s.targets_.size() / 2 + kWorthIt) return;
  std::vector<std::uint32_t> packed;
  packed.reserve(s.targets_.size() - s.unused_targets_);
  for (Simulator::Route& r : s.routes_) {
    if (r.count < 2) continue;
    const auto begin = s.targets_.begin() + r.first;
    r.first = static_cast<std::uint32_t>(packed.size());
    packed.insert(packed.end(), begin, begin + r.count);
  }
  s.targets_ = std::move(packed);
  s.unused_targets_ = 0;
}

void NetworkEditor::set_root_route(const PortBase& output, const std::vector<PortBase*>& root_outputs) {
  if (root_outputs.empty() && simulator_.root_begin_.empty())
    simulator_.root_routes_.erase(output.index());
  else
    simulator_.root_routes_[output.index()] = root_outputs;
}

void NetworkEditor::start(const std::vector<Id>& ids) {
  for (const Id id : ids) simulator_.start_model(id);
}

void NetworkEditor::note(const char* event, const std::string& path) {
  for (Observer* observer : simulator_.observers_) observer->on_structure(now(), event, path);
}

}  // namespace escapement
