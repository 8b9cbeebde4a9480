// SPDX-License-Identifier: MIT
// CAPTURE: an entity takes zones of a guide path, so that vehicles do not get into them; until it can it
// waits in the Queue block before it. RELINQUISH: gives them back (Pegden, Shannon and Sadowski 1995).
//
//   P1  An entity gets all zones that it asks for at once, or none: when no vehicle is in them, and no other
//       entity has captured them. A zone that the vehicle has whose unit the entity has counts as free; this
//       vehicle may also come into what the entity has captured.
//   P2  Of each Queue the first that waits here is looked at. It competes with vehicles that stand because of
//       the zones in the order of coming (guide_network.h, G5).
//   P3  Zones that an entity has not relinquished when it ends stay captured.
#pragma once

#include <optional>
#include <vector>

#include "escapement/siman/guide_network.h"
#include "escapement/siman/holding.h"

namespace escapement::siman {

// Zones that a block names: intersections, zones of links, all zones of links.
class NamedZones {
 public:
  struct Part {
    Reference intersection{}, link{};
    ExpressionText zone{};  // of the link, from 1; empty: all of them
  };
  static registry::Field field(const char* doc, bool required);
  static std::vector<Part> from(const registry::Arguments& arguments);
  void bind(const std::vector<Part>& parts, const GuideNetwork& network, Member& owner, Binder& binder,
            std::optional<std::uint64_t> stream);
  // Throws SimulationError in the owner when a link has no such zone.
  std::vector<GuideNetwork::Zone> of(Entity& entity, const Member& owner) const;

 private:
  struct Bound {
    GuideNetwork::Zone first = GuideNetwork::kNowhere;
    std::size_t count = 1;
    const NetworkLink* link = nullptr;
    expressions::Expression number{};
  };
  const GuideNetwork* network_ = nullptr;
  std::vector<Bound> parts_;
};

class Capture : public QueueHold {
 public:
  struct Options {
    Reference network{};
    std::vector<NamedZones::Part> zones{};
    std::optional<std::uint64_t> stream{};
  };
  Capture(std::string name, Options options) : QueueHold(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  Entry in{*this, "in"};
  Exit out{*this, "out"};

  void bind(Binder& binder) override;
  void start() override { waiting_ = 0; }
  void archive(Archive& archive) override;
  bool may_pass(Entity& entity, QueueElement& queue) override;
  Block* pass(Entity& entity) override;
  bool wait(Entity& entity, QueueElement& queue) override;
  void give_up(Entity& entity) override;
  void left(QueueElement& queue) override;

  // For the traffic: whether somebody waits here for the zone; and P2 for those that came before that order.
  bool wants(GuideNetwork::Zone zone);
  void serve(std::uint64_t before);
  // What the entity, which waits here, lacks, and who has it.
  Lack lacks(Entity& entity) override;

 private:
  GuideNetwork::Zone missing(Entity& entity) const;  // kNowhere: nothing
  void take(Entity& entity);

  Options options_;
  GuideNetwork* network_ = nullptr;
  NamedZones zones_;
  std::size_t waiting_ = 0;
};

class Relinquish : public Passage {
 public:
  struct Options {
    Reference network{};
    std::vector<NamedZones::Part> zones{};  // empty: all that the entity has
    std::optional<std::uint64_t> stream{};
  };
  Relinquish(std::string name, Options options) : Passage(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;

 private:
  Options options_;
  GuideNetwork* network_ = nullptr;
  NamedZones zones_;
};

}  // namespace escapement::siman
