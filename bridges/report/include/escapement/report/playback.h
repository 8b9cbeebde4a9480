// SPDX-License-Identifier: MIT
// What a page needs to move entities through a diagram: the course of the first replication, out of its
// trace.
//
// Of a trace (core/trace.h, CSV or JSON Lines) two kinds of lines are taken:
//
//   enter   an entity ("Part 12") enters a block: a move, when the component of the outline that holds the
//           block is another one than the entity was in before
//   output  a model put a message at a port: a message that runs along the couplings of that port
//
// A model's path may be longer than that of a component ("Drilling.Delay" is within "Drilling"). What stands
// in no component of the outline is left out, and so is a line that is cut short.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <string>
#include <vector>

#include "escapement/experiment/model_outline.h"

namespace escapement::report {

struct Playback {
  struct Event {
    double time = 0;
    std::uint64_t entity = 0;  // its number from 1; 0: a message
    std::uint32_t place = 0;   // into places
    std::uint32_t kind = 0;    // of a move into kinds, of a message into ports
  };
  std::vector<std::string> places;  // paths of components
  std::vector<std::string> kinds;   // entity types
  std::vector<std::string> ports;
  std::vector<Event> events;  // as they came
  bool cut = false;           // the trace goes on behind the last event

  bool empty() const { return events.empty(); }
};

inline constexpr std::size_t kMostPlaybackEvents = 4000;

// The first `most_events` of them. At most `most_bytes` of the trace are looked at, whatever it holds.
Playback read_playback(std::istream& trace, const experiment::ModelOutline& outline,
                       std::size_t most_events = kMostPlaybackEvents,
                       std::size_t most_bytes = 64 * 1024 * 1024);

}  // namespace escapement::report
