// SPDX-License-Identifier: MIT
// Chooses a station among several, as Arena's PickStation does: the one with the least, or the greatest, sum
// of terms; ties go to the first in the list. Entity.Station becomes its number, and an attribute gets it
// where one is named. The terms are, as far as asked for: entities on their way to the station, entities in a
// queue, busy units of a resource, and the value of an expression (Kelton, Sadowski and Zupick; Rockwell
// Automation, Arena User's Guide, "PickStation").
#pragma once

#include <optional>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/station_element.h"

namespace escapement::siman {

class QueueElement;
class Resource;

class PickStation : public Passage {
 public:
  struct Candidate {
    Reference station;
    Reference queue{};     // empty: no such term
    Reference resource{};  // empty: no such term
    ExpressionText expression{};
  };
  struct Options {
    std::vector<Candidate> stations;
    bool maximum = false;
    bool en_route = true;  // whether entities on their way count
    Reference save{};      // attribute that gets the number of the station; empty: none
    std::optional<std::uint64_t> stream{};
  };
  PickStation(std::string name, Options options) : Passage(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  // The fields without ports, for arena.PickStation.
  static std::vector<registry::Field> fields();
  static Options options_from(const registry::Arguments& arguments);

  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;

 private:
  struct Bound {
    StationElement* station = nullptr;
    const QueueElement* queue = nullptr;
    const Resource* resource = nullptr;
    expressions::Expression expression{};
  };
  Options options_;
  std::vector<Bound> bound_;
  std::optional<std::size_t> slot_;
};

}  // namespace escapement::siman
