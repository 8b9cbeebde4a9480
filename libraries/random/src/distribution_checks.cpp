// SPDX-License-Identifier: MIT
#include "distribution_checks.h"

#include <cmath>
#include <initializer_list>
#include <utility>
#include <vector>

#include "escapement/core/error.h"

namespace escapement::random::internal {
namespace {

// Collects the first fault of one parameter list; later rules are skipped once there is one.
class Check {
 public:
  Check(std::string distribution, Parameters values, std::vector<std::string> names)
      : distribution_(std::move(distribution)), values_(values), names_(std::move(names)) {
    if (values_.size() == names_.size()) return;
    std::string signature = distribution_;
    for (std::size_t i = 0; i < names_.size(); ++i) signature += (i == 0 ? "(" : ", ") + names_[i];
    if (!names_.empty()) signature += ")";
    fault_ = distribution_ + " takes " + std::to_string(names_.size()) +
             (names_.size() == 1 ? " parameter" : " parameters") + ", not " + std::to_string(values_.size()) +
             "; write " + signature;
  }

  Check& finite(std::size_t i) {
    return rule(
        i, [](double x) { return std::isfinite(x); }, "must be a finite number");
  }
  Check& positive(std::size_t i, std::string remedy = {}) {
    return rule(
        i, [](double x) { return std::isfinite(x) && x > 0.0; }, "must be finite and above 0",
        std::move(remedy));
  }
  Check& not_negative(std::size_t i, std::string remedy = {}) {
    return rule(
        i, [](double x) { return std::isfinite(x) && x >= 0.0; }, "must be finite and at least 0",
        std::move(remedy));
  }
  Check& between(std::size_t i, double least, double greatest, std::string remedy = {}) {
    return rule(
        i, [=](double x) { return x >= least && x <= greatest; },
        "must be from " + to_text(least) + " to " + to_text(greatest), std::move(remedy));
  }
  Check& integer(std::size_t i, double least, double greatest) {
    return rule(
        i, [=](double x) { return x >= least && x <= greatest && x == std::floor(x); },
        "must be an integer from " + to_text(least) + " to " + to_text(greatest));
  }
  // i and j in this order.
  Check& ordered(std::size_t i, std::size_t j) {
    if (!fault_.empty() || values_[i] <= values_[j]) return *this;
    fault_ = distribution_ + ": " + names_[i] + " is " + to_text(values_[i]) + " and " + names_[j] + " is " +
             to_text(values_[j]) + "; " + names_[i] + " must not exceed " + names_[j] +
             ", so put them in ascending order";
    return *this;
  }
  Check& that(bool holds, const std::string& complaint) {
    if (fault_.empty() && !holds) fault_ = distribution_ + ": " + complaint;
    return *this;
  }
  bool fine() const { return fault_.empty(); }
  std::string text() const { return fault_; }

 private:
  template <class Rule>
  Check& rule(std::size_t i, Rule holds, const std::string& demand, std::string remedy = {}) {
    if (!fault_.empty() || holds(values_[i])) return *this;
    fault_ = distribution_ + ": " + names_[i] + " is " + to_text(values_[i]) + "; it " + demand;
    if (!remedy.empty()) fault_ += " (" + remedy + ")";
    return *this;
  }

  std::string distribution_;
  Parameters values_;
  std::vector<std::string> names_;
  std::string fault_;
};

constexpr double kPowerOf51 = 2251799813685248.0;  // 2^51
const char* const kProbability = "1 is certain; write 25 % as 0.25";
const char* const kScaleFirst = "the scale comes first, then the shape";

// Cumulative probabilities in [0, 1], never falling, the last 1; values finite.
std::string check_pairs(const std::string& name, Parameters p, bool values_ascend) {
  constexpr double kTolerance = 1e-9;
  if (p.empty() || p.size() % 2 != 0) {
    return name + " takes pairs of a cumulative probability and a value, but " + std::to_string(p.size()) +
           (p.size() == 1 ? " number was" : " numbers were") + " given; write " + name +
           "(CumP1, Val1, CumP2, Val2, ...)";
  }
  double before = 0.0;
  for (std::size_t i = 0; i < p.size(); i += 2) {
    const std::string place = std::to_string(i / 2 + 1);
    const std::string subject = name + ": CumP" + place + " is " + to_text(p[i]);
    if (!(p[i] >= 0.0 && p[i] <= 1.0 + kTolerance))
      return subject + "; it must be from 0 to 1 (" + kProbability + ")";
    if (p[i] < before) {
      return subject + ", less than the " + to_text(before) +
             " before it; the probabilities are cumulative, so add each one to those before it";
    }
    before = p[i];
    if (!std::isfinite(p[i + 1])) {
      return name + ": Val" + place + " is " + to_text(p[i + 1]) + "; it must be a finite number";
    }
    if (values_ascend && i > 0 && p[i + 1] < p[i - 1]) {
      return name + ": Val" + place + " is " + to_text(p[i + 1]) + ", less than the " + to_text(p[i - 1]) +
             " before it; put the pairs in ascending order of their values";
    }
  }
  if (before < 1.0 - kTolerance) {
    return name + ": the last cumulative probability is " + to_text(before) +
           "; it must be 1 (within 1e-9), so add the pair that is missing or the probabilities along the "
           "list";
  }
  return {};
}

}  // namespace

std::string check_bernoulli(Parameters p) {
  return Check("BERNOULLI", p, {"Prob"}).between(0, 0.0, 1.0, kProbability).text();
}

std::string check_beta(Parameters p) {
  return Check("BETA", p, {"Beta", "Alpha"}).between(0, 1e-3, 1e6).between(1, 1e-3, 1e6).text();
}

std::string check_binomial(Parameters p) {
  return Check("BINOMIAL", p, {"Trials", "Prob"})
      .integer(0, 0.0, 1e9)
      .between(1, 0.0, 1.0, kProbability)
      .text();
}

std::string check_cont(Parameters p) {
  return check_pairs("CONT", p, true);
}

std::string check_disc(Parameters p) {
  return check_pairs("DISC", p, false);
}

std::string check_discrete_uniform(Parameters p) {
  return Check("DISCRETEUNIFORM", p, {"Min", "Max"})
      .integer(0, -kPowerOf51, kPowerOf51)
      .integer(1, -kPowerOf51, kPowerOf51)
      .ordered(0, 1)
      .text();
}

std::string check_erla(Parameters p) {
  return Check("ERLA", p, {"ExpoMean", "k"})
      .not_negative(0, "the mean of one of the k exponentials")
      .integer(1, 1.0, 1e6)
      .text();
}

std::string check_expo(Parameters p) {
  return Check("EXPO", p, {"Mean"}).not_negative(0, "a mean, not a rate").text();
}

std::string check_gamm(Parameters p) {
  return Check("GAMM", p, {"Beta", "Alpha"})
      .positive(0, kScaleFirst)
      .between(1, 1e-3, 1e9, kScaleFirst)
      .text();
}

std::string check_geometric(Parameters p) {
  return Check("GEOMETRIC", p, {"Prob"}).between(0, 1e-9, 1.0, kProbability).text();
}

std::string check_john(Parameters p) {
  Check check("JOHN", p, {"Gamma", "Delta", "Lambda", "Xi"});
  check.finite(0).finite(1);
  if (check.fine()) {
    check.that(p[1] != 0.0,
               "Delta is 0; it must be above 0 for the bounded family or below 0 for the unbounded one");
  }
  return check.positive(2).finite(3).text();
}

std::string check_logn(Parameters p) {
  const char* const remedy = "of the lognormal itself, not of its logarithm";
  return Check("LOGN", p, {"LogMean", "LogStd"}).positive(0, remedy).not_negative(1, remedy).text();
}

std::string check_negative_binomial(Parameters p) {
  return Check("NEGATIVEBINOMIAL", p, {"Successes", "Prob"})
      .integer(0, 1.0, 1e6)
      .between(1, 1e-9, 1.0, kProbability)
      .text();
}

std::string check_norm(Parameters p) {
  return Check("NORM", p, {"Mean", "StdDev"})
      .finite(0)
      .not_negative(1, "a standard deviation, not a variance")
      .text();
}

std::string check_pois(Parameters p) {
  return Check("POIS", p, {"Mean"}).between(0, 0.0, 1e9).text();
}

std::string check_tria(Parameters p) {
  Check check("TRIA", p, {"Min", "Mode", "Max"});
  check.finite(0).finite(1).finite(2).ordered(0, 1).ordered(1, 2);
  if (check.fine()) {
    check.that(p[0] < p[2], "Min and Max are both " + to_text(p[0]) +
                                "; Min must be below Max (write the number alone for a constant)");
    check.that(std::isfinite(p[2] - p[0]),
               "Max - Min is too large for a number; bring Min and Max closer together");
  }
  return check.text();
}

std::string check_unif(Parameters p) {
  Check check("UNIF", p, {"Min", "Max"});
  check.finite(0).finite(1).ordered(0, 1);
  if (check.fine()) {
    check.that(std::isfinite(p[1] - p[0]),
               "Max - Min is too large for a number; bring Min and Max closer together");
  }
  return check.text();
}

std::string check_unif01(Parameters p) {
  return Check("RA", p, {}).text();
}

std::string check_weib(Parameters p) {
  return Check("WEIB", p, {"Beta", "Alpha"}).positive(0, kScaleFirst).positive(1, kScaleFirst).text();
}

}  // namespace escapement::random::internal
