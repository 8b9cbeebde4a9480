// SPDX-License-Identifier: MIT
// An element that sends a signal's value at the start, and at each instant at which it has moved by an amount
// since what was sent last; what jumps by more than that is sent at once.
#pragma once

#include <cmath>

#include "escapement/core/archive.h"
#include "escapement/qss/engine.h"

namespace escapement::qss {

class ChangeSender final : public Element {
 public:
  ChangeSender(const Component& owner, std::string label, double amount)
      : Element(owner, std::move(label)), amount_(amount) {}
  SignalId in = kNone;
  OutputId out = kNone;

  void start(Engine& engine, int) override {
    told_ = false;
    due_ = engine.now();
  }
  void due(Engine& engine) override {
    base_ = engine.signal(in).at(engine.now());
    engine.send(out, base_);
    told_ = true;
    look(engine);
  }
  void changed(Engine& engine) override { look(engine); }
  Time next(Engine&) override { return due_; }
  void archive(Archive& archive) override { archive(base_, told_, due_); }

 private:
  void look(Engine& engine) {
    const Time t = engine.now();
    if (!told_) {
      due_ = t;
      return;
    }
    Polynomial apart = engine.piece(in);
    apart.c[0] -= base_;
    // A value that rounding leaves below the amount would be looked at again and again.
    due_ = t + time_to_reach(apart, amount_);
    for (int i = 0; i < 8 && due_ < kInfinity && std::abs(apart.at(due_ - t)) < amount_; ++i)
      due_ = std::nextafter(due_, kInfinity);
  }

  double amount_;
  double base_ = 0;
  bool told_ = false;
  Time due_ = kInfinity;
};

}  // namespace escapement::qss
