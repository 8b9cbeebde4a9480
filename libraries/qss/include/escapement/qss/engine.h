// SPDX-License-Identifier: MIT
// What runs the continuous part of a model inside one atomic: a network of elements (integrators, sources,
// detectors ...) and static functions that read and write signals. Closure under coupling allows one atomic
// for all of them; why it is done is told in docs/decisions/0050-quantised-hosting.md.
//
// The elements act as atomics of Parallel DEVS would, with static functions taken into the couplings:
//
// Start at t0
//   S1  Four rounds (values, then first, second, third derivatives): every element publishes its signals, all
//   functions
//       are evaluated in topological order, every element reads.
//   S2  Every element tells its next event.
// Wave at t: one micro-step of the elements inside
//   W1  imminent := elements whose next event is at t; each acts (due()): it publishes signals and sends
//       messages, seeing its own state and what it has read before.
//   W2  Functions that depend on a published signal are evaluated, each once, in topological order. No
//   element
//       has seen anything yet, so nobody ever sees a function of which one argument is new and another old.
//   W3  Elements that read a changed signal are told once (changed()), in path order; then messages are
//   received
//       (message()), in order of sending. Elements change their own state only: what they have to publish
//       follows in the next wave, by a next event at t.
//   W4  Imminent, receiving and told elements tell their next event.
// Waves at one t follow each other until no element is due at t.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "escapement/core/archive_fwd.h"
#include "escapement/core/component.h"
#include "escapement/core/indexed_heap.h"
#include "escapement/core/time.h"
#include "escapement/qss/signal.h"

namespace escapement::qss {

using SignalId = std::uint32_t;
using OutputId = std::uint32_t;
inline constexpr std::uint32_t kNone = 0xffffffffu;

class Engine;
class Memory;  // internal

// Base of what has a state or events of its own.
class Element {
 public:
  // `owner` is the component that the element is, or belongs to; `label` its name inside it, if any.
  explicit Element(const Component& owner, const std::string& label = "")
      : owner_(&owner), label_(label.empty() ? nullptr : std::make_unique<const std::string>(label)) {}
  virtual ~Element() = default;
  Element(const Element&) = delete;
  Element& operator=(const Element&) = delete;

  virtual void start(Engine& engine, int round) = 0;                           // S1
  virtual void due(Engine& /*engine*/) {}                                      // W1
  virtual void message(Engine& /*engine*/, std::uint32_t /*port*/, double) {}  // W3
  virtual void changed(Engine& /*engine*/) {}                                  // S1, W3
  virtual Time next(Engine& /*engine*/) { return kInfinity; }                  // S2, W4
  virtual void archive(Archive& archive) = 0;
  // Whether what it does when it is due may be an event of the model, see Watch.
  virtual bool makes_events() const { return false; }

  std::string path() const;
  [[noreturn]] void fail(const Engine& engine, const std::string& message) const;  // SimulationError

 private:
  const Component* owner_;
  std::unique_ptr<const std::string> label_;  // apart: steps do not touch it
};

// Who wants to see the model just before and just after its events.
class Watch {
 public:
  virtual ~Watch() = default;
  // Something may be about to happen at t, once for all waves of the instant: all values are those of before.
  virtual void before(Time t, bool from_outside) = 0;
  // All waves of that instant are done.
  virtual void after(Time t) = 0;
  // Before the first wave at t, whatever it does, when the engine was told to (tell_instants()): values from
  // the last instant to t are about to be forgotten.
  virtual void instant(Time /*t*/) {}
};

// A static function: its output is at every instant a function of its inputs at that instant (and of time).
class Function {
 public:
  explicit Function(const Component& owner, const std::string& label = "")
      : owner_(&owner), label_(label.empty() ? nullptr : std::make_unique<const std::string>(label)) {}
  virtual ~Function() = default;
  Function(const Function&) = delete;
  Function& operator=(const Function&) = delete;

  // Gives the Taylor polynomial of the output at engine.now().
  virtual Polynomial evaluate(const Engine& engine) = 0;
  std::string path() const;
  [[noreturn]] void fail(const Engine& engine, const std::string& message) const;  // SimulationError

  std::vector<SignalId> inputs;
  SignalId output = kNone;

 private:
  const Component* owner_;
  std::unique_ptr<const std::string> label_;  // apart: steps do not touch it
};

class Engine {
 public:
  static constexpr long kWaveLimit = 100000;  // waves at one instant
  static constexpr int kRounds = Polynomial::kDegree + 1;

  Engine();
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Building. Elements and functions must outlive the engine.
  SignalId add_signal();
  OutputId add_output();
  std::uint32_t add(Element& element);
  std::uint32_t number_of(const Element& element) const;  // of one that was added
  void add(Function& function);
  void read(std::uint32_t element, SignalId signal);
  void lead(OutputId output, std::uint32_t element, std::uint32_t port) {
    outputs_[output].push_back({element, port});
  }
  // Orders the functions; nothing can be added from here on. Throws BuildError when functions depend on each
  // other in a circle, with the names of all that stand in it. What a step touches is put into `memory`,
  // which must outlive the engine, or into memory of the engine's own.
  void complete(Memory* memory = nullptr);

  // Running.
  void start(Time t);
  Time next() const { return next_; }
  // One wave at t = next(), or at an earlier t at which something was set or handed over from outside.
  void wave(Time t);
  // All waves at t. Throws SimulationError when they do not end, naming those that are still due.
  void run_instant(Time t);
  // From outside, to be seen in the next wave.
  void set(SignalId signal, const Signal& piece);
  void hand_over(std::uint32_t element, std::uint32_t port, double value);
  // Before set() and hand_over(), where they make an event; of elements the engine knows itself.
  void announce(Time t, bool from_outside = true) {
    if (watch_ == nullptr || announced_) return;
    announced_ = true;
    watch_->before(t, from_outside);
  }
  void watch(Watch* watch) { watch_ = watch; }
  void tell_instants() { tells_instants_ = true; }

  // For elements and functions.
  Time now() const { return now_; }
  const Signal& signal(SignalId id) const { return signals_[id]; }
  Polynomial piece(SignalId id) const { return signals_[id].from(now_); }
  void publish(SignalId id, const Polynomial& piece);  // start() and due() only
  void send(OutputId output, double value);            // due() only
  // Whether in this wave one element alone acted, by one published signal: then what others see of it comes
  // from this change alone.
  bool lone_change() const { return published_.count == 1 && messages_.empty(); }
  bool has_readers(SignalId id) const { return plans_[id].functions != plans_[id].end; }

  std::uint64_t waves() const { return waves_; }
  std::uint64_t evaluations() const { return evaluations_; }
  std::uint64_t plans() const { return plans_made_; }  // of next times
  std::size_t element_count() const { return element_count_; }
  void archive(Archive& archive);

 private:
  struct Target {
    std::uint32_t element, port;
  };
  struct Message {
    Target to;
    double value;
  };
  // What follows from a change of one signal: pieces of follow_, first functions in topological order, then
  // elements. Of signals that functions write it is empty.
  struct Plan {
    std::uint32_t functions = 0, readers = 0, end = 0;
  };
  struct ElementEntry {
    Element* element = nullptr;
    Time due = kInfinity;
    std::uint64_t mark = 0;  // the wave that last saw it
  };
  struct FunctionEntry {
    Function* function = nullptr;
    SignalId output = kNone;
    std::uint64_t mark = 0;
  };
  // A list whose memory is given to it, for as many as it may ever hold.
  template <class T>
  struct List {
    T* items = nullptr;
    std::uint32_t count = 0;
    void add(T item) { items[count++] = item; }
    T* begin() const { return items; }
    T* end() const { return items + count; }
  };
  struct Building;
  static constexpr std::uint32_t kFew = 16;  // so many due times are scanned faster than kept in a heap

  void order_functions();
  void make_plans(Memory& memory);
  void evaluate(std::uint32_t function);
  void follow_one();
  void follow_many();
  void tell(std::uint32_t element);
  void touch(std::uint32_t element);
  void plan_next(std::uint32_t element);
  void find_next();
  void note_published(SignalId id);
  [[noreturn]] void fail_in_loop() const;

  // What every step touches.
  Time now_ = 0, next_ = kInfinity;
  std::uint64_t mark_ = 0, waves_ = 0, evaluations_ = 0, plans_made_ = 0;
  ElementEntry* elements_ = nullptr;
  FunctionEntry* functions_ = nullptr;  // in topological order
  Signal* signals_ = nullptr;
  const Plan* plans_ = nullptr;  // by signal
  const std::uint32_t* follow_ = nullptr;
  std::uint32_t element_count_ = 0, function_count_ = 0, signal_count_ = 0;
  List<std::uint32_t> imminent_, touched_;
  List<SignalId> published_;  // each signal once for every publication, see note_published()
  Watch* watch_ = nullptr;
  bool tells_instants_ = false;
  bool announced_ = false;
  std::vector<Message> messages_;

  std::uint32_t published_room_ = 0;
  std::vector<SignalId> published_more_;  // where there were more than expected
  IndexedHeap<Time> heap_;                // of due times, where there are many elements
  std::vector<std::vector<Target>> outputs_;
  std::vector<std::uint32_t> scratch_;
  std::vector<std::uint32_t> least_;  // elements that are due, from the heap
  std::unique_ptr<Building> building_;
  std::unique_ptr<Memory> own_memory_;
};

}  // namespace escapement::qss
