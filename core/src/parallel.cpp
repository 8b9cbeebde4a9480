// SPDX-License-Identifier: MIT
#include "parallel.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <chrono>
#include <cmath>
#include <thread>

#include "escapement/core/error.h"
#include "simulator_flags.h"

namespace escapement::internal {

std::unique_ptr<Parallel> Parallel::make(Simulator& simulator, unsigned threads, bool always) {
  constexpr unsigned kMost = 1024;
  if (threads > kMost)
    throw BuildError("threads " + std::to_string(threads) + " must be at most " + std::to_string(kMost) +
                     ", or 0 for as many as the machine has cores");
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  return threads == 1 ? nullptr : std::make_unique<Parallel>(simulator, threads, always);
}

Parallel::Parallel(Simulator& simulator, unsigned threads, bool always)
    : simulator_(simulator), always_(always), pool_(threads - 1) {
  for (unsigned i = 1; i < threads; ++i) workers_.push_back(std::make_unique<RunState>());
}

Parallel::~Parallel() {
  pool_.join();
}

// Some pieces for each thread, so that a slow one does not keep the others waiting, but none so short that
// taking it costs more than a hundredth of it; a serial model is a piece of its own.
void Parallel::cut(const Gauge& gauge) {
  constexpr double kPieceSeconds = 5e-6;
  const auto& models = simulator_.current_;
  const auto count = static_cast<std::uint32_t>(models.size());
  const auto threads = static_cast<std::uint32_t>(workers_.size() + 1);
  const double most = std::max(1.0, count / (4.0 * threads));
  const double seconds = gauge.seconds_per_model();
  const auto length = static_cast<std::uint32_t>(
      seconds > 0 ? std::clamp(std::ceil(kPieceSeconds / seconds), 1.0, most) : most);
  pieces_.clear();
  for (std::uint32_t i = 0; i < count; ++i) {
    const bool serial = (simulator_.nodes_[models[i]].flags & kSerial) != 0;
    if (pieces_.empty() || serial || pieces_.back().serial || i - pieces_.back().begin >= length)
      pieces_.push_back({i, i, serial});
    pieces_.back().end = i + 1;
  }
}

void Parallel::fail(std::uint32_t place) {
  const std::lock_guard lock(failure_mutex_);
  if (failure_ == nullptr || place < failure_->place)
    failure_ = std::make_unique<Failure>(Failure{place, std::current_exception()});
  failed_ = true;
}

template <class Work>
void Parallel::do_piece(Piece& piece, RunState& run, const Work& work) {
  piece.run = &run;
  piece.first = run.outbox.entries().size();
  for (std::uint32_t i = piece.begin; i < piece.end; ++i) {
    Dynamics& model = *simulator_.nodes_[simulator_.current_[i]].model;
    try {
      model.run_ = &run;
      run.place = i;
      work(i, model, run);
      model.run_ = &simulator_.state_;
    } catch (...) {
      model.run_ = &simulator_.state_;
      fail(i);
      return;
    }
  }
  piece.last = run.outbox.entries().size();
}

// Pieces are taken in order: when one fails, all before it have been begun, and the first failure in path
// order is found whatever the threads do.
template <class Work>
void Parallel::take_pieces(RunState& run, const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  while (!failed_) {
    const std::size_t number = next_piece_++;
    if (number >= pieces_.size()) break;
    if (!pieces_[number].serial) do_piece(pieces_[number], run, work);
  }
  at_work_ += (std::chrono::steady_clock::now() - start).count();
}

template <class Work>
void Parallel::share_out(Work work) {
  next_piece_ = 0;
  failed_ = false;
  at_work_ = 0;
  failure_.reset();
  working_ = workers_.size();
  for (auto& worker : workers_) {
    worker->clock = simulator_.state_.clock;
    worker->inputs = simulator_.state_.inputs;
    worker->input_count = simulator_.state_.input_count;
    worker->bags = simulator_.state_.bags;
    worker->structure = simulator_.state_.structure;
    worker->in_transition = simulator_.state_.in_transition;
    boost::asio::post(pool_, [this, &worker, &work] {
      take_pieces(*worker, work);
      if (--working_ == 0) working_.notify_one();
    });
  }
  take_pieces(simulator_.state_, work);
  // The others are about to be done: to fall asleep and be woken would take longer.
  constexpr auto kPatience = std::chrono::microseconds(50);
  const auto start = std::chrono::steady_clock::now();
  while (working_ != 0 && std::chrono::steady_clock::now() - start < kPatience) {
  }
  for (std::size_t left = working_; left != 0; left = working_) working_.wait(left);
  for (Piece& piece : pieces_)
    if (piece.serial && (failure_ == nullptr || piece.begin < failure_->place))
      do_piece(piece, simulator_.state_, work);
  if (failure_ == nullptr) return;
  simulator_.running_ = simulator_.current_[failure_->place];
  std::rethrow_exception(failure_->error);
}

template <bool kObserved>
void Parallel::outputs_and_delivery() {
  Simulator& s = simulator_;
  // Where transitions stay on one thread, so do outputs: what another thread touched would only be fetched
  // back.
  const bool several =
      (shares_transitions_ && outputs_gauge_.several(s.current_.size())) || (always_ && !s.current_.empty());
  if (!several) {
    s.emit_outputs();
    const auto& entries = s.state_.outbox.entries();
    s.deliver<kObserved>(entries.data(), entries.data() + entries.size());
    if (shares_transitions_) outputs_gauge_.done();
    return;
  }
  ++s.counts_.parallel_phases;
  Outbox& outbox = s.state_.outbox;
  outbox.open();
  for (auto& worker : workers_) worker->outbox.open();
  sent_ = true;
  if (!s.injections_.empty()) s.inject_due();
  const std::size_t injected = outbox.entries().size();
  cut(outputs_gauge_);
  share_out([&s](std::uint32_t place, Dynamics& model, RunState& run) {  // M3
    auto& entries = run.outbox.entries();
    const std::size_t first = entries.size();
    s.nodes_[s.current_[place]].flags |= kImminent;
    model.output();
    if (entries.size() > first + 1) Simulator::sort_puts(entries, first);
  });
  outbox.close();
  for (auto& worker : workers_) worker->outbox.close();
  const auto deliver = [&s](const RunState& run, std::size_t first, std::size_t last) {  // M4
    const Outbox::Entry* entries = run.outbox.entries().data();
    s.deliver<kObserved>(entries + first, entries + last);
  };
  deliver(s.state_, 0, injected);
  for (const Piece& piece : pieces_) deliver(*piece.run, piece.first, piece.last);
  outputs_gauge_.done(seconds_at_work());
}

template <bool kObserved>
void Parallel::transitions() {
  Simulator& s = simulator_;
  shares_transitions_ = transitions_gauge_.several(s.current_.size()) || (always_ && !s.current_.empty());
  if (!shares_transitions_) {
    s.transitions<kObserved>();
    transitions_gauge_.done();
    return;
  }
  ++s.counts_.parallel_phases;
  const Time t = s.state_.clock.time;
  advances_.assign(s.current_.size(), TimeAdvance::never());
  cut(transitions_gauge_);
  s.state_.in_transition = true;
  share_out([&s, t, this](std::uint32_t place, Dynamics& model, RunState&) {  // M5
    const Simulator::Node& node = s.nodes_[s.current_[place]];
    act(model, node.flags & kActing, t - node.last);
    advances_[place] = model.time_advance();
  });
  s.state_.in_transition = false;
  gather_requests();
  for (std::size_t i = 0; i < s.current_.size(); ++i) {  // M6
    const std::uint32_t id = s.current_[i];
    Simulator::Node& node = s.nodes_[id];
    s.running_ = id;
    const std::uint32_t flags = node.flags & kActing;
    const Time elapsed = t - node.last;
    s.count(flags);
    node.last = t;
    s.finish_transition<kObserved>(node, id, flags, elapsed, advances_[i]);
  }
  transitions_gauge_.done(seconds_at_work());
}

// Requests for structural change of all threads, in the order of the list of models.
void Parallel::gather_requests() {
  auto& all = simulator_.state_.requests;
  for (auto& worker : workers_) {
    std::move(worker->requests.begin(), worker->requests.end(), std::back_inserter(all));
    worker->requests.clear();
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a->place < b->place; });
}

template void Parallel::outputs_and_delivery<false>();
template void Parallel::outputs_and_delivery<true>();
template void Parallel::transitions<false>();
template void Parallel::transitions<true>();

}  // namespace escapement::internal
