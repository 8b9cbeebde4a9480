// SPDX-License-Identifier: MIT
// Sets of connected scalars: disjoint sets whose members are also rings, so that a set can be listed.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "node.h"

namespace escapement::modelica {

// One scalar connector, or one scalar variable of it, as a connect equation names it.
struct ConnectEnd {
  Member* member = nullptr;
  ClassNode* node = nullptr;
  std::vector<std::int64_t> index;  // of all kept dimensions, from 1
  bool outside = false;
  bool absent = false;
  const ast::RefPart* undeclared = nullptr;  // of an expandable connector: what it does not declare
};

class Connections {
 public:
  struct Face {
    Member* member;
    bool outside;
    std::uint32_t first, scalars;
  };
  // The number of one scalar's face; made on first use.
  std::uint32_t node(Member& leaf, bool outside, std::size_t scalars, std::size_t index);
  void join(std::uint32_t a, std::uint32_t b);
  std::uint32_t root(std::uint32_t node);
  // All of a node's set, in order of their numbers.
  std::vector<std::uint32_t> members(std::uint32_t node) const;
  bool is_alone(std::uint32_t node) const { return next_[node] == node; }
  // The first scalar's number, or null when the face was never connected.
  const std::uint32_t* find(Member& leaf, bool outside) const;
  const Face& face(std::uint32_t node) const { return faces_[face_of_[node]]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(parent_.size()); }

 private:
  std::map<std::pair<Member*, bool>, std::uint32_t> first_;  // never walked: addresses decide nothing
  std::vector<Face> faces_;
  std::vector<std::uint32_t> parent_, next_, face_of_;
};

}  // namespace escapement::modelica
