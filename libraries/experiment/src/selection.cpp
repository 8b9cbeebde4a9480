// SPDX-License-Identifier: MIT
#include "escapement/experiment/selection.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

#include "escapement/core/error.h"
#include "sample.h"

namespace escapement::experiment {
namespace {

// Nodes and weights for the expectation of a function of chi-square, by its root: the density of the root is
// smooth at 0 for one degree of freedom too.
struct Expectation {
  std::vector<double> value;  // chi-square
  std::vector<double> weight;
};

Expectation expectation(double degrees) {
  using Rule = boost::math::quadrature::gauss<double, 30>;
  constexpr int kPanels = 4;
  constexpr double kTail = 1e-12;
  const boost::math::chi_squared_distribution<double> chi(degrees);
  const double low = std::sqrt(quantile(chi, kTail));
  const double width = (std::sqrt(quantile(complement(chi, kTail))) - low) / kPanels;
  Expectation e;
  const auto add = [&](double root, double weight) {
    e.value.push_back(root * root);
    e.weight.push_back(weight * 2 * root * pdf(chi, root * root));
  };
  for (int panel = 0; panel < kPanels; ++panel) {
    const double middle = low + (panel + 0.5) * width;
    for (std::size_t i = 0; i < Rule::abscissa().size(); ++i) {  // the rule is even: no node in the middle
      add(middle - width / 2 * Rule::abscissa()[i], width / 2 * Rule::weights()[i]);
      add(middle + width / 2 * Rule::abscissa()[i], width / 2 * Rule::weights()[i]);
    }
  }
  return e;
}

double normal_probability(double z) {
  return 0.5 * std::erfc(-z / std::sqrt(2.0));
}

double correct_selection(double h, int systems, double degrees, const Expectation& chi) {
  double total = 0;
  for (std::size_t j = 0; j < chi.value.size(); ++j) {
    double inner = 0;
    for (std::size_t i = 0; i < chi.value.size(); ++i)
      inner +=
          chi.weight[i] * normal_probability(h / std::sqrt(degrees * (1 / chi.value[i] + 1 / chi.value[j])));
    total += chi.weight[j] * std::pow(std::min(inner, 1.0), systems - 1);
  }
  return total;
}

void need_indifference(const std::string& procedure, double indifference) {
  if (!(indifference > 0) || !std::isfinite(indifference))
    internal::refuse(procedure,
                     "the indifference is " + to_text(indifference) + "; allowed is a number above 0",
                     "write the difference of means that is too small to matter");
}

}  // namespace

double rinott_constant(int systems, int first_stage, double confidence) {
  const std::string name = "Rinott's procedure";
  internal::need_confidence(name, confidence);
  if (systems < 2)
    internal::refuse(name, std::to_string(systems) + " systems; at least 2 can be compared", "");
  if (first_stage < 2)
    internal::refuse(name, "a first stage of " + std::to_string(first_stage) + "; at least 2 are needed",
                     "10 replications or more are customary");
  if (confidence * systems <= 1)
    internal::refuse(name,
                     "the confidence is " + to_text(confidence) + ", which choosing blindly among " +
                         std::to_string(systems) + " systems gives",
                     "ask for more, such as 0.95");
  const double degrees = first_stage - 1;
  const Expectation chi = expectation(degrees);
  double low = 0, high = 1;
  while (correct_selection(high, systems, degrees, chi) < confidence && high < 1e6) high *= 2;
  for (int step = 0; step < 50 && high - low > 1e-9 * high; ++step) {
    const double middle = (low + high) / 2;
    (correct_selection(middle, systems, degrees, chi) < confidence ? low : high) = middle;
  }
  return (low + high) / 2;
}

std::vector<std::int64_t> rinott_replications(const Samples& first_stage, double confidence,
                                              double indifference) {
  const std::string name = "Rinott's procedure";
  internal::need_samples(name, first_stage, 2, 2, true);
  need_indifference(name, indifference);
  const auto n0 = static_cast<std::int64_t>(first_stage.front().size());
  const double h = rinott_constant(static_cast<int>(first_stage.size()), static_cast<int>(n0), confidence);
  std::vector<std::int64_t> needed;
  for (const auto& sample : first_stage) {
    const double s2 = internal::moments_of(sample).variance;
    const double n = std::ceil(h * h * s2 / (indifference * indifference));
    needed.push_back(std::max(n0, static_cast<std::int64_t>(std::min(n, 9e15))));
  }
  return needed;
}

KimNelson::KimNelson(const Samples& first_stage, Goal goal, double confidence, double indifference)
    : sign_(goal == Goal::kLargest ? 1 : -1), indifference_(indifference) {
  const std::string name = "selection of the best";
  internal::need_confidence(name, confidence);
  internal::need_samples(name, first_stage, 2, 2, true);
  need_indifference(name, indifference);
  const std::size_t k = first_stage.size();
  count_ = static_cast<std::int64_t>(first_stage.front().size());
  const double degrees = static_cast<double>(count_ - 1);
  const double eta = (std::pow(2 * (1 - confidence) / static_cast<double>(k - 1), -2 / degrees) - 1) / 2;
  if (!(eta > 0))
    internal::refuse(name,
                     "the confidence is " + to_text(confidence) + ", which is too little for " +
                         std::to_string(k) + " systems",
                     "ask for more, such as 0.95");
  h_squared_ = 2 * eta * degrees;
  variance_.assign(k, std::vector<double>(k));
  for (std::size_t i = 0; i < k; ++i) {
    left_.push_back(i);
    double sum = 0;
    for (const double value : first_stage[i]) sum += value;
    sum_.push_back(sign_ * sum);
    for (std::size_t l = 0; l < i; ++l)
      variance_[i][l] = variance_[l][i] =
          internal::moments_of_differences(first_stage[i], first_stage[l]).variance;
  }
  screen();
}

double KimNelson::allowance(std::size_t i, std::size_t l) const {
  const double d = indifference_;
  return std::max(0.0, d / 2 * (h_squared_ * variance_[i][l] / (d * d) - static_cast<double>(count_)));
}

void KimNelson::screen() {
  std::vector<std::size_t> stay;
  bool open = false;
  for (const std::size_t i : left_) {
    bool stays = true;
    for (const std::size_t l : left_) stays = stays && (i == l || sum_[i] >= sum_[l] - allowance(i, l));
    if (stays) stay.push_back(i);
  }
  for (const std::size_t i : stay)
    for (const std::size_t l : stay) open = open || (i != l && allowance(i, l) > 0);
  left_ = std::move(stay);
  if (open || left_.size() == 1) return;
  const auto best = *std::max_element(left_.begin(), left_.end(),
                                      [&](std::size_t i, std::size_t l) { return sum_[i] < sum_[l]; });
  left_ = {best};
}

void KimNelson::add(std::span<const double> values) {
  if (finished()) return;
  internal::need_values("selection of the best", values, left_.size());
  if (values.size() != left_.size())
    internal::refuse("selection of the best",
                     std::to_string(values.size()) + " values for the " + std::to_string(left_.size()) +
                         " systems that are left",
                     "give one of each");
  for (std::size_t i = 0; i < left_.size(); ++i) sum_[left_[i]] += sign_ * values[i];
  ++count_;
  screen();
}

}  // namespace escapement::experiment
