// SPDX-License-Identifier: MIT
// Saving and loading of a simulator between micro-steps.
#include "escapement/core/archive.h"
#include "escapement/core/checkpoint_file.h"
#include "escapement/core/mailbox.h"
#include "escapement/core/simulator.h"

namespace escapement {
// Two networks with one fingerprint have the same models, ports and routes.
std::uint64_t Simulator::fingerprint() const {
  std::string text;
  const auto add_port = [&](const PortBase& port) {
    text += port.path() + ':' + port.type().name() + (port.is_input() ? '<' : '>');
    text += static_cast<char>('0' + static_cast<int>(port.role()));
  };
  for (const Node& node : nodes_) text += node.model->path() + '\n';
  for (const InPortBase* port : inputs_) add_port(*port);
  for (const PortBase* port : outputs_) add_port(*port);
  for (const Route& route : routes_)
    text += std::to_string(route.first) + '+' + std::to_string(route.count) + ',';
  for (const auto* numbers : {&targets_, &root_begin_})
    for (const std::uint32_t number : *numbers) text += std::to_string(number) + ',';
  return checksum(text);
}

void Simulator::archive(Archive& archive) {
  if (failed_) throw Error("a simulation that failed cannot be saved or loaded; build it anew");
  if (!injections_.empty())
    throw Error(
        "a simulator with inputs that are injected but not delivered yet cannot be saved or loaded; "
        "inject them after it, or run until they are delivered");
  if (labels_ != nullptr)
    throw Error("a simulation whose structure has changed since its start cannot be saved or loaded");
  const std::uint64_t own_print = fingerprint();
  std::uint64_t models = nodes_.size(), print = own_print;
  archive(models, print);
  if (models != nodes_.size() || print != own_print)
    throw ArchiveError("the state was saved from another model: " + std::to_string(models) +
                       " atomic models against " + std::to_string(nodes_.size()) +
                       " here, or other names, ports or couplings");

  bool started = started_;
  Instant clock = state_.clock;
  archive(started);
  if (archive.loading() && started && !started_) {
    std::vector<Observer*> observers;  // who saw the start of the run that was saved does not see it again
    observers_.swap(observers);
    start();
    observers_.swap(observers);
  }
  archive(clock.time, clock.micro_step, counts_.internal_transitions, counts_.external_transitions,
          counts_.messages, counts_.micro_steps);
  if (archive.loading()) {
    if (started_ && !started)
      throw Error("the state of a run that was not begun cannot be loaded into one that was");
    state_.clock = clock;
  }
  std::vector<Time> due;
  for (Node& node : nodes_) {
    due.push_back(node.due);
    archive(node.last, due.back());
  }
  if (archive.loading() && started) restore_due(due);
  for (const Node& node : nodes_) {
    archive.section(node.model->path());
    archive.set_component(*node.model);
    node.model->archive(archive);
  }
  for (std::uint32_t input = 0; input < inputs_.size(); ++input)
    if (slots_[input].keeps_mail()) {
      archive.set_component(inputs_[input]->owner());
      static_cast<Mailbox*>(inputs_[input])->archive(archive);
    }
}

}  // namespace escapement
