// SPDX-License-Identifier: MIT
// What a simulator tells when the model fails.
#include <algorithm>

#include "escapement/core/error.h"
#include "escapement/core/simulator.h"
#include "parallel.h"

namespace escapement {

void Simulator::note_loop_names() {
  for (const std::uint32_t id : current_) {
    if (loop_names_.size() >= 12) return;
    std::string path = nodes_[id].model->path();
    if (std::find(loop_names_.begin(), loop_names_.end(), path) == loop_names_.end())
      loop_names_.push_back(std::move(path));
  }
}

void Simulator::fail_in_loop() {
  std::string names;
  for (const std::string& name : loop_names_) names += (names.empty() ? "" : ", ") + name;
  throw SimulationError(loop_names_.empty() ? name_ : loop_names_.front(), state_.clock.time,
                        "zero-time loop: more than " + std::to_string(options_.micro_step_limit) +
                            " micro-steps without time passing; active in it: " + names +
                            ". Give one of them a time advance above 0, or raise micro_step_limit");
}

std::string Simulator::running_path() const {
  return running_ < nodes_.size() && nodes_[running_].model != nullptr ? nodes_[running_].model->path()
                                                                       : name_;
}

void Simulator::rethrow_as_simulation_error() {
  failed_ = true;
  state_.outbox.close();
  try {
    throw;
  } catch (const SimulationError&) {
    throw;
  } catch (const std::exception& e) {
    throw SimulationError(running_path(), state_.clock.time, e.what());
  } catch (...) {
    throw SimulationError(running_path(), state_.clock.time,
                          "the model threw something that is no std::exception");
  }
}

}  // namespace escapement
