// SPDX-License-Identifier: MIT
#include "conditions.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "chattering.h"
#include "escapement/core/archive.h"

namespace escapement::qss {

using equations::Operation;

// Where the function is zero and stays so: the truth at equality.
int LocatedCondition::side_of_zero() const {
  return condition_.value(0, 0) == condition_.value(1, 0) ? 1 : -1;
}

double LocatedCondition::truth(int side) const {
  return condition_.value(side, 0);
}

void LocatedCondition::start(Engine& engine, int) {
  starting_ = true;
  lower_.start(condition_.is_floor ? 1 : side_of_zero());
  upper_.start(-1);
  told_ = value_;
  engine.publish(out, Polynomial::constant(value_));
}

void LocatedCondition::changed(Engine& engine) {
  look(engine, starting_);
}

void LocatedCondition::look(Engine& engine, bool first) {
  if (checks != nullptr) ++*checks;
  const Polynomial p = engine.piece(crossing);
  if (!p.is_finite())
    fail(engine, "the crossing function of '" + condition_.text + "' is " + to_text(p.c[0]) +
                     "; look for a division by zero or a root or logarithm of a negative number");
  const double size = function_.magnitude();
  const Time t = engine.now();
  if (!condition_.is_floor) {
    lower_.update(t, p, size);
    if (first) value_ = truth(lower_.side());
    return;
  }
  if (first) {
    const int sign = sign_after_zero(p.derivative());
    value_ = condition_.value(p.c[0], sign);
    lower_.start(1, 1);
    upper_.start(1, -1);
  } else if (p.c[0] < value_ - 1 || p.c[0] > value_ + 2) {
    value_ = std::floor(p.c[0]);  // a jump over several whole numbers
    lower_.start(1, 1);
    upper_.start(1, -1);
  }
  lower_.update(t, p - Polynomial::constant(value_), size + std::abs(value_));
  upper_.update(t, p - Polynomial::constant(value_ + 1), size + std::abs(value_));
}

void LocatedCondition::due(Engine& engine) {
  const Time t = engine.now();
  if (!condition_.is_floor) {
    if (lower_.due() <= t) {
      lower_.cross(t);
      value_ = truth(lower_.side());
      check_chattering(*this, engine, lower_, "the condition '" + condition_.text + "'");
    }
  } else if (lower_.due() <= t || upper_.due() <= t) {
    const bool rises = upper_.due() <= t;
    Crossing& crossed = rises ? upper_ : lower_;
    crossed.cross(t);
    check_chattering(*this, engine, crossed, "'" + condition_.text + "'");
    value_ += rises ? 1 : -1;
    (rises ? lower_ : upper_) = crossed;
    (rises ? upper_ : lower_).start(1, rises ? -1 : 1);
    look(engine, false);
  }
  tell(engine);
}

void LocatedCondition::tell(Engine& engine) {
  if (switches != nullptr && told_ != value_) ++*switches;
  told_ = value_;
  engine.publish(out, Polynomial::constant(value_));
}

Time LocatedCondition::next(Engine& engine) {
  starting_ = false;
  if (told_ != value_) return engine.now();
  return condition_.is_floor ? std::min(lower_.due(), upper_.due()) : lower_.due();
}

void LocatedCondition::archive(Archive& archive) {
  archive(lower_, upper_, value_, told_);
  if (archive.loading()) starting_ = false;
}

void TimedCondition::start(Engine& engine, int) {
  starting_ = true;
  told_ = value_;
  engine.publish(out, Polynomial::constant(value_));
  look(engine);
}

void TimedCondition::changed(Engine& engine) {
  look(engine);
}

void TimedCondition::look(Engine& engine) {
  double result[2];
  compiled_.values(engine, result);
  rate_ = result[0] * seconds_;
  const double offset = result[1], t = engine.now();
  double difference = rate_ * t + offset;
  // At the very instant of a change rounding is not to tell that it has not come.
  const double noise = 8 * std::numeric_limits<double>::epsilon() * (std::abs(rate_ * t) + std::abs(offset));
  const double nearest = condition_.is_floor ? std::round(difference) : 0;
  if (std::abs(difference - nearest) <= noise) difference = nearest;
  value_ = condition_.value(difference, rate_);  // published by an event of now when it is another
  due_ = condition_.due(value_, rate_, offset);
}

void TimedCondition::due(Engine& engine) {
  if (told_ == value_ && due_ <= engine.now()) {
    value_ = condition_.flipped(value_, rate_);
    double result[2];
    compiled_.values(engine, result);
    due_ = condition_.due(value_, result[0] * seconds_, result[1]);
  }
  tell(engine);
}

void TimedCondition::tell(Engine& engine) {
  if (switches != nullptr && told_ != value_) ++*switches;
  told_ = value_;
  engine.publish(out, Polynomial::constant(value_));
}

Time TimedCondition::next(Engine& engine) {
  starting_ = false;
  if (told_ != value_) return engine.now();
  return std::max(due_, engine.now());
}

void TimedCondition::archive(Archive& archive) {
  archive(value_, told_, rate_, due_);
}

void EventGroup::start(Engine& engine, int round) {
  starting_ = true;
  if (round == 0) {
    pending_.clear();
    fired_ = 0;
    for (Discrete& d : discretes) d.value = d.start;
  }
  for (const Discrete& d : discretes) engine.publish(d.signal, Polynomial::constant(d.value));
}

void EventGroup::changed(Engine& engine) {
  for (std::uint32_t e = 0; e < events.size(); ++e) {
    One& one = events[e];
    double now[1];
    one.when.values(engine, now);
    const bool holds = now[0] != 0;
    const bool edge = holds && !one.was;
    one.was = holds;
    if (edge && !starting_) fire(engine, e);  // the start itself is no edge, see next()
  }
}

void EventGroup::fire(Engine& engine, std::uint32_t event) {
  One& one = events[event];
  ++fired_;
  results_.resize(one.terms.results());
  one.terms.values(engine, results_);
  for (std::uint32_t a = 0; a < one.actions.size(); ++a) {
    const Action& action = one.actions[a];
    const double value = results_[action.result];
    if (!std::isfinite(value))
      fail(engine, "the event '" + one.text + "' gives '" + action.name + "' the value " + to_text(value) +
                       "; it must be a finite number");
    pending_.push_back({event, a, value});
  }
}

Time EventGroup::next(Engine& engine) {
  if (starting_) {
    starting_ = false;
    for (std::uint32_t e = 0; e < events.size(); ++e)
      if (events[e].at_start && events[e].was) fire(engine, e);
  }
  return pending_.empty() ? kInfinity : engine.now();
}

void EventGroup::due(Engine& engine) {
  for (const Pending& p : pending_) {
    const Action& action = events[p.event].actions[p.action];
    if (action.emits) {
      engine.send(action.output, p.value);
      continue;
    }
    Polynomial piece = Polynomial::constant(p.value);
    if (action.output != kNone) {  // a state: it goes on with the derivatives that it has
      const Polynomial x = engine.piece(action.signal);
      piece = {{p.value, x.c[1], x.c[2], x.c[3]}};
      const Polynomial q = engine.piece(action.quantised);
      engine.publish(action.quantised, {{p.value, q.c[1], q.c[2], q.c[3]}});
      engine.send(action.output, p.value);
    } else {
      for (Discrete& d : discretes)
        if (d.signal == action.signal) d.value = p.value;
    }
    engine.publish(action.signal, piece);
  }
  pending_.clear();
}

void EventGroup::Pending::archive(Archive& archive) {
  archive(event, action, value);
}

void EventGroup::archive(Archive& archive) {
  archive(pending_, fired_);
  for (One& one : events) archive(one.was);
  for (Discrete& d : discretes) archive(d.value);
}

}  // namespace escapement::qss
