// SPDX-License-Identifier: MIT
// A user attribute (ATTRIBUTES): one number that every entity carries.
#pragma once

#include <cstddef>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/block.h"

namespace escapement::siman {

class Attribute : public Member {
 public:
  explicit Attribute(std::string name, double initial = 0) : Member(std::move(name)), initial_(initial) {}
  static registry::ComponentType descriptor();

  double initial() const { return initial_; }
  std::size_t slot() const { return slot_; }
  void set_slot(std::size_t slot) { slot_ = slot; }
  void archive(Archive&) override {}

 private:
  double initial_;
  std::size_t slot_ = 0;
};

}  // namespace escapement::siman
