// SPDX-License-Identifier: MIT
// What the hosts of one replication share: the environment, the pool of entities, the counts of the system
// and the end of the run.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "escapement/core/archive_fwd.h"
#include "escapement/core/trace.h"
#include "escapement/registry/environment.h"
#include "escapement/siman/entity.h"
#include "escapement/siman/texts.h"

namespace escapement::siman {

class ArrivalProcess;
class Conveyor;
class Member;
class Output;
class ProcessHost;
class Sequence;
class StationElement;
class Transporter;
class Variable;
class Wait;

class World {
 public:
  explicit World(registry::Environment& environment);
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  registry::Environment& environment() { return environment_; }
  statistics::Collector& statistics() { return environment_.statistics; }
  EntityPool& pool() { return pool_; }
  const EntityPool& pool() const { return pool_; }

  // Whether the attribute in that slot is a text.
  bool is_text(std::size_t slot) const { return text_slots_.contains(slot); }
  void note_text(std::size_t slot) { text_slots_.insert(slot); }
  Texts& texts() { return texts_; }
  const Texts& texts() const { return texts_; }

  // A new entity of the type, counted in at time t. Throws Error when there are as many as there may be
  // (Environment::most_entities); it tells where most of them wait.
  Entity& create(EntityType& type, double t);
  // A copy of `original` with its own identity: attributes, times and serial number are shared by value.
  // Throws as create().
  Entity& duplicate(const Entity& original, double t);
  // The entity is done: counted out and given back, and so are the members of its group. `record` also
  // tallies its times by category. Units of resources that it still holds stay seized, as in Arena.
  void destroy(Entity& entity, double t, bool record);
  // Tallies an entity's times with those of its type.
  static void record_times(const Entity& entity, double t);

  // Writes each block that an entity enters to the trace: event "enter", the block's path, the entity's
  // number and type. nullptr: no trace.
  void trace_entities(Trace* trace) { trace_ = trace; }
  Trace* trace() const { return trace_; }

  // Asks for the end of the replication; hosts stop after the entity that moves.
  void stop() { stopped_ = true; }
  bool stopped() const { return stopped_; }
  // Some events come for ever, whatever entities do: schedules and failures. A run without a length ends all
  // the same when the last entity is gone and no other events are left.
  void note_background() { background_ = !environment_.length; }
  void end_when_empty();
  // Such an event has happened. A run without a length ends, too, when kMostQuiet of them in a row have moved
  // nobody and nothing else can happen: if entities wait for what others have, with a SimulationError that
  // tells who waits for whom (deadlock.h).
  void after_background_event();
  static constexpr std::uint64_t kMostQuiet = 100000;
  // Some condition on the clock, perhaps, ends the run.
  void note_terminator() { terminator_ = true; }
  void add_host(ProcessHost& host) { hosts_.push_back(&host); }
  void remove_host(ProcessHost& host);
  const std::vector<ProcessHost*>& hosts() const { return hosts_; }
  // The model has costs: known before anything is declared.
  void note_costs() { costs_ = true; }
  bool costs() const { return costs_; }
  // Some block assigns Entity.HoldCostRate: types then keep the rates of all their entities.
  void note_holding_rates() { holding_rates_ = true; }
  bool holding_rates() const { return holding_rates_; }
  std::uint64_t next_order() { return ++order_; }
  // Somebody writes the file of that path; false when somebody did already.
  bool note_written(const std::string& path) { return written_files_.insert(path).second; }

  // Hosts tell which members there are, so that saved states can refer to them by number.
  void enlist(Member& member) { members_.push_back(&member); }
  void discharge(std::vector<const Member*> leaving);  // all that a host lets go, at once
  // All members of the model, hosted or not yet, in path order: element number n of a class (Member::ordinal)
  // is at place n - 1 of elements<Class>().
  void set_all_members(std::vector<Member*> all) { all_members_ = std::move(all); }
  template <class E>
  std::vector<E*> elements() const {
    std::vector<E*> found;
    for (Member* member : all_members_)
      if (E* element = dynamic_cast<E*>(member)) found.push_back(element);
    return found;
  }
  // Identifies all members (as Member) and archives the counts and the entities that are alive. Streams and
  // statistics belong to the environment and are archived by its owner.
  void archive(Archive& archive);
  // Arena's J: the index that Search and FindJ run through and leave behind, one for the model.
  double search_index = 0;
  // Those of NSEXPO, in the order in which expressions were compiled.
  std::vector<std::shared_ptr<ArrivalProcess>> arrival_processes{};
  // All Waits of the model, in path order: a signal reaches each.
  std::vector<Wait*> waits{};
  // By their numbers, from 1, which entities carry.
  std::vector<StationElement*> stations{};
  std::vector<Sequence*> sequences{};
  std::vector<Transporter*> transporters{};  // of kind Guided
  std::vector<Conveyor*> conveyors{};
  // Variables that take their initial values again when the warm-up ends.
  std::vector<Variable*> cleared_at_warmup{};
  // To be called at the end of the warm-up, before the statistics are cleared.
  void end_warmup(double t);
  // Outputs that are written to a file when the replication has ended.
  std::vector<Output*> told_at_end{};
  void end_replication(double t);

 private:
  void make_room() const {
    if (pool_.alive() >= environment_.most_entities) [[unlikely]]
      refuse_more();
  }
  [[noreturn]] void refuse_more() const;
  void destroy_members(Entity& entity, double t, bool record);
  static void leave_storages(Entity& entity);
  bool only_background() const;

  registry::Environment& environment_;
  EntityPool pool_;
  Texts texts_;
  std::set<std::size_t> text_slots_;
  statistics::Counter& number_in_;
  statistics::Counter& number_out_;
  std::uint64_t serial_ = 0;
  std::uint64_t record_ = 0;
  std::uint64_t order_ = 0;
  bool stopped_ = false;
  bool background_ = false;
  bool terminator_ = false;
  std::uint64_t quiet_ = 0;  // background events since anything else could happen
  bool costs_ = false;
  bool holding_rates_ = false;
  std::vector<ProcessHost*> hosts_;
  Trace* trace_ = nullptr;
  std::vector<Member*> members_;
  std::vector<Member*> all_members_;
  std::set<std::string> written_files_;
};

}  // namespace escapement::siman
