// SPDX-License-Identifier: MIT
#include "escapement/modelica/micro_modelica.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "escapement/core/error.h"
#include "escapement/equations/aliases.h"
#include "escapement/equations/event_iteration.h"
#include "escapement/equations/initialization.h"
#include "escapement/equations/sorted_system.h"
#include "escapement/equations/tape.h"
#include "escapement/equations/text.h"
#include "event_clauses.h"
#include "explicit_solutions.h"
#include "written_parts.h"

namespace escapement::modelica {
namespace {

using equations::FlatSystem;
using equations::Operation;
using equations::OperationKind;
using equations::SolvedBlock;
using equations::Term;
using equations::Variability;
using equations::VariableIndex;

class Writer {
 public:
  Writer(const Translated& model, std::string name)
      : system_(model.system),
        name_(std::move(name)),
        parts_(system_.terms, [this](Term part) { return write_part(part); }) {}

  std::string write() {
    check_flat();
    equations::eliminate_aliases(system_);
    system_.make_conditions();
    for (const auto& one : system_.discrete_equations)
      if (!one.value) system_.previous_of(one.variable);
    const std::size_t before = system_.equations.size();
    const auto highest = equations::differentiate_constraints(system_);
    if (system_.equations.size() != before)
      refuse({}, "a constraint between states, which would have to be differentiated");
    std::vector<double> starts(system_.variables.size(), 0);
    for (VariableIndex v = 0; v < starts.size(); ++v) starts[v] = system_.variables[v].start.value_or(0);
    equations::StateChoice choice = equations::choose_states(system_, highest, starts, 0);
    system_.locate_corners();
    sorted_ = equations::sort_equations(system_, std::move(choice));
    solve_blocks();
    name_variables();
    done();
    find_starts();
    const std::string equations = equation_section(), events = algorithm_section();
    done();
    return declarations() + equations + std::exchange(part_lines_, {}) + events + "end " + name_ + ";\n";
  }

 private:
  void refuse(const SourceLocation& where, const std::string& what) {
    faults_.push_back({where, "micro-Modelica cannot express " + what, {}});
  }
  void done() {
    if (!faults_.empty()) throw InputError(std::move(faults_));
  }

  void check_flat() {
    for (const equations::FlatVariable& one : system_.variables) {
      if (one.variability == Variability::kInput) refuse(one.where, "the input '" + one.name + "'");
      if (one.variability == Variability::kParameter && one.computed)
        refuse(one.where, "the parameter '" + one.name + "', which equations of the beginning determine");
    }
    if (system_.terminal_flag) refuse({}, "terminal()");
    for (const equations::Delay& one : system_.delays) refuse({}, "delay() of " + system_.text(one.of));
    if (!system_.terminations.empty()) refuse({}, "terminate()");
    if (!system_.theta.empty()) refuse({}, "an infinitely fast process (THETA)");
  }

  void name_variables() {
    std::set<std::string> taken{"x", "a", "d", "time", name_};
    names_.resize(system_.variables.size());
    for (const VariableIndex v : sorted_.choice.states) {
      states_.push_back(v);
      names_[v] = "x[" + std::to_string(states_.size()) + "]";
    }
    for (VariableIndex v = 0; v < system_.variables.size(); ++v) {
      const equations::FlatVariable& one = system_.variables[v];
      if (one.variability == Variability::kDiscrete || one.variability == Variability::kCondition) {
        discrete_.push_back(v);
        names_[v] = "d[" + std::to_string(discrete_.size()) + "]";
      }
      if (one.variability == Variability::kParameter && !system_.is_flag(v)) {
        std::string name;
        for (const char c : one.name) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
        if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) name = "p_" + name;
        while (!taken.insert(name).second) name += "_";
        names_[v] = name;
        parameters_.push_back(v);
      }
    }
    for (VariableIndex v = 0; v < system_.variables.size(); ++v)
      if (const auto previous = system_.variables[v].previous) names_[*previous] = "pre(" + names_[v] + ")";
    if (system_.initial_flag) names_[*system_.initial_flag] = "0";
    const std::set<VariableIndex> read = read_variables();
    for (const equations::Solution& one : solutions_) {
      if (is_derivative_of_state(one.variable) && !read.contains(one.variable)) continue;
      algebraic_.push_back(one.variable);
      names_[one.variable] = "a[" + std::to_string(algebraic_.size()) + "]";
    }
  }
  bool is_state(VariableIndex v) const {
    return std::binary_search(sorted_.choice.states.begin(), sorted_.choice.states.end(), v);
  }
  bool is_derivative_of_state(VariableIndex v) const {
    return system_.variables[v].integral && is_state(*system_.variables[v].integral);
  }
  // The subset has no der() on right sides: a derivative that is read needs a name.
  std::set<VariableIndex> read_variables() {
    std::vector<Term> terms;
    for (const equations::Solution& one : solutions_) terms.push_back(one.value);
    for (const equations::Condition& one : system_.conditions) terms.push_back(one.crossing);
    const auto add = [&](const std::vector<equations::WhenBranch>& branches) {
      for (const equations::WhenBranch& branch : branches) {
        terms.insert(terms.end(), branch.conditions.begin(), branch.conditions.end());
        terms.push_back(branch.value);
      }
    };
    for (const auto& one : system_.discrete_equations) {
      if (one.value) terms.push_back(*one.value);
      add(one.when);
    }
    for (const auto& one : system_.reinits) add(one.when);
    const std::vector<VariableIndex> found = system_.terms.variables_in(terms);
    return {found.begin(), found.end()};
  }

  void solve_blocks() {
    solutions_ = explicit_solutions(system_, sorted_.blocks, [this](const SolvedBlock& block) {
      std::string names;
      for (const VariableIndex v : block.unknowns)
        names += (names.empty() ? "'" : ", '") + system_.variables[v].name + "'";
      refuse({}, "the algebraic loop for " + names);
    });
  }

  void find_starts() {
    // These may add variables, so they come before the values.
    const equations::InitialSystem initial = equations::initial_system(system_, sorted_.choice);
    equations::EventIteration at_start(system_, initial.blocks, true);
    equations::EventIteration running(system_, sorted_.blocks, false);
    values_.assign(system_.variables.size(), 0);
    for (VariableIndex v = 0; v < values_.size(); ++v) values_[v] = system_.variables[v].start.value_or(0);
    if (system_.initial_flag) values_[*system_.initial_flag] = 1;
    at_start.run(0, values_);
    if (system_.initial_flag) values_[*system_.initial_flag] = 0;
    running.follow_start(0, values_);
    // Ticks that are due at the start: what they do belongs to the start values, for a when does not fire for
    // what is true at once.
    std::vector<std::size_t> ticks;
    for (std::size_t c = 0; c < system_.conditions.size(); ++c) {
      const equations::Condition& one = system_.conditions[c];
      if (one.counts_ticks &&
          equations::evaluate(system_.terms, one.crossing, values_, 0) >= values_[one.variable] + 1)
        ticks.push_back(c);
    }
    if (!ticks.empty()) running.run(0, values_, ticks);
  }

  // Truth as a number 1 or 0, and `if` as a sum.
  Term plain(Term term, const SourceLocation& where) {
    equations::Terms& t = system_.terms;
    std::map<std::uint32_t, Term> made;
    const Term one = t.constant(1);
    term = system_.with_initial(term, false);
    for (const Term each : t.reachable({&term, 1})) {
      const auto span = t.arguments(each);
      std::vector<Term> now;
      for (const Term argument : span) now.push_back(made.at(argument.id));
      Term result = each;
      switch (t.operation(each)) {
        case Operation::kAnd:
          result = t.multiply(now[0], now[1]);
          break;
        case Operation::kOr:
          result = t.subtract(t.add(now[0], now[1]), t.multiply(now[0], now[1]));
          break;
        case Operation::kNot:
          result = t.subtract(one, now[0]);
          break;
        case Operation::kIf:
          result = t.add(t.multiply(now[0], guarded(now[1], now[0])),
                         t.multiply(t.subtract(one, now[0]), guarded(now[2], t.subtract(one, now[0]))));
          break;
        case Operation::kNoEvent:
          result = now[0];
          break;
        default:
          if (equations::is_relation(t.operation(each)))
            result = kept(t.operation(each), now[0], now[1], where);
          else if (!now.empty())
            result = t.make(t.operation(each), now);
      }
      made.emplace(each.id, result);
    }
    return made.at(term.id);
  }
  Term guarded(Term branch, Term truth) {
    return harmless_unless(system_.terms, branch, truth, [this](Term term) { return fixed(term); });
  }
  bool fixed(Term term) {
    for (const VariableIndex v : system_.terms.variables_in(term))
      if (system_.variables[v].variability != Variability::kParameter) return false;
    return !system_.terms.depends_on_time(term);
  }

  // A relation of what only events change, as a d[] that two whens keep. Two of them make an equality.
  Term kept(Operation relation, Term a, Term b, const SourceLocation& where) {
    equations::Terms& t = system_.terms;
    const Term relation_term = t.make(relation, a, b);
    if (t.is_constant(relation_term)) return relation_term;
    if (relation == Operation::kEqual || relation == Operation::kNotEqual) {
      const Term equal =
          t.multiply(kept(Operation::kGreaterEqual, a, b, where), kept(Operation::kLessEqual, a, b, where));
      return relation == Operation::kEqual ? equal : t.subtract(t.constant(1), equal);
    }
    if (const auto found = kept_.find(relation_term.id); found != kept_.end()) return found->second;
    bool steady = !t.depends_on_time(relation_term);
    for (const VariableIndex v : t.variables_in(relation_term))
      steady = steady && system_.variables[v].variability != Variability::kContinuous;
    if (!steady)
      refuse(where, "the relation " + system_.text(relation_term) + " where it is no condition of a when");
    const double truth = steady ? equations::evaluate(t, relation_term, values_, 0) : 0;
    equations::FlatVariable made;
    made.name = system_.text(relation_term);
    made.variability = Variability::kDiscrete;
    const VariableIndex v = system_.add(std::move(made));
    values_.resize(system_.variables.size(), 0);
    values_[v] = truth;
    discrete_.push_back(v);
    names_.resize(system_.variables.size());
    names_[v] = "d[" + std::to_string(discrete_.size()) + "]";
    const std::set<VariableIndex> outer = std::exchange(reading_, {});
    Clause clause;
    clause.gives = v;
    clause.what = system_.text(relation_term);
    static const std::map<Operation, std::string> kOpposites = {{Operation::kLess, " >= "},
                                                                {Operation::kLessEqual, " > "},
                                                                {Operation::kGreater, " <= "},
                                                                {Operation::kGreaterEqual, " < "}};
    clause.text = "  when " + text(a) + " " + std::string(equations::info(relation).name) + " " + text(b) +
                  " then\n    " + names_[v] + " := 1;\n  elsewhen " + text(a) + kOpposites.at(relation) +
                  text(b) + " then\n    " + names_[v] + " := 0;\n  end when;\n";
    clause.reads = std::exchange(reading_, outer);
    clauses_.push_back(std::move(clause));
    return kept_.emplace(relation_term.id, t.variable(v)).first->second;
  }

  std::string text(Term term) {
    for (const VariableIndex v : system_.terms.variables_in(term)) reading_.insert(v);
    return whole_text(parts_.cut(term));
  }
  std::string whole_text(Term term) const {
    return equations::to_text(system_.terms, term, [this](VariableIndex v) { return names_[v]; });
  }
  // What is too large for one text is an algebraic variable of its own, before the equation that reads it.
  VariableIndex write_part(Term part) {
    equations::FlatVariable made;
    made.name = "a part of what follows";
    const VariableIndex v = system_.add(std::move(made));
    values_.resize(system_.variables.size(), 0);
    algebraic_.push_back(v);
    names_.resize(system_.variables.size());
    names_[v] = "a[" + std::to_string(algebraic_.size()) + "]";
    part_lines_ += "  " + names_[v] + " = " + whole_text(part) + ";\n";
    return v;
  }
  // Places are copies: texts may add variables, and places that variables have move then.
  std::string plain_text(Term term, SourceLocation where) { return text(plain(term, where)); }

  // A condition of a when is one relation.
  std::string condition_text(Term term, SourceLocation where) {
    equations::Terms& t = system_.terms;
    if (t.operation(term) == Operation::kVariable)
      for (const equations::Condition& one : system_.conditions)
        if (one.variable == t.variable_index(term) && !one.is_floor)
          return plain_text(one.crossing, where) + " " + std::string(equations::info(one.relation).name) +
                 " 0";
    if (t.operation(term) == Operation::kAnd) {  // sample(): that its count of ticks has risen is all of it
      Term rises = t.arguments(term)[0], begun = t.arguments(term)[1];
      if (t.operation(rises) == Operation::kGreaterEqual) std::swap(rises, begun);
      for (const VariableIndex sampler : system_.samplers)
        if (system_.variables[sampler].previous &&
            rises == t.make(Operation::kGreater, t.variable(sampler),
                            t.variable(*system_.variables[sampler].previous)) &&
            begun == t.make(Operation::kGreaterEqual, t.variable(sampler), t.constant(0)))
          term = rises;
    }
    switch (t.operation(term)) {
      case Operation::kLess:
      case Operation::kLessEqual:
      case Operation::kGreater:
      case Operation::kGreaterEqual: {
        const std::string_view name = equations::info(t.operation(term)).name;
        const Term left = t.arguments(term)[0], right = t.arguments(term)[1];
        return plain_text(left, where) + " " + std::string(name) + " " + plain_text(right, where);
      }
      default:
        return plain_text(term, where) + " > 0.5";
    }
  }

  std::string equation_section() {
    std::string out = "equation\n";
    for (const equations::Solution& one : solutions_) {
      // Texts of values give new variables their names, so names are looked up behind them.
      const std::string value = plain_text(one.value, system_.variables[one.variable].where);
      const std::string& name = names_[one.variable];
      out += std::exchange(part_lines_, {});
      if (!name.empty()) out += "  " + name + " = " + value + ";\n";
      if (is_derivative_of_state(one.variable))
        out += "  der(" + names_[*system_.variables[one.variable].integral] +
               ") = " + (name.empty() ? value : name) + ";\n";
    }
    for (const auto& one : system_.reinits) {
      const Clause clause = when_text(one.when, one.where, {}, "reinit(" + names_[one.state] + ", ", ")");
      out += std::exchange(part_lines_, {}) + clause.text;
    }
    return out;
  }

  // A branch that only initial() begins has done its work in the start values.
  Clause when_text(const std::vector<equations::WhenBranch>& branches, SourceLocation where, Clause clause,
                   const std::string& left, const std::string& right) {
    bool first = true;
    reading_.clear();
    for (const auto& branch : branches)
      for (const Term condition : branch.conditions) {
        clause.text += std::string(first ? "  when " : "  elsewhen ") + condition_text(condition, where) +
                       " then\n    " + left + plain_text(branch.value, where) + right + ";\n";
        first = false;
      }
    if (first && clause.gives)  // it is given once for all
      clause.text +=
          "  when time < 0 then\n    " + left + "pre(" + names_[*clause.gives] + ")" + right + ";\n";
    if (!first || clause.gives) clause.text += "  end when;\n";
    clause.reads = reading_;
    return clause;
  }

  std::string algorithm_section() {
    for (const equations::Condition& one : system_.conditions) {
      reading_.clear();
      const std::string d = names_[one.variable], g = plain_text(one.crossing, {});
      Clause clause;
      clause.gives = one.variable;
      clause.what = one.text;
      clause.reads = reading_;
      const auto both = [&](const std::string& a, const std::string& to_a, const std::string& b,
                            const std::string& to_b) {
        clause.text = "  when " + a + " then\n    " + d + " := " + to_a + ";\n  elsewhen " + b +
                      " then\n    " + d + " := " + to_b + ";\n  end when;\n";
      };
      const std::string before = "pre(" + d + ")";
      if (one.counts_ticks)  // time does not go back
        clause.text = "  when " + g + " >= " + before + " + 1 then\n    " + d + " := " + before +
                      " + 1;\n  end when;\n";
      else if (one.is_floor)
        // Strictly, so that what falls from a whole number does not rise to it at the same instant.
        both(g + " > " + before + " + 1", before + " + 1", g + " < " + before, before + " - 1");
      else if (one.relation == Operation::kGreater)
        both(g + " > 0", "1", g + " <= 0", "0");
      else if (one.relation == Operation::kGreaterEqual)
        both(g + " >= 0", "1", g + " < 0", "0");
      else if (one.relation == Operation::kLess)
        both(g + " < 0", "1", g + " >= 0", "0");
      else
        both(g + " <= 0", "1", g + " > 0", "0");
      clauses_.push_back(std::move(clause));
    }
    for (const auto& one : system_.discrete_equations) {
      Clause clause;
      clause.gives = one.variable;
      clause.what = system_.variables[one.variable].name;
      if (!one.value) {
        clauses_.push_back(
            when_text(one.when, one.where, std::move(clause), names_[one.variable] + " := ", ""));
        continue;
      }
      // What follows a relation follows it in the same clause.
      reading_.clear();
      const std::string value = plain_text(*one.value, one.where), d = names_[one.variable];
      clause.reads = reading_;
      clause.text = "  when " + value + " > " + "pre(" + d + ") then\n    " + d + " := " + value +
                    ";\n  elsewhen " + value + " < " + "pre(" + d + ") then\n    " + d + " := " + value +
                    ";\n  end when;\n";
      clauses_.push_back(std::move(clause));
    }
    std::string out = "algorithm\n";
    for (const std::string& text : in_order(clauses_, system_.terms, solutions_, [this](const Clause& one) {
           refuse({}, "events that need each other, among them '" + one.what + "'");
         }))
      out += text;
    return clauses_.empty() ? "" : out;
  }

  std::string declarations() {
    std::string out = "model " + name_ + "\n";
    for (const VariableIndex v : parameters_)
      out +=
          "  parameter Real " + names_[v] + " = " + to_text(system_.variables[v].start.value_or(0)) + ";\n";
    const auto array = [&](const char* prefix, const char* letter, const std::vector<VariableIndex>& list,
                           bool starts) {
      if (list.empty()) return;
      for (const VariableIndex v : list)
        out += "  // " + names_[v] + " is " + system_.variables[v].name + "\n";
      out += std::string("  ") + prefix + "Real " + letter + "[" + std::to_string(list.size()) + "]";
      if (starts) {
        const auto all = [&](const auto& of) {
          std::string text = "{";
          for (const VariableIndex v : list) text += (text.size() == 1 ? "" : ", ") + to_text(of(v));
          return text + "}";
        };
        const auto nominal = [&](VariableIndex v) { return system_.variables[v].nominal; };
        out += "(start = " + all([&](VariableIndex v) { return values_[v]; }) + ", each fixed = true";
        // What quanta are measured by; left out where the model says nothing.
        if (&list == &states_ &&
            std::any_of(list.begin(), list.end(), [&](VariableIndex v) { return nominal(v) != 1; }))
          out += ", nominal = " + all(nominal);
        out += ")";
      }
      out += ";\n";
    };
    array("", "x", states_, true);
    array("discrete ", "d", discrete_, true);
    array("", "a", algebraic_, false);
    for (const equations::Assertion& one : system_.assertions)
      out += "  // left out: assert(" + system_.text(one.condition) + ")\n";
    return out;
  }

  FlatSystem system_;
  std::string name_;
  equations::SortedSystem sorted_;
  std::vector<Diagnostic> faults_;
  std::vector<std::string> names_;
  std::vector<VariableIndex> states_, discrete_, algebraic_, parameters_;
  std::vector<double> values_;
  std::vector<Clause> clauses_;
  std::vector<equations::Solution> solutions_;
  std::map<std::uint32_t, Term> kept_;  // by the relation
  std::set<VariableIndex> reading_;     // what the clause that is being written reads
  WrittenParts parts_;
  std::string part_lines_;  // of parts that are not in the equation section yet
};

}  // namespace

std::string micro_modelica(const Translated& model, const std::string& name) {
  return Writer(model, name).write();
}

}  // namespace escapement::modelica
