// SPDX-License-Identifier: MIT
#include "port_graph.h"

#include <algorithm>

namespace escapement {
namespace {

void erase_one(std::vector<PortBase*>& ports, const PortBase* port) {
  const auto found = std::find(ports.begin(), ports.end(), port);
  *found = ports.back();
  ports.pop_back();
}

const std::vector<PortBase*> kNowhere;

}  // namespace

void PortGraph::enter(Coupled& coupled) {
  for (std::size_t i = 0; i < coupled.couplings().size(); ++i) {
    const Coupling& c = coupled.couplings()[i];
    link(*c.from, *c.to);
    places_[{c.from, c.to}] = i;
  }
  for (const auto& pipe : coupled.pipes())
    for (PipeEnd* a : pipe)
      for (PipeEnd* b : pipe)
        if (a != b) add_pipe(*a, *b);
}

void PortGraph::leave(Coupled& coupled) {
  for (const Coupling& c : coupled.couplings()) {
    places_.erase({c.from, c.to});
    unlink(*c.from, *c.to);
  }
  for (const auto& pipe : coupled.pipes())
    for (PipeEnd* a : pipe)
      for (PipeEnd* b : pipe)
        if (a != b) remove_pipe(*a, *b);
}

void PortGraph::add(Coupled& coupled, PortBase& from, PortBase& to) {
  link(from, to);
  places_[{&from, &to}] = coupled.couplings().size() - 1;
}

void PortGraph::remove(Coupled& coupled, PortBase& from, PortBase& to) {
  const auto place = places_.find({&from, &to});
  const Coupling& last = coupled.couplings().back();
  places_[{last.from, last.to}] = place->second;
  coupled.remove_coupling(place->second);
  places_.erase(place);
  unlink(from, to);
}

void PortGraph::link(PortBase& from, PortBase& to) {
  links_[&from].to.push_back(&to);
  links_[&to].from.push_back(&from);
}

void PortGraph::unlink(PortBase& from, PortBase& to) {
  const auto away = [this](const PortBase& port, const PortBase& other, auto list) {
    const auto at = links_.find(&port);
    erase_one(at->second.*list, &other);
    if (at->second.to.empty() && at->second.from.empty())
      links_.erase(at);  // the port may go, and its address serve another
  };
  away(from, to, &Links::to);
  away(to, from, &Links::from);
}

const std::vector<PortBase*>& PortGraph::from(const PortBase& port) const {
  const auto found = links_.find(&port);
  return found == links_.end() ? kNowhere : found->second.from;
}

const std::vector<PortBase*>& PortGraph::to(const PortBase& port) const {
  const auto found = links_.find(&port);
  return found == links_.end() ? kNowhere : found->second.to;
}

}  // namespace escapement
