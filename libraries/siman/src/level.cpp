// SPDX-License-Identifier: MIT
#include "escapement/siman/level.h"

#include "escapement/core/archive.h"
#include "escapement/siman/detect.h"

namespace escapement::siman {

Rate::Rate(std::string name, double initial) : Variable(std::move(name), initial) {
  tell_when_set();
}

registry::ComponentType Rate::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Rate";
  type.section = "rates";
  type.doc = "A rate: what a level changes by per unit of time. Entities set it as they set a variable.";
  type.parameters = {"rate", "", {number("initial").by_default("0").because("at the start")}, {}};
  return type;
}

void Rate::was_set(double t) {
  for (Level* level : levels_) level->take_rate(value(), t);
}

Level::Level(std::string name, Options options, continuous::Run* run)
    : Variable(std::move(name), options.initial), level_options_(std::move(options)), run_(run) {
  tell_when_set();
  shown_.push_back({"level", level_options_.unit, true});
  if (run_ != nullptr) run_->enlist(*this);
}

Level::~Level() {
  if (run_ != nullptr) run_->discharge(*this);
}

registry::ComponentType Level::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Level";
  type.section = "levels";
  type.doc =
      "A level: a quantity that changes continuously by a rate. Expressions read it, Assign sets it, Detect "
      "finds "
      "its crossings exactly.";
  type.parameters = {"level",
                     "",
                     {number("initial").by_default("0").because("at the start"),
                      reference("rate", "rates").because("what it changes by per time unit; 0 when absent"),
                      string("unit").because("shown beside its values")},
                     {}};
  return type;
}

void Level::bind(Binder& binder) {
  if (level_options_.rate.empty()) return;
  source_ = binder.find<Rate>(*this, level_options_.rate, "rate");
  if (source_ != nullptr) source_->drive(*this);
}

void Level::start() {
  Variable::start();
  base_ = value();
  since_ = now();
  rate_ = source_ != nullptr ? source_->initial_value() : 0;
  counters_ = {};
}

void Level::replan(double before, double t) {
  for (Detect* detect : detects_) detect->replan(before, t);
}

void Level::take_rate(double rate, double t) {
  if (rate == rate_) return;
  if (run_ != nullptr) run_->before_event(t);
  base_ = at(t);
  since_ = t;
  rate_ = rate;
  ++counters_.events;
  if (run_ != nullptr) run_->after_event(t, true);
  replan(base_, t);
}

void Level::was_set(double t) {
  const double before = at(t);
  if (value() == before) return;
  if (run_ != nullptr) run_->before_event(t);
  base_ = value();
  since_ = t;
  ++counters_.events;
  if (run_ != nullptr) run_->after_event(t, true);
  replan(before, t);
}

void Level::arrive_at(double threshold, double t) {
  base_ = threshold;
  since_ = t;
}

void Level::archive(Archive& archive) {
  Variable::archive(archive);
  archive(base_, since_, rate_, counters_);
}

}  // namespace escapement::siman
