// SPDX-License-Identifier: MIT
// The path of a conveyor (SEGMENTS): a station where it begins, and further stations, each with its distance
// from the one before. A path that ends where it begins is a loop.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/station_element.h"

namespace escapement::siman {

class Segments : public Member {
 public:
  struct Segment {
    Reference station;
    double length;  // from the station before
  };
  struct Options {
    Reference begin;
    std::vector<Segment> segments;
  };
  Segments(std::string name, Options options) : Member(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  void bind(Binder& binder) override { find(binder); }
  void archive(Archive&) override {}
  // Finds the stations, on the first asking: conveyors may bind before this.
  void find(Binder& binder);

  double length() const { return length_; }
  bool loop() const { return loop_; }
  const std::vector<Segment>& segments() const { return options_.segments; }
  // How far a station is from the beginning; nullopt when it is not on the path.
  std::optional<double> position(std::int64_t station) const;
  // The way from one position on the path to another, in the direction of travel; nullopt when the other lies
  // behind. On a loop from a place to itself it is once around.
  std::optional<double> distance(double from, double to) const;
  std::vector<std::string> station_names() const;

 private:
  Options options_;
  bool found_ = false;
  bool loop_ = false;
  double length_ = 0;
  std::unordered_map<std::int64_t, double> positions_;
};

}  // namespace escapement::siman
