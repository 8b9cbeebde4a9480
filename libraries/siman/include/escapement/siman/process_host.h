// SPDX-License-Identifier: MIT
// The atomic model that hosts process blocks.
//
// It moves one entity at a time, as SIMAN does (Pegden, Shannon and Sadowski 1995; Rossetti, Simulation
// Modeling and Arena, "how the simulation engine works"):
//   H0  When the clock has gone on: statistics of what moves between events, such as levels, are brought
//   here. H1  While an entity is ready at this time (first in, first out), move it: block after block until
//   it is
//       held or gone.
//   H1b Else let a Scan whose condition is true let its first entity go (scan.h); then H1.
//   H2  Else take the next event of the calendar, if it is due now, and let its block act; then H1.
//   H3  After each entity and each event: observe time-persistent statistics of expressions, test the
//       terminating condition.
//       When the next event is later and no other model is due before, the clock goes there at once and H2
//       follows (Dynamics::run_on); else the transition ends.
//   H4  When nothing is ready or due: entities that left through a gateway are put to the host's output ports
//       in a micro-step of their own, and so are numbers that blocks send to models outside (real_ports.h).
// An entity that is granted a resource, or is released by a signal, becomes ready; the entity that caused it
// keeps moving first. An entity that arrives from another atomic becomes ready too.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "escapement/coupled/hosted.h"
#include "escapement/siman/block.h"
#include "escapement/siman/calendar.h"
#include "escapement/siman/world.h"

namespace escapement::siman {

class Observed;
class Scan;
class Terminator;

class ProcessHost : public Host {
 public:
  // An entity may enter this many blocks without time passing; then a loop is reported.
  static constexpr long kMoveLimit = 100000;

  ProcessHost(std::string name, World& world, const std::vector<Hosted*>& group);
  ~ProcessHost() override;

  // For blocks.
  Calendar::Id schedule(Time at, EventClass event_class, Member& block, Entity* entity) {
    return calendar_.schedule(at, event_class, block, entity);
  }
  void cancel(Calendar::Id id) { calendar_.cancel(id); }
  void make_ready(Entity& entity, Block* at) {
    if (at == nullptr) return;
    if (ready_end_ == ready_.size()) [[unlikely]]
      make_room_for_ready();
    ready_[ready_end_++] = {&entity, at};
  }
  // The condition of the Scan is to be looked at (H1b).
  void mark(Scan& scan);
  // Moves the entity now. From due() only: enter() answers with the next block instead.
  void move(Entity& entity, Block* to);
  // Sends a number in the output function that follows.
  void put_real(OutPort<double>& port, double value) {
    outgoing_reals_.push_back({&port, value});
    sends_ = true;
  }
  World& world() { return world_; }
  // Whether nothing but schedules and failures can act here any more.
  bool only_background() const {
    return ready_head_ == ready_end_ && outgoing_.empty() && gateways_in_.empty() && reals_in_.empty() &&
           calendar_.only_background();
  }
  // Whether models outside send entities or numbers here.
  bool hears_others() const { return !gateways_in_.empty() || !reals_in_.empty(); }
  Time time() const { return clock_; }
  // Throws SimulationError at this clock in the member.
  [[noreturn]] void fail(const Member& member, const std::string& message) const;

  // Host and Atomic.
  void link(PortBase& from, PortBase& to) override;
  PortBase& gateway_out(PortBase& from) override;
  InPortBase& gateway_in(PortBase& to) override;
  void complete() override;
  void initialize() override;
  void output() override;
  void internal() override;
  void external(Time elapsed) override;
  TimeAdvance time_advance() const override;
  void print_state(std::ostream& out) const override;
  // The world first, when this is the first of its hosts; calendar, ready entities, entities on their way
  // out; then each member.
  void archive(Archive& archive) override;

 private:
  friend class GatewayOut;
  struct Ready {
    Entity* entity = nullptr;
    Block* at = nullptr;
    void archive(Archive& archive);
  };
  struct GatewayIn;
  struct RealGatewayIn;
  struct RealGatewayOut;

  template <class Work>
  void guarded(Work work);
  void make_room_for_ready();
  void note_entry(const Entity& entity, const Block& block, long moves);
  void note_loop(const Entity& entity, const Block& block);
  void run_events();
  template <bool kLookedAt>
  void run_while_due();
  void observe();
  void bring_up();
  void mark_scans_of_every_event();
  bool release_from_scans();
  void send_out(OutPort<EntityHandle>& port, Entity& entity);

  World& world_;
  std::vector<Member*> members_;
  std::vector<Block*> blocks_;
  std::vector<Observed*> observed_;
  std::vector<Observed*> moving_;  // of these
  std::vector<Terminator*> terminators_;
  std::vector<Scan*> scans_;
  std::vector<Scan*> scans_of_every_event_;
  std::vector<std::size_t> marked_scans_;  // a heap of places in scans_, the least on top
  Calendar calendar_;
  std::vector<Ready> ready_;  // from ready_head_ to ready_end_; both are 0 when none is left
  std::size_t ready_head_ = 0;
  std::size_t ready_end_ = 0;
  bool sends_ = false;  // whether anything is to be put in the output function that follows
  Time clock_ = 0;
  const Member* active_ = nullptr;  // for messages
  std::vector<std::string> loop_;   // blocks entered beyond the limit
  struct Outgoing {
    OutPort<EntityHandle>* port;
    EntityHandle entity;
  };
  std::vector<Outgoing> outgoing_;
  std::vector<std::unique_ptr<Block>> gateways_out_;
  std::vector<std::unique_ptr<GatewayIn>> gateways_in_;
  struct OutgoingReal {
    OutPort<double>* port;
    double value;
  };
  std::vector<OutgoingReal> outgoing_reals_;
  std::vector<std::unique_ptr<RealGatewayIn>> reals_in_;
  std::vector<std::unique_ptr<RealGatewayOut>> reals_out_;
  std::vector<std::pair<PortBase*, OutPort<EntityHandle>*>> out_map_;
  std::vector<std::pair<PortBase*, InPort<EntityHandle>*>> in_map_;
};

}  // namespace escapement::siman
