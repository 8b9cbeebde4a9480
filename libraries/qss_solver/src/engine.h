// SPDX-License-Identifier: MIT
// The loop of the solver for methods of order N: states that are due choose their q anew, functions that read
// it are evaluated, next times follow. Events are in events.cpp, evaluation in evaluation.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "block_factors.h"
#include "calls_in_place.h"
#include "choice.h"
#include "consequences.h"
#include "dirty_nodes.h"
#include "due_tree.h"
#include "escapement/core/archive_fwd.h"
#include "escapement/equations/block_solver.h"
#include "escapement/equations/event_iteration.h"
#include "escapement/equations/taylor.h"
#include "escapement/qss/crossing.h"
#include "escapement/qss_solver/solver.h"
#include "formula.h"
#include "of_state.h"
#include "pace.h"
#include "past.h"
#include "piece.h"
#include "plan.h"
#include "rest.h"
#include "trust.h"

namespace escapement::qss_solver {

// The least step of the clock that is sure to be one.
inline double minimum_step(double t) {
  return std::abs(t) * (2 * std::numeric_limits<double>::epsilon()) + std::numeric_limits<double>::min();
}

class Engine {
 public:
  static constexpr std::size_t kMembers = 64;  // at most choose together

  Engine(Plan& plan, const qss::Method& method, RelativeTo relative);
  virtual ~Engine() = default;

  void start(double t);
  void set_end(double t) { end_ = t; }
  double now() const { return now_; }
  double next() const { return heap_.top_due(); }
  virtual void advance(double until) = 0;
  // One instant: everything that is due at next(). Whether an event fired.
  virtual bool instant() = 0;
  virtual bool run_to_event(double until) = 0;
  bool event_due() {
    now_ = heap_.top_due();
    if (heap_.top() >= delay_item(0)) return move_delays(now_);
    return event(now_);
  }
  // Machine code for the formulas, when it pays.
  void translate(equations::Executor& executor, bool at_once);
  void set_inputs(double t, std::span<const std::pair<equations::VariableIndex, double>> inputs);
  double state(std::size_t i, double t) const { return pieces_[plan_.state_count() + i].at(t); }
  void values(double t, std::vector<double>& all);
  // The same, after which results are what they would have been: blocks begin with what was solved last.
  std::vector<double> values_beside(double t);
  double held(equations::VariableIndex v) const { return pieces_[plan_.held[v]].c[0]; }
  Counts counts() const;
  const std::optional<Stiffness>& stiffness() const { return stiffness_; }
  std::uint64_t changes(std::size_t i) const { return of_state_[i].changes; }
  void archive(Archive& archive);

 protected:
  struct Entry {
    std::uint32_t slot;
    double coefficient;
  };
  // How a function is evaluated, all that the loop looks at in one place.
  enum class Way : std::uint8_t {
    kAffine,   // a sum over entries_
    kFormula,  // formulas of its coefficients in time (formula.h)
    kSeries,   // its tape, in the arithmetic of series
    kTimed,    // likewise, and its polynomial ends
    kShared,   // no derivative and no crossing function
  };
  struct Row {
    double base = 0, by_time = 0;
    std::uint32_t begin = 0, end = 0, own = kNone;  // places in entries_
    std::uint32_t target = 0;                       // as in Function
    std::uint32_t formula = kNone;                  // its number in formulas_
    Way way = Way::kShared;
    Role role = Role::kDerivative;  // as in Function
    bool exact = false;
    bool affine = false;
    bool varies = false;        // affine, and events change its coefficients
    bool direct = false;        // affine, and reads states only
    bool renewed = false;       // affine, but its polynomial ends
    bool exact_states = false;  // a crossing function that reads states only
    bool sum = false;           // a polynomial as states are, through what is shared and linear blocks
  };
  // Two states that read each other, in rows that read states only.
  struct Partner {
    std::uint32_t state;
    std::uint32_t here, there;  // entries: of the partner's q in the own row, and of the own q in its row
  };
  // How a condition is followed.
  struct Tracker {
    qss::Crossing lower, upper;  // upper: of floors
  };

  void make_nodes();
  void find_fast();

  // evaluation.cpp
  void make_rows();
  void make_formulas();
  void refresh_row(std::uint32_t function);
  void doubles(const Call& call, double t, std::span<double> results);
  template <std::size_t M>
  void series(const Call& call, double t, std::span<equations::Taylor<M>> results);
  // Whether there are derivatives in time.
  template <std::size_t M>
  bool solve_block(const Function& function, double t);
  template <std::size_t M>
  bool solve_linear(const Function& function, double t);
  void solve_block_at_or_after(const Function& function, double t);
  bool factorise(const Block& block, BlockFactors& factors, double t);
  bool factorise(BlockFactors& factors);  // of block_doubles_
  void evaluate_shared(const Function& function, double t);
  virtual void evaluate(std::uint32_t function, double t) = 0;
  void look_at_crossing(std::uint32_t function, double t);
  void track(std::uint32_t condition, double t, const qss::Polynomial& g, double size, bool exact,
             double fourth);
  double slope_of(std::uint32_t state, double t);
  double look_along(std::uint32_t state, double t);
  double along(std::uint32_t slot, std::uint32_t function, double t);
  // Calls of(function, its derivative by what stands in this slot) for derivatives and crossing functions
  // that follow the slot, of those that wanted(function) asks for.
  template <class Wanted, class Of>
  void follow_along(std::uint32_t slot, double t, const Wanted& wanted, const Of& of);
  [[gnu::always_inline]] double quantum_of(std::uint32_t state, double x) {
    double size = std::abs(x);
    if (!travels_.empty()) size = travelled(state, x, size);
    const double quantum = std::max(method_.relative * size, of_state_[state].absolute);
    return reaches_.empty() ? quantum : limited(state, size, quantum);
  }
  // limits.cpp
  double limited(std::uint32_t state, double size, double quantum) const;
  bool is_reached(std::uint32_t function) const;
  void find_limits();
  void measure_limits(double t);
  double size_of_terms(std::uint32_t condition, double t) const;
  double travelled(std::uint32_t state, double x, double size) {
    Travel& one = travels_[state];
    one.low = std::min(one.low, x);
    one.high = std::max(one.high, x);
    return std::min({size, one.most, std::max(one.high - one.low, kLeastTravel * size)});
  }
  // foresight.cpp
  bool is_sum_of_states(const std::vector<std::uint32_t>& units, const Call& call) const;
  void find_renewers();
  double read_state_due(const Call& call) const;
  double read_anew(std::uint32_t state, double t, double own_due) const;
  bool step_ahead(const Function& block, double t);
  bool run_ahead(const Function& block, double t);
  std::optional<double> value_ahead(const std::vector<std::uint32_t>& units, const Call& call, double now,
                                    double t);
  // How long the polynomial of its derivative, made at t, is to serve, at most `until`; what it is off by may
  // bring x out by `allowed`, or twice that.
  double foreseen_until(std::uint32_t state, double t, double until, double own_due, double allowed);
  // Likewise of a crossing function, and of what is delayed.
  double crossing_until(std::uint32_t condition, double t, double until, const qss::Polynomial& g);
  double delayed_until(std::uint32_t delay, bool exact, double t, double until);
  void look_for_stiffness(std::uint32_t state, double step, double t);
  void look_for_standstill(std::uint32_t state, double x, double t);  // standstill.cpp
  void look_at_progress(std::uint32_t item, double t);
  void rescue(std::uint32_t function, double t);  // rescue.cpp
  void solve_block_safely(const Function& function, double t);
  std::string text_of_block(std::uint32_t block) const;
  // rests.cpp
  void solve_values(double t);  // all_, as x stands
  double last_slope(std::uint32_t state, double t);
  void find_unanswered();
  void find_rests(double t);
  void find_whose_turn();
  void solve_with_rests(double t, double ahead);
  void stand_at_rest(double t);

  virtual void step(std::uint32_t state, double t) = 0;
  // Chooses q anew and evaluates what reads it; settle() has to follow.
  virtual void choose_anew(std::uint32_t state, double t) = 0;
  // New next times for all states touched, and a look at the conditions that read them.
  virtual void settle(double t) = 0;
  // What settle() is to look at, each once.
  void await(std::uint32_t function) {
    if (awaited_[function] != 0) return;
    awaited_[function] = 1;
    pending_.push_back(function);
  }
  void touch(std::uint32_t state) {
    touched_[touched_count_] = state;
    touched_count_ += of_state_[state].stamp != wave_;
    of_state_[state].stamp = wave_;
  }

  struct OfHeld {
    double before = 0;                                  // this event, where `stamp` is that of the event
    std::uint64_t stamp = 0;                            // the event that set it last
    std::uint32_t previous = kNone, condition = kNone;  // slot of its pre(); the condition that it is
  };
  // What events look at of a condition and of a node, each in a line of the cache or two.
  struct OfCondition {
    double above = 0, below = 0, at_zero = 0;  // what a relation is where its function is so
    std::uint32_t slot = kNone, crossing = kNone, timed = kNone;  // as in the plan; place in Plan::timed
    bool is_floor = false, in_time = false;
    bool located = false;  // at this event
    // The side on which the function is while the relation has this truth.
    int side_of(double truth) const { return above == truth ? 1 : -1; }
    int side_of_zero() const { return side_of(at_zero); }
    double truth(double side) const { return side > 0 ? above : side < 0 ? below : side == 0 ? at_zero : 0; }
  };
  // Calls are numbers in calls_; those of branches come behind that of the node.
  struct Node {
    EventNode::Kind kind = EventNode::Kind::kValue;
    bool needs = false;   // functions that have to be evaluated first
    bool affine = false;  // a condition on what moves, of one result
    std::uint32_t call = 0, target = 0, previous = kNone, conditions = 0, memory = 0;
    double scale = 1;
  };
  // Of a condition of a when: whether it held before, whether it does now, and its branch.
  struct Truth {
    bool was = false, now = false;
    std::uint32_t branch = 0;
  };
  // events.cpp
  bool event(double t);
  bool look_again(std::uint32_t condition, double t);
  void iterate(double t);
  [[noreturn]] void disagree(std::size_t first, double t);  // of those left
  void iterate_over_blocks(double t, const std::vector<std::size_t>& flipped);
  void evaluate_node(std::uint32_t node, double t);
  void evaluate_condition(const Node& node, double t);
  double flipped_value(std::uint32_t condition, double t);
  void evaluate_when(std::uint32_t node, double t);
  bool end_pass(double t);
  OfHeld& of_held(std::uint32_t slot) { return of_held_[slot - plan_.first_held]; }
  [[gnu::always_inline]] void set_held(std::uint32_t slot, double value) {
    double& held = pieces_[slot].c[0];
    if (held == value || (std::isnan(held) && std::isnan(value))) return;
    change_held(slot, held, value);
  }
  void change_held(std::uint32_t slot, double& held, double value);
  // Whether it is not what it was before this event.
  bool has_changed(std::uint32_t slot) {
    const OfHeld& one = of_held(slot);
    return one.stamp == event_stamp_ && one.before != pieces_[slot].c[0];
  }
  void set_state(std::uint32_t state, double value, double t);

  // consequences.cpp
  void follow_changes(double t);
  Consequences& consequences();
  void find_coefficients(Consequences& all);
  void find(Consequences& all) const;

  void update_timed(std::uint32_t place, double t);
  void update_searched(double t);
  void count_searched(double t);
  void refresh_uncounted(double t);
  void restart_tracker(std::uint32_t condition);
  void note_side(std::size_t condition) {
    sides_[condition] = static_cast<std::int8_t>(trackers_[condition].lower.side());
  }
  void remember(double t);
  void check_assertions(double t);
  bool solved_as_corners_stand(double t);
  void load_all(double t);

  // chatter.cpp
  bool solved_with(std::uint32_t condition) const;
  bool clears(std::uint32_t condition, double t);
  bool slides(std::uint32_t condition, double t);
  void look_later(std::uint32_t condition, double t);
  [[noreturn]] void chattering(std::uint32_t condition, const qss::Crossing& crossing, double t);
  double rate_of(std::uint32_t condition, double t);
  void look_for_sliding(std::uint32_t condition, bool sent_back, double t);

  std::uint32_t condition_item(std::size_t condition) const {
    return static_cast<std::uint32_t>(plan_.state_count() + condition);
  }
  bool moves(const Call& call) const;  // does anything that it reads?
  // Or that it stands on: what is 0 with all its derivatives may be about to become something else.
  bool moves(const Call& call, const std::vector<std::uint32_t>& needs) const;
  // What is shared and moves, among functions that something stands on: its polynomial goes on from when it
  // was last evaluated, however often its readers are evaluated in between.
  std::vector<std::uint32_t> aging_among(const std::vector<std::uint32_t>& functions) const;
  [[gnu::always_inline]] bool any_older(const std::vector<std::uint32_t>& aging, double t) const {
    for (const std::uint32_t f : aging)
      if (pieces_[rows_[f].target].since < t) return true;
    return false;
  }

  // delays.cpp
  std::uint32_t delay_item(std::size_t delay) const {
    return static_cast<std::uint32_t>(plan_.state_count() + trackers_.size() + renewals_ + delay);
  }
  void solve_start(double t);
  void begin_delays(double t);
  void note_delayed(const Function& function, double t);
  bool jumps(std::uint32_t delay, double t) const;
  bool move_delays(double t);
  void schedule_delay(std::uint32_t delay, double t);

  Plan& plan_;
  qss::Method method_;
  bool implicit_;
  double now_ = 0;
  std::vector<Piece> pieces_;
  std::vector<Row> rows_;  // by function
  std::vector<Formula> formulas_;
  std::vector<Entry> entries_;
  std::vector<Partner> partners_;             // of implicit methods
  std::vector<std::uint32_t> first_partner_;  // by state, and one more; empty where nobody has any
  // By state: the slopes of all derivatives over it, as of its last choice where it is `followed`, else of
  // when they were needed.
  std::vector<std::vector<Slope>> columns_;
  std::vector<std::uint64_t> column_stamp_;   // the wave in which they were looked at
  static constexpr std::uint8_t kDrags = 60;  // rests, after which x is brought back (choice.h)
  static constexpr double kTurning = 0.3;     // time constants between choices, at least, to be looked at
  std::vector<Driven> driven_;
  std::vector<double> group_steps_;  // by state: that of its last group
  DueTree heap_;              // states, conditions, renewals of derivatives that depend on time, delays
  std::size_t renewals_ = 0;  // as many as states, or none
  std::vector<OfState> of_state_;
  static constexpr double kLeastTravel = 1e-3;  // of |x|
  std::vector<Travel> travels_;
  std::vector<std::vector<Reach>> reaches_;     // by state; empty where there are no such conditions
  std::vector<std::uint32_t> reaching_;         // states that move some
  std::vector<std::uint32_t> reached_through_;  // functions that these conditions stand on
  std::vector<LeftOut> left_out_;               // by state
  std::vector<std::pair<std::uint32_t, Piece>> ahead_;
  // By state and by condition: what it stands on that ages; and until when that is trusted by a condition.
  std::vector<std::vector<std::uint32_t>> aging_, aging_of_;
  std::vector<double> trusted_;
  std::vector<std::vector<std::uint32_t>> renewers_;  // by condition: foresight.cpp
  std::vector<Trust> trusts_, trusts_of_;             // by state and by condition
  double changed_at_ = -kInfinity;                    // what is held, last; or a delay() jumped
  double begun_ = 0;
  std::vector<Tracker> trackers_;
  // By condition, apart from trackers, for these are large: the side of `lower`; and whether what is due is
  // no crossing, but a new look at the function.
  std::vector<std::int8_t> sides_;
  std::vector<char> renews_;
  // How large the terms of a crossing function have been; and how far beyond zero it is located, once its
  // crossings have crowded (events.cpp).
  std::vector<double> sizes_;
  struct Band {
    double width = 0, last = 0;
    int count = 0;
    bool slides = false;
  };
  std::vector<Band> bands_;
  double last_event_ = -kInfinity;
  int repeated_ = 0;  // events at its time before it

  std::uint64_t wave_ = 1;
  std::vector<std::uint32_t> touched_;  // the first touched_count_ of it
  std::size_t touched_count_ = 0;
  std::vector<std::uint32_t> pending_;
  std::vector<char> awaited_;  // by function: it is in pending_, by await()
  std::vector<Room> rooms_;

  std::vector<Delayed> delays_;

  std::vector<BlockFactors> factors_;  // by block
  // By block of a fast process: the first slot of where its search begins; and of fast variables, where they
  // are. What reads q leads: at a fold x may come to another side than q.
  std::vector<std::uint32_t> search_from_;
  std::vector<std::pair<equations::VariableIndex, std::uint32_t>> fast_at_;
  std::optional<equations::EventIteration> at_start_, at_events_;
  std::optional<equations::BlockSolver> for_all_;
  std::vector<std::unique_ptr<equations::BlockSolver>> for_block_;
  equations::Tape assertions_;
  std::vector<std::size_t> checked_assertions_;
  std::vector<double> all_;    // of all variables, where the whole system is solved
  std::vector<double> guess_;  // likewise, to begin with

  // Of events.
  std::vector<int> taken_back_;  // by condition: how often in a row a flip did not last
  DirtyNodes dirty_;
  std::vector<std::uint32_t> seen_;  // whens evaluated in this pass
  std::vector<std::pair<std::uint32_t, double>> reinits_, changed_held_, changed_states_;  // with old values
  std::vector<std::uint32_t> pass_held_, fresh_, functions_;
  std::vector<std::size_t> flipped_;
  std::vector<std::size_t> turned_;  // conditions that have been flipped at the time of the last event
  std::vector<std::uint32_t> back_;  // of those, which the iteration has taken back
  std::vector<OfHeld> of_held_;      // by slot, from the first held one on
  std::vector<OfCondition> of_condition_;
  std::vector<Node> nodes_;
  std::vector<Truth> truths_;               // of conditions of whens
  std::vector<std::uint32_t> timed_calls_;  // by place in Plan::timed
  CallsInPlace calls_;
  std::uint64_t event_stamp_ = 0;
  KnownConsequences known_consequences_;
  std::vector<std::uint32_t> change_;  // what has changed, as Consequences::of

  Counts counts_;
  // One step in kSampled of explicit methods is looked at.
  static constexpr std::uint64_t kSampled = 64;
  std::uint64_t sampled_ = 0, short_ = 0;
  double steepest_ = 0;
  std::uint32_t steepest_state_ = 0;
  std::optional<Stiffness> stiffness_;
  // Likewise one event: see chatter.cpp. And of implicit methods one step: standstill.cpp.
  std::vector<Slide> slides_;  // by condition
  std::vector<Walk> walks_;    // by state
  std::uint64_t window_ = 1, in_window_ = 0, standing_ = 0, stood_events_ = 0;
  double stood_since_ = 0, end_ = kInfinity;
  std::uint32_t until_looked_at_ = kProgress, crawling_ = 0;  // instants; and looks in a row at too few
  double looked_at_progress_ = 0;                             // when
  static constexpr std::uint32_t kProgress = 1 << 18;
  std::vector<double> searched_count_, searched_work_;  // by place in plan_.searched
  // States at rest, for results.
  std::vector<Rest> rests_;
  std::vector<std::uint32_t> rest_of_;  // by state, or kNone
  // Scratch.
  std::vector<double> without_rests_;
  std::vector<double> work_, results_, coefficient_results_;
  template <std::size_t... M>
  using Series = std::tuple<std::vector<equations::Taylor<M>>...>;
  Series<0, 1, 2, 3, 4> series_work_;
  Series<1, 2, 3> block_series_, block_entries_;
  std::vector<double> block_right_, block_before_, block_doubles_;
  bool seed_ = false;               // series are along directions_
  std::vector<double> directions_;  // by slot
  std::vector<std::uint32_t> directed_;
};

// order 1, 2, 3
std::unique_ptr<Engine> make_engine(Plan& plan, const qss::Method& method, RelativeTo relative);

}  // namespace escapement::qss_solver
