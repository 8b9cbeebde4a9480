// SPDX-License-Identifier: MIT
// The nodes of an event iteration: what each reads and gives, and how it is evaluated.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "escapement/equations/block_solver.h"
#include "escapement/equations/tape.h"

namespace escapement::equations::internal {

// What an evaluation may look at and change.
struct Instant {
  double time = 0;
  std::span<double> values;
  bool at_start = false;
  // By condition: 0; or flipped by a crossing of this instant, which counts within rounding of zero: a floor
  // stays what it is, a relation is what it was flipped to; or not to be changed in this instant whatever its
  // value.
  static constexpr char kFlippedFloor = 1, kFlippedToFalse = 2, kFlippedToTrue = 3, kStays = 4;
  std::vector<char> located;
  std::vector<std::pair<VariableIndex, double>> reinits;  // asked for in this pass
  std::vector<double> work;                               // of tapes
};

class EventNode {
 public:
  enum class Kind { kDiscrete, kBlock, kCondition, kReinit };  // in this order within a mixed node
  virtual ~EventNode() = default;
  virtual Kind kind() const = 0;
  virtual void evaluate(Instant& instant) = 0;
  virtual double crossing() const { return 0; }   // of a condition: as it was evaluated last
  virtual void end_pass() {}                      // what it saw becomes what it had seen
  virtual void remember(Instant& /*instant*/) {}  // as if a pass had ended with these values
  std::vector<VariableIndex> reads, gives;
  std::string text;  // for messages

 protected:
  explicit EventNode(std::string shown) : text(std::move(shown)) {}
};

// at_start: the blocks give discrete variables too, so that their equations are no nodes of their own;
// reinits are none.
std::vector<std::unique_ptr<EventNode>> event_nodes(FlatSystem& system,
                                                    const std::vector<SolvedBlock>& blocks, bool at_start);

}  // namespace escapement::equations::internal
