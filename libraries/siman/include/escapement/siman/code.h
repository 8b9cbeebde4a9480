// SPDX-License-Identifier: MIT
// Processes as C++ coroutines, in the same world as process blocks: same resources, queues, signals,
// statistics.
//
//   class Customer : public Code {
//    public:
//     using Code::Code;
//     Seizing teller{*this, "Teller"};
//     Formula service{*this, "service", "EXPO(4)"};
//     Process run(Context& c) override {
//       if (!co_await c.seize(teller).within(10)) co_return;  // gives up after 10
//       co_await c.delay(service);
//       c.release(teller);
//     }
//   };
//
// A Code is a component with ports `in` and `out`. Each entity that comes in is a process: a run of run() of
// its own, which leaves by `out` at its end (it ends when nothing is coupled there). What a Code uses by name
// is declared in it, so that names are found and checked before the run as those of blocks are. Without a
// class: model.add<Code>("Customer", [&](Context& c) -> Process { ... }) with the handles made by the one who
// builds.
//
//   K1  A process moves as an entity does (process_host.h): alone, until it awaits something that does not
//   come
//       at once. What it does without co_await takes no time.
//   K2  seize() is a Queue and a Seize, with the rules of both: the process waits in the queue of its handle,
//       "Queue" of the Code when none is named. Processes and blocks compete by the same rules (resource.h).
//       A Seizing with `preempt` is a PREEMPT: it takes units from less urgent holders.
//   K3  delay() is a Delay. A process that loses units of a resource stops in its delay, and goes on with
//   what
//       is left when it has them back (interruptions.h). Its next delay does not begin before that.
//   K4  wait(signal) is a Wait: signal() of a process and Signal blocks let it go. hold() is a detached
//   queue:
//       resume() lets it go, or a Remove block takes it. until(condition) lets it go after the first event at
//       which its condition is true; conditions of processes that wait are looked at after each event.
//   K5  interrupt() ends another's waiting, whatever it is: its co_await throws Interrupted, or answers it
//   when
//       it is co_await (...).or_interrupted(). It moves after the one that interrupts, and is in no queue any
//       more; what it holds it keeps. One that does not wait, or whose delay ends now, is not interrupted.
//   K6  within(time) ends a waiting after a time: co_await answers false; otherwise true.
//   K7  start() makes another process, which moves after this one.
//   K8  An entity that is taken elsewhere while it waits (Remove, Pickup, the exit of a PREEMPT) is not in
//   its
//       process any more; this ends when the entity does, or comes into a Code again.
//   K9  Transfers (code_transfer.h): request() and access() wait in a queue for a unit of a transporter or
//   for cells of a
//       conveyor; transport(), convey() and route() end at a station, where the process goes on by itself: no
//       Station block is entered, and none needs to stand there. From the moment at which a unit has been
//       given, or a way begun, nothing interrupts or limits it before its end.
// At the end of a simulation, processes that wait are destroyed where they are: destructors of their
// variables run, and must not use the Context.
//
// Failures: what run() throws stops the simulation with the Code's name and the clock, an Interrupted that is
// not caught among it. A model with processes in code cannot be saved (a checkpoint refuses it by name).
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "escapement/coupled/coupled.h"
#include "escapement/siman/entity.h"
#include "escapement/siman/process.h"
#include "escapement/siman/queue_element.h"

namespace escapement::siman {

class Carrying;
class Code;
class Context;
class Detach;
class Entry;
class HoldBlock;
class Place;
class Riding;
class Seize;
class StationElement;
class Transporter;
class Wait;

// Why a waiting was ended by another process (K5).
struct Interruption {
  double cause = 0;
  double remaining = 0;  // of a delay
};
class Interrupted : public std::exception {
 public:
  explicit Interrupted(Interruption interruption) : interruption_(interruption) {}
  double cause() const { return interruption_.cause; }
  double remaining() const { return interruption_.remaining; }
  const char* what() const noexcept override {
    return "a process was interrupted and did not expect it: catch Interrupted around the co_await, or write "
           "co_await (...).or_interrupted()";
  }

 private:
  Interruption interruption_;
};

// Handles: what a Code uses by name. They are made before the model is built, and live as long as it.

// Resources that are seized together.
class Seizing {
 public:
  struct Unit {
    std::string resource;
    double units = 1;
  };
  struct Options {
    double priority = 1;     // smaller is more urgent
    std::string queue = {};  // a queue of the model; empty: that of the Code
    bool preempt = false;    // of one resource
  };
  Seizing(Code& code, const char* resource) : Seizing(code, resource, Options()) {}
  Seizing(Code& code, const char* resource, Options options)
      : Seizing(code, std::vector<Unit>{{resource}}, std::move(options)) {}
  Seizing(Code& code, const std::vector<Unit>& units) : Seizing(code, units, Options()) {}
  Seizing(Code& code, const std::vector<Unit>& units, Options options);

 private:
  friend class Code;
  friend class Context;
  std::vector<Unit> units_;
  Options options_;
  Seize* seize_ = nullptr;
  std::vector<Resource*> resources_{};
  QueueElement* queue_ = nullptr;
};

// An expression in the language of studies, with a stream of its own that is named after the Code and it.
class Formula {
 public:
  Formula(Code& code, std::string name, ExpressionText text);

 private:
  friend class Code;
  friend class Context;
  std::string name_;
  ExpressionText text_;
  expressions::Expression expression_;
};

// An attribute of entities: c[urgency] = 2.
class EntityField {
 public:
  EntityField(Code& code, std::string name);

 private:
  friend class Code;
  friend class Context;
  std::string name_;
  std::size_t slot_ = 0;
};

// A process, for others that interrupt or resume it. It may have ended: then nothing happens.
class ProcessHandle {
 public:
  ProcessHandle() = default;
  bool ended() const;

 private:
  friend class Context;
  ProcessHandle(Context& context, std::uint64_t number) : context_(&context), number_(number) {}
  Context* context_ = nullptr;
  std::uint64_t number_ = 0;
};

// What a process waits for. It has been begun when this is made; co_await it at once.
class [[nodiscard]] Waiting {
 public:
  // One that begins in a queue can be limited.
  Waiting(Context& context, bool over, bool in_line = true)
      : context_(context), over_(over), in_line_(in_line) {}
  // K6. Throws SimulationError when the time is negative or not a number, and for delays and ways.
  Waiting&& within(double time) &&;

  struct OrInterrupted {
    Waiting& waiting;
    bool await_ready() const noexcept { return waiting.over_; }
    void await_suspend(std::coroutine_handle<> handle) const noexcept { waiting.await_suspend(handle); }
    std::optional<Interruption> await_resume() const;  // nullopt: it was not interrupted
  };
  OrInterrupted or_interrupted() && { return {*this}; }

  bool await_ready() const noexcept { return over_; }
  void await_suspend(std::coroutine_handle<> handle) const noexcept;
  bool await_resume() const;  // false: its time was over (K6)

 private:
  Context& context_;
  bool over_;
  bool in_line_;
};

// A process at work: what it can do. One for each entity in a Code.
class Context {
 public:
  using Body = std::function<Process(Context&)>;

  Time now() const;
  Entity& entity() const { return *entity_; }
  ProcessHandle self() { return {*this, number_}; }
  double& operator[](const EntityField& field) const { return entity_->attributes[field.slot_]; }
  double value(const Formula& formula) const;

  // To be awaited.
  struct Call {
    std::optional<double> units{};  // of the first resource of the Seizing
    std::optional<double> priority{};
  };
  Waiting seize(Seizing& seizing, Call call);
  Waiting seize(Seizing& seizing) { return seize(seizing, Call()); }
  // Throws SimulationError when the duration is negative or not finite.
  Waiting delay(double duration, Category category = Category::kValueAdded);
  Waiting delay(const Formula& duration, Category category = Category::kValueAdded) {
    return delay(value(duration), category);
  }
  Waiting wait(double signal);
  Waiting until(std::function<bool()> condition);
  Waiting hold();

  // Transfers (K9, code_transfer.h). Each throws SimulationError as the block of its name does.
  Waiting allocate(Carrying& carrying);  // a unit, which stays where it is
  Waiting request(Carrying& carrying);   // a unit, and that it comes to the station where this is
  Waiting move(Carrying& carrying, const Place& to);       // its unit goes there, this stays
  Waiting transport(Carrying& carrying, const Place& to);  // both go
  Waiting access(Riding& riding);                          // cells, at the station where this is
  Waiting convey(Riding& riding, const Place& to);
  Waiting route(const Place& to, double duration);  // no device; throws for a negative or infinite one
  void free(Carrying& carrying);
  void exit(Riding& riding);   // gives the cells back
  void at(const Place& here);  // it is at that station from now on

  // At once.
  // All units, or so many of the first resource. Throws SimulationError when it does not hold them.
  void release(Seizing& seizing, std::optional<double> units = {});
  double signal(double code, double limit = kInfinity);  // answers how many it let go
  bool interrupt(const ProcessHandle& process, double cause = 0);
  bool resume(const ProcessHandle& process);  // one that holds
  ProcessHandle start(Code& code);            // a new entity of this one's type comes into it
  ProcessHandle start(Body body);             // a new entity runs this within this Code, and ends
  [[noreturn]] void fail(const std::string& message) const;  // throws SimulationError

  // For the blocks inside a Code.
  explicit Context(Code& code) : code_(&code) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  // Its entity ended or went elsewhere.
  void abandon();
  double units(double declared) const { return call_.units.value_or(declared); }
  double priority(double declared) const { return call_.priority.value_or(declared); }
  bool condition_holds() const { return condition_(); }
  // Its way has ended at a station; answers where it goes on, nullptr when it was on no way of its process.
  Block* come_to(const StationElement& station);

 private:
  friend class Code;
  friend class ProcessHandle;
  friend class Waiting;
  enum class Result { kDone, kTimeOver, kInterrupted };
  bool wait_in(HoldBlock& hold, QueueElement& queue);
  void stop_waiting();
  bool waits() const;
  double velocity(const Carrying& carrying) const;

  Code* code_;
  Entity* entity_ = nullptr;  // nullptr: it serves no process now
  std::uint64_t number_ = 0;  // of the process, over all that it has served
  Process process_;
  Body body_;  // of start(); empty: that of the Code
  std::coroutine_handle<> suspended_{};
  Result result_ = Result::kDone;
  Interruption interruption_{};
  Call call_{};
  std::function<bool()> condition_;
  Transporter* unit_of_ = nullptr;  // whose unit it waits for, on a way or while that moves
  bool on_way_ = false;
};

class Code : public Coupled {
 public:
  explicit Code(std::string name) : Code(std::move(name), nullptr) {}
  Code(std::string name, Context::Body body);
  ~Code() override;

  InPort<EntityHandle>& in;
  OutPort<EntityHandle>& out;

  // What a process does; the body given to the constructor when it is not overridden.
  virtual Process run(Context& context);

  std::size_t processes() const { return contexts_.size() - free_.size(); }  // at work or waiting

 private:
  friend class Context;
  friend class Formula;
  friend class EntityField;
  friend class Carrying;
  friend class Place;
  friend class Riding;
  friend class Seizing;
  friend class Waiting;
  class Run;
  class Resume;
  class Travel;
  class Until;
  template <class B>
  class Following;

  void add_seize(Seizing& seizing);
  // code_transfer.cpp
  void add_carrying(Carrying& carrying);
  void add_riding(Riding& riding);
  void add_place(Place& place);
  void bind_transfers(Member& member, Binder& binder);
  void link_transfers();
  Entry& resume_entry() const;
  void bind(Member& member, Binder& binder);
  Context& open(Entity& entity, Context::Body body = nullptr);
  void close(Context& context);
  Block* drive(Context& context);
  Block* resume_block() const;

  Context::Body body_;
  std::vector<Seizing*> seizings_;
  std::vector<Formula*> formulas_;
  std::vector<EntityField*> fields_;
  std::vector<Carrying*> carryings_;
  std::vector<Riding*> ridings_;
  std::vector<Place*> places_;
  QueueElement* queue_ = nullptr;
  Run* run_ = nullptr;
  Resume* resume_ = nullptr;
  Delay* delay_ = nullptr;
  Until* until_ = nullptr;
  Wait* wait_ = nullptr;
  Detach* hold_ = nullptr;
  Travel* travel_ = nullptr;  // where there are transfers
  Block* main_ = nullptr;     // the first of the blocks, which speaks for all
  std::deque<Context> contexts_;
  std::vector<Context*> free_;
};

}  // namespace escapement::siman
