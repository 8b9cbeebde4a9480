// SPDX-License-Identifier: MIT
#include "escapement/core/simulator.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "escapement/core/error.h"
#include "escapement/core/mailbox.h"
#include "escapement/core/network_editor.h"
#include "parallel.h"
#include "simulator_flags.h"

namespace escapement {
namespace {

constexpr std::uint32_t kDirect = 0x80000000u;  // in Outbox::Entry::port: an input, not an output

std::string value_text(const TimeAdvance& advance) {
  return std::string(advance.absolute() ? "absolute due time " : "") + to_text(advance.value());
}

}  // namespace

void Simulator::add_observer(Observer& observer) {
  observers_.push_back(&observer);
}

void Simulator::start() {
  started_ = true;
  try {
    for (std::uint32_t id = 0; id < nodes_.size(); ++id) start_model(id);  // S1
    if (!state_.requests.empty()) change_structure();
    settle();
  } catch (...) {
    rethrow_as_simulation_error();
  }
  state_.clock.micro_step = -1;  // the first micro-step at the start is (start, 0)
}

void Simulator::start_model(std::uint32_t id) {
  running_ = id;
  Dynamics& model = *nodes_[id].model;
  nodes_[id].last = state_.clock.time;
  state_.in_transition = true;
  model.initialize();
  state_.in_transition = false;
  schedule(id, model.time_advance());
  for (Observer* observer : observers_)
    observer->on_transition(state_.clock, model, Transition::kInitial, 0, nodes_[id].due);
}

// D1; what new models ask for while they start is carried out too.
void Simulator::change_structure() {
  NetworkEditor editor(*this);
  for (long round = 0; !state_.requests.empty(); ++round) {
    if (round >= options_.micro_step_limit)
      throw SimulationError(state_.requests.front()->asker().path(), state_.clock.time,
                            "structural changes without end: new models ask for new models as they start, " +
                                std::to_string(options_.micro_step_limit) + " times without time passing");
    const auto requests = std::exchange(state_.requests, {});
    structure_->apply(requests, editor);
  }
}

Time Simulator::next_time() const {
  if (!upcoming_.empty()) return state_.clock.time;
  const Time internal = future_.least();
  return injections_.empty() ? internal : std::min(internal, injections_.front().at);
}

Time Simulator::next_event_time() {
  if (!started_) start();
  return next_time();
}

bool Simulator::step(Time run_on_limit) {
  run_on_limit_ = run_on_limit;
  if (failed_) throw Error("the simulation failed before and cannot go on; build it anew");
  if (!started_) start();
  if (next_time() == kInfinity) return false;
  any_micro_step();
  return true;
}

void Simulator::run(Time until) {
  if (!(until >= state_.clock.time))
    throw Error("cannot run until " + to_text(until) + ": the clock is already at " +
                to_text(state_.clock.time));
  if (failed_) throw Error("the simulation failed before and cannot go on; build it anew");
  if (!started_) start();
  run_on_limit_ = until;
  while (true) {
    const Time next = next_time();
    if (next > until || next == kInfinity) break;
    any_micro_step();
  }
  if (until > state_.clock.time && until != kInfinity) state_.clock = {until, -1};
}

void Simulator::run() {
  run(kInfinity);
}

void Simulator::any_micro_step() {
  if (observers_.empty())
    micro_step<false>();
  else
    micro_step<true>();
}

template <bool kObserved>
void Simulator::micro_step() {
  try {
    begin_micro_step();
    if (parallel_ == nullptr) {
      emit_outputs();
      const auto& entries = state_.outbox.entries();
      deliver<kObserved>(entries.data(), entries.data() + entries.size());
      collect_mail();
      transitions<kObserved>();
    } else {
      parallel_->outputs_and_delivery<kObserved>();
      collect_mail();
      parallel_->transitions<kObserved>();
    }
    if (!state_.requests.empty()) change_structure();
    settle();
  } catch (...) {
    rethrow_as_simulation_error();
  }
  clear_step();
  ++counts_.micro_steps;
}

void Simulator::begin_micro_step() {
  const Time t = next_time();
  if (t > state_.clock.time) {  // M1
    state_.clock = {t, 0};
  } else if (++state_.clock.micro_step >= options_.micro_step_limit) {
    fail_in_loop();
  }
  if (state_.clock.micro_step == 0 && !loop_names_.empty()) loop_names_.clear();
  // M2: at k = 0 the imminent models come from the event list, afterwards from those scheduled for now.
  current_.swap(upcoming_);
  if (future_.least() == t)
    future_.take_least([this, t](std::uint32_t id) {
      Node& node = nodes_[id];
      if (node.due != t || (node.flags & kListed) == 0)
        return;  // the entry holds no more, or was here before
      node.flags &= ~kListed;
      --listed_;
      current_.push_back(id);
    });
  sort_ids(current_);
  if (state_.clock.micro_step + 50 > options_.micro_step_limit) note_loop_names();
}

void Simulator::emit_outputs() {
  Outbox& outbox = state_.outbox;
  outbox.open();
  if (!injections_.empty()) inject_due();
  for (const std::uint32_t id : current_) {  // M3
    running_ = id;
    const std::size_t first = outbox.entries().size();
    nodes_[id].flags |= kImminent;
    nodes_[id].model->output();
    if (outbox.entries().size() > first + 1) sort_puts(outbox.entries(), first);
  }
  outbox.close();
}

// By port, keeping the order of puts; std::stable_sort would allocate.
void Simulator::sort_puts(std::vector<Outbox::Entry>& entries, std::size_t first) {
  const auto by_port = [](const Outbox::Entry& a, const Outbox::Entry& b) { return a.port < b.port; };
  const auto begin = entries.begin() + static_cast<std::ptrdiff_t>(first);
  const auto end = entries.end();
  if (std::is_sorted(begin, end, by_port)) return;
  std::uint32_t order = 0;
  for (auto entry = begin; entry != end; ++entry) entry->order = order++;
  std::sort(begin, end, [](const Outbox::Entry& a, const Outbox::Entry& b) {
    return a.port != b.port ? a.port < b.port : a.order < b.order;
  });
}

void Simulator::inject_due() {
  const auto later = [](const Injection& a, const Injection& b) {
    return a.at > b.at || (a.at == b.at && a.order > b.order);
  };
  while (!injections_.empty() && injections_.front().at <= state_.clock.time) {
    std::pop_heap(injections_.begin(), injections_.end(), later);
    const Injection injection = std::move(injections_.back());
    injections_.pop_back();
    if (!injection.dropped.empty()) {  // D3
      for (Observer* observer : observers_) observer->on_dropped(state_.clock, injection.dropped);
      continue;
    }
    // A model's own input is no output of the network.
    const std::uint32_t index = injection.port->index();
    const bool of_root = index < outputs_.size() && outputs_[index] == injection.port;
    injection.put(state_.outbox, of_root ? index : index | kDirect);
  }
  sort_puts(state_.outbox.entries(), 0);
}

void Simulator::observe_root_outputs(std::uint32_t output, const MessageView& view) {
  const auto tell = [&](const PortBase& port) {
    for (Observer* observer : observers_) observer->on_root_output(state_.clock, port, view);
  };
  if (!root_routes_.empty())
    if (const auto changed = root_routes_.find(output); changed != root_routes_.end()) {
      for (const PortBase* port : changed->second) tell(*port);
      return;
    }
  if (output + 1 < root_begin_.size())
    for (std::uint32_t r = root_begin_[output]; r < root_begin_[output + 1]; ++r) tell(*root_targets_[r]);
  const PortBase& port = *outputs_[output];
  if (port.role() == PortBase::Role::kAddress && routes_[output].count == 0)  // D3
    for (Observer* observer : observers_) observer->on_dropped(state_.clock, port.path());
}

template <bool kObserved>
void Simulator::deliver(const Outbox::Entry* begin, const Outbox::Entry* end) {
  for (const Outbox::Entry* entry = begin; entry != end; ++entry) {  // M4
    const bool direct = (entry->port & kDirect) != 0;
    const std::uint32_t index = entry->port & ~kDirect;
    if constexpr (kObserved) {
      const PortBase& port = direct ? *inputs_[index] : *outputs_[index];
      const MessageView view(port.type(), entry->slot);
      for (Observer* observer : observers_) observer->on_output(state_.clock, port, view);
      if (!direct) observe_root_outputs(index, view);
    }
    if (direct) {
      deliver_to(index, entry->slot);
      continue;
    }
    const Route route = routes_[index];
    if (route.count == 1) {
      deliver_to(route.first, entry->slot);
    } else {
      for (std::uint32_t r = route.first; r < route.first + route.count; ++r)
        deliver_to(targets_[r], entry->slot);
    }
  }
  counts_.messages += static_cast<std::uint64_t>(end - begin);
}

inline void Simulator::deliver_to(std::uint32_t input, const Slot& slot) {
  internal::InputSlot& in = slots_[input];
  if (in.bag != 0) {
    internal::BagHeader& bag = bags_[in.bag];
    if (bag.count >= bag.capacity) spill(bag);
    static_cast<Slot*>(bag.slot.object)[bag.count++] = slot;
    return;
  }
  in.bag = static_cast<std::uint32_t>(bags_.size());
  bags_.push_back({slot, 1, 0});
  touched_.push_back(input);
  Node& node = nodes_[in.model()];
  if ((node.flags & kActing) == 0) current_.push_back(in.model());
  node.flags |= kReceiving;
}

// Makes room for more messages.
void Simulator::spill(internal::BagHeader& bag) {
  const std::uint32_t capacity = bag.capacity == 0 ? 8 : 4 * bag.capacity;
  auto* slots = static_cast<Slot*>(state_.outbox.arena().allocate(capacity * sizeof(Slot), alignof(Slot)));
  std::copy_n(bag.data(), bag.count, slots);
  bag.slot.object = slots;
  bag.capacity = capacity;
}

// All bags are filled: their places do not change any more.
void Simulator::collect_mail() {
  state_.bags = bags_.data();
  sort_ids(current_);
  for (const std::uint32_t input : touched_)
    if (slots_[input].keeps_mail()) static_cast<Mailbox*>(inputs_[input])->collect();
}

template <bool kObserved>
inline void Simulator::finish_transition(Node& node, std::uint32_t id, std::uint32_t flags, Time elapsed,
                                         const TimeAdvance& advance) {
  node.flags &= ~kActing;
  schedule(id, advance);
  if constexpr (kObserved)
    for (Observer* observer : observers_)
      observer->on_transition(state_.clock, *node.model, transition_of(flags), elapsed, node.due);
}

template <bool kObserved>
void Simulator::transitions() {
  const Time t = state_.clock.time;
  // Not in a confluent transition: its internal part must not leave the instant before the input is seen.
  const bool alone = !kObserved && current_.size() == 1 && run_on_limit_ > t &&
                     (nodes_[current_.front()].flags & kActing) != kActing;
  if (alone) allow_run_on();
  state_.in_transition = true;
  for (const std::uint32_t id : current_) {  // M5
    Node& node = nodes_[id];
    running_ = id;
    const std::uint32_t flags = node.flags & kActing;
    const Time elapsed = t - node.last;
    count(flags);
    act(*node.model, flags, elapsed);
    node.last = t;  // T2
    if (alone) end_run_on(node);
    finish_transition<kObserved>(node, id, flags, elapsed, node.model->time_advance());
  }
  state_.in_transition = false;
}

// One model acts and none is due in this instant again: until the next of the others is due, or an input is
// injected, micro-steps would have this model as the only imminent one.
void Simulator::allow_run_on() {
  constexpr std::uint32_t kInARow = 500;
  const std::uint32_t id = current_.front();
  Time others = injections_.empty() ? kInfinity : injections_.front().at;
  // A model that is not imminent stands in the list itself: then the bound may be its own time.
  others = std::min(others, future_.least_untaken());
  if ((nodes_[id].flags & kListed) != 0 && others == nodes_[id].due) others = -kInfinity;
  state_.others_due = others;
  state_.limit = run_on_limit_;
  state_.left = kInARow;
  state_.done = 0;
}

void Simulator::end_run_on(Node& node) {
  state_.limit = -kInfinity;
  node.last = state_.clock.time;
  counts_.internal_transitions += state_.done;
  counts_.micro_steps += state_.done;
}

inline void Simulator::schedule(std::uint32_t id, const TimeAdvance& advance) {
  const Time t = state_.clock.time;
  const Time due = advance.absolute() ? advance.value() : t + advance.value();  // T3
  if (!(advance.absolute() ? due >= t : advance.value() >= 0))                  // T1
    throw SimulationError(nodes_[id].model->path(), t,
                          "time advance is " + value_text(advance) +
                              (advance.absolute() ? "; it must not lie before the clock"
                                                  : "; it must be 0 or more (infinity when nothing is due)"));
  Node& node = nodes_[id];
  if (due != t) {
    if (due == node.due) return;  // its place in the event list, or that it has none, stays
    node.due = due;
    if (due != kInfinity) {
      future_.insert(due, id);  // an older entry of the model holds no more
      if ((node.flags & kListed) == 0) ++listed_;
      node.flags |= kListed;
      return;
    }
  } else {
    node.due = t;
    upcoming_.push_back(id);
  }
  if ((node.flags & kListed) != 0) {
    node.flags &= ~kListed;
    --listed_;
  }
}

inline void Simulator::settle() {
  future_.settle([this](Time time, std::uint32_t id) {
    return nodes_[id].due == time && (nodes_[id].flags & kListed) != 0;
  });
  constexpr std::size_t kWorthIt = 64;
  if (future_.size() > 2 * listed_ + kWorthIt) compact();
}

// Drops the entries that hold no more, and of those that a model has twice all but one.
void Simulator::compact() {
  future_.rebuild([this](Time time, std::uint32_t id) {
    Node& node = nodes_[id];
    if (node.due != time || (node.flags & (kListed | kSeen)) != kListed) return false;
    node.flags |= kSeen;
    return true;
  });
  future_.each([this](std::uint32_t id) { nodes_[id].flags &= ~kSeen; });
}

// What models say of their next event is not asked again: it was said when they had their state.
void Simulator::restore_due(const std::vector<Time>& due) {
  upcoming_.clear();
  for (std::uint32_t id = 0; id < nodes_.size(); ++id) {
    nodes_[id].due = -kInfinity;  // whatever stands in the event list holds no more
    schedule(id, due[id] == kInfinity ? TimeAdvance::never() : TimeAdvance::at(due[id]));
  }
  settle();
}

// Sorts ids that are unique. The ids of a busy micro-step are many and close together: then a bit per model,
// set and read back in order, is linear. Few ids are sorted as they are.
void Simulator::sort_ids(std::vector<std::uint32_t>& ids) {
  if (labels_ != nullptr) {
    const auto before = [&labels = *labels_](std::uint32_t a, std::uint32_t b) {
      return labels[a] < labels[b];
    };
    if (!std::is_sorted(ids.begin(), ids.end(), before)) std::sort(ids.begin(), ids.end(), before);
    return;
  }
  if (std::is_sorted(ids.begin(), ids.end())) return;
  const auto [least, most] = std::minmax_element(ids.begin(), ids.end());
  const std::size_t first_word = *least / 64, last_word = *most / 64;
  if (ids.size() < 16 || last_word - first_word > 4 * ids.size()) {
    std::sort(ids.begin(), ids.end());
    return;
  }
  for (const std::uint32_t id : ids) sort_bits_[id / 64] |= std::uint64_t{1} << (id % 64);
  std::size_t count = 0;
  for (std::size_t word = first_word; word <= last_word; ++word) {
    std::uint64_t bits = sort_bits_[word];
    sort_bits_[word] = 0;
    for (; bits != 0; bits &= bits - 1)
      ids[count++] = static_cast<std::uint32_t>(word * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
  }
}

void Simulator::clear_step() {
  for (const std::uint32_t input : touched_) slots_[input].bag = 0;
  touched_.clear();
  bags_.resize(1);
  current_.clear();
  state_.outbox.clear();
  if (parallel_ != nullptr) parallel_->clear();
}

void Simulator::inject_put(PortBase& port, Time at, std::function<void(Outbox&, std::uint32_t)> put) {
  if (!(at >= state_.clock.time) || at == kInfinity)
    throw Error("cannot inject at time " + to_text(at) + " into '" + port.path() +
                "': the time must be finite and not before the clock, " + to_text(state_.clock.time));
  const std::uint32_t index = port.index();
  const bool known = (index < outputs_.size() && outputs_[index] == &port) ||
                     (index < inputs_.size() && inputs_[index] == &port);
  if (!known)
    throw Error("cannot inject into '" + port.path() +
                "': it is no input of this simulator's models or of its root");
  injections_.push_back({at, injected_++, &port, std::move(put)});
  std::push_heap(injections_.begin(), injections_.end(), [](const Injection& a, const Injection& b) {
    return a.at > b.at || (a.at == b.at && a.order > b.order);
  });
}

// The parallel micro-step uses these too.
template void Simulator::deliver<false>(const Outbox::Entry*, const Outbox::Entry*);
template void Simulator::deliver<true>(const Outbox::Entry*, const Outbox::Entry*);
template void Simulator::transitions<false>();
template void Simulator::transitions<true>();
template void Simulator::finish_transition<false>(Node&, std::uint32_t, std::uint32_t, Time,
                                                  const TimeAdvance&);
template void Simulator::finish_transition<true>(Node&, std::uint32_t, std::uint32_t, Time,
                                                 const TimeAdvance&);

}  // namespace escapement
