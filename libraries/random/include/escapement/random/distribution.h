// SPDX-License-Identifier: MIT
// The one table of distributions: what the expression compiler, the messages and the reference pages know of
// them.
//
// Of a distribution it tells the name, the parameters in order, which values are allowed, how to draw, and
// the mean, the variance and the distribution function. No other list of distributions exists.
//
//   const Distribution* d = find_distribution("expo");
//   if (std::string fault = d->check(parameters); !fault.empty()) ...   // once, when the parameters are
//   constant double x = d->sample(stream, parameters);
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "escapement/random/stream.h"

namespace escapement::random {

struct Parameter {
  std::string name;     // "Mean"
  std::string doc;      // "mean, not rate"
  std::string allowed;  // "finite, at least 0"
};

struct Distribution {
  std::string name;  // "EXPO"
  std::vector<std::string> aliases;
  std::vector<Parameter> parameters;  // with `pairs`: the two that repeat
  bool pairs = false;                 // any number of (CumP, Val) pairs, at least one
  bool discrete = false;              // values are a countable set
  std::string doc;
  std::string mean_formula;

  // Empty when the parameters are fine, else which one is wrong, its value, what is allowed, how to mend it.
  // A wrong number of parameters is told too.
  std::string (*check)(std::span<const double>) = nullptr;

  // The rest need parameters whose number is right. sample() throws ParameterError with the text of check()
  // when a value is wrong, and then draws nothing; tables of pairs it does not look over, so check() them
  // once. mean(), variance() and cdf() need parameters that pass check().
  double (*sample)(Stream&, std::span<const double>) = nullptr;
  double (*mean)(std::span<const double>) = nullptr;
  double (*variance)(std::span<const double>) = nullptr;
  double (*cdf)(double x, std::span<const double>) = nullptr;  // P(X <= x)

  std::string signature() const;  // "TRIA(Min, Mode, Max)", "DISC(CumP1, Val1, ...)", "RA"
};

// In alphabetical order of their names.
const std::vector<Distribution>& distributions();

// By name or alias, in any case; null when there is none. The pointer holds for the life of the program.
const Distribution* find_distribution(std::string_view name);

}  // namespace escapement::random
