// SPDX-License-Identifier: MIT
// What tests of guided transporters share: a network of intersections and links, and entities that drive
// units about on it.
#pragma once

#include "escapement/siman/allocate.h"
#include "escapement/siman/guide_network.h"
#include "escapement/siman/transport.h"
#include "siman/stations.h"

namespace escapement::siman::testing_support {

struct Rails : Yard {
  Rails() : Yard(std::vector<const char*>{}) {
    add<QueueElement>("Line");
    cart.velocity = 1;
    cart.network = "Paths";
  }
  void link(const std::string& name, const char* from, const char* to, std::size_t zones, double zone_length,
            LinkKind kind = LinkKind::kUnidirectional, double factor = 1) {
    NetworkLink::Options options{from, to, zones, zone_length, kind, factor};
    link(name, options);
  }
  void link(const std::string& name, const NetworkLink::Options& options) {
    for (const Reference& end : {options.from, options.to})
      if (top.find_path(end.name) == nullptr) top.add<Intersection>(end.name);
    top.add<NetworkLink>(name, options);
    links.emplace_back(name);
  }
  using Model::link;
  // Where a unit is at first: an intersection, or a zone of a link.
  void unit(const char* place, std::size_t zone = 0) {
    cart.positions.emplace_back(place);
    cart.position_zones.push_back(zone);
  }
  // The network and the transporter "Cart", after the links and units.
  void finish() {
    network = &top.add<GuideNetwork>("Paths", GuideNetwork::Options{links});
    cart.units = cart.positions.size();
    transporter = &top.add<Transporter>("Cart", cart);
  }

  struct Stop {
    const char* place;    // an intersection, or a link
    double zone = 0;      // of the link
    double stay = 0;      // then
    double velocity = 0;  // 0: the transporter's
  };
  // From the time `at` on an entity has that unit and moves it from stop to stop; answers when it was there.
  Log& drive(const std::string& name, double at, int unit, const std::vector<Stop>& stops) {
    auto& create = arrivals((name + "Comes").c_str(), at, 1.0, 1);
    auto& queue = top.add<Queue>(name + "Queue", Queue::Options{"Line"});
    Allocate::Options ask{"Cart"};
    ask.selection = {SelectionRule::kSpecificMember, static_cast<double>(unit)};
    auto& allocate = top.add<Allocate>(name + "Gets", ask);
    chain(create, queue, allocate);
    auto& there = top.add<Log>(name + "There");  // passed at each stop
    PortBase* last = &allocate.out;
    // One log for all stops: each stop has its own, which copies the time.
    struct Note : Block {
      Note(std::string n, Log& l) : Block(std::move(n)), log(l) {}
      Entry in{*this, "in"};
      Exit out{*this, "out"};
      Log& log;
      Block* enter(Entity& e) override {
        log.times.push_back(now());
        return out.leave(e);
      }
      void archive(Archive&) override {}
    };
    int number = 0;
    for (const Stop& stop : stops) {
      const std::string tag = name + std::to_string(++number);
      TransporterBlock::Options go{"Cart"};
      if (stop.zone > 0) {
        go.place.link = stop.place;
        go.place.zone = stop.zone;
      } else {
        go.place.intersection = stop.place;
      }
      if (stop.velocity > 0) go.velocity = stop.velocity;
      auto& move = top.add<Move>(tag + "Move", go);
      auto& note = top.add<Note>(tag + "Note", there);
      auto& stay = top.add<Delay>(tag + "Stay", Delay::Options{stop.stay});
      link(*last, move.in);
      link(move.out, note.in);
      link(note.out, stay.in);
      last = &stay.out;
    }
    auto& free = top.add<Free>(name + "Free", TransporterBlock::Options{"Cart"});
    auto& done = top.add<Dispose>(name + "Done");
    link(*last, free.in);
    link(free.out, done.in);
    link(there.out, top.add<Dispose>(name + "Never").in);
    return there;
  }

  Transporter::Options cart;
  std::vector<Reference> links;
  GuideNetwork* network = nullptr;
  Transporter* transporter = nullptr;
};

}  // namespace escapement::siman::testing_support
