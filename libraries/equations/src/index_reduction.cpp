// SPDX-License-Identifier: MIT
#include "escapement/equations/index_reduction.h"

#include <algorithm>
#include <map>

namespace escapement::equations {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);
constexpr std::size_t kShown = 12;  // names in a message, before "and N more"

std::vector<VariableIndex> unknowns_in(const FlatSystem& system, const FlatEquation& equation) {
  const std::vector<Term> sides{equation.left, equation.right};
  std::vector<VariableIndex> found;
  for (const VariableIndex variable : system.terms.variables_in(sides))
    if (system.is_unknown(variable)) found.push_back(variable);
  return found;
}

VariableIndex root_of(const FlatSystem& system, VariableIndex variable) {
  while (system.variables[variable].integral) variable = *system.variables[variable].integral;
  return variable;
}

}  // namespace

void check_structure(const FlatSystem& system) {
  std::map<VariableIndex, int> number;
  std::vector<VariableIndex> names;
  for (VariableIndex v = 0; v < system.variables.size(); ++v)
    if (system.is_unknown(v) && !system.variables[v].integral) {
      number.emplace(v, static_cast<int>(names.size()));
      names.push_back(v);
    }
  Incidence incidence{names.size(), {}};
  for (const FlatEquation& equation : system.equations) {
    std::vector<int>& uses = incidence.of_equation.emplace_back();
    for (const VariableIndex v : unknowns_in(system, equation)) uses.push_back(number.at(root_of(system, v)));
    std::sort(uses.begin(), uses.end());
    uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
  }
  const Singularity bad = singularity(incidence);
  if (bad.empty()) return;
  const auto list_names = [&](const std::vector<int>& unknowns) {
    std::vector<std::string> texts;
    for (const int u : unknowns) texts.push_back(system.variables[names[static_cast<std::size_t>(u)]].name);
    std::string joined;
    for (std::size_t i = 0; i < texts.size() && i < kShown; ++i)
      joined += (i == 0 ? "'" : ", '") + texts[i] + "'";
    return texts.size() > kShown ? joined + " and " + std::to_string(texts.size() - kShown) + " more"
                                 : joined;
  };
  // Each equation with its line, and its file where that is another than the first one's.
  const auto add_equations = [&](std::string& message, const std::vector<int>& numbers,
                                 const SourceLocation& first) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (i == kShown) {
        message += "\n    and " + std::to_string(numbers.size() - kShown) + " more";
        break;
      }
      const FlatEquation& one = system.equations[static_cast<std::size_t>(numbers[i])];
      message += "\n    " + system.brief(one);
      if (one.where.line == 0) continue;
      message += one.where.file == first.file ? "    (line " : "    (" + one.where.file + ":";
      message += std::to_string(one.where.line) + ")";
    }
  };
  std::vector<Diagnostic> faults;
  if (!bad.too_many_equations.empty()) {
    const auto where = system.equations[static_cast<std::size_t>(bad.too_many_equations.front())].where;
    std::string message = std::to_string(bad.too_many_equations.size()) + " equations determine ";
    message += bad.for_unknowns.empty()
                   ? "no unknown"
                   : "only " + std::to_string(bad.for_unknowns.size()) + " unknown" +
                         (bad.for_unknowns.size() == 1 ? " " : "s ") + list_names(bad.for_unknowns);
    add_equations(message, bad.too_many_equations, where);
    faults.push_back(
        {where, std::move(message), "One of them is too many, or an unknown is missing in one of them."});
  }
  if (!bad.left_unknowns.empty()) {
    const auto where = system.variables[names[static_cast<std::size_t>(bad.left_unknowns.front())]].where;
    const std::size_t given = bad.too_few_equations.size();
    std::string message =
        std::to_string(bad.left_unknowns.size()) + " unknowns " + list_names(bad.left_unknowns) +
        (bad.left_unknowns.size() == 1 ? " has " : " have ") +
        (given == 0 ? "no equation"
                    : "only " + std::to_string(given) + (given == 1 ? " equation" : " equations"));
    if (bad.left_unknowns.size() == 1) message.replace(0, 10, "the unknown");
    add_equations(message, bad.too_few_equations, where);
    faults.push_back({where, std::move(message), "Equations are missing for them."});
  }
  throw InputError(std::move(faults));
}

namespace {

// The algorithm of Pantelides, with his names: an assignment of equations of highest order to variables that
// have no derivative, along augmenting paths; colours mark what a failed search has seen.
class Pantelides {
 public:
  explicit Pantelides(FlatSystem& system) : system_(system) {}

  std::vector<std::size_t> run() {
    std::vector<std::size_t> highest;
    const std::size_t given = system_.equations.size();
    for (std::size_t e = 0; e < given; ++e) {
      std::size_t at = e;
      while (!augment_from(at)) {
        differentiate_coloured();
        at = successor_.at(at);
      }
    }
    for (std::size_t e = 0; e < given; ++e) {
      std::size_t at = e;
      for (auto next = successor_.find(at); next != successor_.end(); next = successor_.find(at))
        at = next->second;
      highest.push_back(at);
    }
    return highest;
  }

 private:
  const std::vector<VariableIndex>& unknowns(std::size_t equation) {
    while (incidence_.size() <= equation)
      incidence_.push_back(unknowns_in(system_, system_.equations[incidence_.size()]));
    return incidence_[equation];
  }
  bool is_highest(VariableIndex v) const { return !system_.variables[v].derivative; }
  std::size_t& owner(VariableIndex v) {
    if (owner_.size() < system_.variables.size()) owner_.resize(system_.variables.size(), kNone);
    return owner_[v];
  }

  // Depth first with a stack of its own: chains of equations may be as long as the model.
  bool augment_from(std::size_t root) {
    coloured_equations_.clear();
    coloured_variables_.clear();
    ++colour_;
    struct Visit {
      std::size_t equation, next;
      VariableIndex by;  // the variable over which the path goes on
    };
    std::vector<Visit> path;
    const auto open = [&](std::size_t equation) {
      coloured_equations_.push_back(equation);
      // A free variable ends the search at once.
      path.push_back({equation, 0, 0});
      for (const VariableIndex v : unknowns(equation))
        if (is_highest(v) && owner(v) == kNone) {
          path.back().by = v;
          return true;
        }
      return false;
    };
    const auto assign_path = [&] {
      for (const Visit& visit : path) owner(visit.by) = visit.equation;
      return true;
    };
    if (open(root)) return assign_path();
    while (!path.empty()) {
      Visit& visit = path.back();
      const auto& candidates = unknowns(visit.equation);
      if (visit.next == candidates.size()) {
        path.pop_back();
        continue;
      }
      const VariableIndex v = candidates[visit.next++];
      if (!is_highest(v) || !colour(v)) continue;
      visit.by = v;
      if (open(owner(v))) return assign_path();
    }
    return false;
  }

  bool colour(VariableIndex v) {
    if (colour_of_.size() < system_.variables.size()) colour_of_.resize(system_.variables.size(), 0);
    if (colour_of_[v] == colour_) return false;
    colour_of_[v] = colour_;
    coloured_variables_.push_back(v);
    return true;
  }

  void differentiate_coloured() {
    for (const VariableIndex v : coloured_variables_) system_.derivative_of(v);
    for (const std::size_t e : coloured_equations_) {
      const FlatEquation old = system_.equations[e];
      FlatEquation made{system_.time_derivative(old.left), system_.time_derivative(old.right), old.where, e};
      if (unknowns_in(system_, made).empty())
        throw InputError(
            {old.where,
             "the constraint " + system_.brief(old) +
                 " would have to be differentiated, and its derivative tells nothing: " + system_.brief(made),
             "Functions that jump (sign, floor, relations) cannot be constraints between states."});
      successor_.emplace(e, system_.equations.size());
      system_.equations.push_back(made);
    }
    for (const VariableIndex v : coloured_variables_)
      if (owner(v) != kNone) owner(*system_.variables[v].derivative) = successor_.at(owner(v));
  }

  FlatSystem& system_;
  std::vector<std::vector<VariableIndex>> incidence_;
  std::vector<std::size_t> owner_;  // of variables: the equation that is assigned to them
  std::vector<unsigned> colour_of_;
  unsigned colour_ = 0;
  std::vector<std::size_t> coloured_equations_;
  std::vector<VariableIndex> coloured_variables_;
  std::map<std::size_t, std::size_t> successor_;  // the derivative of an equation
};

}  // namespace

std::vector<std::size_t> differentiate_constraints(FlatSystem& system) {
  check_structure(system);
  return Pantelides(system).run();
}

}  // namespace escapement::equations
