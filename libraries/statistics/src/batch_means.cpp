// SPDX-License-Identifier: MIT
#include "escapement/statistics/batch_means.h"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <string>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::statistics {
namespace {

void require_inside_unit(double value, const char* what) {
  if (value > 0 && value < 1) return;
  throw InputError(
      Diagnostic{{},
                 std::string(what) + " is " + to_text(value) + "; allowed is a number above 0 and below 1",
                 "write 0.95 for 95 %",
                 Diagnostic::Severity::kError});
}

struct Deviations {
  double first = 0;  // the values are measured from here, so that equal values have no deviation at all
  double mean = 0;   // of value - first
  double squares = 0;
};

Deviations deviations_of(std::span<const double> values) {
  Deviations result;
  result.first = values.front();
  for (const double value : values) result.mean += value - result.first;
  result.mean /= static_cast<double>(values.size());
  for (const double value : values) {
    const double deviation = (value - result.first) - result.mean;
    result.squares += deviation * deviation;
  }
  return result;
}

}  // namespace

double student_t_quantile(double probability, double degrees) {
  require_inside_unit(probability, "probability of a t quantile");
  if (!(degrees > 0) || std::isinf(degrees)) {
    throw InputError(Diagnostic{
        {},
        "degrees of freedom of a t quantile are " + to_text(degrees) + "; allowed is a finite number above 0",
        "a mean of n values has n - 1 degrees of freedom, so give at least two values",
        Diagnostic::Severity::kError});
  }
  return boost::math::quantile(boost::math::students_t(degrees), probability);
}

double normal_quantile(double probability) {
  require_inside_unit(probability, "probability of a normal quantile");
  return boost::math::quantile(boost::math::normal(), probability);
}

HalfWidth half_width_of(std::span<const double> values, double level) {
  require_inside_unit(level, "confidence level");
  if (values.size() < 2) return {std::nullopt, kInsufficient};
  const double n = static_cast<double>(values.size());
  const double squares = deviations_of(values).squares;
  if (squares == 0) return {0.0, ""};
  return {student_t_quantile((1 + level) / 2, n - 1) * std::sqrt(squares / (n - 1) / n), ""};
}

double lag_one_statistic(std::span<const double> values) {
  if (values.size() < 3) return std::numeric_limits<double>::quiet_NaN();
  const Deviations about = deviations_of(values);
  const auto deviation = [&](std::size_t j) { return (values[j] - about.first) - about.mean; };
  const std::size_t last = values.size() - 1;
  double products = (deviation(0) * deviation(0) + deviation(last) * deviation(last)) / 2;
  for (std::size_t j = 0; j < last; ++j) products += deviation(j) * deviation(j + 1);
  const double k = static_cast<double>(values.size());
  return std::sqrt((k * k - 1) / (k - 2)) * products / about.squares;
}

bool BatchMeans::add_complete(double mean) {
  means_[count_++] = mean;
  if (count_ < kMost) return false;
  for (std::size_t j = 0; j < kFewest; ++j) means_[j] = (means_[2 * j] + means_[2 * j + 1]) / 2;
  count_ = kFewest;
  scale_ *= 2;
  return true;
}

HalfWidth BatchMeans::half_width(double level) const {
  require_inside_unit(level, "confidence level");
  if (count_ < kFewest) return {std::nullopt, kInsufficient};
  if (lag_one_statistic(means()) > normal_quantile(1 - kCorrelationAlpha)) return {std::nullopt, kCorrelated};
  return half_width_of(means(), level);
}

void BatchMeans::archive(Archive& archive) {
  archive(means_, count_, scale_, pending_units_, first_, pending_);
}

}  // namespace escapement::statistics
