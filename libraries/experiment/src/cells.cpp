// SPDX-License-Identifier: MIT
#include "escapement/experiment/cells.h"

#include <algorithm>
#include <atomic>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <exception>
#include <mutex>
#include <thread>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::experiment {
namespace {

class CellRun {
 public:
  CellRun(const std::vector<Cell>& cells, const CellFactory& factory, const CellDone& done,
          std::stop_token stop)
      : cells_(cells), factory_(factory), done_(done), stop_(std::move(stop)) {}

  bool run(unsigned threads) {
    boost::asio::thread_pool pool(threads);
    for (unsigned t = 0; t < threads; ++t) boost::asio::post(pool, [this] { work(); });
    pool.join();
    if (error_) std::rethrow_exception(error_);
    return finished_ == cells_.size();
  }

 private:
  bool ending() const { return stop_.stop_requested() || broken_.load(); }

  void work() {
    for (std::size_t i; !ending() && (i = next_.fetch_add(1)) < cells_.size();) {
      try {
        one(cells_[i]);
      } catch (...) {
        const std::lock_guard<std::mutex> lock(telling_);
        if (!error_) error_ = std::current_exception();
        broken_.store(true);
      }
    }
  }

  void one(const Cell& cell) {
    const std::optional<CellOutcome> outcome = run_cell(cell, factory_, [this] { return ending(); });
    if (!outcome) return;
    const std::lock_guard<std::mutex> lock(telling_);
    done_(cell, *outcome);
    ++finished_;
  }

  const std::vector<Cell>& cells_;
  const CellFactory& factory_;
  const CellDone& done_;
  std::stop_token stop_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> broken_{false};
  std::mutex telling_;  // guards what follows
  std::size_t finished_ = 0;
  std::exception_ptr error_;
};

}  // namespace

void CellOutcome::archive(Archive& archive) {
  archive(clock, summaries, observations, failure);
}

std::optional<CellOutcome> run_cell(const Cell& cell, const CellFactory& factory,
                                    const std::function<bool()>& ending) {
  const std::unique_ptr<Replication> replication = factory(cell);
  if (!replication) throw InternalError("run_cells: the factory gave no model; it must return one or throw");
  CellOutcome outcome;
  bool stopped = false;
  const auto fail = [&](double clock, std::string path, std::string message) {
    outcome.failure = Failure{cell.replication + 1, clock, std::move(path), std::move(message)};
  };
  try {
    replication->run([&](double fraction) {
      if (fraction >= 1 || !ending()) return true;
      stopped = true;
      return false;
    });
    if (stopped) return std::nullopt;
    outcome.clock = replication->clock();
    outcome.summaries = replication->summarize();
    outcome.observations = replication->observations();
  } catch (const SimulationError& e) {
    fail(e.clock(), e.model_path(), e.message());
  } catch (const std::exception& e) {
    fail(replication->clock(), "", e.what());
  }
  if (outcome.failure) outcome.clock = outcome.failure->clock;
  return outcome;
}

bool run_cells(const std::vector<Cell>& cells, unsigned threads, const CellFactory& factory,
               const CellDone& done, std::stop_token stop) {
  if (cells.empty()) return true;
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  const auto most = static_cast<unsigned>(std::min<std::size_t>(cells.size(), 4096));
  return CellRun(cells, factory, done, std::move(stop)).run(std::min(threads == 0 ? cores : threads, most));
}

}  // namespace escapement::experiment
