// SPDX-License-Identifier: MIT
// The thread of rank 0 that runs cells while its main thread deals and listens.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "escapement/experiment/cells.h"

namespace escapement::mpi::internal {

class LocalWorker {
 public:
  explicit LocalWorker(const experiment::CellFactory& factory)
      : factory_(factory), thread_([this] { work(); }) {}
  // Tells a cell that runs to end.
  ~LocalWorker() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      ending_.store(true);
    }
    wake_.notify_all();
    thread_.join();
  }
  LocalWorker(const LocalWorker&) = delete;
  LocalWorker& operator=(const LocalWorker&) = delete;

  std::size_t holds() const { return held_; }  // cells given and not taken back
  void give(std::size_t place, const experiment::Cell& cell) {
    ++held_;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      given_.emplace_back(place, cell);
    }
    wake_.notify_all();
  }
  // An outcome, if there is one. Throws what the factory threw.
  std::optional<std::pair<std::size_t, experiment::CellOutcome>> take() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (error_) std::rethrow_exception(error_);
    if (done_.empty()) return std::nullopt;
    auto one = std::move(done_.front());
    done_.pop_front();
    --held_;
    return one;
  }
  // Until there is one, or the time is over.
  void wait(std::chrono::microseconds most) {
    std::unique_lock<std::mutex> lock(mutex_);
    ready_.wait_for(lock, most, [this] { return !done_.empty() || error_; });
  }

 private:
  void work() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
      wake_.wait(lock, [this] { return ending_.load() || !given_.empty(); });
      if (ending_.load()) return;
      const auto [place, cell] = given_.front();
      given_.pop_front();
      lock.unlock();
      std::optional<experiment::CellOutcome> outcome;
      std::exception_ptr error;
      try {
        outcome = experiment::run_cell(cell, factory_, [this] { return ending_.load(); });
      } catch (...) {
        error = std::current_exception();
      }
      lock.lock();
      if (error && !error_) error_ = error;
      if (outcome) done_.emplace_back(place, std::move(*outcome));
      ready_.notify_all();
    }
  }

  const experiment::CellFactory& factory_;
  std::size_t held_ = 0;  // of the calling thread
  std::atomic<bool> ending_{false};
  std::mutex mutex_;  // guards what follows
  std::condition_variable wake_, ready_;
  std::deque<std::pair<std::size_t, experiment::Cell>> given_;
  std::deque<std::pair<std::size_t, experiment::CellOutcome>> done_;
  std::exception_ptr error_;
  std::thread thread_;  // last: it begins with all the rest there
};

}  // namespace escapement::mpi::internal
