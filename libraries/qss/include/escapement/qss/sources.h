// SPDX-License-Identifier: MIT
// Signals that come from time alone. All begin at time 0 and have one output, out.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "escapement/core/periodic.h"
#include "escapement/qss/block.h"

namespace escapement::qss {

// A block that is one element with one output signal.
class Source : public Block {
 public:
  using Block::Block;
  OutPort<Signal> out{*this, "out"};
};

// out = value.
class Constant : public Source {
 public:
  Constant(std::string name, double value);
  void build(Wiring& wiring) override;

 private:
  double value_;
  std::unique_ptr<Element> element_;
};

// out = before for t < time, after from there on.
class Step : public Source {
 public:
  Step(std::string name, Time time, double before = 0, double after = 1);
  void build(Wiring& wiring) override;

 private:
  Time time_;
  double before_, after_;
  std::unique_ptr<Element> element_;
};

// out = offset until `start`, then offset + slope (t - start), and from `end` on what it has there.
class Ramp : public Source {
 public:
  Ramp(std::string name, double slope, Time start = 0, Time end = kInfinity, double offset = 0);
  void build(Wiring& wiring) override;

 private:
  double slope_, offset_;
  Time start_, end_;
  std::unique_ptr<Element> element_;
};

// out = offset + amplitude sin(2 pi frequency t + phase), in Taylor pieces of degree 3, each as long as its
// error stays within `error`: e^4 amplitude (2 pi frequency)^4 / 24 <= error.
struct SineOptions {
  double amplitude = 1;
  double frequency = 1;  // cycles per time unit, > 0
  double phase = 0;      // in radians
  double offset = 0;
  double error = 1e-9;  // > 0, in the unit of the amplitude
};
class Sine : public Source {
 public:
  Sine(std::string name, const SineOptions& options);
  void build(Wiring& wiring) override;

 private:
  SineOptions options_;
  std::unique_ptr<Element> element_;
};

// out = high for the part `width` (0 to 1) of every period, low for the rest; low before the first. Period k
// begins at ticks.tick(k), without drift; its high part ends at that instant plus width times its length.
struct PulseOptions {
  Periodic ticks{"0", "1"};
  double width = 0.5;
  double low = 0, high = 1;
};
class Pulse : public Source {
 public:
  Pulse(std::string name, PulseOptions options);
  void build(Wiring& wiring) override;

 private:
  PulseOptions options_;
  std::unique_ptr<Element> element_;
};

// Pulse width modulation: as Pulse, but the part of each period that is high is `duty` as it is at the
// beginning of the period, limited to 0 ... 1.
class Pwm : public Source {
 public:
  Pwm(std::string name, PulseOptions options);
  InPort<Signal> duty{*this, "duty"};
  void build(Wiring& wiring) override;

 private:
  PulseOptions options_;
  std::unique_ptr<Element> element_;
};

// out follows the rows (time, value). Before the first row it has the first value, after the last row the
// last. Between rows it holds the value of the earlier row, or goes in a straight line.
struct TableOptions {
  std::vector<double> times, values;  // of equal length, times in increasing order
  bool linear = false;
};
class Table : public Source {
 public:
  Table(std::string name, TableOptions options);
  void build(Wiring& wiring) override;

 private:
  TableOptions options_;
  std::unique_ptr<Element> element_;
};
// Rows of a CSV file: first row names of columns. Throws InputError (file, line) when a column is absent or a
// cell is no number.
TableOptions read_table(const std::string& path, const std::string& time_column,
                        const std::string& value_column, bool linear);

// out holds the value of the last message to `in`; `initial` before the first.
class Hold : public Source {
 public:
  explicit Hold(std::string name, double initial = 0);
  InPort<double> in{*this, "in"};
  void build(Wiring& wiring) override;

 private:
  double initial_;
  std::unique_ptr<Element> element_;
};

}  // namespace escapement::qss
