// SPDX-License-Identifier: MIT
#include "escapement/siman/process_host.h"

#include <algorithm>
#include <functional>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/member_reference.h"
#include "escapement/siman/real_ports.h"
#include "escapement/siman/scan.h"
#include "escapement/siman/statistic_elements.h"

namespace escapement::siman {

// Stands inside the host for what lies behind an output port of it.
class GatewayOut final : public Block {
 public:
  GatewayOut(std::string name, ProcessHost& host)
      : Block(std::move(name)), port(host, this->name().c_str()), host_(host) {}
  Block* enter(Entity& entity) override {
    host_.send_out(port, entity);
    return nullptr;
  }
  void archive(Archive&) override {}
  OutPort<EntityHandle> port;

 private:
  ProcessHost& host_;
};

struct ProcessHost::GatewayIn {
  GatewayIn(std::string text, ProcessHost& host, Block& block)
      : name(std::move(text)), port(host, name.c_str()), target(block) {}
  std::string name;
  InPort<EntityHandle> port;
  Block& target;
};

struct ProcessHost::RealGatewayIn {
  RealGatewayIn(std::string text, ProcessHost& host, PortBase& stands_for)
      : name(std::move(text)), port(host, name.c_str()), inner(&stands_for) {}
  std::string name;
  InPort<double> port;
  PortBase* inner;
};

struct ProcessHost::RealGatewayOut {
  RealGatewayOut(std::string text, ProcessHost& host) : name(std::move(text)), port(host, name.c_str()) {}
  std::string name;
  OutPort<double> port;
};

namespace {

// Ports of reals of blocks are RealIn and RealOut.
bool is_real(const PortBase& port) {
  return same_type(port.type(), port_type<double>());
}

// A name for a port of the host that stands for a port of a block.
std::string gateway_name(const PortBase& port) {
  std::string name = port.path();
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

}  // namespace

ProcessHost::ProcessHost(std::string name, World& world, const std::vector<Hosted*>& group)
    : Host(std::move(name)), world_(world) {
  for (Hosted* hosted : group) {
    auto* member = dynamic_cast<Member*>(hosted);
    if (member == nullptr)
      throw BuildError("'" + hosted->path() + "' is no process block or element and cannot be hosted here");
    members_.push_back(member);
    member->host_ = this;
    member->world_ = &world_;
    world_.enlist(*member);
    member->clock_ = &clock_;
    if (auto* block = dynamic_cast<Block*>(member)) blocks_.push_back(block);
    if (auto* observed = dynamic_cast<Observed*>(member)) {
      observed_.push_back(observed);
      if (observed->moves()) moving_.push_back(observed);
    }
    if (auto* scan = dynamic_cast<Scan*>(member)) {
      scan->place_ = scans_.size();
      scans_.push_back(scan);
      if (scan->at_every_event()) scans_of_every_event_.push_back(scan);
    }
    if (auto* terminator = dynamic_cast<Terminator*>(member)) terminators_.push_back(terminator);
  }
  world_.add_host(*this);
}

ProcessHost::~ProcessHost() {
  std::vector<const Member*> leaving(members_.begin(), members_.end());
  for (const auto& gateway : gateways_out_) leaving.push_back(gateway.get());
  world_.discharge(std::move(leaving));
  world_.remove_host(*this);
  for (Member* member : members_) {
    member->host_ = nullptr;
    member->clock_ = &Member::kStart;
  }
}

void ProcessHost::fail(const Member& member, const std::string& message) const {
  throw SimulationError(member.address(), clock_, message);
}

void ProcessHost::link(PortBase& from, PortBase& to) {
  auto& target = static_cast<Block&>(to.owner());
  if (is_real(from)) {
    auto* real = static_cast<RealOut*>(&from);
    real->inside_.push_back(&target);
    return;
  }
  static_cast<Exit&>(from).lead_to(target);
  target.fed_at(static_cast<Block&>(from.owner()), to);
}

PortBase& ProcessHost::gateway_out(PortBase& from) {
  if (is_real(from)) {
    auto* real = static_cast<RealOut*>(&from);
    if (real->gateway_ == nullptr) {
      reals_out_.push_back(std::make_unique<RealGatewayOut>(gateway_name(from), *this));
      real->gateway_ = &reals_out_.back()->port;
    }
    return *real->gateway_;
  }
  for (const auto& [block_port, host_port] : out_map_)
    if (block_port == &from) return *host_port;
  auto gateway = std::make_unique<GatewayOut>(gateway_name(from), *this);
  OutPort<EntityHandle>& port = gateway->port;
  static_cast<Exit&>(from).lead_to(*gateway);
  world_.enlist(*gateway);
  gateways_out_.push_back(std::move(gateway));
  out_map_.emplace_back(&from, &port);
  return port;
}

InPortBase& ProcessHost::gateway_in(PortBase& to) {
  if (is_real(to)) {
    for (const auto& gateway : reals_in_)
      if (gateway->inner == &to) return gateway->port;
    reals_in_.push_back(std::make_unique<RealGatewayIn>(gateway_name(to), *this, to));
    return reals_in_.back()->port;
  }
  for (const auto& [block_port, host_port] : in_map_)
    if (block_port == &to) return *host_port;
  auto& target = static_cast<Block&>(to.owner());
  gateways_in_.push_back(std::make_unique<GatewayIn>(gateway_name(to), *this, target));
  in_map_.emplace_back(&to, &gateways_in_.back()->port);
  return gateways_in_.back()->port;
}

void ProcessHost::complete() {
  std::vector<Diagnostic> faults;
  for (Block* block : blocks_) {
    try {
      block->check_links();
    } catch (const BuildError& e) {
      faults.push_back({{{}, 0, 0, block->path()}, e.what(), ""});
    }
  }
  if (!faults.empty()) throw InputError(std::move(faults));
}

void ProcessHost::initialize() {
  clock_ = now();
  guarded([this] {
    for (Member* member : members_) {
      active_ = member;
      member->start();
    }
  });
}

// What blocks throw gets the clock and the path of the one that was at work.
template <class Work>
void ProcessHost::guarded(Work work) {
  try {
    work();
  } catch (const SimulationError&) {
    throw;
  } catch (const InternalError&) {
    throw;
  } catch (const std::exception& e) {
    if (active_ == nullptr) throw;
    fail(*active_, e.what());
  }
}

void ProcessHost::output() {
  for (Outgoing& o : outgoing_) o.port->put(std::move(o.entity));
  for (const OutgoingReal& o : outgoing_reals_) o.port->put(o.value);
}

void ProcessHost::internal() {
  outgoing_.clear();
  outgoing_reals_.clear();
  sends_ = false;
  run_events();
}

void ProcessHost::external(Time /*elapsed*/) {
  clock_ = now();
  for (const auto& gateway : gateways_in_) {
    const Bag<EntityHandle> bag = gateway->port.bag();
    for (std::size_t i = 0; i < bag.size(); ++i) make_ready(bag.take(i).release(), &gateway->target);
  }
  guarded([this] {
    bring_up();
    for (const auto& gateway : reals_in_) {
      auto& block = static_cast<Block&>(gateway->inner->owner());
      active_ = &block;
      const Bag<double> bag = gateway->port.bag();
      for (const double value : bag) block.receive(value);
    }
  });
  run_events();
}

TimeAdvance ProcessHost::time_advance() const {
  if (!outgoing_.empty() || !outgoing_reals_.empty()) return TimeAdvance::at(now());
  if (world_.stopped()) return TimeAdvance::never();
  return TimeAdvance::at(calendar_.next());
}

void ProcessHost::print_state(std::ostream& out) const {
  out << calendar_.size() << " events";
}

void ProcessHost::run_events() {
  clock_ = now();
  guarded([this] {
    if (observed_.empty() && terminators_.empty() && scans_of_every_event_.empty())
      run_while_due<false>();
    else
      run_while_due<true>();
  });
}

// kLookedAt: the model has something that is looked at after every event, or brought up before it.
template <bool kLookedAt>
void ProcessHost::run_while_due() {
  if constexpr (kLookedAt) bring_up();
  while (!world_.stopped()) {
    if (ready_head_ != ready_end_) {  // H1
      const Ready next = ready_[ready_head_];
      if (++ready_head_ == ready_end_) ready_head_ = ready_end_ = 0;
      move(*next.entity, next.at);
    } else if (!marked_scans_.empty() && release_from_scans()) {  // H1b
      continue;
    } else {  // H2
      if (calendar_.empty()) break;
      const Time next = calendar_.next_of_some();
      if (next != clock_) {
        if (sends_ || !run_on(next)) break;
        clock_ = next;
        if constexpr (kLookedAt) bring_up();
      }
      const Event event = calendar_.pop();
      active_ = event.block;
      event.block->due(event.entity);
    }
    if constexpr (kLookedAt) {  // H3
      observe();
      mark_scans_of_every_event();
    }
  }
}

// Called for each block beyond the limit: follows the loop once around, so that the message names it.
void ProcessHost::note_loop(const Entity& entity, const Block& block) {
  constexpr std::size_t kMost = 20;
  const std::string path = block.path();
  const auto seen = std::find(loop_.begin(), loop_.end(), path);
  if (seen == loop_.end() && loop_.size() < kMost) {
    loop_.push_back(path);
    return;
  }
  const std::vector<std::string> names(seen == loop_.end() ? loop_.begin() : seen, loop_.end());
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "'" : " -> '") + name + "'";
  fail(block, "zero-time loop: an entity of type '" + entity.type->path() + "' entered " +
                  std::to_string(kMoveLimit) + " blocks without time passing, at last in turn " + text +
                  "; let it wait, delay it or dispose of it somewhere in the loop");
}

void ProcessHost::move(Entity& entity, Block* to) {
  if (entity.moved_at != clock_) {
    entity.moved_at = clock_;
    entity.moves = 0;
  }
  long moves = entity.moves;
  const long unseen = world_.trace() == nullptr ? kMoveLimit : 0;  // entries that need no further look
  while (to != nullptr) {
    active_ = to;
    if (++moves > unseen) [[unlikely]]
      note_entry(entity, *to, moves);
    entity.moves = moves;
    to = to->enter(entity);
  }
}

void ProcessHost::note_entry(const Entity& entity, const Block& block, long moves) {
  if (moves > kMoveLimit) note_loop(entity, block);
  if (Trace* const trace = world_.trace())
    trace->note(instant(), "enter", block.path(), entity.type->path() + " " + std::to_string(entity.record));
}

void ProcessHost::mark(Scan& scan) {
  scan.marked_ = true;
  marked_scans_.push_back(scan.place_);
  std::push_heap(marked_scans_.begin(), marked_scans_.end(), std::greater<>());
}

void ProcessHost::mark_scans_of_every_event() {
  for (Scan* scan : scans_of_every_event_) scan->mark();
}

bool ProcessHost::release_from_scans() {
  while (!marked_scans_.empty()) {
    Scan& scan = *scans_[marked_scans_.front()];
    std::pop_heap(marked_scans_.begin(), marked_scans_.end(), std::greater<>());
    marked_scans_.pop_back();
    scan.marked_ = false;
    active_ = &scan;
    if (scan.somebody_waits() && scan.look()) {
      scan.mark();  // it may hold for the next one too
      return true;
    }
  }
  return false;
}

void ProcessHost::bring_up() {  // H0
  for (Observed* observed : moving_) {
    active_ = observed;
    observed->before_event(clock_);
  }
}

void ProcessHost::observe() {
  for (Observed* observed : observed_) {
    active_ = observed;
    observed->observe();
  }
  for (Terminator* terminator : terminators_) {
    active_ = terminator;
    if (terminator->reached()) world_.stop();
  }
}

void ProcessHost::send_out(OutPort<EntityHandle>& port, Entity& entity) {
  outgoing_.push_back({&port, EntityHandle(entity)});
  sends_ = true;
}

[[gnu::noinline]] void ProcessHost::make_room_for_ready() {
  ready_.resize(2 * ready_.size() + 16);
}

void ProcessHost::Ready::archive(Archive& archive) {
  archive.reference(entity);
  member_reference(archive, at);
}

void ProcessHost::archive(Archive& archive) {
  if (archive.first(world_)) world_.archive(archive);
  if (archive.saving()) {
    ready_.resize(ready_end_);
    ready_.erase(ready_.begin(), ready_.begin() + static_cast<std::ptrdiff_t>(ready_head_));
  }
  std::size_t leaving = outgoing_.size();
  archive(calendar_, clock_, ready_, leaving);
  ready_head_ = 0;
  ready_end_ = ready_.size();
  if (archive.loading()) {
    for (Outgoing& outgoing : outgoing_) outgoing.entity.release();  // the pool has them already
    outgoing_.resize(leaving);
  }
  for (Outgoing& outgoing : outgoing_) {
    Entity* entity = archive.saving() ? &*outgoing.entity : nullptr;
    std::size_t port = 0;
    while (archive.saving() && out_map_[port].second != outgoing.port) ++port;
    archive(port);
    archive.reference(entity);
    if (archive.saving()) continue;
    outgoing.port = out_map_.at(port).second;
    if (entity != nullptr) outgoing.entity = EntityHandle(*entity);
  }
  std::vector<std::pair<std::size_t, double>> reals;  // place of the port, and the number
  for (const OutgoingReal& outgoing : outgoing_reals_)
    for (std::size_t i = 0; i < reals_out_.size(); ++i)
      if (&reals_out_[i]->port == outgoing.port) reals.emplace_back(i, outgoing.value);
  archive(reals);
  if (archive.loading()) {
    outgoing_reals_.clear();
    for (const auto& [place, value] : reals) outgoing_reals_.push_back({&reals_out_.at(place)->port, value});
    sends_ = !outgoing_.empty() || !outgoing_reals_.empty();
  }
  for (Member* member : members_) {
    archive.section(member->path());
    member->archive(archive);
  }
}

}  // namespace escapement::siman
