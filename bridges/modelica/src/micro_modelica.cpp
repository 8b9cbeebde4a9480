// SPDX-License-Identifier: MIT
#include "escapement/modelica/micro_modelica.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>

#include "escapement/core/error.h"
#include "escapement/equations/aliases.h"
#include "escapement/equations/event_iteration.h"
#include "escapement/equations/initialization.h"
#include "escapement/equations/sorted_system.h"
#include "escapement/equations/text.h"

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
  Writer(const Translated& model, std::string name) : system_(model.system), name_(std::move(name)) {}

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
    sorted_ = equations::sort_equations(system_, equations::choose_states(system_, highest, starts, 0));
    name_variables();
    check_blocks();
    check_events();
    done();
    find_starts();
    const std::string equations = equation_section(), events = algorithm_section();
    done();
    return declarations() + equations + events + "end " + name_ + ";\n";
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
      if (one.variability == Variability::kParameter && system_.initial_flag != v) {
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
    for (const SolvedBlock& block : sorted_.blocks)
      for (const equations::Solution& one : block.inner) {
        if (system_.variables[one.variable].integral && is_state(*system_.variables[one.variable].integral))
          continue;
        algebraic_.push_back(one.variable);
        names_[one.variable] = "a[" + std::to_string(algebraic_.size()) + "]";
      }
  }
  bool is_state(VariableIndex v) const {
    return std::binary_search(sorted_.choice.states.begin(), sorted_.choice.states.end(), v);
  }

  void check_blocks() {
    for (const SolvedBlock& block : sorted_.blocks) {
      if (block.kind == SolvedBlock::Kind::kExplicit) continue;
      std::string names;
      for (const VariableIndex v : block.unknowns)
        names += (names.empty() ? "'" : ", '") + system_.variables[v].name + "'";
      refuse({}, "the algebraic loop for " + names);
    }
  }

  void check_events() {
    const auto branches = [this](const std::vector<equations::WhenBranch>& list,
                                 const SourceLocation& where) {
      for (const auto& branch : list)
        if (branch.at_start) refuse(where, "initial() in a when");
    };
    for (const auto& one : system_.discrete_equations) branches(one.when, one.where);
    for (const auto& one : system_.reinits) branches(one.when, one.where);
    if (system_.initial_flag)
      for (const auto& one : system_.equations)
        for (const VariableIndex v : system_.terms.variables_in(system_.residual(one)))
          if (v == *system_.initial_flag) refuse(one.where, "initial() in an equation");
  }

  void find_starts() {
    values_.assign(system_.variables.size(), 0);
    for (VariableIndex v = 0; v < values_.size(); ++v) values_[v] = system_.variables[v].start.value_or(0);
    if (system_.initial_flag) values_[*system_.initial_flag] = 1;
    const equations::InitialSystem initial = equations::initial_system(system_, sorted_.choice);
    equations::EventIteration(system_, initial.blocks, true).run(0, values_);
    if (system_.initial_flag) values_[*system_.initial_flag] = 0;
    equations::EventIteration(system_, sorted_.blocks, false).follow_start(0, values_);
  }

  // Truth as a number 1 or 0, and `if` as a sum.
  Term plain(Term term, const SourceLocation& where) {
    equations::Terms& t = system_.terms;
    std::map<std::uint32_t, Term> made;
    const Term one = t.constant(1);
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
          if (!total(now[1]) || !total(now[2]))
            refuse(where, "an 'if' of which only one branch may be computed: " + system_.text(each));
          result = t.add(t.multiply(now[0], now[1]), t.multiply(t.subtract(one, now[0]), now[2]));
          break;
        case Operation::kNoEvent:
          result = now[0];
          break;
        default:
          if (equations::is_relation(t.operation(each)))
            refuse(where, "the relation " + system_.text(each) + " where it is no condition of a when");
          else if (!now.empty())
            result = t.make(t.operation(each), now);
      }
      made.emplace(each.id, result);
    }
    return made.at(term.id);
  }
  // Has a finite value whatever the variables are.
  bool total(Term term) {
    for (const Term each : system_.terms.reachable({&term, 1})) switch (system_.terms.operation(each)) {
        case Operation::kConstant:
        case Operation::kVariable:
        case Operation::kTime:
        case Operation::kAdd:
        case Operation::kSubtract:
        case Operation::kMultiply:
        case Operation::kNegate:
        case Operation::kAbs:
        case Operation::kSin:
        case Operation::kCos:
        case Operation::kMin:
        case Operation::kMax:
          break;
        case Operation::kDivide:
          if (!fixed(system_.terms.arguments(each)[1])) return false;
          break;
        default:
          return false;
      }
    return true;
  }
  bool fixed(Term term) {
    for (const VariableIndex v : system_.terms.variables_in(term))
      if (system_.variables[v].variability != Variability::kParameter) return false;
    return !system_.terms.depends_on_time(term);
  }

  std::string text(Term term) {
    return equations::to_text(system_.terms, term, [this](VariableIndex v) { return names_[v]; });
  }
  std::string plain_text(Term term, const SourceLocation& where) { return text(plain(term, where)); }

  // A condition of a when is one relation.
  std::string condition_text(Term term, const SourceLocation& where) {
    const equations::Terms& t = system_.terms;
    if (t.operation(term) == Operation::kVariable)
      for (const equations::Condition& one : system_.conditions)
        if (one.variable == t.variable_index(term) && !one.is_floor)
          return plain_text(one.crossing, where) + " " + std::string(equations::info(one.relation).name) +
                 " 0";
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
    for (const SolvedBlock& block : sorted_.blocks)
      for (const equations::Solution& one : block.inner) {
        const equations::FlatVariable& variable = system_.variables[one.variable];
        const std::string left = variable.integral && is_state(*variable.integral)
                                     ? "der(" + names_[*variable.integral] + ")"
                                     : names_[one.variable];
        out += "  " + left + " = " + plain_text(one.value, variable.where) + ";\n";
      }
    return out;
  }

  struct Clause {
    std::optional<VariableIndex> gives;
    std::set<VariableIndex> reads;
    std::string text, what;
  };

  void add_when(const std::vector<equations::WhenBranch>& branches, const SourceLocation& where,
                Clause clause, const std::string& left, const std::string& right) {
    bool first = true;
    for (const auto& branch : branches)
      for (const Term condition : branch.conditions) {
        clause.text += std::string(first ? "  when " : "  elsewhen ") + condition_text(condition, where) +
                       " then\n    " + left + plain_text(branch.value, where) + right + ";\n";
        first = false;
        for (const Term term : {condition, branch.value})
          for (const VariableIndex v : system_.terms.variables_in(term)) clause.reads.insert(v);
      }
    clause.text += "  end when;\n";
    clauses_.push_back(std::move(clause));
  }

  std::string algorithm_section() {
    for (const equations::Condition& one : system_.conditions) {
      const std::string d = names_[one.variable], g = plain_text(one.crossing, {});
      Clause clause;
      clause.gives = one.variable;
      clause.what = one.text;
      for (const VariableIndex v : system_.terms.variables_in(one.crossing)) clause.reads.insert(v);
      const auto both = [&](const std::string& a, const std::string& to_a, const std::string& b,
                            const std::string& to_b) {
        clause.text = "  when " + a + " then\n    " + d + " := " + to_a + ";\n  elsewhen " + b +
                      " then\n    " + d + " := " + to_b + ";\n  end when;\n";
      };
      const std::string before = "pre(" + d + ")";
      if (one.is_floor)
        both(g + " >= " + before + " + 1", before + " + 1", g + " < " + before, before + " - 1");
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
        add_when(one.when, one.where, std::move(clause), names_[one.variable] + " := ", "");
        continue;
      }
      // What follows a relation follows it in the same clause.
      const std::string value = plain_text(*one.value, one.where), d = names_[one.variable];
      for (const VariableIndex v : system_.terms.variables_in(*one.value)) clause.reads.insert(v);
      clause.text = "  when " + value + " > " + "pre(" + d + ") then\n    " + d + " := " + value +
                    ";\n  elsewhen " + value + " < " + "pre(" + d + ") then\n    " + d + " := " + value +
                    ";\n  end when;\n";
      clauses_.push_back(std::move(clause));
    }
    for (const auto& one : system_.reinits) {
      Clause clause;
      clause.what = "reinit of " + system_.variables[one.state].name;
      add_when(one.when, one.where, std::move(clause), "reinit(" + names_[one.state] + ", ", ")");
    }
    std::string out = "algorithm\n";
    for (const std::string& text : ordered_clauses()) out += text;
    return clauses_.empty() ? "" : out;
  }

  // Each after those that give what it reads, through algebraic variables too.
  std::vector<std::string> ordered_clauses() {
    std::map<VariableIndex, std::size_t> giver;
    for (std::size_t c = 0; c < clauses_.size(); ++c)
      if (clauses_[c].gives) giver.emplace(*clauses_[c].gives, c);
    std::map<VariableIndex, std::set<VariableIndex>> through;
    for (const SolvedBlock& block : sorted_.blocks)
      for (const equations::Solution& one : block.inner) {
        std::set<VariableIndex>& all = through[one.variable];
        for (const VariableIndex v : system_.terms.variables_in(one.value)) {
          all.insert(v);
          if (const auto found = through.find(v); found != through.end())
            all.insert(found->second.begin(), found->second.end());
        }
      }
    std::vector<int> state(clauses_.size(), 0);
    std::vector<std::string> out;
    bool circle = false;
    const auto visit = [&](const auto& self, std::size_t c) -> void {
      if (state[c] == 2) return;
      if (state[c] == 1) {
        if (!circle) refuse({}, "events that need each other, among them '" + clauses_[c].what + "'");
        circle = true;
        return;
      }
      state[c] = 1;
      std::set<VariableIndex> reads = clauses_[c].reads;
      for (const VariableIndex v : clauses_[c].reads)
        if (const auto found = through.find(v); found != through.end())
          reads.insert(found->second.begin(), found->second.end());
      for (const VariableIndex v : reads)
        if (const auto found = giver.find(v); found != giver.end()) self(self, found->second);
      state[c] = 2;
      out.push_back(clauses_[c].text);
    };
    for (std::size_t c = 0; c < clauses_.size(); ++c) visit(visit, c);
    return out;
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
        out += "(start = {";
        for (std::size_t i = 0; i < list.size(); ++i) out += (i == 0 ? "" : ", ") + to_text(values_[list[i]]);
        out += "}, each fixed = true)";
      }
      out += ";\n";
    };
    array("", "x", states_, true);
    array("discrete ", "d", discrete_, true);
    array("", "a", algebraic_, false);
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
};

}  // namespace

std::string micro_modelica(const Translated& model, const std::string& name) {
  return Writer(model, name).write();
}

}  // namespace escapement::modelica
