// SPDX-License-Identifier: MIT
// An element with one output signal whose pieces are known one after the other: a source. Derived classes
// tell the piece from an instant on and when the next begins.
#pragma once

#include "escapement/core/archive.h"
#include "escapement/qss/block.h"

namespace escapement::qss {

class TimedSignal : public Element {
 public:
  using Element::Element;
  SignalId out = kNone;

  void start(Engine& engine, int round) override {
    if (round == 0) {
      begin();
      until_ = -kInfinity;
      while (until_ <= engine.now()) piece_ = next_piece(engine.now());
    }
    engine.publish(out, piece_);
  }
  void due(Engine& engine) override {
    while (until_ <= engine.now()) piece_ = next_piece(engine.now());
    engine.publish(out, piece_);
  }
  Time next(Engine&) override { return until_; }
  void archive(Archive& archive) override {
    archive(until_, piece_.c);
    archive_more(archive);
  }

 protected:
  virtual void begin() {}
  // The piece from t on, with its origin at t; sets until_ to its end, which may be t or before where the
  // piece is empty.
  virtual Polynomial next_piece(Time t) = 0;
  virtual void archive_more(Archive&) {}
  Time until_ = kInfinity;

 private:
  Polynomial piece_;
};

}  // namespace escapement::qss
