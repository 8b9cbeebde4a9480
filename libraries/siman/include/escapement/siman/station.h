// SPDX-License-Identifier: MIT
// STATION: where entities appear that were sent to a station, or to one of several that the block stands for.
// An entity that comes by a drawn coupling is at the station from then on; where the block stands for
// several, it must be at one of them (Entity.Station).
#pragma once

#include <optional>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/station_element.h"

namespace escapement::siman {

class StationBlock : public Passage {
 public:
  struct Options {
    std::vector<Reference> stations;  // stations, and sets of them
    Reference save{};  // attribute that gets the number, from 1, of the station in the list; empty: none
  };
  StationBlock(std::string name, Options options) : Passage(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;
  const std::vector<StationElement*>& stations() const { return stations_; }

 private:
  Options options_;
  std::vector<StationElement*> stations_;
  StationElement* only_ = nullptr;   // where it stands for one station
  std::int32_t number_ = 0;          // of that one
  std::vector<std::size_t> places_;  // in stations_, from 1, by the number of the station; 0: not here
  std::optional<std::size_t> slot_;
};

}  // namespace escapement::siman
