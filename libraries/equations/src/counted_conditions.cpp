// SPDX-License-Identifier: MIT
#include "escapement/equations/counted_conditions.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <utility>

namespace escapement::equations {
namespace {

class Counting {
 public:
  explicit Counting(FlatSystem& system) : system_(system), terms_(system.terms) {
    for (std::size_t c = 0; c < system.conditions.size(); ++c)
      condition_of_.emplace(system.conditions[c].variable, c);
  }

  std::vector<Term> count() {
    const std::vector<Term> roots = all_roots();
    const Term always = terms_.constant(1);
    for (const Term root : roots) order_from(root);
    for (const Term root : roots) where_.insert_or_assign(root.id, always);
    for (std::size_t k = order_.size(); k-- > 0;) pass_on(order_[k]);  // readers before what they read
    std::vector<Term> found;
    for (const Condition& one : system_.conditions) {
      const auto read = where_.find(terms_.variable(one.variable).id);
      const bool remembered = system_.variables[one.variable].previous.has_value();
      found.push_back(remembered ? always : read != where_.end() ? read->second : terms_.constant(0));
    }
    return found;
  }

 private:
  std::vector<Term> all_roots() const {
    std::vector<Term> roots;
    const auto add = [&](const std::vector<WhenBranch>& branches) {
      for (const WhenBranch& branch : branches) {
        roots.insert(roots.end(), branch.conditions.begin(), branch.conditions.end());
        roots.push_back(branch.value);
      }
    };
    for (const FlatEquation& one : system_.equations) {
      roots.push_back(one.left);
      roots.push_back(one.right);
    }
    for (const DiscreteEquation& one : system_.discrete_equations) {
      if (one.value) roots.push_back(*one.value);
      add(one.when);
    }
    for (const Reinit& one : system_.reinits) add(one.when);
    for (const Assertion& one : system_.assertions) roots.push_back(one.condition);
    for (const Delay& one : system_.delays) {
      roots.push_back(one.of);
      roots.push_back(one.time);
    }
    return roots;
  }

  // What a term reads: its arguments, and a condition its crossing function.
  std::vector<Term> read_by(Term term) const {
    const auto arguments = terms_.arguments(term);
    std::vector<Term> found(arguments.begin(), arguments.end());
    if (terms_.operation(term) == Operation::kVariable)
      if (const auto c = condition_of_.find(terms_.variable_index(term)); c != condition_of_.end())
        found.push_back(system_.conditions[c->second].crossing);
    return found;
  }

  // Appends what the root reads, and then the root, without recursion: towers are deep.
  void order_from(Term root) {
    std::vector<std::pair<Term, bool>> open{{root, false}};
    while (!open.empty()) {
      const auto [term, done] = open.back();
      open.pop_back();
      if (done) {
        order_.push_back(term);
        continue;
      }
      if (!seen_.emplace(term.id, true).second) continue;
      open.emplace_back(term, true);
      for (const Term read : read_by(term)) open.emplace_back(read, false);
    }
  }

  void pass_on(Term term) {
    const auto found = where_.find(term.id);
    if (found == where_.end()) return;
    const Term here = found->second;
    const std::vector<Term> read = read_by(term);
    if (terms_.operation(term) == Operation::kIf && only_events_change(read[0])) {
      const Term yes = terms_.make(Operation::kAnd, here, read[0]);
      const Term no = terms_.make(Operation::kAnd, here, terms_.make(Operation::kNot, read[0]));
      const std::array<Term, 3> where{here, yes, no};
      for (std::size_t i = 0; i < read.size(); ++i) count_at(read[i], where[i]);
      return;
    }
    for (const Term one : read) count_at(one, here);
  }
  void count_at(Term term, Term where) {
    const auto [at, made] = where_.emplace(term.id, where);
    if (!made && !(at->second == where)) at->second = terms_.make(Operation::kOr, at->second, where);
  }

  bool only_events_change(Term choice) const {
    if (terms_.depends_on_time(choice)) return false;
    const std::vector<VariableIndex> read = terms_.variables_in(choice);
    return std::all_of(read.begin(), read.end(), [&](VariableIndex v) {
      const Variability changes = system_.variables[v].variability;
      return changes == Variability::kCondition || changes == Variability::kDiscrete ||
             changes == Variability::kPrevious;
    });
  }

  FlatSystem& system_;
  Terms& terms_;
  std::unordered_map<VariableIndex, std::size_t> condition_of_;
  std::unordered_map<std::uint32_t, bool> seen_;
  std::vector<Term> order_;                        // what is read before what reads it
  std::unordered_map<std::uint32_t, Term> where_;  // by term: where its value is read
};

}  // namespace

std::vector<Term> where_conditions_count(FlatSystem& system) {
  return Counting(system).count();
}

}  // namespace escapement::equations
