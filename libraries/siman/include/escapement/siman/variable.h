// SPDX-License-Identifier: MIT
// A variable (VARIABLES): a number, a list or a table that all entities share, or texts. Subscripts count
// from 1.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "escapement/expressions/errors.h"
#include "escapement/registry/arguments.h"
#include "escapement/registry/descriptor.h"
#include "escapement/siman/block.h"
#include "escapement/statistics/time_persistent.h"

namespace escapement::siman {

class Variable : public Member {
 public:
  struct Options {
    std::size_t rows = 1;  // 1 and 1: a plain number
    std::size_t columns = 1;
    std::vector<double> initial{};  // by rows; one value fills all; empty: 0
    bool is_text = false;           // its values are texts (texts.h), and so are the initial ones
    std::vector<std::string> texts{};
    bool report = false;           // a time-persistent statistic, of a plain number only
    bool clear_at_warmup = false;  // Arena's clear option "Statistics": initial again after the warm-up
    bool never_cleared = false;    // "None": a fault where there are several replications
    SourceLocation where{};        // of the clear option
  };
  Variable(std::string name, Options options);
  explicit Variable(std::string name, double initial = 0) : Variable(std::move(name), plain(initial)) {}
  static registry::ComponentType descriptor();
  static Options plain(double initial) {
    Options options;
    options.initial = {initial};
    return options;
  }
  // Reads the file that the initial values come from, if any. Throws InputError when it cannot, with file and
  // line where a cell is no number.
  static Options options_from(const registry::Arguments& arguments);

  void declare(Binder& binder) override;
  void start() override;
  void archive(Archive& archive) override;
  bool marks_changes() const override { return true; }

  // At the end of the warm-up, before statistics are cleared.
  void end_warmup(double t);

  bool is_text() const { return options_.is_text; }
  bool is_array() const { return options_.rows * options_.columns > 1; }
  std::size_t rows() const { return options_.rows; }
  std::size_t columns() const { return options_.columns; }
  const double* data() const { return values_.data(); }
  double value(std::size_t index = 0) const { return values_[index]; }
  void set(std::size_t index, double value, double t) {
    values_[index] = value;
    if (statistic_ != nullptr) statistic_->set(t, value);
    if (tells_) [[unlikely]]
      was_set(t);
    changed();
  }
  double initial_value() const { return initial(0); }
  // Element (row, column), both from 1; column is 1 for a list. Throws EvaluationError when out of range.
  std::size_t place(double row, double column) const {
    if (options_.columns == 1 && column == 1) return expressions::checked_index(name(), row, values_.size());
    const std::size_t r = expressions::checked_index(name(), row, options_.rows);
    return r * options_.columns + expressions::checked_index(name(), column, options_.columns);
  }

 protected:
  // For kinds of variables on which others depend: was_set() is called after each set().
  void tell_when_set() { tells_ = true; }
  virtual void was_set(double /*t*/) {}

 private:
  double initial(std::size_t index) const;
  Options options_;
  std::vector<double> values_;
  statistics::TimePersistent* statistic_ = nullptr;
  bool tells_ = false;
};

}  // namespace escapement::siman
