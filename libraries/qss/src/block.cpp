// SPDX-License-Identifier: MIT
#include "escapement/qss/block.h"

#include <algorithm>

#include "escapement/core/error.h"

namespace escapement::qss {

SignalId Wiring::input(const InPort<Signal>& port) {
  const auto found = sources_.find(&port);
  if (found == sources_.end())
    throw BuildError("no signal leads to '" + port.path() +
                     "': couple an output to it (a Constant gives a value that stays)");
  if (found->second.size() > 1)
    throw BuildError("'" + port.path() + "' gets " + std::to_string(found->second.size()) +
                     " signals, from '" + found->second[0]->path() + "' and '" + found->second[1]->path() +
                     "'; it takes one: add them with a Sum");
  return signal_of(*found->second.front());
}

void Wiring::receive(const InPort<double>& port, std::uint32_t element, std::uint32_t number) {
  receivers_[&port] = {element, number};
}

SignalId Wiring::signal_of(const PortBase& port) {
  const auto [place, fresh] = signals_.try_emplace(&port, 0);
  if (fresh) place->second = engine_.add_signal();
  return place->second;
}

OutputId Wiring::events_of(const PortBase& port) {
  const auto [place, fresh] = events_.try_emplace(&port, 0);
  if (fresh) place->second = engine_.add_output();
  return place->second;
}

void Wiring::connect_messages() {
  // In the order of the receivers' elements: the map has none.
  std::vector<std::pair<const PortBase*, Receiver>> receivers(receivers_.begin(), receivers_.end());
  std::sort(receivers.begin(), receivers.end(), [](const auto& a, const auto& b) {
    return a.second.element != b.second.element ? a.second.element < b.second.element
                                                : a.second.number < b.second.number;
  });
  for (const auto& [port, to] : receivers)
    if (const auto found = sources_.find(port); found != sources_.end())
      for (const PortBase* from : found->second) engine_.lead(events_of(*from), to.element, to.number);
}

const Wiring::Receiver* Wiring::receiver(const PortBase& port) const {
  const auto found = receivers_.find(&port);
  return found == receivers_.end() ? nullptr : &found->second;
}

}  // namespace escapement::qss
