// SPDX-License-Identifier: MIT
// What the solver is to do for a system of equations: its functions, and who has to be evaluated when what
// changes. Made once from the equations; nothing in it changes during a run.
//
// Slots hold polynomials in time, or values that only events change:
//
//   [0, n)        q, the quantised companion of each state
//   [n, 2n)       x, the states themselves
//   then          held variables: discrete ones, their pre(), conditions, inputs, computed parameters
//   then          values of delay(), two for each: of what q was, for derivatives, and of what x was
//   then          algebraic variables that are computed once for several readers, and unknowns of blocks:
//                 once from q, for derivatives, and, where conditions or events read them, once from x
//
// Functions come in an order of evaluation: those that derivatives stand on, derivatives, those that
// conditions stand on, crossing functions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "code.h"
#include "escapement/equations/families.h"
#include "escapement/equations/initialization.h"
#include "escapement/equations/sorted_system.h"
#include "escapement/equations/time_search.h"

namespace escapement::qss_solver {

inline constexpr std::uint32_t kNone = 0xffffffff;

// A family member with its arguments in place.
struct Call {
  std::uint32_t code = kNone;
  std::uint32_t first_argument = 0;  // in Plan::arguments
  std::uint32_t number = 0;          // of the member in its family
  const double* constants = nullptr;
};

// kDelay: what a delay() is of; its value comes later.
enum class Role : std::uint8_t { kShared, kBlock, kDerivative, kCrossing, kDelay };

struct Function {
  Role role = Role::kDerivative;
  bool exact = false;        // reads x, not q
  std::uint32_t target = 0;  // state, condition, delay, or the first slot that it gives
  Call call;
  std::uint32_t block = kNone;  // of a block: its number
  Call side;                    // of a crossing `left - right`: left, whose size tells how well zero is known
};

// Unknowns z with residual(z) = 0, as two families: the residuals, and their derivatives by z, row by row:
// those that are not zero everywhere, in these columns.
struct Block {
  std::uint32_t size = 0;
  std::size_t sorted = 0;  // its number in the sorted system
  bool linear = true;
  bool fast = false;  // infinitely fast processes: the rest to which they run, not any zero, is the solution
  Call residuals, jacobian;
  std::vector<std::vector<std::uint32_t>> columns;  // by row
};

// A discrete equation, a condition or a reinit: what an event evaluates (equations/event_iteration.h).
struct EventNode {
  enum class Kind : std::uint8_t { kValue, kWhen, kReinit, kCondition };
  struct Branch {
    std::uint32_t end = 0;  // past its last condition
    Call value;
  };
  Kind kind = Kind::kValue;
  std::uint32_t target = 0;        // slot of the variable, state of a reinit, number of a condition
  std::uint32_t previous = kNone;  // slot of pre(v)
  Call call;                       // the value; the conditions of all branches
  std::uint32_t conditions = 0;
  std::uint32_t memory = 0;  // of the conditions' truths, in Events
  double scale = 1;          // of a condition: how large what it reads usually is
  std::vector<Branch> branches;
  std::vector<std::uint32_t> needs;  // functions from x that have to be evaluated first
};

struct TimedCondition {
  std::uint32_t condition = 0;
  Call call;  // rate and offset
};

struct DelayedValue {
  std::uint32_t from_q = 0, from_x = 0;          // slots of the value
  std::uint32_t function_q = 0, function_x = 0;  // what it is of
  std::vector<std::uint32_t> needs_q, needs_x;   // functions that these stand on
  equations::Term of, time;
  equations::VariableIndex value = 0;
};

struct SearchedCondition {
  std::uint32_t condition = 0;
  equations::TimeSearch search;
  std::vector<std::uint32_t> slots;  // that it reads
};

void sort_unique(std::vector<std::uint32_t>& list);

// Rows of numbers, one behind the other.
class Rows {
 public:
  void add(const std::vector<std::uint32_t>& row) {
    numbers_.insert(numbers_.end(), row.begin(), row.end());
    ends_.push_back(static_cast<std::uint32_t>(numbers_.size()));
  }
  std::span<const std::uint32_t> operator[](std::size_t row) const {
    return {numbers_.data() + ends_[row], ends_[row + 1] - ends_[row]};
  }

 private:
  std::vector<std::uint32_t> numbers_, ends_{0};
};

struct Plan {
  // Throws InputError for systems that cannot be sorted (equations/index_reduction.h).
  explicit Plan(equations::FlatSystem flat);
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  const std::vector<equations::VariableIndex>& states() const { return sorted.choice.states; }
  std::size_t state_count() const { return states().size(); }

  equations::FlatSystem system;
  equations::SortedSystem sorted;
  equations::InitialSystem initial;

  std::uint32_t slots = 0;
  std::vector<std::uint32_t> q_slot, x_slot;  // by variable; kNone: not there
  std::vector<std::uint32_t> held;            // by variable: the slot when it is held, else kNone
  std::vector<equations::VariableIndex> held_variables;
  std::uint32_t first_held = 0, first_delayed = 0, first_algebraic = 0;
  bool is_held(std::uint32_t slot) const { return slot >= first_held && slot < first_delayed; }
  // Whose polynomial is all that it is until it is given a new one: states and delayed states.
  bool is_polynomial(std::uint32_t slot) const {
    return slot < first_held || (slot >= first_delayed && slot < first_algebraic);
  }

  equations::Families families;
  std::vector<Code> codes;  // by family
  std::vector<std::uint32_t> arguments;
  std::vector<Function> functions;
  std::vector<Block> blocks;
  std::vector<std::uint32_t> derivative_of;                  // by state: the function
  std::vector<std::vector<std::uint32_t>> derivative_needs;  // by state: functions that it stands on
  std::vector<bool> on_time;                                 // by state: its derivative depends on time
  std::vector<double>
      turns;  // by state x: 1 / k where sin or cos of k x + ... is read, a radian; infinity elsewhere
  std::vector<std::uint32_t> crossing_of;                  // by condition: the function, or kNone
  std::vector<std::vector<std::uint32_t>> crossing_needs;  // by condition: functions from x that it stands on
  std::vector<bool> solved_for;                            // by condition: together with blocks that it reads
  std::vector<TimedCondition> timed;
  std::vector<SearchedCondition> searched;
  equations::Tape searched_count;  // by place in `searched`: not 0 where the condition's truth is read
  std::size_t corners = 0;         // conditions from here on are corners, in branches that may not count
  std::vector<DelayedValue> delays;

  // By slot: functions to evaluate after it has changed, in order, those that others of them give included.
  // For a state's q and for x; for held variables also crossing functions.
  Rows followers;
  Rows timed_of;  // by held variable: places in `timed` that read it

  std::vector<EventNode> event_nodes;  // in an order in which each reads what earlier ones give
  Rows event_readers;                  // by slot: nodes that read it
  bool tangled = false;                // events need iteration over blocks: equations::EventIteration does it

 private:
  struct Builder;
};

}  // namespace escapement::qss_solver
