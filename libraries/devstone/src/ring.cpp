// SPDX-License-Identifier: MIT
#include "escapement/devstone/ring.h"

#include <chrono>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "escapement/atomic/atomic.h"
#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::devstone {
namespace {

class RingAtomic : public Atomic {
 public:
  RingAtomic(std::string name, std::uint32_t seed) : Atomic(std::move(name)), seed_(seed), random_(seed) {}
  InPort<int> in{*this, "in"};
  OutPort<int> out{*this, "out"};
  std::uint32_t received = 0;

  void initialize() override {
    random_ = QuickRandom(seed_);
    received = 0;
    due_ = random_.exponential();
  }
  void output() override { out.put(1); }
  void internal() override { due_ += random_.exponential(); }
  void external(Time /*elapsed*/) override { received += static_cast<std::uint32_t>(in.bag().front()); }
  TimeAdvance time_advance() const override { return TimeAdvance::at(due_); }
  void archive(Archive& archive) override { archive(received, random_, due_); }

 private:
  std::uint32_t seed_;
  QuickRandom random_;
  double due_ = 0;
};

void check_size(int atomics) {
  if (atomics < 1) throw BuildError("a ring has 1 atomic or more, not " + std::to_string(atomics));
}

struct HandAtomic {
  QuickRandom random;
  std::uint64_t received;
};

struct Due {
  double time;
  std::uint32_t id;
};

void sift_down(std::vector<Due>& heap, std::size_t at, Due due) {
  for (;;) {
    const std::size_t first = 4 * at + 1;
    if (first >= heap.size()) break;
    std::size_t best = first;
    const std::size_t end = first + 4 < heap.size() ? first + 4 : heap.size();
    for (std::size_t c = first + 1; c < end; ++c)
      if (heap[c].time < heap[best].time) best = c;
    if (!(heap[best].time < due.time)) break;
    heap[at] = heap[best];
    at = best;
  }
  heap[at] = due;
}

}  // namespace

void QuickRandom::archive(Archive& archive) {
  archive(state_);
}

double QuickRandom::exponential() {
  state_ += 0x9e3779b97f4a7c15u;
  std::uint64_t x = state_;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  x ^= x >> 31;
  return -std::log((static_cast<double>(x >> 12) + 0.5) * 0x1p-52);
}

std::unique_ptr<Coupled> build_ring(int atomics) {
  check_size(atomics);
  auto ring = std::make_unique<Coupled>("Ring");
  std::vector<RingAtomic*> members;
  for (int i = 0; i < atomics; ++i)
    members.push_back(
        &ring->add<RingAtomic>("A" + std::to_string(100000000 + i), static_cast<std::uint32_t>(i)));
  for (std::size_t i = 0; i + 1 < members.size(); ++i) ring->couple(members[i]->out, members[i + 1]->in);
  if (members.size() > 1) ring->couple(members.back()->out, members.front()->in);
  return ring;
}

std::uint64_t received_in_ring(const Coupled& ring) {
  std::uint64_t sum = 0;
  for (const auto& member : ring.components()) sum += static_cast<const RingAtomic&>(*member).received;
  return sum;
}

RingByHand run_ring_by_hand(int atomics, std::uint64_t events) {
  check_size(atomics);
  std::vector<HandAtomic> members;
  std::vector<Due> heap;
  for (int i = 0; i < atomics; ++i) {
    members.push_back({QuickRandom(static_cast<std::uint64_t>(i)), 0});
    heap.push_back({members.back().random.exponential(), static_cast<std::uint32_t>(i)});
  }
  for (std::size_t i = heap.size(); i-- > 0;) sift_down(heap, i, heap[i]);
  RingByHand result;
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t event = 0; event < events; ++event) {
    Due due = heap.front();
    result.time = due.time;
    const std::size_t next = due.id + 1 < members.size() ? due.id + 1 : 0;
    due.time += members[due.id].random.exponential();
    if (members.size() > 1) ++members[next].received;
    sift_down(heap, 0, due);
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  for (const HandAtomic& member : members) result.received += member.received;
  return result;
}

}  // namespace escapement::devstone
