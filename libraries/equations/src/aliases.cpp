// SPDX-License-Identifier: MIT
#include "escapement/equations/aliases.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "escapement/equations/index_reduction.h"
#include "sums.h"

namespace escapement::equations {
namespace {

constexpr int kRounds = 16;           // of rewriting; what would come later stays an equation
constexpr std::size_t kShown = 6;     // equations in a message
constexpr int kLooked = 200;          // parts of a term that are looked at; longer ones are no names
constexpr std::size_t kSummands = 4;  // sums of more variables are looked at no further
constexpr double kRounding = 1e-14;   // of a sum of constants that should be zero, beside the largest of them

// factor * variable + ... + constant
struct Sum {
  struct Part {
    VariableIndex variable;
    double factor;
  };
  std::vector<Part> parts;
  double constant = 0;
  int looked = 0;
  // false when there are more than anyone wants to know of
  bool add(VariableIndex variable, double factor) {
    for (Part& part : parts)
      if (part.variable == variable) {
        part.factor += factor;
        return true;
      }
    if (parts.size() == kSummands) return false;
    parts.push_back({variable, factor});
    return true;
  }
};

class Aliases {
 public:
  explicit Aliases(FlatSystem& system)
      : system_(system), given_(system.equations), sets_(system.variables.size()) {
    for (VariableIndex v = 0; v < sets_.size(); ++v) {
      const FlatVariable& variable = system.variables[v];
      sets_[v] = {v,
                  1,
                  variable.derivative.has_value() || variable.rate.has_value(),
                  variable.fixed,
                  false,
                  variable.rate.has_value(),
                  {},
                  {}};
    }
    for (const Reinit& one : system.reinits) sets_[one.state].set_by_event = true;
    for (std::size_t e = 0; e < given_.size(); ++e) number_.push_back(e);
  }

  void run() {
    for (int round = 0; round < kRounds; ++round) {
      std::size_t kept = 0;
      const std::size_t before = said_;
      for (std::size_t e = 0; e < system_.equations.size(); ++e) {
        if (take(system_.equations[e], number_[e])) continue;
        number_[kept] = number_[e];
        if (kept != e) system_.equations[kept] = std::move(system_.equations[e]);
        ++kept;
      }
      system_.equations.resize(kept);
      number_.resize(kept);
      if (said_ != before)
        rewrite();
      else if (!internal::shorten_sums(system_))
        break;
    }
    merge_attributes();
    if (!faults_.empty()) throw InputError(std::move(faults_));
  }

 private:
  struct Set {
    VariableIndex to;  // towards the one that stands for the set; itself at the root
    double sign;       // this variable = sign * that one
    // Of the set, at its root:
    bool has_derivative, has_fixed, set_by_event;
    bool is_fast;  // fast_process.h
    std::optional<Term> known;
    std::vector<std::size_t> said;  // by which of the given equations
  };
  struct Root {
    VariableIndex variable;
    double sign;
  };

  Root root(VariableIndex v) {
    double sign = 1;
    VariableIndex at = v;
    while (sets_[at].to != at) {
      sign *= sets_[at].sign;
      at = sets_[at].to;
    }
    // What was passed points at the root from now on.
    for (double left = sign; v != at;) {
      const VariableIndex next = sets_[v].to;
      const double own = sets_[v].sign;
      sets_[v].to = at;
      sets_[v].sign = left;
      left *= own;  // a sign is its own inverse
      v = next;
    }
    return {at, sign};
  }

  bool is_name(VariableIndex v) const {
    const FlatVariable& one = system_.variables[v];
    return v < sets_.size() && one.variability == Variability::kContinuous && !one.integral && !one.previous;
  }
  bool is_other(VariableIndex v) const {  // that an unknown may be a name of
    const FlatVariable& one = system_.variables[v];
    return one.variability == Variability::kInput || one.variability == Variability::kDiscrete ||
           (one.variability == Variability::kParameter && one.computed);
  }

  // Adds factor * term to the sum; false where it is none.
  bool collect(Term term, double factor, Sum& sum) const {
    if (++sum.looked > kLooked) return false;
    const Terms& terms = system_.terms;
    const auto arguments = terms.arguments(term);
    switch (terms.operation(term)) {
      case Operation::kConstant:
        sum.constant += factor * terms.value(term);
        return true;
      case Operation::kVariable: {
        const VariableIndex v = terms.variable_index(term);
        return (is_name(v) || is_other(v)) && sum.add(v, factor);
      }
      case Operation::kAdd:
        return collect(arguments[0], factor, sum) && collect(arguments[1], factor, sum);
      case Operation::kSubtract:
        return collect(arguments[0], factor, sum) && collect(arguments[1], -factor, sum);
      case Operation::kNegate:
        return collect(arguments[0], -factor, sum);
      case Operation::kMultiply:
        return terms.is_constant(arguments[0]) &&
               collect(arguments[1], factor * terms.value(arguments[0]), sum);
      case Operation::kDivide:
        return terms.is_constant(arguments[1]) && terms.value(arguments[1]) != 0 &&
               collect(arguments[0], factor / terms.value(arguments[1]), sum);
      default:
        return false;
    }
  }

  // Whether the equation only gives a name, so that it need not be kept.
  bool take(const FlatEquation& equation, std::size_t number) {
    Sum sum;
    if (!collect(equation.left, 1, sum) || !collect(equation.right, -1, sum)) return false;
    // The same in terms of what stands for the sets.
    Sum roots, others;
    roots.constant = sum.constant;
    double scale = std::abs(sum.constant);
    for (const Sum::Part& part : sum.parts) {
      if (!is_name(part.variable)) {
        if (part.factor != 0) others.add(part.variable, part.factor);
        continue;
      }
      const Root to = root(part.variable);
      const double factor = part.factor * to.sign;
      const std::optional<Term>& known = sets_[to.variable].known;
      if (!known) {
        roots.add(to.variable, factor);
      } else if (system_.terms.is_constant(*known)) {
        const double value = factor * system_.terms.value(*known);
        scale = std::max(scale, std::abs(value));
        roots.constant += value;
      } else {
        return false;  // after the next rewriting it is told in terms of what is known
      }
    }
    std::erase_if(roots.parts, [](const Sum::Part& part) { return part.factor == 0; });
    if (std::abs(roots.constant) <= kRounding * scale) roots.constant = 0;
    Terms& terms = system_.terms;
    if (roots.parts.empty() && others.parts.empty()) {
      tells_nothing(number, roots.constant != 0);
      return true;
    }
    if (roots.parts.empty()) return false;
    const Sum::Part& first = roots.parts[0];
    if (roots.parts.size() == 1 && others.parts.empty())
      return make_known(first.variable, terms.constant(-roots.constant / first.factor), number);
    if (roots.constant != 0 || roots.parts.size() + others.parts.size() != 2) return false;
    const Sum::Part& second = others.parts.empty() ? roots.parts[1] : others.parts[0];
    if (std::abs(first.factor) != std::abs(second.factor)) return false;
    const double sign = first.factor == second.factor ? -1 : 1;
    if (!others.parts.empty()) {
      const Term value = terms.variable(second.variable);
      return make_known(first.variable, sign < 0 ? terms.negate(value) : value, number);
    }
    if (sets_[first.variable].is_fast && sets_[second.variable].is_fast) return false;
    unite(first.variable, second.variable, sign, number);
    return true;
  }

  bool make_known(VariableIndex v, Term value, std::size_t number) {
    Set& set = sets_[v];
    if (set.has_fixed || set.set_by_event || (set.has_derivative && !system_.terms.is_constant(value)))
      return false;
    set.known = value;
    say(set, number);
    return true;
  }

  // a = sign * b, each standing for a set. The one that is wanted more stands for both.
  void unite(VariableIndex a, VariableIndex b, double sign, std::size_t number) {
    if (rank(b) < rank(a)) std::swap(a, b);
    Set &stays = sets_[a], &goes = sets_[b];
    goes.to = a;
    goes.sign = sign;
    stays.has_derivative |= goes.has_derivative;
    stays.has_fixed |= goes.has_fixed;
    stays.set_by_event |= goes.set_by_event;
    stays.is_fast |= goes.is_fast;
    if (stays.said.size() < goes.said.size()) stays.said.swap(goes.said);
    stays.said.insert(stays.said.end(), goes.said.begin(), goes.said.end());
    goes.said.clear();
    say(stays, number);
  }

  std::tuple<bool, int, bool, bool, std::ptrdiff_t, VariableIndex> rank(VariableIndex v) const {
    const FlatVariable& one = system_.variables[v];
    return {!one.derivative && !one.rate,
            -static_cast<int>(one.state_select),
            !one.fixed,
            !one.start,
            std::count(one.name.begin(), one.name.end(), '.'),
            v};
  }

  void say(Set& set, std::size_t number) {
    set.said.push_back(number);
    ++said_;
  }

  // The equations that made names of the variables in this one.
  std::string because_of(std::size_t number) {
    std::vector<std::size_t> all;
    const std::vector<Term> sides{given_[number].left, given_[number].right};
    for (const VariableIndex v : system_.terms.variables_in(sides))
      if (v < sets_.size()) {
        const auto& said = sets_[root(v).variable].said;
        all.insert(all.end(), said.begin(), said.end());
      }
    return listed(std::move(all));
  }
  std::string listed(std::vector<std::size_t> numbers) const {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    std::string text;
    for (std::size_t i = 0; i < numbers.size() && i < kShown; ++i) {
      const FlatEquation& one = given_[numbers[i]];
      text += "\n    " + system_.brief(one);
      if (one.where.line != 0) text += "    (line " + std::to_string(one.where.line) + ")";
    }
    if (numbers.size() > kShown) text += "\n    and " + std::to_string(numbers.size() - kShown) + " more";
    return text;
  }

  void tells_nothing(std::size_t number, bool contradicts) {
    const std::string because = because_of(number);
    std::string message = "the equation " + system_.brief(given_[number]) +
                          (contradicts ? " contradicts other equations" : " tells nothing new");
    if (!because.empty()) message += "; by others its unknowns are known or one:" + because;
    faults_.push_back({given_[number].where, std::move(message),
                       contradicts ? "One of them is wrong or too many."
                                   : "It is too many, and an equation for another unknown is missing."});
  }

  void rewrite() {
    std::vector<std::optional<Term>> values(system_.variables.size());
    system_.aliases.clear();
    Terms& terms = system_.terms;
    for (VariableIndex v = 0; v < sets_.size(); ++v) {
      if (system_.variables[v].variability != Variability::kContinuous &&
          system_.variables[v].variability != Variability::kAlias)
        continue;
      const Root to = root(v);
      const std::optional<Term>& known = sets_[to.variable].known;
      if (to.variable == v && !known) continue;
      const auto signed_term = [&](Term term) { return to.sign < 0 ? terms.negate(term) : term; };
      set_alias(values, v, signed_term(known ? *known : terms.variable(to.variable)));
      VariableIndex source = to.variable;
      for (auto d = system_.variables[v].derivative; d && v != to.variable;
           d = system_.variables[*d].derivative) {
        if (!known) source = system_.derivative_of(source);
        set_alias(values, *d, known ? terms.constant(0) : signed_term(terms.variable(source)));
      }
      if (known && v == to.variable)
        for (auto d = system_.variables[v].derivative; d; d = system_.variables[*d].derivative)
          set_alias(values, *d, terms.constant(0));
    }
    system_.rewrite([&](Term term) {
      return terms.substitute(
          term, [&](VariableIndex v) { return v < values.size() && values[v] ? &*values[v] : nullptr; });
    });
    for (Reinit& one : system_.reinits) {
      const Root to = root(one.state);
      one.state = to.variable;
      if (to.sign < 0)
        for (WhenBranch& branch : one.when) branch.value = terms.negate(branch.value);
    }
  }

  void set_alias(std::vector<std::optional<Term>>& values, VariableIndex v, Term value) {
    if (v < values.size()) values[v] = value;
    system_.variables[v].variability = Variability::kAlias;
    system_.aliases.push_back({v, value});
  }

  void merge_attributes() {
    std::map<VariableIndex, VariableIndex> fixed_by;  // for a set, the variable whose start holds
    const auto start_of = [&](VariableIndex v) {
      return system_.variables[v].start.value_or(0) * root(v).sign;
    };
    for (const bool fixed : {true, false})
      for (VariableIndex v = 0; v < sets_.size(); ++v) {
        const FlatVariable& one = system_.variables[v];
        const Root to = root(v);
        if (to.variable == v || one.fixed != fixed || (!fixed && !one.start)) continue;
        FlatVariable& stays = system_.variables[to.variable];
        if (fixed) {
          if (!stays.fixed) {
            stays.fixed = true;
            stays.start = start_of(v);
            fixed_by[to.variable] = v;
          } else if (*std::optional<double>(stays.start.value_or(0)) != start_of(v)) {
            const auto by = fixed_by.find(to.variable);
            const FlatVariable& first = system_.variables[by == fixed_by.end() ? to.variable : by->second];
            faults_.push_back({one.where,
                               "'" + first.name + "' and '" + one.name +
                                   "' are one variable, but their fixed start values are " +
                                   to_text(first.start.value_or(0)) + " and " +
                                   to_text(one.start.value_or(0)) +
                                   "; they are one by:" + listed(sets_[to.variable].said),
                               "Fix the start of one of them only."});
          }
        } else if (!stays.start) {
          stays.start = start_of(v);
        }
      }
    for (VariableIndex v = 0; v < sets_.size(); ++v) {
      const VariableIndex to = root(v).variable;
      if (to == v) continue;
      const FlatVariable& one = system_.variables[v];
      FlatVariable& stays = system_.variables[to];
      if (one.state_select > StateSelect::kDefault || stays.state_select > StateSelect::kDefault)
        stays.state_select = std::max(stays.state_select, one.state_select);
      else
        stays.state_select = std::min(stays.state_select, one.state_select);
      if (stays.nominal == 1) stays.nominal = one.nominal;
      if (stays.unit.empty()) stays.unit = one.unit;
    }
  }

  FlatSystem& system_;
  std::vector<FlatEquation> given_;
  std::vector<std::size_t> number_;  // of what is left, in given_
  std::vector<Set> sets_;
  std::size_t said_ = 0;
  std::vector<Diagnostic> faults_;
};

}  // namespace

void eliminate_aliases(FlatSystem& system) {
  check_structure(system);
  Aliases(system).run();
}

}  // namespace escapement::equations
