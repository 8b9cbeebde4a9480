// SPDX-License-Identifier: MIT
#include "escapement/qss/sources.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "checks.h"
#include "escapement/core/error.h"
#include "timed_signal.h"

namespace escapement::qss {
namespace {

class StepElement final : public TimedSignal {
 public:
  StepElement(const Component& owner, Time time, double before, double after)
      : TimedSignal(owner), time_(time), before_(before), after_(after) {}

 private:
  Polynomial next_piece(Time t) override {
    until_ = t < time_ ? time_ : kInfinity;
    return Polynomial::constant(t < time_ ? before_ : after_);
  }
  Time time_;
  double before_, after_;
};

class RampElement final : public TimedSignal {
 public:
  RampElement(const Component& owner, double slope, Time start, Time end, double offset)
      : TimedSignal(owner), slope_(slope), offset_(offset), start_(start), end_(end) {}

 private:
  Polynomial next_piece(Time t) override {
    until_ = t < start_ ? start_ : t < end_ ? end_ : kInfinity;
    if (t < start_) return Polynomial::constant(offset_);
    if (t >= end_) return Polynomial::constant(offset_ + slope_ * (end_ - start_));
    return {{offset_ + slope_ * (t - start_), slope_, 0, 0}};
  }
  double slope_, offset_;
  Time start_, end_;
};

class SineElement final : public TimedSignal {
 public:
  SineElement(const Component& owner, const SineOptions& options)
      : TimedSignal(owner), options_(options), omega_(2 * std::numbers::pi * options.frequency) {
    const double fourth = std::abs(options.amplitude) * omega_ * omega_ * omega_ * omega_;
    length_ = std::sqrt(std::sqrt(24 * options.error / fourth));
    // More would not see the shape: an eighth of a cycle at the most.
    length_ = std::min(length_, 0.125 / options.frequency);
  }

 private:
  Polynomial next_piece(Time t) override {
    // The angle is taken within a cycle: exact for whole cycles even when t is large.
    const double cycles = options_.frequency * t;
    const double angle = 2 * std::numbers::pi * (cycles - std::floor(cycles)) + options_.phase;
    const double s = options_.amplitude * std::sin(angle), c = options_.amplitude * std::cos(angle);
    until_ = std::max(t + length_, std::nextafter(t, kInfinity));
    return {{options_.offset + s, c * omega_, -s * omega_ * omega_ / 2, -c * omega_ * omega_ * omega_ / 6}};
  }
  SineOptions options_;
  double omega_, length_;
};

class TableElement final : public TimedSignal {
 public:
  TableElement(const Component& owner, const TableOptions& table) : TimedSignal(owner), table_(table) {}

 private:
  void begin() override { row_ = 0; }
  Polynomial next_piece(Time t) override {
    const std::vector<double>&times = table_.times, &values = table_.values;
    while (row_ < times.size() && times[row_] <= t) ++row_;  // the first row after t
    until_ = row_ < times.size() ? times[row_] : kInfinity;
    if (row_ == 0) return Polynomial::constant(values.front());
    if (row_ == times.size()) return Polynomial::constant(values.back());
    if (!table_.linear) return Polynomial::constant(values[row_ - 1]);
    const double slope = (values[row_] - values[row_ - 1]) / (times[row_] - times[row_ - 1]);
    return {{values[row_ - 1] + slope * (t - times[row_ - 1]), slope, 0, 0}};
  }
  void archive_more(Archive& archive) override { archive(row_); }
  const TableOptions& table_;
  std::size_t row_ = 0;
};

void install(Wiring& wiring, std::unique_ptr<Element>& place, std::unique_ptr<TimedSignal> element,
             const OutPort<Signal>& out) {
  element->out = wiring.output(out);
  wiring.engine().add(*element);
  place = std::move(element);
}

}  // namespace

Constant::Constant(std::string name, double value) : Source(std::move(name)), value_(value) {
  check_finite(*this, "the value", value);
}

void Constant::build(Wiring& wiring) {
  install(wiring, element_, std::make_unique<StepElement>(*this, -kInfinity, value_, value_), out);
}

Step::Step(std::string name, Time time, double before, double after)
    : Source(std::move(name)), time_(time), before_(before), after_(after) {
  check_finite(*this, "the time of the step", time);
  check_finite(*this, "the value before", before);
  check_finite(*this, "the value after", after);
}

void Step::build(Wiring& wiring) {
  install(wiring, element_, std::make_unique<StepElement>(*this, time_, before_, after_), out);
}

Ramp::Ramp(std::string name, double slope, Time start, Time end, double offset)
    : Source(std::move(name)), slope_(slope), offset_(offset), start_(start), end_(end) {
  check_finite(*this, "the slope", slope);
  check_finite(*this, "the start", start);
  check_finite(*this, "the offset", offset);
  if (!(end >= start))
    throw BuildError("'" + this->name() + "': the ramp ends at " + to_text(end) + ", before its start " +
                     to_text(start));
}

void Ramp::build(Wiring& wiring) {
  install(wiring, element_, std::make_unique<RampElement>(*this, slope_, start_, end_, offset_), out);
}

Sine::Sine(std::string name, const SineOptions& options) : Source(std::move(name)), options_(options) {
  check_finite(*this, "the amplitude", options.amplitude);
  check_finite(*this, "the phase", options.phase);
  check_finite(*this, "the offset", options.offset);
  if (!(options.frequency > 0) || !std::isfinite(options.frequency))
    throw BuildError("'" + this->name() + "': the frequency is " + to_text(options.frequency) +
                     "; it must be above 0");
  if (!(options.error > 0) || !std::isfinite(options.error))
    throw BuildError("'" + this->name() + "': the error is " + to_text(options.error) +
                     "; it must be above 0, for no polynomial is a sine");
}

void Sine::build(Wiring& wiring) {
  install(wiring, element_, std::make_unique<SineElement>(*this, options_), out);
}

Table::Table(std::string name, TableOptions options) : Source(std::move(name)), options_(std::move(options)) {
  const std::vector<double>& times = options_.times;
  if (times.empty() || times.size() != options_.values.size())
    throw BuildError("'" + this->name() + "': the table has " + std::to_string(times.size()) + " times and " +
                     std::to_string(options_.values.size()) +
                     " values; it needs as many, and one at the least");
  for (std::size_t i = 0; i < times.size(); ++i) {
    check_finite(*this, "a value of the table", options_.values[i]);
    check_finite(*this, "a time of the table", times[i]);
    if (i > 0 && !(times[i] > times[i - 1]))
      throw BuildError("'" + this->name() + "': time " + to_text(times[i]) + " of row " +
                       std::to_string(i + 1) + " does not come after " + to_text(times[i - 1]) +
                       "; rows must be in order of time");
  }
}

void Table::build(Wiring& wiring) {
  install(wiring, element_, std::make_unique<TableElement>(*this, options_), out);
}

}  // namespace escapement::qss
