// SPDX-License-Identifier: MIT
// Arena's PickStation: chooses a station (siman/pick_station.h) and sends the entity there, or lets it go on
// with the station in Entity.Station.
#pragma once

#include "escapement/arena/onward.h"
#include "escapement/siman/pick_station.h"

namespace escapement::arena {

class PickStation : public Module {
 public:
  struct Options {
    siman::PickStation::Options pick;
    Onward onward;
  };
  PickStation(std::string name, Options options);
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);
};

}  // namespace escapement::arena
