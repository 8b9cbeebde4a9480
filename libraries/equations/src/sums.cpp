// SPDX-License-Identifier: MIT
#include "sums.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace escapement::equations::internal {
namespace {

constexpr std::size_t kMostParts = 100;   // of a sum; longer ones stay as they are
constexpr std::size_t kMostReaders = 50;  // of the variable by which longer sums are found
constexpr double kRounding = 1e-12;

struct LinearSum {
  std::map<VariableIndex, double> factors;
  double constant = 0;
};

class Shortening {
 public:
  explicit Shortening(FlatSystem& system) : system_(system) {}

  bool run() {
    sums_.resize(system_.equations.size());
    for (std::size_t e = 0; e < sums_.size(); ++e) {
      LinearSum sum;
      std::size_t looked = 0;
      if (!collect(system_.equations[e].left, 1, sum, looked) ||
          !collect(system_.equations[e].right, -1, sum, looked))
        continue;
      std::erase_if(sum.factors, [](const auto& part) { return part.second == 0; });
      if (sum.factors.size() < 2) continue;
      for (const auto& [v, factor] : sum.factors) readers_[v].push_back(e);
      sums_[e] = std::move(sum);
    }
    bool changed = false;
    for (std::size_t e = 0; e < sums_.size(); ++e)
      if (sums_[e] && sums_[e]->factors.size() > 2) changed = take_out(e) || changed;
    return changed;
  }

 private:
  bool collect(Term term, double factor, LinearSum& sum, std::size_t& looked) const {
    if (++looked > 4 * kMostParts || sum.factors.size() > kMostParts) return false;
    const Terms& terms = system_.terms;
    const auto arguments = terms.arguments(term);
    switch (terms.operation(term)) {
      case Operation::kConstant:
        sum.constant += factor * terms.value(term);
        return true;
      case Operation::kVariable:
        if (!system_.is_unknown(terms.variable_index(term))) return false;
        sum.factors[terms.variable_index(term)] += factor;
        return true;
      case Operation::kAdd:
        return collect(arguments[0], factor, sum, looked) && collect(arguments[1], factor, sum, looked);
      case Operation::kSubtract:
        return collect(arguments[0], factor, sum, looked) && collect(arguments[1], -factor, sum, looked);
      case Operation::kNegate:
        return collect(arguments[0], -factor, sum, looked);
      case Operation::kMultiply:
        return terms.is_constant(arguments[0]) &&
               collect(arguments[1], factor * terms.value(arguments[0]), sum, looked);
      case Operation::kDivide:
        return terms.is_constant(arguments[1]) && terms.value(arguments[1]) != 0 &&
               collect(arguments[0], factor / terms.value(arguments[1]), sum, looked);
      default:
        return false;
    }
  }

  // Equation e out of those that hold all of it.
  bool take_out(std::size_t e) {
    const LinearSum& part = *sums_[e];
    const std::vector<std::size_t>* fewest = nullptr;
    for (const auto& [v, factor] : part.factors)
      if (const auto& readers = readers_.at(v); fewest == nullptr || readers.size() < fewest->size())
        fewest = &readers;
    if (fewest->size() > kMostReaders) return false;
    bool changed = false;
    for (const std::size_t other : *fewest) {
      if (other == e || !sums_[other] || sums_[other]->factors.size() <= part.factors.size()) continue;
      LinearSum& whole = *sums_[other];
      std::optional<double> times;
      const bool holds = std::all_of(part.factors.begin(), part.factors.end(), [&](const auto& one) {
        const auto found = whole.factors.find(one.first);
        if (found == whole.factors.end()) return false;
        if (!times) times = found->second / one.second;
        return std::abs(found->second - *times * one.second) <= kRounding * std::abs(found->second);
      });
      if (!holds) continue;
      for (const auto& [v, factor] : part.factors) whole.factors.erase(v);
      whole.constant -= *times * part.constant;
      write(other);
      changed = true;
    }
    return changed;
  }

  void write(std::size_t e) {
    Terms& terms = system_.terms;
    Term sum = terms.constant(0);
    for (const auto& [v, factor] : sums_[e]->factors)
      sum = terms.add(sum, terms.multiply(terms.constant(factor), terms.variable(v)));
    system_.equations[e].left = sum;
    system_.equations[e].right = terms.constant(-sums_[e]->constant);
  }

  FlatSystem& system_;
  std::vector<std::optional<LinearSum>> sums_;
  std::map<VariableIndex, std::vector<std::size_t>>
      readers_;  // as they were; who has lost it is seen when looked at
};

}  // namespace

bool shorten_sums(FlatSystem& system) {
  return Shortening(system).run();
}

}  // namespace escapement::equations::internal
