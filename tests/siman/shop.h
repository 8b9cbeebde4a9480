// SPDX-License-Identifier: MIT
// A model whose jobs come one by one, each with a station of its own: what tests of resources share.
#pragma once

#include "siman/support.h"

namespace escapement::siman::testing_support {

struct Shop : Model {
  Shop() {
    add<EntityType>("Job");
    add<QueueElement>("Line");
    add<QueueElement>("Other");
  }
  // A job that comes at `at` and needs units of resources for a time.
  Station& job(const std::string& name, double at, std::vector<ResourceUnits> resources, double duration,
               double priority = 1, const char* queue = "Line") {
    return jobs(name, at, {}, 1, std::move(resources), duration, priority, queue);
  }
  // `count` of them, every `gap`.
  Station& jobs(const std::string& name, double at, ExpressionText gap, double count,
                std::vector<ResourceUnits> resources, ExpressionText duration, double priority = 1,
                const char* queue = "Line") {
    auto& create = arrivals((name + "Arrives").c_str(), at, std::move(gap), count);
    stations.push_back(
        std::make_unique<Station>(*this, name, queue, std::move(resources), std::move(duration), priority));
    link(create.out, stations.back()->enqueue.in);
    return *stations.back();
  }
  // Entities that come to `last` end there, with their times recorded.
  void record_after(Log& last) {
    auto& done = add<Dispose>((last.name() + "Done").c_str());
    link(last.out, done.in);
  }
  std::vector<std::unique_ptr<Station>> stations;
};

}  // namespace escapement::siman::testing_support
