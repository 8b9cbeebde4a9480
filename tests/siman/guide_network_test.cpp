// SPDX-License-Identifier: MIT
// Shortest ways against all pairs by Floyd and Warshall, and vehicles on random networks against a slow model
// that keeps no lines and no events: at each instant it tries everybody again.
#include "escapement/siman/guide_network.h"

#include <cmath>
#include <map>
#include <random>
#include <set>

#include "siman/rails.h"
#include "traffic.h"
#include "vehicle.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using Zone = GuideNetwork::Zone;

// A ring of one-way links with chords, some of them both ways, and spurs at some corners. Lengths are odd, so
// that hardly anything happens at the same time by chance.
struct RandomRails : Rails {
  RandomRails(unsigned seed, int corners) : random(seed) {
    std::uniform_real_distribution<double> length(1, 5);
    std::uniform_int_distribution<int> zones(1, 4), corner(0, corners - 1);
    const auto name = [](int i) { return "I" + std::to_string(i); };
    const auto put = [&](const std::string& link_name, const std::string& from, const std::string& to,
                         LinkKind kind) {
      link(link_name,
           NetworkLink::Options{from, to, static_cast<std::size_t>(zones(random)), length(random), kind});
    };
    for (int i = 0; i < corners; ++i) put("Ring" + std::to_string(i), name(i), name((i + 1) % corners), {});
    for (int i = 0; i < corners / 3; ++i) {
      const int from = corner(random), to = (from + 2 + corner(random) % (corners - 3)) % corners;
      if (from == to) continue;
      put("Chord" + std::to_string(i), name(from), name(to),
          i % 3 == 2 ? LinkKind::kBidirectional : LinkKind::kUnidirectional);
    }
    for (int i = 0; i < corners; i += 2) {
      put("Spur" + std::to_string(i), name(i), "E" + std::to_string(i), LinkKind::kSpur);
      ends.push_back("E" + std::to_string(i));
    }
  }
  std::mt19937 random;
  std::vector<std::string> ends;
};

TEST(GuideNetwork, WaysAreShortest) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(seed);
    RandomRails rails(seed, 9);
    rails.unit(rails.ends[0].c_str());
    rails.finish();
    rails.build();
    const GuideNetwork& network = *rails.network;
    // Floyd and Warshall over intersections; a way's length counts the links and the intersections entered.
    const std::size_t n = network.intersections();
    std::vector<std::vector<double>> length(n, std::vector<double>(n, kInfinity));
    for (std::size_t i = 0; i < n; ++i) length[i][i] = 0;
    for (std::size_t i = 0; i < network.links().size(); ++i) {
      const Zone a = network.begin_of(i), b = network.end_of(i);
      length[a][b] = std::min(length[a][b], network.links()[i]->length());
      if (network.links()[i]->two_way()) length[b][a] = std::min(length[b][a], network.links()[i]->length());
    }
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
          length[i][j] = std::min(length[i][j], length[i][k] + length[k][j]);
    for (Zone from = 0; from < n; ++from)
      for (Zone to = 0; to < network.zones(); ++to) {
        double shortest = kInfinity;
        const GuideNetwork::ZoneInfo& goal = network.zone(to);
        if (!goal.on_link()) {
          shortest = length[from][to];
        } else {
          const NetworkLink& link = *network.links()[goal.link];
          const auto number = static_cast<double>(goal.number);
          shortest = length[from][network.begin_of(goal.link)] + number * link.zone_length();
          if (link.two_way())
            shortest = std::min(shortest, length[from][network.end_of(goal.link)] +
                                              (link.zone_count() - number + 1) * link.zone_length());
        }
        const auto way = network.way({from, 0}, to);
        ASSERT_EQ(way.has_value(), shortest < kInfinity);
        if (!way) continue;
        ASSERT_NEAR(way->length, shortest, 1e-9);
        double sum = 0;
        Zone at = from;
        for (const Zone zone : way->zones) {
          const GuideNetwork::ZoneInfo &old = network.zone(at), &next = network.zone(zone);
          const bool neighbours =
              old.on_link() && next.on_link()
                  ? old.link == next.link && std::abs(static_cast<int>(at) - static_cast<int>(zone)) == 1
                  : (old.on_link()
                         ? (network.end_of(old.link) == zone || network.begin_of(old.link) == zone)
                         : (next.on_link() && ((at == network.begin_of(next.link) && next.number == 1) ||
                                               (at == network.end_of(next.link) &&
                                                next.number == network.links()[next.link]->zones()))));
          ASSERT_TRUE(neighbours);
          sum += next.length;
          at = zone;
        }
        ASSERT_NEAR(sum, shortest, 1e-9);
        if (!way->zones.empty()) {
          ASSERT_EQ(way->zones.back(), to);
        }
      }
  }
}

// What a vehicle is to do: stops, each with a stay.
struct Errand {
  double at;
  std::vector<Rails::Stop> stops;
};

// The slow model, of vehicles of one zone with velocity 1. Everything is in plain maps; after each end of a
// zone, and each distance into one, all that stand try to go on, in the order in which they came to stand,
// until nobody can.
class SlowModel {
 public:
  SlowModel(const GuideNetwork& network, ZoneControl control, double distance)
      : network_(network), control_(control), distance_(distance) {}
  struct Car {
    Zone front;
    int heading = 0;
    std::vector<Zone> has;
    const Errand* errand = nullptr;
    std::vector<Zone> goals;
    std::size_t stop = 0;
    std::vector<Zone> way;
    double moving_until = -1, rear_until = -1, stays_until = -1, stands_since = -1;
    bool stuck = false;
    std::vector<double> there;
  };
  std::vector<Car> cars;

  void run() {
    for (Car& car : cars) car.stays_until = car.errand->at;
    for (double now = 0; now < kInfinity; now = next()) {
      for (Car& car : cars) {
        if (car.rear_until == now) give_rear(car), car.rear_until = -1;
        if (car.moving_until == now) end_zone(car, now);
        if (car.stays_until == now) set_out(car, now);
      }
      for (bool again = true; again;) {
        again = false;
        std::vector<Car*> standing;
        for (Car& car : cars)
          if (car.stands_since >= 0) standing.push_back(&car);
        std::sort(standing.begin(), standing.end(),
                  [](const Car* a, const Car* b) { return a->stands_since < b->stands_since; });
        for (Car* car : standing)
          if (may_enter(*car, car->way.front())) {
            enter(*car, now);
            again = true;
            break;
          }
      }
    }
  }

 private:
  double next() const {
    double least = kInfinity;
    for (const Car& car : cars)
      for (const double time : {car.moving_until, car.rear_until, car.stays_until})
        if (time > now_) least = std::min(least, time);
    now_ = least;
    return least;
  }
  const Car* holder(Zone zone, const Car& except) const {
    for (const Car& car : cars)
      if (&car != &except && std::find(car.has.begin(), car.has.end(), zone) != car.has.end()) return &car;
    return nullptr;
  }
  int heading(Zone from, Zone to) const {
    const auto &a = network_.zone(from), &b = network_.zone(to);
    if (!b.on_link()) return 0;
    if (a.on_link() && a.link == b.link) return b.number > a.number ? 1 : -1;
    return b.number == 1 && network_.begin_of(b.link) == from ? 1 : -1;
  }
  bool may_enter(const Car& car, Zone zone) const {
    if (holder(zone, car) != nullptr) return false;
    const auto& info = network_.zone(zone);
    const int direction = heading(car.front, zone);
    for (std::size_t l = 0; l < network_.links().size(); ++l) {
      const NetworkLink& link = *network_.links()[l];
      bool others = false, opposed = false;
      for (const Car& other : cars) {
        if (&other == &car) continue;
        for (const Zone z : other.has) {
          const bool on = network_.zone(z).on_link() && network_.zone(z).link == l;
          others = others || on || (link.kind() == LinkKind::kSpur && z == network_.end_of(l));
          if (on && link.two_way() && directions_.at({&other, z}) != direction) opposed = true;
        }
      }
      if (info.on_link() && info.link == l && opposed) return false;
      const Zone goal = car.way.back();
      const bool into =
          link.kind() == LinkKind::kSpur &&
          (goal == network_.end_of(l) || (network_.zone(goal).on_link() && network_.zone(goal).link == l));
      const bool enters = info.on_link() ? info.link == l && info.number == 1 : zone == network_.begin_of(l);
      if (into && enters && others) return false;
    }
    return true;
  }
  void give_rear(Car& car) { car.has.erase(car.has.begin()); }
  void set_out(Car& car, double now) {
    car.stays_until = -1;
    if (car.stop == car.goals.size()) return;
    const auto way = network_.way({car.front, car.heading}, car.goals[car.stop]);
    car.way = way->zones;
    go(car, now);
  }
  void go(Car& car, double now) {
    if (car.way.empty()) {
      car.there.push_back(now);
      car.stays_until = now + car.errand->stops[car.stop++].stay;
      if (car.stays_until == now) set_out(car, now);
      return;
    }
    if (may_enter(car, car.way.front()))
      enter(car, now);
    else
      car.stands_since = now;
  }
  void enter(Car& car, double now) {
    car.stands_since = -1;
    const Zone zone = car.way.front();
    const double length = network_.zone(zone).length;
    car.has.push_back(zone);
    directions_[{&car, zone}] = heading(car.front, zone);
    if (control_ == ZoneControl::kStart) give_rear(car);
    if (control_ == ZoneControl::kDistance && distance_ < length) car.rear_until = now + distance_;
    if (length == 0)
      end_zone(car, now);
    else
      car.moving_until = now + length;
  }
  void end_zone(Car& car, double now) {
    car.moving_until = -1;
    car.heading = heading(car.front, car.way.front());
    car.front = car.way.front();
    car.way.erase(car.way.begin());
    if (control_ != ZoneControl::kStart && car.has.size() > 1) give_rear(car);
    go(car, now);
  }

  const GuideNetwork& network_;
  ZoneControl control_;
  double distance_;
  mutable double now_ = 0;
  std::map<std::pair<const Car*, Zone>, int> directions_;
};

// No zone has two vehicles, and what each has is what the traffic says.
class OneVehicleInAZone {
 public:
  explicit OneVehicleInAZone(Transporter& transporter) : transporter_(transporter) {}
  void check() {
    std::set<Zone> seen;
    for (const Vehicle& vehicle : transporter_.vehicles())
      for (const Zone zone : vehicle.zones()) {
        EXPECT_TRUE(seen.insert(zone).second);
        EXPECT_EQ(transporter_.network().traffic().holder(zone), &vehicle);
      }
  }

 private:
  Transporter& transporter_;
};

TEST(GuideNetwork, TrafficIsThatOfASlowModel) {
  int compared = 0, stood = 0, circles = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    RandomRails rails(seed, 7 + static_cast<int>(seed % 6));
    const std::size_t cars = (rails.ends.size() + 3) / 2 + seed % 2;
    for (std::size_t i = 0; i < cars; ++i) rails.unit(rails.ends[i].c_str());
    rails.cart.guide.control = static_cast<ZoneControl>(seed % 3);
    rails.cart.guide.distance = seed % 3 == 2 ? 1.7 : 0;
    rails.finish();
    std::uniform_real_distribution<double> time(0, 2);
    std::vector<Errand> errands;
    for (std::size_t i = 0; i < cars; ++i) {
      Errand errand{time(rails.random), {}};
      for (int k = 0; k < 6; ++k) {
        // They share most ends, but each comes to rest at one of its own.
        std::vector<std::string> own;
        for (std::size_t e = k < 5 ? cars : i; e < rails.ends.size(); e += cars) own.push_back(rails.ends[e]);
        own.push_back(rails.ends[i]);
        std::uniform_int_distribution<std::size_t> which(0, own.size() - 1);
        errand.stops.push_back(
            {rails.top.find_path(own[which(rails.random)])->name().c_str(), 0, time(rails.random), 0});
      }
      errands.push_back(std::move(errand));
    }
    std::vector<const Log*> logs;
    for (std::size_t i = 0; i < cars; ++i)
      logs.push_back(
          &rails.drive("Car" + std::to_string(i), errands[i].at, static_cast<int>(i) + 1, errands[i].stops));
    rails.build();
    SlowModel slow(*rails.network, rails.cart.guide.control, rails.cart.guide.distance);
    for (std::size_t i = 0; i < cars; ++i) {
      const Zone home =
          rails.network->zone_of(static_cast<Intersection&>(*rails.top.find_path(rails.ends[i])));
      SlowModel::Car car;
      car.front = home;
      car.has = {home};
      car.errand = &errands[i];
      for (const Rails::Stop& stop : errands[i].stops)
        car.goals.push_back(
            rails.network->zone_of(static_cast<Intersection&>(*rails.top.find_path(stop.place))));
      slow.cars.push_back(std::move(car));
    }
    OneVehicleInAZone invariant(*rails.transporter);
    bool circle = false;
    try {
      while (rails.simulator->next_event_time() < kInfinity) {
        rails.simulator->step();
        invariant.check();
      }
    } catch (const SimulationError& error) {
      EXPECT_THAT(error.message(), testing::HasSubstr("vehicles wait for each other in a circle"));
      circle = true;
      ++circles;
    }
    slow.run();
    for (std::size_t i = 0; i < cars; ++i) {
      const std::vector<double>& times = logs[i]->times;
      if (!circle) {
        ASSERT_EQ(times.size(), slow.cars[i].there.size());
      }
      ASSERT_LE(times.size(), slow.cars[i].there.size());
      for (std::size_t k = 0; k < times.size(); ++k) EXPECT_NEAR(times[k], slow.cars[i].there[k], 1e-9);
      compared += static_cast<int>(times.size());
    }
    if (!circle && rails.average("Paths.NumberBlocked") > 0) ++stood;
  }
  // That vehicles did meet.
  EXPECT_GT(compared, 500);
  EXPECT_GT(stood, 15);
  EXPECT_GT(circles, 0);
}

}  // namespace
}  // namespace escapement::siman
