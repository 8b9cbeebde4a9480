// SPDX-License-Identifier: MIT
// The couplings of a tree of models as a graph of ports that can change: who leads where, and who comes from
// where.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "escapement/coupled/coupled.h"

namespace escapement {

class PortGraph {
 public:
  // Notes the couplings and pipes of this coupled model, not of those within.
  void enter(Coupled& coupled);
  void leave(Coupled& coupled);
  bool has(PortBase& from, PortBase& to) const { return places_.contains({&from, &to}); }
  // A coupling that `coupled` was given last.
  void add(Coupled& coupled, PortBase& from, PortBase& to);
  // Takes the coupling out of the graph and of `coupled`.
  void remove(Coupled& coupled, PortBase& from, PortBase& to);
  // Way of a pipe between two ends.
  void add_pipe(PipeEnd& from, PipeEnd& to) { link(from.outgoing(), to); }
  void remove_pipe(PipeEnd& from, PipeEnd& to) { unlink(from.outgoing(), to); }

  // Ports that are reached from here in one step, and from which this one is.
  const std::vector<PortBase*>& from(const PortBase& port) const;
  const std::vector<PortBase*>& to(const PortBase& port) const;
  // Nothing leads to or from the port any more.
  void forget(const PortBase& port) { links_.erase(&port); }

 private:
  using Way = std::pair<const PortBase*, const PortBase*>;
  struct WayHash {
    std::size_t operator()(const Way& way) const {
      const std::hash<const void*> hash;
      return hash(way.first) * 0x9e3779b97f4a7c15u ^ hash(way.second);
    }
  };
  struct Links {
    std::vector<PortBase*> to, from;
  };
  void link(PortBase& from, PortBase& to);
  void unlink(PortBase& from, PortBase& to);

  std::unordered_map<const PortBase*, Links> links_;      // looked up only, never walked
  std::unordered_map<Way, std::size_t, WayHash> places_;  // of couplings in the list of their coupled model
};

}  // namespace escapement
