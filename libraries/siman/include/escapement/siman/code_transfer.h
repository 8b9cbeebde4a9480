// SPDX-License-Identifier: MIT
// Transfers of processes in code (code.h, K9): handles for stations, transporters and conveyors.
//
//   class Pallet : public Code {
//    public:
//     using Code::Code;
//     Place dock{*this, "Dock"}, rack{*this, "Rack"};
//     Carrying truck{*this, "Truck"};
//     Riding belt{*this, "Belt", {.cells = 2}};
//     Process run(Context& c) override {
//       c.at(dock);
//       co_await c.request(truck);          // the unit comes to the dock
//       co_await c.transport(truck, rack);  // both go to the rack
//       c.free(truck);
//     }
//   };
//
// The rules are those of the blocks: who gets a unit is told in transporter.h and allocate.h, how cells are
// given and entities move in conveyor.h. A process has the first unit that was given to it of a transporter
// until it frees it. It stays in its process all the while; time on the way is charged to Transfer.
#pragma once

#include <string>

#include "escapement/siman/code.h"
#include "escapement/siman/selection.h"

namespace escapement::siman {

class Access;
class Allocate;
class Conveyor;
class StationElement;

// A station of the model.
class Place {
 public:
  Place(Code& code, std::string station);

 private:
  friend class Code;
  friend class Context;
  std::string name_;
  StationElement* station_ = nullptr;
};

// A transporter that the process uses units of.
class Carrying {
 public:
  struct Options {
    double priority = 1;                                  // smaller is more urgent
    SelectionRule rule = SelectionRule::kPreferredOrder;  // which of several free units; not SpecificMember
    double velocity = 0;                                  // of units that it moves; 0: the transporter's
    std::string queue = {};                               // a queue of the model; empty: that of the Code
  };
  Carrying(Code& code, std::string transporter) : Carrying(code, std::move(transporter), Options()) {}
  // BuildError for rule SpecificMember, or a velocity below 0.
  Carrying(Code& code, std::string transporter, Options options);

 private:
  friend class Code;
  friend class Context;
  std::string name_;
  Options options_;
  Allocate* allocate_ = nullptr;
  Allocate* request_ = nullptr;
  Transporter* transporter_ = nullptr;
  QueueElement* queue_ = nullptr;
};

// A conveyor that the process rides on.
class Riding {
 public:
  struct Options {
    double cells = 1;        // side by side: a whole number, at most the conveyor's maxCells
    std::string queue = {};  // a queue of the model; empty: that of the Code
  };
  Riding(Code& code, std::string conveyor) : Riding(code, std::move(conveyor), Options()) {}
  Riding(Code& code, std::string conveyor, Options options);

 private:
  friend class Code;
  friend class Context;
  std::string name_;
  Options options_;
  Access* access_ = nullptr;
  Conveyor* conveyor_ = nullptr;
  QueueElement* queue_ = nullptr;
};

}  // namespace escapement::siman
