// SPDX-License-Identifier: MIT
// The simulator of Parallel DEVS networks.
//
// Each model i has tL(i), the time of its last transition, and tN(i), when its next internal event is due.
// An instant is a pair (t, k): time and micro-step.
//
// Start
//   S1  The clock is at the start, 0 unless the options say otherwise. For each model in path order:
//       initialize(); tL := the clock; tN := due(ta), see T3.
// Micro-step at (t, k), where t = least tN or time of an injected input
//   M1  If t is greater than the clock: clock := t, k := 0. Else k := k + 1; more micro-steps at t than the
//       limit allows are an error that names the models of the cycle.
//   M2  imminent := { i : tN(i) = t }; those due at t that were scheduled during (t, k) wait for (t, k + 1).
//   M3  For each imminent model in path order: output(). Nothing is delivered yet, so every output function
//       sees the states from before the micro-step. Injected inputs of time t count as outputs of the root.
//   M4  Deliver in order of sender's path, port, put: each message to the bag of every input it is routed to.
//       receiving := models with a message in some bag. Mailboxes store their messages.
//   M5  For each model in imminent or receiving, in path order:
//         imminent and receiving:  confluent()            (default: internal(), then external(0))
//         imminent only:           internal()
//         receiving only:          external(t - tL(i))
//   M6  After each of these transitions, step T. All bags are emptied when the last model is done.
// After a transition of model i at t
//   T1  a := time_advance(). A relative advance that is negative or NaN, or an absolute due time before t or
//       NaN, is an error that names the model, the value and the clock. -0.0 is 0.
//   T2  tL(i) := t
//   T3  tN(i) := a when absolute, t + a when relative. When that rounds to t it is a zero-time step.
//
// With threads > 1, M3 and M5 are spread over a pool of threads when there is enough to do: each thread takes
// pieces of the list in path order, outputs are put together in that order again, and step T follows for one
// model after the other. Models that share something (Dynamics::serial) act one at a time, on the thread of
// run(). Results, traces and messages are the same for any number of threads.
//
// Structural change
//   D1  After M6, when models asked for changes of structure, all requests of the micro-step are carried out,
//   in
//       the order of the askers' paths and of their asking: before the outputs of the next micro-step, none
//       of them seen by a transition of this one.
//   D2  New models: initialize(), tL := t, tN by T1 and T3, in path order. What they ask for follows at once.
//   D3  A removed model is scheduled no more. Messages to it from outside, or to its mailbox by address, are
//       dropped and told to observers.
//
// run(T): micro-steps while the next instant is <= T, so events at exactly T happen, all of them; then the
// clock is T. run(T) again changes nothing.
//
// After an exception the simulator stays at the instant of the failure and refuses to go on; models keep the
// state they had, and what observers and statistics gathered remains.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "escapement/core/event_list.h"
#include "escapement/core/network.h"
#include "escapement/core/observer.h"
#include "escapement/core/outbox.h"

namespace escapement {

namespace internal {
class Parallel;
}

struct SimulatorOptions {
  Time start = 0;                  // where the clock begins; finite
  long micro_step_limit = 100000;  // micro-steps allowed at one time
  unsigned threads = 1;            // at most so many run models at once; 0: as many as the machine has cores
  // With threads > 1: share out every micro-step, even where one thread would be faster. For tests.
  bool always_parallel = false;
};

// Counts since the start; a confluent transition counts as one internal and one external.
struct SimulatorCounts {
  std::uint64_t internal_transitions = 0;
  std::uint64_t external_transitions = 0;
  std::uint64_t messages = 0;  // put by output functions
  std::uint64_t micro_steps = 0;
  std::uint64_t parallel_phases = 0;  // halves of micro-steps spread over threads; differs from run to run
};

class Simulator {
 public:
  // The models must outlive the simulator. A model runs in one simulator at a time (BuildError otherwise).
  explicit Simulator(Network network, SimulatorOptions options = {});
  ~Simulator();
  Simulator(const Simulator&) = delete;
  Simulator& operator=(const Simulator&) = delete;

  // Observers are called in the order in which they were added and must outlive the simulator's runs.
  void add_observer(Observer& observer);

  // Runs until no event at or before `until` is left. Throws Error when `until` is before now() or NaN,
  // SimulationError when the model fails.
  void run(Time until);
  // Runs until nothing is scheduled any more.
  void run();
  // Does one micro-step; false when nothing is scheduled. With a limit, a model that alone is due may take
  // more of its internal events, up to the limit and some hundred in a row, as if each were a micro-step.
  bool step(Time run_on_limit = -kInfinity);

  // Sends `value` to an input port of the root or of a model at time `at` >= now(), as an output of the root.
  template <class T>
  void inject(InPort<T>& port, T value, Time at) {
    inject_put(port, at, [v = std::make_shared<T>(std::move(value))](Outbox& outbox, std::uint32_t o) {
      outbox.put(o, std::move(*v));
    });
  }

  Time now() const { return state_.clock.time; }
  // Time and micro-step; the micro-step is -1 when none was done yet at that time.
  const Instant& instant() const { return state_.clock; }
  Time next_event_time();  // of the next internal event or injected input; infinity when there is none
  const SimulatorCounts& counts() const { return counts_; }
  std::size_t model_count() const { return model_count_; }

  // Saves the run as it stands between two micro-steps, or loads it into a simulator of a model built the
  // same way, which goes on as the saved one would have: start (S1) unless begun, with no observer told;
  // clock, counts, tL and tN; then each model's archive() in path order; then the messages in mailboxes.
  // Throws Error when the simulation failed, injected inputs are waiting or its structure has changed since
  // the start, ArchiveError when the model is another one.
  void archive(Archive& archive);

 private:
  friend class internal::Parallel;
  friend class NetworkEditor;
  struct Node {  // one per model
    Dynamics* model;
    Time last;            // tL
    Time due;             // tN
    std::uint32_t flags;  // see simulator_flags.h
  };
  // Where an output goes: to one input, whose index is `first`, or to targets_[first] and the following.
  struct Route {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  struct Injection {
    Time at;
    std::uint64_t order;
    PortBase* port;
    std::function<void(Outbox&, std::uint32_t)> put;
    std::string dropped{};  // the path of the port, when it was removed
  };

  void attach(const Network& network);
  void start();
  Time next_time() const;
  void any_micro_step();
  template <bool kObserved>
  void micro_step();
  void begin_micro_step();
  void emit_outputs();
  void inject_due();
  template <bool kObserved>
  void deliver(const Outbox::Entry* begin, const Outbox::Entry* end);
  void observe_root_outputs(std::uint32_t output, const MessageView& view);
  void deliver_to(std::uint32_t input, const Slot& slot);
  void spill(internal::BagHeader& bag);
  void collect_mail();
  template <bool kObserved>
  void transitions();
  void count(std::uint32_t flags);  // see simulator_flags.h
  template <bool kObserved>
  void finish_transition(Node& node, std::uint32_t id, std::uint32_t flags, Time elapsed,
                         const TimeAdvance& advance);
  void schedule(std::uint32_t id, const TimeAdvance& advance);
  void settle();
  void change_structure();
  void start_model(std::uint32_t id);
  void compact();
  void restore_due(const std::vector<Time>& due);  // for archive()
  std::uint64_t fingerprint() const;               // of models, ports and routes
  void sort_ids(std::vector<std::uint32_t>& ids);
  static void sort_puts(std::vector<Outbox::Entry>& entries, std::size_t first);
  void inject_put(PortBase& port, Time at, std::function<void(Outbox&, std::uint32_t)> put);
  void allow_run_on();
  void end_run_on(Node& node);
  void note_loop_names();
  [[noreturn]] void fail_in_loop();
  std::string running_path() const;
  [[noreturn]] void rethrow_as_simulation_error();
  void clear_step();

  SimulatorOptions options_;
  std::string name_;
  std::vector<Node> nodes_;
  std::vector<InPortBase*> inputs_;         // inputs of models, by index
  std::vector<internal::InputSlot> slots_;  // the same
  std::vector<PortBase*> outputs_;          // outputs of models and inputs of the root, by index
  std::vector<Route> routes_;               // the same
  std::vector<std::uint32_t> targets_;
  std::vector<std::uint32_t> root_begin_;  // outputs of the root that an output reaches, for observers
  std::vector<PortBase*> root_targets_;
  std::vector<std::unique_ptr<Component>> owned_;
  std::shared_ptr<StructureService> structure_;
  // What structural change needs; see network_editor.h.
  const std::vector<std::uint64_t>* labels_ = nullptr;  // null while numbers are in path order
  std::vector<std::uint32_t> free_nodes_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> free_inputs_, free_outputs_;  // first ones, by how many
  std::map<std::uint32_t, std::vector<PortBase*>> root_routes_;  // where they differ from root_begin_
  std::size_t unused_targets_ = 0;
  std::size_t model_count_ = 0;
  EventList future_;                     // models due later than the clock
  std::size_t listed_ = 0;               // models in it
  std::vector<std::uint32_t> current_;   // models that act in this micro-step: imminent, then also receiving
  std::vector<std::uint32_t> upcoming_;  // models due now, for the next micro-step
  std::vector<internal::BagHeader> bags_;  // of this micro-step; the first stays empty
  std::vector<std::uint32_t> touched_;     // inputs that have a bag
  std::vector<std::uint64_t> sort_bits_;   // scratch of sort_ids, all zero between calls
  std::vector<Injection> injections_;      // heap by (at, order)
  std::uint64_t injected_ = 0;
  std::vector<Observer*> observers_;
  std::vector<std::string> loop_names_;
  internal::RunState state_;
  std::unique_ptr<internal::Parallel> parallel_;  // with threads > 1
  Time run_on_limit_ = -kInfinity;
  SimulatorCounts counts_;
  std::uint32_t running_ = 0;  // the model whose code runs, for messages
  bool started_ = false;
  bool failed_ = false;
};

}  // namespace escapement
