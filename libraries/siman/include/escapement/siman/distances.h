// SPDX-License-Identifier: MIT
// How far it is between stations for transporters that find their way by themselves (DISTANCES). The way back
// is as long when only one direction is given; from a station to itself it is nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/station_element.h"

namespace escapement::siman {

class Distances : public Member {
 public:
  struct Pair {
    Reference from, to;
    double length;
  };
  Distances(std::string name, std::vector<Pair> pairs) : Member(std::move(name)), pairs_(std::move(pairs)) {}
  static registry::ComponentType descriptor();
  static std::vector<Pair> options_from(const registry::Arguments& arguments);

  void bind(Binder& binder) override;
  void archive(Archive&) override {}
  // Between stations by their numbers; nullopt when none is given.
  std::optional<double> between(std::int64_t from, std::int64_t to) const;

 private:
  static std::uint64_t key(std::int64_t from, std::int64_t to) {
    return static_cast<std::uint64_t>(from) << 32 | static_cast<std::uint64_t>(to);
  }
  std::vector<Pair> pairs_;
  std::unordered_map<std::uint64_t, double> lengths_;
};

}  // namespace escapement::siman
