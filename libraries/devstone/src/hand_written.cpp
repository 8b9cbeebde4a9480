// SPDX-License-Identifier: MIT
#include "escapement/devstone/hand_written.h"

#include <chrono>
#include <memory>
#include <vector>

#include "escapement/coupled/flatten.h"

namespace escapement::devstone {
namespace {

class HandModel {
 public:
  virtual ~HandModel() = default;
  virtual int output() const = 0;
  virtual void internal() = 0;
  virtual void external(const std::vector<int>& messages) = 0;
  virtual bool active() const = 0;
  std::vector<HandModel*> targets;
  std::vector<int> bag;
};

class HandStone final : public HandModel {
 public:
  explicit HandStone(const Loads& loads) : loads_(loads) {}
  int output() const override { return last_; }
  void internal() override {
    active_ = false;
    if (loads_.internal != 0) worked_ = do_work(loads_.internal, worked_);
  }
  void external(const std::vector<int>& messages) override {
    last_ = messages.front();
    active_ = true;
    if (loads_.external != 0) worked_ = do_work(loads_.external, worked_);
  }
  bool active() const override { return active_; }

 private:
  const Loads& loads_;
  int last_ = 0;
  std::uint32_t worked_ = 1;
  bool active_ = false;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

HandWrittenResult run_by_hand(Kind kind, int width, int depth, int inputs, Loads loads) {
  HandWrittenResult result;
  auto start = std::chrono::steady_clock::now();
  std::vector<std::unique_ptr<HandModel>> models;
  std::vector<HandModel*> first;  // those that the root's inputs reach
  {
    // Who sends to whom is taken from the flattened model, which is then thrown away.
    const Model model = build(kind, width, depth);
    const Network network = flatten(*model.root);
    for (std::size_t i = 0; i < network.models.size(); ++i)
      models.push_back(std::make_unique<HandStone>(loads));
    for (std::size_t o = 0; o < network.outputs.size(); ++o)
      for (std::uint32_t r = network.route_begin[o]; r < network.route_begin[o + 1]; ++r) {
        HandModel* target = models[network.input_owner[network.route_targets[r]]].get();
        if (o < models.size())  // one output each
          models[o]->targets.push_back(target);
        else
          first.push_back(target);
      }
  }
  result.setup_seconds = seconds_since(start);

  start = std::chrono::steady_clock::now();
  std::vector<HandModel*> current, receivers, next;
  const auto send = [&receivers](HandModel* target, int value) {
    if (target->bag.empty()) receivers.push_back(target);
    target->bag.push_back(value);
  };
  for (int input = 0; input < inputs; ++input) {
    for (HandModel* target : first) send(target, 1);
    while (!current.empty() || !receivers.empty()) {
      for (const HandModel* model : current) {
        const int value = model->output();
        for (HandModel* target : model->targets) send(target, value);
      }
      for (HandModel* model : current) {
        ++result.internal_transitions;
        model->internal();
      }
      for (HandModel* model : receivers) {
        ++result.external_transitions;
        model->external(model->bag);
        model->bag.clear();
        if (model->active()) next.push_back(model);
      }
      current.swap(next);
      next.clear();
      receivers.clear();
    }
  }
  result.simulation_seconds = seconds_since(start);
  return result;
}

}  // namespace escapement::devstone
