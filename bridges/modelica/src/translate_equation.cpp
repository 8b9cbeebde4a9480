// SPDX-License-Identifier: MIT
// Equations and whens.
#include <algorithm>
#include <deque>
#include <utility>

#include "translator.h"

namespace escapement::modelica {

bool Translator::is_discrete_variable(Term term) const {
  return terms_.operation(term) == Operation::kVariable &&
         system_.variables[terms_.variable_index(term)].variability == equations::Variability::kDiscrete;
}

void Translator::translate_for(const std::vector<Iterator>& iterators, std::size_t at,
                               const std::function<void()>& body) {
  if (at == iterators.size()) {
    body();
    return;
  }
  for (const Symbol& value : range_of(*iterators[at].range)) {
    iterators_[iterators[at].id] = value;
    translate_for(iterators, at + 1, body);
  }
}

void Translator::translate_equation(const Equation& equation, bool initial) {
  switch (equation.kind) {
    case EquationKind::kEqual: {
      const Symbol right = evaluate(*equation.right);
      if (equation.left->kind == ExprKind::kTuple) {
        for (std::size_t i = 0; i < equation.left->args.size(); ++i)
          if (const Expr* target = equation.left->args[i]; target != nullptr)
            add_equal(evaluate(*target),
                      located(right.kind == Symbol::Kind::kRecord ? right.parts.at(i) : right, target->type),
                      equation.place, initial);
        return;
      }
      const Symbol left = evaluate(*equation.left);
      const bool several = right.kind == Symbol::Kind::kRecord && left.kind != Symbol::Kind::kRecord;
      is_real_ = equation.left->type.base == BaseType::kReal || equation.right->type.base == BaseType::kReal;
      add_equal(left, several ? right.parts.at(0) : right, equation.place, initial);
      is_real_ = false;
      return;
    }
    case EquationKind::kIf:
      translate_if(equation, initial);
      return;
    case EquationKind::kFor:
      translate_for({equation.iterators.begin(), equation.iterators.end()}, 0, [&] {
        for (const Equation& one : equation.branches.front().body)
          attempt(one.place, [&] { translate_equation(one, initial); });
      });
      return;
    case EquationKind::kWhen:
      translate_when(equation);
      return;
    case EquationKind::kCall:
      if (equation.left->text == "assert") {
        if (std::optional<equations::Assertion> made = assertion(equation)) add_assertion(std::move(*made));
        return;
      }
      if (equation.left->function != nullptr) {  // for its effect only: asserts
        evaluate(*equation.left);
        return;
      }
      break;
    default:
      break;
  }
  throw Untranslatable{equation.place, "this equation is not supported yet"};
}

// A text with numbers in it: "T is " + String(T).
std::optional<equations::Assertion> Translator::assertion(const Equation& call) {
  const Term condition = scalar(*call.left->args[0]);
  if (known(condition).value_or(0) != 0) return std::nullopt;  // it always holds
  const Expr* level = call.left->args.size() > 2 ? call.left->args[2] : nullptr;
  const bool warning =
      level != nullptr && level->kind == ExprKind::kEnumeration && level->type.enumeration != nullptr &&
      level->type.enumeration->literals.at(static_cast<std::size_t>(level->integer) - 1) == "warning";
  equations::Assertion made{condition, "an assertion failed", {}, warning, model_.location(call.place)};
  tell(evaluate(*call.left->args[1]), made);
  return made;
}

// It must hold where it is reached. In a when its truth is taken with each event of the when; in a function
// or an algorithm merge() adds on which conditions it is reached.
void Translator::add_assertion(equations::Assertion one) {
  if (!stand_ins_.empty()) {  // of a function that is differentiated: of its arguments themselves
    const auto replace = [&](VariableIndex v) -> const Term* {
      const auto found = stand_ins_.find(v);
      return found == stand_ins_.end() ? nullptr : &found->second;
    };
    one.condition = terms_.substitute(one.condition, replace);
    for (auto& [value, text] : one.values) value = terms_.substitute(value, replace);
  }
  Term reached = terms_.constant(1);
  for (const Term guard : guards_) reached = terms_.make(Operation::kAnd, reached, guard);
  const bool in_function = !frames_.empty() && frames_.back().in_function;
  const auto unless = [&](Term otherwise) {
    Term not_reached = terms_.make(Operation::kNot, otherwise);
    if (in_function) not_reached = terms_.make(Operation::kNoEvent, not_reached);
    one.condition = terms_.make(Operation::kOr, not_reached, one.condition);
  };
  unless(reached);
  if (when_values_ != nullptr) {
    hold(one, [&](VariableIndex v, Term value) { (*when_values_)[v] = value; });
  } else if (!frames_.empty()) {
    unless(still_runs());
    frames_.back().assertions.push_back(std::move(one));
    return;
  }
  if (asserted_.emplace(one.condition.id, one.message).second) system_.assertions.push_back(std::move(one));
}

// What an assertion of a when says is what its event found: values are kept in variables of their own.
void Translator::hold(equations::Assertion& one, const std::function<void(VariableIndex, Term)>& set) {
  const auto held = [&](Term value, double start) {
    const VariableIndex v = hidden_discrete("$assert" + std::to_string(++hidden_), start);
    set(v, terms_.make(Operation::kNoEvent, value));
    return terms_.variable(v);
  };
  one.condition = held(one.condition, 1);
  for (auto& [value, text] : one.values) value = held(value, 0);
}

// A condition inside of a function: it is watched, and the relations in its operands make no events.
Translator::Term Translator::quiet(Term condition) {
  const Operation operation = terms_.operation(condition);
  if (terms_.arguments(condition).empty()) return condition;
  const bool is_relation = equations::is_relation(operation);
  if (!is_relation && operation != Operation::kAnd && operation != Operation::kOr &&
      operation != Operation::kNot)
    return terms_.make(Operation::kNoEvent, condition);
  std::vector<Term> arguments(terms_.arguments(condition).begin(), terms_.arguments(condition).end());
  for (Term& argument : arguments) {
    if (!is_relation) {
      argument = quiet(argument);
      continue;
    }
    const std::vector<Term> parts = terms_.reachable({&argument, 1});
    const bool jumps = std::any_of(parts.begin(), parts.end(), [&](Term t) {
      const Operation one = terms_.operation(t);
      return equations::is_relation(one) || one == Operation::kFloor || one == Operation::kCeil ||
             one == Operation::kMod;
    });
    if (jumps) argument = terms_.make(Operation::kNoEvent, argument);
  }
  return terms_.make(operation, arguments);
}

void Translator::tell(const Symbol& text, equations::Assertion& to) {
  if (text.kind != Symbol::Kind::kText) return;
  to.message.clear();
  const std::function<void(const Symbol&)> add = [&](const Symbol& part) {
    if (part.is_scalar())
      to.values.emplace_back(part.term, "");
    else
      (to.values.empty() ? to.message : to.values.back().second) += part.text;
    for (const Symbol& inner : part.parts) add(inner);
  };
  add(text);
}

Translator::VariableIndex Translator::termination(const Expr& call) {
  const VariableIndex flag = hidden_discrete("$end" + std::to_string(++hidden_), 0);
  const Symbol message = evaluate(*call.args[0]);
  system_.terminations.push_back({flag, message.text});
  return flag;
}

void Translator::add_equal(const Symbol& left, const Symbol& right, Place place, bool initial) {
  if (left.kind == Symbol::Kind::kText || right.kind == Symbol::Kind::kText) return;
  std::vector<Term> a, b;
  scalars_of(left, a);
  scalars_of(right, b);
  if (b.size() == 1 && a.size() > 1) b.assign(a.size(), b.front());
  if (a.size() == 1 && b.size() > 1) a.assign(b.size(), a.front());
  if (a.size() != b.size())
    throw Untranslatable{place, "the sides of an equation have " + std::to_string(a.size()) + " and " +
                                    std::to_string(b.size()) + " elements"};
  for (std::size_t i = 0; i < a.size(); ++i) add_scalar_equal(a[i], b[i], place, initial);
}

// An equation between discrete values is one of the discrete part, unless a continuous variable stands alone
// in it.
bool Translator::is_discrete(Term term) const {
  for (const VariableIndex v : terms_.variables_in(term))
    if (system_.is_unknown(v)) return false;
  return !terms_.depends_on_time(term);
}

void Translator::add_scalar_equal(Term left, Term right, Place place, bool initial) {
  const auto could_give = [&](Term side, Term other) {
    if (terms_.operation(side) == Operation::kNot) side = terms_.arguments(side)[0];
    if (!is_discrete_variable(side)) return false;
    const VariableIndex v = terms_.variable_index(side);
    return !has_discrete_equation_.contains(v) || is_discrete(other);
  };
  if (!initial && (could_give(left, right) || could_give(right, left)) &&
      !(terms_.operation(left) == Operation::kVariable && system_.is_unknown(terms_.variable_index(left))) &&
      !(terms_.operation(right) == Operation::kVariable &&
        system_.is_unknown(terms_.variable_index(right)))) {
    discrete_.push_back({left, right, place, is_real_});
    return;
  }
  auto& to = initial ? system_.initial_equations : system_.equations;
  to.push_back({left, right, model_.location(place), {}});
}

// Branches whose conditions are not known must have as many equations each: one by one they become one if
// equation.
void Translator::translate_if(const Equation& equation, bool initial) {
  std::vector<std::pair<std::optional<Term>, const EquationBranch*>> open;
  for (const EquationBranch& branch : equation.branches) {
    if (branch.condition == nullptr) {
      open.emplace_back(std::nullopt, &branch);
      break;
    }
    const Term condition = scalar(*branch.condition);
    if (const auto value = known(condition)) {
      if (*value == 0) continue;
      open.emplace_back(std::nullopt, &branch);
      break;
    }
    open.emplace_back(condition, &branch);
  }
  if (open.empty()) return;
  if (!open.front().first) {
    for (const Equation& one : open.front().second->body)
      attempt(one.place, [&] { translate_equation(one, initial); });
    return;
  }
  struct Pair {
    Term left, right;
    bool is_real = false;
  };
  std::vector<std::vector<Pair>> branches;
  const std::size_t continuous = (initial ? system_.initial_equations : system_.equations).size();
  const std::size_t discrete = discrete_.size();
  const GuardedStretch stretch(guards_);
  for (const auto& [condition, branch] : open) {
    if (condition) guards_.push_back(*condition);
    for (const Equation& one : branch->body) translate_equation(one, initial);
    if (condition) guards_.back() = terms_.make(Operation::kNot, *condition);
    auto& made = initial ? system_.initial_equations : system_.equations;
    std::vector<Pair>& pairs = branches.emplace_back();
    for (std::size_t i = continuous; i < made.size(); ++i) pairs.push_back({made[i].left, made[i].right});
    for (std::size_t i = discrete; i < discrete_.size(); ++i)
      pairs.push_back({discrete_[i].left, discrete_[i].right, discrete_[i].is_real});
    made.resize(continuous);
    discrete_.resize(discrete);
  }
  const bool complete = !open.back().first.has_value();
  const std::size_t count = branches.front().size();
  for (const auto& pairs : branches)
    if (pairs.size() != count || (!complete && count != 0))
      throw Untranslatable{equation.place,
                           "the branches of an if equation have different numbers of equations"};
  // In whatever order a branch has them: equations for one variable belong together.
  for (std::size_t i = 0; i < count; ++i)
    for (auto& pairs : branches) {
      const auto own = std::find_if(pairs.begin() + static_cast<std::ptrdiff_t>(i), pairs.end(),
                                    [&](const Pair& one) { return one.left == branches.front()[i].left; });
      if (own != pairs.end()) std::iter_swap(own, pairs.begin() + static_cast<std::ptrdiff_t>(i));
    }
  for (std::size_t i = 0; i < count; ++i) {
    bool same_left = true;
    for (const auto& pairs : branches) {
      same_left = same_left && pairs[i].left == branches.front()[i].left;
      is_real_ = is_real_ || pairs[i].is_real;
    }
    Term value{};
    for (std::size_t b = branches.size(); b-- > 0;) {
      const Pair& pair = branches[b][i];
      const Term one = same_left ? pair.right : terms_.subtract(pair.left, pair.right);
      value = open[b].first ? terms_.make(Operation::kIf, *open[b].first, one, value) : one;
    }
    if (same_left)
      add_scalar_equal(branches.front()[i].left, value, equation.place, initial);
    else
      add_scalar_equal(value, terms_.constant(0), equation.place, initial);
    is_real_ = false;
  }
}

equations::WhenBranch Translator::branch_of(const Expr& condition) {
  equations::WhenBranch branch;
  const bool several = condition.kind == ExprKind::kArray;
  for (const Expr* one : several ? condition.args : Span<const Expr*>{}) add_condition(*one, branch);
  if (!several) add_condition(condition, branch);
  return branch;
}

// Only initial() itself fires at the start (section 8.6), not what has its value.
void Translator::add_condition(const Expr& condition, equations::WhenBranch& to) {
  if (condition.kind == ExprKind::kCall && condition.function == nullptr && condition.text == "initial")
    to.at_start = true;
  else
    scalars_of(evaluate(condition), to.conditions);
}

void Translator::collect_when(const std::vector<Equation>& body, std::map<VariableIndex, Term>& values,
                              std::map<VariableIndex, Term>& reinits) {
  const auto set = [&](const Symbol& left, const Symbol& right, Place place) {
    std::vector<Term> a, b;
    scalars_of(left, a);
    scalars_of(right, b);
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (terms_.operation(a[i]) != Operation::kVariable)
        throw Untranslatable{place, "left in a when equation must stand a variable"};
      values[terms_.variable_index(a[i])] = b.at(i);
    }
  };
  for (const Equation& one : body) {
    switch (one.kind) {
      case EquationKind::kEqual: {
        const Symbol right = evaluate(*one.right);
        if (one.left->kind == ExprKind::kTuple) {
          for (std::size_t i = 0; i < one.left->args.size(); ++i)
            if (one.left->args[i] != nullptr)
              set(evaluate(*one.left->args[i]),
                  right.kind == Symbol::Kind::kRecord ? right.parts.at(i) : right, one.place);
        } else {
          const Symbol left = evaluate(*one.left);
          const bool several = right.kind == Symbol::Kind::kRecord && left.kind != Symbol::Kind::kRecord;
          set(left, several ? right.parts.at(0) : right, one.place);
        }
        break;
      }
      case EquationKind::kFor:
        translate_for({one.iterators.begin(), one.iterators.end()}, 0,
                      [&] { collect_when(one.branches.front().body, values, reinits); });
        break;
      case EquationKind::kIf: {
        // Each variable by the branch that holds; where none sets it, it keeps pre(v).
        std::deque<std::map<VariableIndex, Term>> of_branch, reinits_of_branch;
        std::vector<std::optional<Term>> conditions;
        for (const EquationBranch& branch : one.branches) {
          conditions.push_back(branch.condition != nullptr ? std::optional(scalar(*branch.condition))
                                                           : std::nullopt);
          when_values_ = &of_branch.emplace_back();
          collect_when(branch.body, of_branch.back(), reinits_of_branch.emplace_back());
        }
        when_values_ = &values;
        const auto join = [&](const std::deque<std::map<VariableIndex, Term>>& branches,
                              std::map<VariableIndex, Term>& to, bool keeps_previous) {
          std::map<VariableIndex, bool> all;
          for (const auto& branch : branches)
            for (const auto& [v, value] : branch) all[v] = true;
          for (const auto& [v, yes] : all) {
            Term value = terms_.variable(keeps_previous ? system_.previous_of(v) : v);
            for (std::size_t b = branches.size(); b-- > 0;) {
              const auto found = branches[b].find(v);
              const Term own = found != branches[b].end()
                                   ? found->second
                                   : terms_.variable(keeps_previous ? system_.previous_of(v) : v);
              value = conditions[b] ? terms_.make(Operation::kIf, *conditions[b], own, value) : own;
            }
            to[v] = value;
          }
        };
        join(of_branch, values, true);
        join(reinits_of_branch, reinits, false);
        break;
      }
      case EquationKind::kCall:
        if (one.left->text == "reinit") {
          std::vector<Term> states, set_to;
          scalars_of(evaluate(*one.left->args[0]), states);
          scalars_of(evaluate(*one.left->args[1]), set_to);
          for (std::size_t i = 0; i < states.size(); ++i)
            reinits[terms_.variable_index(states[i])] = set_to.at(i);
        } else if (one.left->text == "terminate") {
          values[termination(*one.left)] = terms_.constant(1);
        } else if (one.left->text == "assert") {
          if (std::optional<equations::Assertion> made = assertion(one)) add_assertion(std::move(*made));
        } else if (one.left->function != nullptr) {
          evaluate(*one.left);
        }
        break;
      default:
        throw Untranslatable{one.place, "this equation is not supported in a when"};
    }
  }
}

void Translator::translate_when(const Equation& equation) {
  std::map<VariableIndex, equations::DiscreteEquation> discrete;
  std::map<VariableIndex, equations::Reinit> reinits;
  std::vector<equations::WhenBranch>
      earlier;  // branches before: they win even where they do not set the variable
  for (const EquationBranch& branch : equation.branches) {
    std::map<VariableIndex, Term> values, resets;
    const equations::WhenBranch when = branch_of(*branch.condition);
    when_values_ = &values;
    ++whens_;
    collect_when(branch.body, values, resets);
    for (const auto& [variable, value] : std::exchange(draws_, {})) values[variable] = value;
    --whens_;
    when_values_ = nullptr;
    for (const auto& [variable, value] : values) {
      auto [at, made] = discrete.try_emplace(variable);
      at->second.variable = variable;
      at->second.where = model_.location(equation.place);
      // Branches that came before and do not set it: they fire in its place and leave it at pre(v).
      while (at->second.when.size() < earlier.size()) {
        equations::WhenBranch keeps = earlier[at->second.when.size()];
        keeps.value = terms_.variable(system_.previous_of(variable));
        at->second.when.push_back(std::move(keeps));
      }
      equations::WhenBranch own = when;
      own.value = value;
      at->second.when.push_back(std::move(own));
    }
    for (const auto& [state, value] : resets) {
      auto [at, made] = reinits.try_emplace(state);
      at->second.state = state;
      at->second.where = model_.location(equation.place);
      while (at->second.when.size() < earlier.size()) {
        equations::WhenBranch keeps = earlier[at->second.when.size()];
        keeps.value = terms_.variable(state);
        at->second.when.push_back(std::move(keeps));
      }
      equations::WhenBranch own = when;
      own.value = value;
      at->second.when.push_back(std::move(own));
    }
    earlier.push_back(when);
  }
  for (auto& [variable, made] : discrete) {
    if (system_.variables[variable].variability == equations::Variability::kContinuous)
      system_.variables[variable].variability = equations::Variability::kDiscrete;
    has_discrete_equation_.insert(variable);
    system_.discrete_equations.push_back(std::move(made));
  }
  for (auto& [state, made] : reinits) {
    check_reinit_alone(made);
    system_.reinits.push_back(std::move(made));
  }
}

}  // namespace escapement::modelica
