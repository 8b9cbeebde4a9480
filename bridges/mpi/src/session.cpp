// SPDX-License-Identifier: MIT
#ifdef ESCAPEMENT_WITH_MPI

#include "escapement/mpi/session.h"

#include <algorithm>
#include <chrono>
#include <sstream>
#include <thread>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "local_worker.h"
#include "messages.h"

namespace escapement::mpi {
namespace {

using experiment::Cell;
using experiment::CellOutcome;
using internal::Letter;
using internal::Tag;
using Clock = std::chrono::steady_clock;

// Between two looks at the post: short after something came, longer while nothing does.
class Pause {
 public:
  void reset() { pause_ = kShortest; }
  std::chrono::microseconds next() {
    const auto now = pause_;
    pause_ = std::min(2 * pause_, kLongest);
    return now;
  }

 private:
  static constexpr std::chrono::microseconds kShortest{20}, kLongest{1000};
  std::chrono::microseconds pause_ = kShortest;
};

struct Result {
  std::uint64_t cell = 0;  // its place in the list
  CellOutcome outcome;
  void archive(Archive& archive) { archive(cell, outcome); }
};

template <typename T>
std::string bytes_of(T& value) {
  std::ostringstream out;
  Archive archive(out);
  archive(value);
  return std::move(out).str();
}

template <typename T>
T value_of(const std::string& bytes) {
  std::istringstream in(bytes);
  Archive archive(in);
  T value{};
  archive(value);
  return value;
}

using Order = std::tuple<std::uint64_t, std::uint64_t, int>;  // place in the list, scenario, replication

}  // namespace

struct Session::Open {
  struct Rank {
    bool ready = false;
    std::size_t dealt = 0;  // cells that it has and that have not come back
  };

  int rank = 0;
  std::vector<Rank> all;
  bool cut_short = false;

  // What a rank says of itself before it takes cells.
  void greet(const Letter& letter, const std::string& study) {
    if (letter.tag == Tag::kRefused)
      throw InputError(
          Diagnostic{{},
                     "rank " + std::to_string(letter.from) + " cannot run replications: " + letter.text,
                     "all ranks read the study, and the data files that it names, from the same paths"});
    if (letter.text != study)
      throw InputError(
          Diagnostic{{},
                     "rank " + std::to_string(letter.from) + " has read another text of the study",
                     "let all ranks read the same file, and start anew after a change"});
    all[static_cast<std::size_t>(letter.from)].ready = true;
  }

  void end_others() {
    const std::string nothing;
    for (int r = 1; r < static_cast<int>(all.size()); ++r) internal::send(r, Tag::kEnd, nothing);
    constexpr std::chrono::seconds kPatience{10};
    const auto begun = Clock::now();
    Pause pause;
    for (std::size_t gone = 0; gone + 1 < all.size();) {
      if (const auto letter = internal::receive()) {
        gone += letter->tag == Tag::kGone ? 1 : 0;
        pause.reset();
        continue;
      }
      if (cut_short && Clock::now() - begun > kPatience) MPI_Abort(MPI_COMM_WORLD, 1);
      std::this_thread::sleep_for(pause.next());
    }
  }
};

Session::Session() : open_(std::make_unique<Open>()) {
  int provided = 0, ranks = 1;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &open_->rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  open_->all.resize(static_cast<std::size_t>(ranks));
}

Session::~Session() {
  if (open_->rank == 0) open_->end_others();
  MPI_Finalize();
}

int Session::rank() const {
  return open_->rank;
}

int Session::ranks() const {
  return static_cast<int>(open_->all.size());
}

bool Session::run_cells(const std::vector<Cell>& cells, const experiment::CellFactory& factory,
                        const experiment::CellDone& done, std::stop_token stop, const std::string& study) {
  internal::LocalWorker local(factory);
  std::size_t next = 0, finished = 0;
  Pause pause;
  const auto take = [&](std::size_t place, const CellOutcome& outcome) {
    done(cells[place], outcome);
    ++finished;
    pause.reset();
  };
  const auto deal = [&] {
    const bool many_left = cells.size() - next > 2 * open_->all.size();
    for (std::size_t ahead = 1; ahead <= (many_left ? 2U : 1U); ++ahead) {
      if (local.holds() < ahead && next < cells.size()) local.give(next, cells[next]), ++next;
      for (std::size_t r = 1; r < open_->all.size(); ++r) {
        Open::Rank& rank = open_->all[r];
        if (!rank.ready || rank.dealt >= ahead || next >= cells.size()) continue;
        Order order{next, cells[next].scenario, cells[next].replication};
        internal::send(static_cast<int>(r), Tag::kCell, bytes_of(order));
        ++rank.dealt;
        ++next;
      }
    }
  };
  open_->cut_short = true;
  while (finished < cells.size()) {
    if (stop.stop_requested()) return false;
    deal();
    if (const auto mine = local.take()) {
      take(mine->first, mine->second);
      continue;
    }
    if (const auto letter = internal::receive()) {
      if (letter->tag == Tag::kBroken) throw InputError(Diagnostic{{}, letter->text, ""});
      if (letter->tag == Tag::kOutcome) {
        --open_->all[static_cast<std::size_t>(letter->from)].dealt;
        const auto result = value_of<Result>(letter->text);
        take(static_cast<std::size_t>(result.cell), result.outcome);
      } else {
        open_->greet(*letter, study);
      }
      continue;
    }
    local.wait(pause.next());
  }
  open_->cut_short = false;
  return true;
}

void Session::serve(const experiment::CellFactory& factory, const std::string& study,
                    const std::string& refusal) {
  internal::send(0, refusal.empty() ? Tag::kReady : Tag::kRefused, refusal.empty() ? study : refusal);
  auto looked = Clock::now();
  bool ended = false;
  const auto ending = [&] {
    constexpr std::chrono::milliseconds kBetweenLooks{20};
    if (ended || Clock::now() - looked < kBetweenLooks) return ended;
    looked = Clock::now();
    return ended = internal::end_is_there();
  };
  Pause pause;
  while (true) {
    const auto letter = internal::receive();
    if (!letter) {
      std::this_thread::sleep_for(pause.next());
      continue;
    }
    pause.reset();
    if (letter->tag == Tag::kEnd) break;
    if (ended) continue;
    const auto [place, scenario, replication] = value_of<Order>(letter->text);
    try {
      Result result{place, {}};
      auto outcome = experiment::run_cell({static_cast<std::size_t>(scenario), replication}, factory, ending);
      if (!outcome) continue;
      result.outcome = std::move(*outcome);
      internal::send(0, Tag::kOutcome, bytes_of(result));
    } catch (const std::exception& e) {
      internal::send(0, Tag::kBroken, e.what());
    }
  }
  internal::send(0, Tag::kGone, "");
}

}  // namespace escapement::mpi

#endif
