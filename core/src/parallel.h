// SPDX-License-Identifier: MIT
// The parallel halves of a micro-step: output functions (M3) and transitions (M5) of its models, in pieces of
// the list in path order that threads of a pool take one after the other.
#pragma once

#include <atomic>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "escapement/core/simulator.h"
#include "gauge.h"

namespace escapement::internal {

class Parallel {
 public:
  // nullptr when there is one thread only. Throws BuildError when more threads are asked for than is
  // sensible.
  static std::unique_ptr<Parallel> make(Simulator& simulator, unsigned threads, bool always);
  Parallel(Simulator& simulator, unsigned threads, bool always);
  ~Parallel();

  // M3 and M4 of a micro-step, then M5 and M6, each on as many threads as is fastest.
  template <bool kObserved>
  void outputs_and_delivery();
  template <bool kObserved>
  void transitions();
  // After the micro-step.
  void clear() {
    if (std::exchange(sent_, false))
      for (auto& worker : workers_) worker->outbox.clear();
  }

 private:
  // A part of the list of models that one thread takes at a time.
  struct Piece {
    std::uint32_t begin, end;
    bool serial;
    RunState* run = nullptr;  // whose outbox has its outputs, from entry `first` to `last`
    std::size_t first = 0, last = 0;
  };
  struct Failure {
    std::uint32_t place;  // in the list
    std::exception_ptr error;
  };

  void cut(const Gauge& gauge);
  void gather_requests();
  double seconds_at_work() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::duration(at_work_.load())).count();
  }
  template <class Work>
  void share_out(Work work);
  template <class Work>
  void take_pieces(RunState& run, const Work& work);
  template <class Work>
  void do_piece(Piece& piece, RunState& run, const Work& work);
  void fail(std::uint32_t place);

  Simulator& simulator_;
  const bool always_;
  bool shares_transitions_ = false;                 // those of the last micro-step were shared out
  bool sent_ = false;                               // workers have outputs of this micro-step
  std::vector<std::unique_ptr<RunState>> workers_;  // the thread of run() uses the simulator's own
  std::vector<Piece> pieces_;
  std::vector<TimeAdvance> advances_;
  std::atomic<std::size_t> next_piece_{0};
  std::atomic<std::size_t> working_{0};
  std::atomic<bool> failed_{false};
  std::atomic<std::chrono::steady_clock::rep> at_work_{0};  // of all threads, since work was shared out
  std::mutex failure_mutex_;
  std::unique_ptr<Failure> failure_;  // of those that failed, the first in path order
  Gauge outputs_gauge_, transitions_gauge_;
  boost::asio::thread_pool pool_;
};

}  // namespace escapement::internal
