// SPDX-License-Identifier: MIT
// Functions and algorithms, run with terms in place of values.
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "translator.h"

namespace escapement::modelica {
namespace {
constexpr int kMostNestedCalls = 200;
}  // namespace

Symbol Translator::undefined(const Type& type, const std::vector<const Expr*>& sizes, Place place) {
  std::vector<std::int64_t> dims;
  for (std::size_t d = 0; d < type.dims.size(); ++d) {
    if (type.dims[d] != kUnknownSize)
      dims.push_back(type.dims[d]);
    else if (d < sizes.size() && sizes[d] != nullptr)
      dims.push_back(whole(*sizes[d]));
    else
      return {};  // gets its size with its first value
  }
  Symbol made;
  if (type.base == BaseType::kRecord && type.record != nullptr) {
    std::vector<Symbol> fields;
    for (const RecordField& field : type.record->fields) fields.push_back(undefined(field.type, {}, place));
    made = Symbol::record(std::move(fields));
  } else if (type.base == BaseType::kString) {
    made = Symbol::string({});
  } else {
    made = Symbol::scalar(terms_.constant(0));
  }
  for (std::size_t d = dims.size(); d-- > 0;)
    made = Symbol::array(std::vector<Symbol>(static_cast<std::size_t>(dims[d]), made));
  return made;
}

Symbol Translator::call_elementwise(const Function& function, const std::vector<Symbol>& args, Place place) {
  std::size_t size = 0;
  bool any = false;
  const auto rank = [](const Symbol& symbol) {
    std::size_t found = 0;
    for (const Symbol* at = &symbol; at->is_array(); at = &at->parts.front()) {
      ++found;
      if (at->parts.empty()) break;
    }
    return found;
  };
  const auto is_spread = [&](std::size_t i) { return rank(args[i]) > function.variables[i].type.rank(); };
  for (std::size_t i = 0; i < args.size(); ++i)
    if (is_spread(i)) {
      any = true;
      size = args[i].parts.size();
    }
  if (!any) return call_function(function, args, place);
  std::vector<Symbol> parts;
  for (std::size_t k = 0; k < size; ++k) {
    std::vector<Symbol> one = args;
    for (std::size_t i = 0; i < args.size(); ++i)
      if (is_spread(i)) one[i] = Symbol(args[i].parts[k]);
    parts.push_back(call_elementwise(function, one, place));
  }
  return Symbol::array(std::move(parts));
}

// What stands outside of a function makes events, what is inside does not (section 8.5): relations and whole
// numbers of an argument become discrete variables before the function gets them.
Translator::Term Translator::with_events(Term term) {
  if (!in_equations_) return term;
  const std::vector<Term> parts = terms_.reachable({&term, 1});
  const auto jumps = [&](Term t) {
    const Operation operation = terms_.operation(t);
    if (operation == Operation::kFloor || operation == Operation::kCeil) return true;
    return equations::is_relation(operation) && operation != Operation::kEqual &&
           operation != Operation::kNotEqual;
  };
  if (std::none_of(parts.begin(), parts.end(), jumps)) return term;
  std::unordered_map<std::uint32_t, Term> made;
  const std::function<Term(Term)> rebuilt = [&](Term t) -> Term {
    if (const auto found = made.find(t.id); found != made.end()) return found->second;
    Term result = t;
    if (jumps(t) && !is_discrete(t)) {
      auto [at, is_new] = relations_.try_emplace(t.id, 0);
      if (is_new) {
        at->second = hidden_discrete("$relation" + std::to_string(++hidden_), 0);
        give_discrete(at->second, t, {});
      }
      result = terms_.variable(at->second);
    } else if (terms_.operation(t) != Operation::kNoEvent && !terms_.arguments(t).empty()) {
      std::vector<Term> arguments(terms_.arguments(t).begin(), terms_.arguments(t).end());
      for (Term& argument : arguments) argument = rebuilt(argument);
      result = terms_.make(terms_.operation(t), arguments);
    }
    made.emplace(t.id, result);
    return result;
  };
  return rebuilt(term);
}

Symbol Translator::call_function(const Function& function, std::vector<Symbol> args, Place place) {
  return function.partial.empty() ? call_whole(function, std::move(args), place)
                                  : call_partial(function, std::move(args), place);
}

Symbol Translator::call_whole(const Function& function, std::vector<Symbol> args, Place place) {
  if (function.is_record_constructor) return Symbol::record(std::move(args));
  if (function.is_external) return call_external(function, std::move(args), place);
  if (depth_ >= kMostNestedCalls)
    throw Untranslatable{place, "calls of '" + function.name + "' are nested deeper than " +
                                    std::to_string(kMostNestedCalls) +
                                    "; recursion must end by what is known before it runs"};
  ++depth_;
  Frame frame;
  frame.in_function = true;
  frame.not_returned = frame.not_broken = terms_.constant(1);
  for (Symbol& argument : args)
    if (depth_ == 1) argument = map(argument, [&](Term t) { return with_events(t); });
  frame.locals = std::move(args);
  frames_.push_back(std::move(frame));
  std::vector<equations::Assertion> assertions;
  std::vector<Symbol> outputs = run_function(function, place, assertions);
  for (equations::Assertion& one : assertions) add_assertion(std::move(one));
  if (outputs.size() == 1) return std::move(outputs.front());
  return Symbol::record(std::move(outputs));
}

// The frame with the arguments has been made; it is gone afterwards. What the function asserts is the
// caller's to add, who knows when the call is reached.
std::vector<Symbol> Translator::run_function(const Function& function, Place place,
                                             std::vector<equations::Assertion>& assertions) {
  struct Caller {
    Translator& translator;
    std::vector<Term> guards = std::exchange(translator.guards_, {});
    std::map<VariableIndex, Term>* when_values = std::exchange(translator.when_values_, nullptr);
    ~Caller() {
      translator.guards_ = std::move(guards);
      translator.when_values_ = when_values;
    }
  } caller{*this};
  const std::size_t given = frames_.back().locals.size();
  for (std::size_t i = 0; i < function.variables.size(); ++i) {
    const FunctionVariable& variable = function.variables[i];
    if (i < given && frames_.back().locals[i].kind != Symbol::Kind::kNone) continue;
    Symbol value = variable.binding != nullptr ? evaluate(*variable.binding)
                                               : undefined(variable.type, variable.sizes, place);
    if (i < given)
      frames_.back().locals[i] = std::move(value);
    else
      frames_.back().locals.push_back(std::move(value));
  }
  run_statements(function.body);
  std::vector<Symbol> outputs;
  for (int i = 0; i < function.outputs; ++i)
    outputs.push_back(map(frames_.back().locals[static_cast<std::size_t>(function.inputs + i)],
                          [&](Term t) { return terms_.make(Operation::kNoEvent, t); }));
  assertions = std::move(frames_.back().assertions);
  frames_.pop_back();
  --depth_;
  return outputs;
}

Translator::Flow Translator::run_statements(const std::vector<Equation>& statements) {
  for (const Equation& statement : statements)
    if (const Flow flow = run_statement(statement); flow != Flow::kGoesOn) return flow;
  return Flow::kGoesOn;
}

Translator::Flow Translator::run_statement(const Equation& statement) {
  switch (statement.kind) {
    case EquationKind::kAssign: {
      const Symbol value = evaluate(*statement.right);
      if (statement.left->kind == ExprKind::kTuple) {
        const auto result = [&](std::size_t i) {
          return value.kind == Symbol::Kind::kRecord ? value.parts.at(i) : value;
        };
        for (std::size_t i = 0; i < statement.left->args.size(); ++i)
          if (const Expr* target = statement.left->args[i]; target != nullptr)
            assign(*target,
                   frames_.back().in_function || whens_ > 0 ? result(i) : located(result(i), target->type));
      } else {
        // Of several results the first, when one is wanted.
        const bool several =
            value.kind == Symbol::Kind::kRecord && statement.left->type.base != BaseType::kRecord;
        assign(*statement.left, several ? value.parts.at(0) : value);
      }
      return Flow::kGoesOn;
    }
    case EquationKind::kIf:
      return run_if(statement);
    case EquationKind::kFor:
    case EquationKind::kWhile:
      return run_loop(statement);
    case EquationKind::kBreak:
      return Flow::kBreak;
    case EquationKind::kReturn:
      return Flow::kReturn;
    case EquationKind::kWhen:
      run_when(statement);
      return Flow::kGoesOn;
    case EquationKind::kCall:
      if (statement.left->function != nullptr) {
        evaluate(*statement.left);  // for its asserts
      } else if (statement.left->text == "assert") {
        if (std::optional<equations::Assertion> made = assertion(statement)) {
          if (frames_.back().in_function) made->condition = quiet(made->condition);
          add_assertion(std::move(*made));
        }
      } else if (statement.left->text == "terminate" && !frames_.back().in_function) {
        set_variable(termination(*statement.left), terms_.constant(1));
      }
      return Flow::kGoesOn;
    case EquationKind::kEqual:
      break;
  }
  throw Untranslatable{statement.place, "this statement is not supported yet"};
}

Translator::Term Translator::still_runs() {
  return terms_.make(Operation::kAnd, frames_.back().not_returned, frames_.back().not_broken);
}

Translator::Flow Translator::run_loop(const Equation& statement) {
  const Term outer = frames_.back().not_broken;
  Flow flow = Flow::kGoesOn;
  if (statement.kind == EquationKind::kWhile) {
    flow = run_while(statement, 0);
  } else {
    const std::function<void(std::size_t)> loop = [&](std::size_t at) {
      if (at == statement.iterators.size()) {
        flow = run_statements(statement.branches.front().body);
        return;
      }
      for (const Symbol& value : range_of(*statement.iterators[at].range)) {
        iterators_[statement.iterators[at].id] = value;
        loop(at + 1);
        if (flow != Flow::kGoesOn || known(still_runs()) == 0.0) return;
      }
    };
    loop(0);
  }
  frames_.back().not_broken = outer;
  return flow == Flow::kReturn ? flow : Flow::kGoesOn;
}

Translator::Flow Translator::run_if(const Equation& statement) {
  for (std::size_t i = 0; i < statement.branches.size(); ++i) {
    const EquationBranch& branch = statement.branches[i];
    if (branch.condition == nullptr) return run_statements(branch.body);
    const Term condition = scalar(*branch.condition);
    if (const auto value = known(condition)) {
      if (*value == 0) continue;
      return run_statements(branch.body);
    }
    // Both ways, then whichever holds.
    const Frame before = frames_.back();
    const auto leave = [&](Flow flow) {
      if (flow == Flow::kReturn) frames_.back().not_returned = terms_.constant(0);
      if (flow == Flow::kBreak) frames_.back().not_broken = terms_.constant(0);
    };
    const Flow then_flow = run_statements(branch.body);
    leave(then_flow);
    const Frame then = frames_.back();
    frames_.back() = before;
    Equation rest = statement;
    rest.branches.erase(rest.branches.begin(), rest.branches.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    const Flow else_flow = rest.branches.empty() ? Flow::kGoesOn : run_if(rest);
    if (then_flow == else_flow && then_flow != Flow::kGoesOn) {
      merge(condition, then, frames_.back());
      return then_flow;
    }
    leave(else_flow);
    const Frame otherwise = frames_.back();
    merge(condition, then, otherwise);
    return Flow::kGoesOn;
  }
  return Flow::kGoesOn;
}

void Translator::merge(Term condition, const Frame& then, const Frame& otherwise) {
  Frame& frame = frames_.back();
  frame.not_returned = terms_.make(Operation::kIf, condition, then.not_returned, otherwise.not_returned);
  frame.not_broken = terms_.make(Operation::kIf, condition, then.not_broken, otherwise.not_broken);
  for (std::size_t i = 0; i < frame.locals.size(); ++i)
    frame.locals[i] = chosen(condition, then.locals[i], otherwise.locals[i], {});
  for (const auto& [variable, value] : then.assigned) {
    const auto other = otherwise.assigned.find(variable);
    const Term without = other != otherwise.assigned.end() ? other->second : terms_.variable(variable);
    frame.assigned[variable] = terms_.make(Operation::kIf, condition, value, without);
  }
  for (const auto& [variable, value] : otherwise.assigned)
    if (!then.assigned.contains(variable))
      frame.assigned[variable] = terms_.make(Operation::kIf, condition, terms_.variable(variable), value);
  // Assertions of both ways, after those of before, which both hold.
  std::size_t common = 0;
  while (common < then.assertions.size() && common < otherwise.assertions.size() &&
         then.assertions[common].condition == otherwise.assertions[common].condition)
    ++common;
  std::vector<equations::Assertion> both(otherwise.assertions.begin(),
                                         otherwise.assertions.begin() + static_cast<std::ptrdiff_t>(common));
  const auto add = [&](const Frame& from, Term unless) {
    if (frame.in_function) unless = terms_.make(Operation::kNoEvent, unless);
    for (std::size_t i = common; i < from.assertions.size(); ++i) {
      both.push_back(from.assertions[i]);
      both.back().condition = terms_.make(Operation::kOr, unless, both.back().condition);
    }
  };
  add(then, terms_.make(Operation::kNot, condition));
  add(otherwise, condition);
  frame.assertions = std::move(both);
}

void Translator::assign(const Expr& target, const Symbol& value) {
  if (target.kind == ExprKind::kLocal) {
    Symbol& local = frames_.back().locals.at(target.variable);
    const Term runs = still_runs();
    if (known(runs) == 1.0 && target.args.empty()) {  // a whole array may change its size (section 12.4.5)
      local = value;
      return;
    }
    if (known(runs) == 1.0) {
      assign_part(local, target.args, 0, value, target);
      return;
    }
    Symbol changed = local;
    assign_part(changed, target.args, 0, value, target);
    local = chosen(runs, changed, local, target.place);
    return;
  }
  if (target.kind == ExprKind::kField || target.kind == ExprKind::kIndex) {
    // a.b[i] := value for a local record: the whole is taken, changed and put back.
    const Expr& base = *target.args[0];
    Symbol whole_value = evaluate(base);
    if (target.kind == ExprKind::kField)
      whole_value.parts.at(static_cast<std::size_t>(target.integer)) = value;
    else
      assign_part(whole_value, {target.args.begin() + 1, target.args.size() - 1}, 0, value, target);
    assign(base, whole_value);
    return;
  }
  if (target.kind == ExprKind::kRecord) {
    for (std::size_t i = 0; i < target.args.size(); ++i) assign(*target.args[i], field_of(value, i));
    return;
  }
  if (target.kind != ExprKind::kVariable) throw Untranslatable{target.place, "this cannot be assigned to"};
  Symbol whole_value = model_variable(target.variable);
  assign_part(whole_value, target.args, 0, value, target);
  std::vector<Term> terms;
  scalars_of(whole_value, terms);
  for (std::size_t i = 0; i < terms.size(); ++i)
    set_variable(first_[target.variable] + static_cast<VariableIndex>(i), terms[i]);
}

void Translator::set_variable(VariableIndex v, Term value) {
  std::map<VariableIndex, Term>& assigned = frames_.back().assigned;
  const auto found = assigned.find(v);
  const Term before = found != assigned.end() ? found->second : terms_.variable(v);
  if (value != before) assigned[v] = terms_.make(Operation::kIf, still_runs(), value, before);
}

// when inside of an algorithm: what it assigns keeps its value unless the condition has an edge. The
// condition becomes a discrete variable of its own, so that its edge can be told.
void Translator::run_when(const Equation& statement) {
  std::vector<Term> active;
  Term none_before = terms_.constant(1);
  for (const EquationBranch& branch : statement.branches) {
    const equations::WhenBranch when = branch_of(*branch.condition);
    Term fires = when.at_start ? initial_flag() : terms_.constant(0);
    for (const Term condition : when.conditions) {
      const VariableIndex w = hidden_discrete("$when" + std::to_string(++hidden_), 0);
      system_.discrete_equations.push_back({w, condition, {}, model_.location(branch.condition->place)});
      const Term now = terms_.variable(w), before = terms_.variable(system_.previous_of(w));
      const Term edge = terms_.make(Operation::kAnd, now, terms_.make(Operation::kNot, before));
      fires = terms_.make(Operation::kOr, fires,
                          terms_.make(Operation::kAnd, edge, terms_.make(Operation::kNot, initial_flag())));
    }
    active.push_back(terms_.make(Operation::kAnd, none_before, fires));
    none_before = terms_.make(Operation::kAnd, none_before, terms_.make(Operation::kNot, fires));
  }
  for (std::size_t i = 0; i < statement.branches.size(); ++i) {
    const Frame before = frames_.back();
    ++whens_;
    run_statements(statement.branches[i].body);
    for (const auto& [variable, value] : std::exchange(draws_, {})) set_variable(variable, value);
    --whens_;
    // Asserts hold what they find at the event, for afterwards the when is not active any more.
    std::vector<equations::Assertion>& assertions = frames_.back().assertions;
    for (std::size_t k = before.assertions.size(); k < assertions.size(); ++k) {
      hold(assertions[k], [&](VariableIndex v, Term value) { set_variable(v, value); });
      system_.assertions.push_back(std::move(assertions[k]));
    }
    assertions.resize(before.assertions.size());
    const Frame then = frames_.back();
    frames_.back() = before;
    merge(active[i], then, before);
  }
}

void Translator::translate_algorithm(const Algorithm& algorithm, bool initial) {
  const auto run_once = [&] {
    Frame frame;
    frame.in_algorithm = true;
    frame.not_returned = frame.not_broken = terms_.constant(1);
    frames_.push_back(std::move(frame));
    const std::size_t first_hidden = system_.discrete_equations.size();
    run_statements(algorithm.statements);
    const std::size_t last_hidden = system_.discrete_equations.size();
    const std::map<VariableIndex, Term> assigned = std::move(frames_.back().assigned);
    const std::vector<equations::Assertion> assertions = std::move(frames_.back().assertions);
    frames_.pop_back();
    // What a variable holds before its first assignment: pre(v) of a discrete one, else its start value
    // (section 11.1.2).
    std::map<VariableIndex, Term> before;
    for (const auto& [variable, value] : assigned)
      before.emplace(variable, is_discrete_variable(terms_.variable(variable))
                                   ? terms_.variable(system_.previous_of(variable))
                                   : terms_.constant(system_.variables[variable].start.value_or(0)));
    // A condition of a when is taken where it stands, too: when s == 1 ... then s := 2 does not ask about
    // what it makes of s.
    for (std::size_t k = first_hidden; k < last_hidden; ++k)
      if (std::optional<Term>& value = system_.discrete_equations[k].value)
        value = terms_.substitute(*value, [&](VariableIndex v) {
          const auto found = before.find(v);
          return found == before.end() || !is_discrete_variable(terms_.variable(v)) ? nullptr
                                                                                    : &found->second;
        });
    const auto held_before = [&](VariableIndex v) {
      const auto found = before.find(v);
      return found == before.end() ? nullptr : &found->second;
    };
    for (const auto& [variable, value] : assigned) {
      const Term closed = terms_.substitute(value, held_before);
      if (initial || !is_discrete_variable(terms_.variable(variable)))
        add_scalar_equal(terms_.variable(variable), closed, algorithm.place, initial);
      else
        give_discrete(variable, closed, algorithm.place);
    }
    for (equations::Assertion one : assertions) {
      one.condition = terms_.substitute(one.condition, held_before);
      for (auto& [of, text] : one.values) of = terms_.substitute(of, held_before);
      if (initial)
        one.condition =
            terms_.make(Operation::kOr, terms_.make(Operation::kNot, initial_flag()), one.condition);
      system_.assertions.push_back(std::move(one));
    }
  };
  translate_for({algorithm.iterators.begin(), algorithm.iterators.end()}, 0, run_once);
}

}  // namespace escapement::modelica
