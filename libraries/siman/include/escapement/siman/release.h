// SPDX-License-Identifier: MIT
// RELEASE: gives units of resources back. Waiting entities get them at this instant, but move only after the
// releasing entity has moved on.
#pragma once

#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/seize.h"

namespace escapement::siman {

class Release : public Passage {
 public:
  Release(std::string name, std::vector<ResourceUnits> resources)
      : Passage(std::move(name)), resources_(std::move(resources)) {}
  static registry::ComponentType descriptor();

  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;

 private:
  struct Part {
    Resource* resource;  // nullptr: one of the members
    expressions::Expression units;
    std::vector<Resource*> members{};
    Selector selector{};
    ReleaseRule rule{};
    Resource* chosen = nullptr;
  };
  // Units of one resource that are known before the run.
  bool is_plain() const;
  Block* release_all(Entity& entity);
  Resource* chosen_of(Part& part, Entity& entity);
  std::vector<ResourceUnits> resources_;
  std::vector<Part> parts_;
  double plain_units_ = 0;     // above 0 when it is plain
  Resource* plain_ = nullptr;  // then of this
};

}  // namespace escapement::siman
