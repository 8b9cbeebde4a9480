// SPDX-License-Identifier: MIT
// A display: keeps every number that arrives, with its instant, in order of arrival.
//
//   ports  in   double
// Passive for ever.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "escapement/atomic/atomic.h"

namespace escapement {

class Recorder : public Atomic {
 public:
  struct Entry {
    Time time;
    double value;
    void archive(Archive& archive);
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  using Atomic::Atomic;

  InPort<double> in{*this, "in"};

  const std::vector<Entry>& entries() const { return entries_; }
  std::size_t count() const { return entries_.size(); }

  void initialize() override { entries_.clear(); }
  void external(Time elapsed) override;
  void print_state(std::ostream& text) const override;
  void archive(Archive& archive) override;

 private:
  std::vector<Entry> entries_;
};

}  // namespace escapement
