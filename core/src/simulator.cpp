// SPDX-License-Identifier: MIT
#include "escapement/core/simulator.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "escapement/core/error.h"
#include "escapement/core/mailbox.h"

namespace escapement {
namespace {

constexpr std::uint32_t kImminent = 1;
constexpr std::uint32_t kReceiving = 2;
constexpr std::uint32_t kActing = kImminent | kReceiving;
constexpr std::uint32_t kListed = 4;  // has an entry in the event list

std::string value_text(const TimeAdvance& advance) {
  return std::string(advance.absolute() ? "absolute due time " : "") + to_text(advance.value());
}

bool keeps_mail(const PortBase& port) {
  return port.role() == PortBase::Role::kMailbox || port.role() == PortBase::Role::kShare ||
         port.role() == PortBase::Role::kPipeIn;
}

}  // namespace

Simulator::Simulator(Network network, SimulatorOptions options)
    : network_(std::move(network)), options_(options) {
  if (options_.micro_step_limit < 1)
    throw BuildError("micro_step_limit " + std::to_string(options_.micro_step_limit) + " must be at least 1");
  for (const Dynamics* model : network_.models)
    if (model->run_ != nullptr)
      throw BuildError("'" + model->path() + "' already runs in a simulator; destroy that one first");
  attach();
}

void Simulator::attach() {
  nodes_.reserve(network_.models.size());
  for (Dynamics* model : network_.models) {
    nodes_.push_back({model, 0, kInfinity, 0});
    model->run_ = &state_;
    model->outbox_ = &outbox_;
  }
  inputs_.resize(network_.inputs.size());
  for (std::uint32_t i = 0; i < inputs_.size(); ++i) {
    InPortBase& port = *network_.inputs[i];
    inputs_[i].owner = network_.input_owner[i];
    inputs_[i].keeps_mail = keeps_mail(port);
    port.index_ = i;
    port.bag_ = &inputs_[i].bag;
    if (inputs_[i].keeps_mail) static_cast<Mailbox&>(port).clear();
  }
  for (std::uint32_t o = 0; o < network_.outputs.size(); ++o) network_.outputs[o]->index_ = o;
  future_.resize(nodes_.size());
  sort_bits_.assign((nodes_.size() + 63) / 64, 0);
}

Simulator::~Simulator() {
  for (Dynamics* model : network_.models) {
    model->run_ = nullptr;
    model->outbox_ = nullptr;
  }
  for (InPortBase* port : network_.inputs) {
    port->index_ = PortBase::kNoIndex;
    port->bag_ = nullptr;
  }
  for (PortBase* port : network_.outputs) port->index_ = PortBase::kNoIndex;
}

void Simulator::add_observer(Observer& observer) {
  observers_.push_back(&observer);
}

void Simulator::start() {
  started_ = true;
  try {
    for (std::uint32_t id = 0; id < nodes_.size(); ++id) {  // S1
      running_ = id;
      Dynamics& model = *nodes_[id].model;
      model.initialize();
      schedule(id, model.time_advance());
      if (observers_.empty()) continue;
      for (Observer* observer : observers_)
        observer->on_transition(clock_, model, Transition::kInitial, 0, nodes_[id].due);
    }
  } catch (...) {
    rethrow_as_simulation_error();
  }
  clock_.micro_step = -1;  // the first micro-step at time 0 is (0, 0)
}

Time Simulator::next_time() const {
  if (!upcoming_.empty()) return clock_.time;
  const Time internal = future_.empty() ? kInfinity : future_.top_key();
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
  if (observers_.empty())
    micro_step<false>();
  else
    micro_step<true>();
  return true;
}

void Simulator::run(Time until) {
  if (!(until >= clock_.time))
    throw Error("cannot run until " + to_text(until) + ": the clock is already at " + to_text(clock_.time));
  if (failed_) throw Error("the simulation failed before and cannot go on; build it anew");
  if (!started_) start();
  run_on_limit_ = until;
  while (true) {
    const Time next = next_time();
    if (next > until || next == kInfinity) break;
    if (observers_.empty())
      micro_step<false>();
    else
      micro_step<true>();
  }
  if (until > clock_.time && until != kInfinity) clock_ = {until, -1};
}

void Simulator::run() {
  run(kInfinity);
}

template <bool kObserved>
void Simulator::micro_step() {
  try {
    begin_micro_step();
    emit_outputs();
    deliver<kObserved>();
    transitions<kObserved>();
  } catch (...) {
    rethrow_as_simulation_error();
  }
  clear_step();
  ++counts_.micro_steps;
}

void Simulator::begin_micro_step() {
  const Time t = next_time();
  if (t > clock_.time) {  // M1
    clock_ = {t, 0};
  } else if (++clock_.micro_step >= options_.micro_step_limit) {
    fail_in_loop();
  }
  if (clock_.micro_step == 0 && !loop_names_.empty()) loop_names_.clear();
  // M2: at k = 0 the imminent models come from the heap, afterwards from those that were scheduled for now.
  current_.swap(upcoming_);
  if (!future_.empty() && future_.top_key() == t) future_.least(current_);
  sort_ids(current_);
  if (clock_.micro_step + 50 > options_.micro_step_limit) note_loop_names();
}

void Simulator::emit_outputs() {
  outbox_.open();
  if (!injections_.empty()) inject_due();
  for (const std::uint32_t id : current_) {  // M3
    running_ = id;
    const std::size_t first = outbox_.entries().size();
    nodes_[id].flags |= kImminent;
    nodes_[id].model->output();
    if (outbox_.entries().size() > first + 1) sort_puts(first);
  }
  outbox_.close();
}

// By port, keeping the order of puts; std::stable_sort would allocate.
void Simulator::sort_puts(std::size_t first) {
  const auto by_port = [](const Outbox::Entry& a, const Outbox::Entry& b) { return a.port < b.port; };
  const auto begin = outbox_.entries().begin() + static_cast<std::ptrdiff_t>(first);
  const auto end = outbox_.entries().end();
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
  while (!injections_.empty() && injections_.front().at <= clock_.time) {
    std::pop_heap(injections_.begin(), injections_.end(), later);
    const Injection injection = std::move(injections_.back());
    injections_.pop_back();
    // A model's own input is no output of the network: its number follows after the last output.
    const bool of_root = injection.port->index() < network_.outputs.size() &&
                         network_.outputs[injection.port->index()] == injection.port;
    const std::uint32_t offset = of_root ? 0 : static_cast<std::uint32_t>(network_.outputs.size());
    injection.put(outbox_, injection.port->index() + offset);
  }
  sort_puts(0);
}

template <bool kObserved>
void Simulator::deliver() {
  const auto outputs = static_cast<std::uint32_t>(network_.outputs.size());
  const std::uint32_t* const begin = network_.route_begin.data();
  const std::uint32_t* const targets = network_.route_targets.data();
  for (const Outbox::Entry& entry : outbox_.entries()) {  // M4
    const bool direct = entry.port >= outputs;
    if constexpr (kObserved) {
      const PortBase& port = direct ? *network_.inputs[entry.port - outputs] : *network_.outputs[entry.port];
      const MessageView view(port.type(), entry.slot);
      for (Observer* observer : observers_) observer->on_output(clock_, port, view);
      if (!direct && !network_.root_begin.empty())
        for (std::uint32_t r = network_.root_begin[entry.port]; r < network_.root_begin[entry.port + 1]; ++r)
          for (Observer* observer : observers_)
            observer->on_root_output(clock_, *network_.root_targets[r], view);
    }
    if (direct) {
      deliver_to(entry.port - outputs, entry.slot);
    } else {
      const std::uint32_t end = begin[entry.port + 1];
      for (std::uint32_t r = begin[entry.port]; r < end; ++r) deliver_to(targets[r], entry.slot);
    }
  }
  counts_.messages += outbox_.entries().size();
  sort_ids(current_);
}

inline void Simulator::deliver_to(std::uint32_t input, const Slot& slot) {
  Input& in = inputs_[input];
  if (in.bag.count != 0) {
    spill(in.bag, slot);
    return;
  }
  in.bag.slot = slot;
  in.bag.count = 1;
  touched_.push_back(input);
  Node& node = nodes_[in.owner];
  if ((node.flags & kActing) == 0) current_.push_back(in.owner);
  node.flags |= kReceiving;
}

void Simulator::spill(internal::BagHeader& bag, const Slot& slot) {
  if (bag.count >= bag.capacity) {
    const std::uint32_t capacity = bag.capacity == 0 ? 4 : 2 * bag.capacity;
    auto* slots = static_cast<Slot*>(outbox_.arena().allocate(capacity * sizeof(Slot), alignof(Slot)));
    std::copy_n(bag.data(), bag.count, slots);
    bag.slot.object = slots;
    bag.capacity = capacity;
  }
  bag.data()[bag.count++] = slot;
}

template <bool kObserved>
void Simulator::transitions() {
  for (const std::uint32_t input : touched_)
    if (inputs_[input].keeps_mail) static_cast<Mailbox*>(network_.inputs[input])->collect();
  const Time t = clock_.time;
  // Not in a confluent transition: its internal part must not leave the instant before the input is seen.
  const bool alone = !kObserved && current_.size() == 1 && run_on_limit_ > t &&
                     (nodes_[current_.front()].flags & kActing) != kActing;
  if (alone) allow_run_on();
  for (const std::uint32_t id : current_) {  // M5
    Node& node = nodes_[id];
    Dynamics& model = *node.model;
    running_ = id;
    const std::uint32_t flags = node.flags & kActing;
    const Time elapsed = t - node.last;
    if (flags == kReceiving) {
      ++counts_.external_transitions;
      model.external(elapsed);
    } else if (flags == kImminent) {
      ++counts_.internal_transitions;
      model.internal();
    } else {
      ++counts_.internal_transitions;
      ++counts_.external_transitions;
      model.confluent();
    }
    node.last = t;  // T2
    if (alone) end_run_on(node);
    node.flags &= ~kActing;
    schedule(id, model.time_advance());
    if constexpr (kObserved) {
      const Transition kind = flags == kReceiving  ? Transition::kExternal
                              : flags == kImminent ? Transition::kInternal
                                                   : Transition::kConfluent;
      for (Observer* observer : observers_) observer->on_transition(clock_, model, kind, elapsed, node.due);
    }
  }
}

// One model acts and none is due in this instant again: until the next of the others is due, or an input is
// injected, micro-steps would have this model as the only imminent one.
void Simulator::allow_run_on() {
  constexpr std::uint32_t kInARow = 500;
  const std::uint32_t id = current_.front();
  Time others = injections_.empty() ? kInfinity : injections_.front().at;
  if ((nodes_[id].flags & kListed) == 0) {
    if (!future_.empty()) others = std::min(others, future_.top_key());
  } else if (future_.top_id() != id) {
    others = std::min(others, future_.top_key());
  } else if (future_.size() > 1) {
    others = std::min(others, future_.second_key());
  }
  state_.others_due = others;
  state_.limit = run_on_limit_;
  state_.left = kInARow;
  state_.done = 0;
}

void Simulator::end_run_on(Node& node) {
  state_.limit = -kInfinity;
  node.last = clock_.time;
  counts_.internal_transitions += state_.done;
  counts_.micro_steps += state_.done;
}

inline void Simulator::schedule(std::uint32_t id, const TimeAdvance& advance) {
  const Time t = clock_.time;
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
      future_.set(id, due);
      node.flags |= kListed;
      return;
    }
  } else {
    node.due = t;
    upcoming_.push_back(id);
  }
  if ((node.flags & kListed) != 0) {
    future_.erase(id);
    node.flags &= ~kListed;
  }
}

void Simulator::restore_due(std::uint32_t id, Time due) {
  schedule(id, due == kInfinity ? TimeAdvance::never() : TimeAdvance::at(due));
}

// Sorts ids that are unique. The ids of a busy micro-step are many and close together: then a bit per model,
// set and read back in order, is linear. Few ids are sorted as they are.
void Simulator::sort_ids(std::vector<std::uint32_t>& ids) {
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
  for (const std::uint32_t input : touched_) inputs_[input].bag = {};
  touched_.clear();
  current_.clear();
  outbox_.entries().clear();
  outbox_.arena().reset();
}

void Simulator::inject_put(PortBase& port, Time at, std::function<void(Outbox&, std::uint32_t)> put) {
  if (!(at >= clock_.time) || at == kInfinity)
    throw Error("cannot inject at time " + to_text(at) + " into '" + port.path() +
                "': the time must be finite and not before the clock, " + to_text(clock_.time));
  const std::uint32_t index = port.index();
  const bool known = (index < network_.outputs.size() && network_.outputs[index] == &port) ||
                     (index < network_.inputs.size() && network_.inputs[index] == &port);
  if (!known)
    throw Error("cannot inject into '" + port.path() +
                "': it is no input of this simulator's models or of its root");
  injections_.push_back({at, injected_++, &port, std::move(put)});
  std::push_heap(injections_.begin(), injections_.end(), [](const Injection& a, const Injection& b) {
    return a.at > b.at || (a.at == b.at && a.order > b.order);
  });
}

void Simulator::note_loop_names() {
  for (const std::uint32_t id : current_) {
    if (loop_names_.size() >= 12) return;
    std::string path = nodes_[id].model->path();
    if (std::find(loop_names_.begin(), loop_names_.end(), path) == loop_names_.end())
      loop_names_.push_back(std::move(path));
  }
}

void Simulator::fail_in_loop() {
  std::string names;
  for (const std::string& name : loop_names_) names += (names.empty() ? "" : ", ") + name;
  throw SimulationError(loop_names_.empty() ? network_.name : loop_names_.front(), clock_.time,
                        "zero-time loop: more than " + std::to_string(options_.micro_step_limit) +
                            " micro-steps without time passing; active in it: " + names +
                            ". Give one of them a time advance above 0, or raise micro_step_limit");
}

void Simulator::rethrow_as_simulation_error() {
  failed_ = true;
  outbox_.close();
  try {
    throw;
  } catch (const SimulationError&) {
    throw;
  } catch (const std::exception& e) {
    throw SimulationError(nodes_.empty() ? network_.name : nodes_[running_].model->path(), clock_.time,
                          e.what());
  } catch (...) {
    throw SimulationError(nodes_[running_].model->path(), clock_.time,
                          "the model threw something that is no std::exception");
  }
}

}  // namespace escapement
