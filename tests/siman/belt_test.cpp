// SPDX-License-Identifier: MIT
// Random conveyors against a slow reference that moves everything tick by tick. Velocity and cells are 1 and
// all times whole numbers, so that both are exact. Seeds are fixed and printed.
#include "belt.h"

#include <algorithm>
#include <cmath>

#include <deque>
#include <map>
#include <random>

#include "escapement/siman/access.h"
#include "escapement/siman/convey.h"
#include "siman/stations.h"

namespace escapement::siman {
namespace {

using namespace testing_support;

struct Rider {
  int come, from, to, cells, load, unload;  // places are numbers of stations
  int on = -1, there = -1, off = -1;        // when it gets its cells, is at its station, is off
};

struct Case {
  bool accumulating, loop;
  int accumulation;         // length; 0: that of the cells
  std::vector<int> places;  // of the stations
  int length;
  std::vector<Rider> riders;
};

Case random_case(unsigned seed) {
  std::mt19937 random(seed);
  const auto draw = [&](int least, int most) {
    return least + static_cast<int>(random() % static_cast<unsigned>(most - least + 1));
  };
  Case c;
  c.accumulating = seed % 3 != 0;
  c.loop = seed % 2 == 0;
  c.accumulation = seed % 3 == 1 ? draw(1, 2) : 0;
  c.places = {0};
  for (int i = 0; i < 3; ++i) c.places.push_back(c.places.back() + draw(3, 8));
  c.length = c.loop ? c.places.back() + draw(3, 8) : c.places.back();
  for (int i = 0; i < 25; ++i) {
    Rider r{draw(0, 60), draw(0, 2), 0, draw(1, 3), draw(0, 3), draw(0, 4)};
    r.to = c.loop ? (r.from + draw(1, 3)) % 4 : draw(r.from + 1, 3);
    c.riders.push_back(r);
  }
  std::stable_sort(c.riders.begin(), c.riders.end(),
                   [](const Rider& a, const Rider& b) { return a.come < b.come; });
  return c;
}

// The reference. At each tick arrivals, ends of loading and unloading and gifts of cells happen until nothing
// changes; then all that can move do so by one.
class Ticks {
 public:
  explicit Ticks(Case& c) : case_(c) {}
  // Calls look(tick, positions by rider, moving) after each tick's changes.
  template <class Look>
  void run(Look look) {
    std::size_t gone = 0;
    for (int t = 0; t < 5000 && gone < case_.riders.size(); ++t) {
      for (std::size_t i = 0; i < case_.riders.size(); ++i)
        if (case_.riders[i].come == t) waiting_[case_.riders[i].from].push_back(i);
      for (bool again = true; again;) again = settle(t, gone);
      decide();
      look(t, *this);
      for (std::size_t k = 0; k < on_.size(); ++k) {
        on_[k].moved = on_[k].moves;
        if (!on_[k].moves) continue;
        on_[k].front += 1;
        if (case_.loop) on_[k].front %= case_.length;
        --on_[k].left;
      }
    }
  }
  struct On {
    std::size_t rider;
    int front, left = 0;
    int until = 0;  // end of loading or unloading
    bool conveyed = false, arrived = false, moved = false, moves = false;
  };
  std::vector<On> on_;  // the one in front first; on a loop in any order

 private:
  int ahead(int a, int b) const {
    return case_.loop ? ((b - a) % case_.length + case_.length) % case_.length : b - a;
  }
  int stand(const On& o) const {
    const int cells = case_.riders[o.rider].cells;
    return case_.accumulation > 0 ? std::min(case_.accumulation, cells) : cells;
  }
  bool free(int place, int cells) const {
    for (const On& o : on_) {
      const int distance = ahead(place, o.front);
      const int occupied = case_.riders[o.rider].cells;
      if (distance >= 0 && distance < occupied) return false;
      const int behind = case_.loop ? case_.length - distance : -distance;
      if (behind > 0 && behind < cells) return false;
    }
    return true;
  }
  bool settle(int t, std::size_t& gone) {
    for (std::size_t k = 0; k < on_.size(); ++k) {
      On& o = on_[k];
      Rider& r = case_.riders[o.rider];
      if (o.conveyed && !o.arrived && o.left == 0) {
        o.arrived = true;
        r.there = t;
        o.until = t + r.unload;
        return true;
      }
      if (o.arrived && o.until == t) {
        r.off = t;
        on_.erase(on_.begin() + static_cast<std::ptrdiff_t>(k));
        ++gone;
        return true;
      }
      if (!o.conveyed && o.until == t) {
        o.conveyed = true;
        o.left = ahead(case_.places[static_cast<std::size_t>(r.from)],
                       case_.places[static_cast<std::size_t>(r.to)]);
        return true;
      }
    }
    for (auto& [station, queue] : waiting_) {
      if (queue.empty()) continue;
      Rider& r = case_.riders[queue.front()];
      const int place = case_.places[static_cast<std::size_t>(station)];
      if (!free(place, r.cells)) continue;
      r.on = t;
      On o{queue.front(), place};
      o.until = t + r.load;
      const auto at =
          std::find_if(on_.begin(), on_.end(), [&](const On& other) { return other.front < place; });
      on_.insert(at, o);
      queue.pop_front();
      return true;
    }
    return false;
  }
  void decide() {
    if (!case_.accumulating) {
      const bool moves =
          std::all_of(on_.begin(), on_.end(), [](const On& o) { return o.conveyed && !o.arrived; });
      for (On& o : on_) o.moves = moves;
      return;
    }
    // All that are conveyed may move, until one ahead keeps them from it; on a loop there is no foremost, so
    // this is looked at until nothing changes.
    for (On& o : on_) o.moves = o.conveyed && !o.arrived;
    for (bool again = true; again;) {
      again = false;
      for (On& o : on_) {
        const On* other = next_ahead(o);
        if (!o.moves || other == nullptr) continue;
        const int gap = ahead(o.front, other->front);
        if (!other->moves)
          o.moves = gap > stand(*other);
        else if (!o.moved)
          o.moves = gap >= case_.riders[other->rider].cells;
        again = again || !o.moves;
      }
    }
  }
  const On* next_ahead(const On& o) const {
    const On* nearest = nullptr;
    for (const On& other : on_) {
      if (&other == &o || (!case_.loop && other.front < o.front)) continue;
      if (nearest == nullptr || ahead(o.front, other.front) < ahead(o.front, nearest->front))
        nearest = &other;
    }
    return nearest;
  }
  Case& case_;
  std::map<int, std::deque<std::size_t>> waiting_;
};

struct Measured {
  std::vector<Rider> riders;
  std::vector<std::map<std::size_t, double>> positions;  // half a tick after each tick
};

// Notes where everybody is, at t + 0.5.
class Probe : public Block {
 public:
  using Block::Block;
  Entry in{*this, "in"};
  Exit out{*this, "out"};
  Block* enter(Entity& entity) override {
    positions->emplace_back();
    for (const Entity& e : world().pool().all())
      if (const auto place = conveyor->position(e); place && e.record != 0)
        positions->back()[static_cast<std::size_t>(e.attributes[2])] = *place;
    return out.leave(entity);
  }
  Conveyor* conveyor = nullptr;
  std::vector<std::map<std::size_t, double>>* positions = nullptr;
};

Measured measure(const Case& c, int ticks) {
  Measured m;
  m.riders = c.riders;
  const std::vector<const char*> names = {"S0", "S1", "S2", "S3"};
  Yard yard(names);
  Segments::Options path{"S0", {}};
  for (std::size_t i = 1; i < 4; ++i)
    path.segments.push_back({names[i], double(c.places[i] - c.places[i - 1])});
  if (c.loop) path.segments.push_back({"S0", double(c.length - c.places[3])});
  yard.add<Segments>("Path", path);
  Conveyor::Options options;
  options.segments = "Path";
  options.accumulating = c.accumulating;
  options.max_cells = 3;
  options.accumulation_length = c.accumulation;
  auto& belt = yard.add<Conveyor>("Belt", options);
  for (const char* name : {"boarded", "cells", "id", "load", "target", "unload"}) yard.add<Attribute>(name);
  std::vector<StationBlock*> entrances;
  std::vector<Log*> on, there, off;
  for (const std::string name : names) {
    yard.top.add<QueueElement>("Line" + name);
    auto& entrance = yard.top.add<StationBlock>("At" + name, StationBlock::Options{{Reference(name)}});
    entrances.push_back(&entrance);
    Branch::Options choice;
    choice.rules = {{Branch::Rule::kIf, "boarded == 1"}, {Branch::Rule::kElse}};
    choice.max_branches = 1;
    auto& branch = yard.top.add<Branch>("Choose" + name, choice);
    auto& queue = yard.top.add<Queue>("Enter" + name, Queue::Options{Reference("Line" + name)});
    auto& access = yard.top.add<Access>("Access" + name, Access::Options{"Belt", "cells"});
    auto& load = yard.top.add<Delay>("Load" + name, Delay::Options{"load"});
    auto& board = yard.assign(("Board" + name).c_str(), {"boarded = 1"});
    auto& convey = yard.top.add<Convey>("Convey" + name, Convey::Options{"Belt", {{}, "target"}});
    auto& unload = yard.top.add<Delay>("Unload" + name, Delay::Options{"unload"});
    auto& exit = yard.top.add<ExitConveyor>("Exit" + name, "Belt");
    auto& done = yard.top.add<Dispose>("Done" + name);
    for (auto& [logs, title] : {std::pair{&on, "On"}, std::pair{&there, "There"}, std::pair{&off, "Off"}}) {
      logs->push_back(&yard.top.add<Log>(title + name));
      logs->back()->logged_attributes = 6;
    }
    yard.link(entrance.out, branch.in);
    yard.link(branch.exit(1), queue.in);
    yard.chain(queue, access, *on.back(), load, board);
    yard.link(board.out, convey.in);
    yard.link(branch.exit(0), there.back()->in);
    yard.chain(*there.back(), unload, exit, *off.back(), done);
  }
  for (std::size_t i = 0; i < c.riders.size(); ++i) {
    const Rider& r = c.riders[i];
    const std::string name = "Rider" + std::to_string(100 + i);
    auto& create = yard.arrivals((name + "Comes").c_str(), double(r.come), 1.0, 1);
    auto& set = yard.assign((name + "Is").c_str(),
                            {"cells = " + std::to_string(r.cells), "load = " + std::to_string(r.load),
                             "unload = " + std::to_string(r.unload), "id = " + std::to_string(i),
                             "target = S" + std::to_string(r.to)});
    yard.link(create.out, set.in);
    yard.link(set.out, entrances[static_cast<std::size_t>(r.from)]->in);
  }
  auto& clock = yard.arrivals("Clock", 0.5, 1.0, ticks);
  auto& probe = yard.add<Probe>("Probe");
  probe.conveyor = &belt;
  probe.positions = &m.positions;
  auto& over = yard.add<Dispose>("Over");
  yard.chain(clock, probe, over);
  yard.run();
  for (std::size_t s = 0; s < 4; ++s)
    for (auto& [logs, field] :
         {std::pair{&on, &Rider::on}, std::pair{&there, &Rider::there}, std::pair{&off, &Rider::off}})
      for (std::size_t k = 0; k < (*logs)[s]->times.size(); ++k) {
        const double time = (*logs)[s]->times[k];
        EXPECT_EQ(time, std::floor(time));
        m.riders[static_cast<std::size_t>((*logs)[s]->attributes[6 * k + 2])].*field = static_cast<int>(time);
      }
  return m;
}

TEST(Belt, AgreesWithTickByTick) {
  int loops = 0, accumulations = 0, on_loops = 0;
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Case c = random_case(seed);
    loops += c.loop;
    std::vector<std::map<std::size_t, double>> expected;
    Ticks reference(c);
    reference.run([&](int, const Ticks& r) {
      expected.emplace_back();
      for (const Ticks::On& o : r.on_) {
        double place = o.front + (o.moves ? 0.5 : 0.0);
        expected.back()[o.rider] = place;
        const bool accumulated = c.accumulating && o.conveyed && !o.arrived && !o.moves;
        accumulations += accumulated;
        on_loops += accumulated && c.loop;
      }
    });
    const Measured m = measure(c, static_cast<int>(expected.size()));
    for (std::size_t i = 0; i < c.riders.size(); ++i) {
      const Rider &want = c.riders[i], &got = m.riders[i];
      EXPECT_EQ(got.on, want.on) << "rider " << i;
      EXPECT_EQ(got.there, want.there) << "rider " << i;
      EXPECT_EQ(got.off, want.off) << "rider " << i;
      const auto from = static_cast<std::size_t>(want.from), to = static_cast<std::size_t>(want.to);
      const int way = (c.places[to] - c.places[from] + c.length) % c.length;
      EXPECT_GE(got.there - got.on, (way == 0 ? c.places[to] - c.places[from] : way) + want.load);
    }
    EXPECT_EQ(m.positions, expected);
    // Nobody is over another: fronts are at least the shorter of the lengths apart.
    for (const auto& all : m.positions)
      for (const auto& [a, x] : all)
        for (const auto& [b, y] : all)
          if (x > y) {
            const int cells = c.riders[a].cells;
            EXPECT_GE(x - y, c.accumulation > 0 ? std::min(cells, c.accumulation) : cells);
          }
    if (HasFailure()) return;
  }
  EXPECT_GT(loops, 10);
  EXPECT_GT(accumulations, 1000);
  EXPECT_GT(on_loops, 500);
}

}  // namespace
}  // namespace escapement::siman
