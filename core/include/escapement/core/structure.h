// SPDX-License-Identifier: MIT
// Structural change as the simulator sees it: requests that models make in their transitions, and a service
// that carries them out. What can be asked for, and how, is told in coupled/structure_change.h.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace escapement {

class Dynamics;
class NetworkEditor;

// What one model asked for at once.
class StructureRequest {
 public:
  explicit StructureRequest(Dynamics& asker) : asker_(&asker) {}
  virtual ~StructureRequest() = default;
  StructureRequest(const StructureRequest&) = delete;
  StructureRequest& operator=(const StructureRequest&) = delete;
  Dynamics& asker() const { return *asker_; }

  std::uint32_t place = 0;  // of the asker among the models of the micro-step, where that is known

 private:
  Dynamics* asker_;
};

class StructureService {
 public:
  virtual ~StructureService() = default;
  // Carries out the requests, all or none, between micro-steps. Throws SimulationError in the asker whose
  // request cannot be carried out; the model is then as it was.
  virtual void apply(const std::vector<std::unique_ptr<StructureRequest>>& requests,
                     NetworkEditor& editor) = 0;
};

}  // namespace escapement
