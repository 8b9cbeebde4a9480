// SPDX-License-Identifier: MIT
// Calls of built-in functions.
#include <algorithm>
#include <cmath>

#include "escapement/equations/operation.h"
#include "text_format.h"
#include "translator.h"

namespace escapement::modelica {

Translator::Term Translator::floor_divided(Term x, Term y) {
  return terms_.make(Operation::kFloor, terms_.divide(x, y));
}

Translator::Term Translator::differentiated(Term term, Place place) {
  try {
    return system_.time_derivative(term);
  } catch (const BuildError& error) {
    throw Untranslatable{place, error.what()};
  }
}

Translator::Term Translator::previous(Term variable, Place place) {
  if (terms_.is_constant(variable)) return variable;
  if (terms_.operation(variable) != Operation::kVariable)
    throw Untranslatable{place, "pre() takes a variable"};
  const VariableIndex v = terms_.variable_index(variable);
  switch (system_.variables[v].variability) {
    case equations::Variability::kDiscrete:
      return terms_.variable(system_.previous_of(v));
    case equations::Variability::kParameter:
      return variable;
    default:
      return variable;  // continuous inside of a when: its value just before is its value (section 3.7.5)
  }
}

// A whole number that rises at each tick; the pulse is that it has risen in this pass.
Translator::Term Translator::sampled(Term start, Term interval) {
  const auto [at, made] = samplers_.try_emplace({start.id, interval.id}, 0);
  if (made) {
    at->second = hidden_discrete("$sample" + std::to_string(++hidden_), -1);
    const Term ticks = floor_divided(terms_.subtract(terms_.time(), start), interval);
    system_.discrete_equations.push_back({at->second, ticks, {}, {}});
    system_.samplers.push_back(at->second);
  }
  const Term now = terms_.variable(at->second), before = terms_.variable(system_.previous_of(at->second));
  return terms_.make(Operation::kAnd, terms_.make(Operation::kGreater, now, before),
                     terms_.make(Operation::kGreaterEqual, now, terms_.constant(0)));
}

// From 0 to the longest one, which is delayMax or the delay itself (section 3.7.4.1).
Translator::Term Translator::delayed(Term of, Term time, const Expr& call) {
  constexpr double kRoundings = 1e-9;
  const bool has_longest = call.args.size() > 2 && call.args[2] != nullptr;
  const double longest = number_of(has_longest ? scalar(*call.args[2]) : time, call.place);
  const auto is_known = known(time);
  if (is_known && (!(*is_known >= 0) || *is_known > longest))
    throw Untranslatable{
        call.place, "a delay of " + to_text(*is_known) + ", which is to be at least 0" +
                        (has_longest ? " and at most delayMax, here " + to_text(longest) : std::string())};
  if (is_known == 0.0 || terms_.is_constant(of)) return of;
  if (!(longest > 0))
    throw Untranslatable{call.place, "delayMax is above 0 where the delay changes, not " + to_text(longest)};
  if (!is_known) {
    const SourceLocation where = model_.location(call.place);
    const Term room = terms_.constant(longest * kRoundings);
    const Term least = terms_.make(Operation::kGreaterEqual, terms_.add(time, room), terms_.constant(0));
    const Term most = terms_.make(Operation::kLessEqual, time, terms_.constant(longest * (1 + kRoundings)));
    add_assertion({terms_.make(Operation::kAnd, least, most),
                   "the time of a delay() is outside of 0 to its delayMax " + to_text(longest) + ": it is ",
                   {{time, " at " + place_text(where) + "; give the delay a delayMax that it never exceeds"}},
                   false,
                   where});
  }
  equations::FlatVariable made;
  made.name = "$delay" + std::to_string(++hidden_);
  made.variability = equations::Variability::kInput;
  const VariableIndex v = system_.add(std::move(made));
  system_.delays.push_back({v, of, time, longest});
  return terms_.variable(v);
}

// What it is; while the start follows the path, somewhere on the way to it from what is simplified.
Symbol Translator::homotopy(const Symbol& actual, const Symbol& simplified) {
  if (!has_path_) return actual;
  if (actual.is_array()) {
    std::vector<Symbol> parts;
    for (std::size_t i = 0; i < actual.parts.size(); ++i)
      parts.push_back(homotopy(actual.parts[i], simplified.parts.at(i)));
    return Symbol::array(std::move(parts));
  }
  if (!actual.is_scalar() || actual.term == simplified.term) return actual;
  const Term part = flag(system_.homotopy, "$homotopy", 1);
  const Term mixed = terms_.add(terms_.multiply(part, actual.term),
                                terms_.multiply(terms_.subtract(terms_.constant(1), part), simplified.term));
  // Where all is simplified what it stands for need not have a value.
  return Symbol::scalar(terms_.make(
      Operation::kIf, terms_.make(Operation::kLessEqual, part, terms_.constant(0)), simplified.term, mixed));
}

Symbol Translator::event_builtin(const Expr& e) {
  const std::string_view name = e.text;
  if (name == "initial") return Symbol::scalar(initial_flag());
  if (name == "terminal") return Symbol::scalar(flag(system_.terminal_flag, "$terminal", 0));
  const Symbol argument = evaluate(*e.args[0]);
  if (name == "sample") {
    const Term interval = scalar(*e.args[1]);
    if (const auto value = known(interval); value && !(*value > 0))
      throw Untranslatable{e.place,
                           "the interval of sample() is " + to_text(*value) +
                               "; it must be above 0: write sample(start, interval), both in seconds"};
    return Symbol::scalar(sampled(argument.term, interval));
  }
  // pre() is about the variable itself, whatever an algorithm has assigned to it so far.
  Symbol variable = argument;
  if (!frames_.empty() && !frames_.back().assigned.empty()) {
    std::map<VariableIndex, Term> assigned;
    assigned.swap(frames_.back().assigned);
    variable = evaluate(*e.args[0]);
    assigned.swap(frames_.back().assigned);
  }
  if (name == "pre") return map(variable, [&](Term t) { return previous(t, e.place); });
  const auto with_before = [&](Term t, Term before) {
    return name == "edge" ? terms_.make(Operation::kAnd, t, terms_.make(Operation::kNot, before))
                          : terms_.make(Operation::kNotEqual, t, before);
  };
  if (argument.kind == Symbol::Kind::kScalar && variable.kind == Symbol::Kind::kScalar)
    return Symbol::scalar(with_before(argument.term, previous(variable.term, e.place)));
  return map(argument, [&](Term t) { return with_before(t, previous(t, e.place)); });
}

// String(x): numbers that are known become text at once, others when the text is needed.
Symbol Translator::text_of(const Expr& e, const std::vector<Symbol>& args) {
  if (args[0].kind == Symbol::Kind::kText) return args[0];
  const Type& type = e.args[0]->type;
  const auto value = known(args[0].term);
  if (!value) {
    Symbol made = Symbol::string({});
    made.parts.push_back(args[0]);
    return made;
  }
  if (e.text == "StringFormat") {
    const std::optional<std::string> text = formatted(*value, args[1].text, type.base == BaseType::kReal);
    if (!text) throw Untranslatable{e.place, format_fault(args[1].text)};
    return Symbol::string(*text);
  }
  std::string text;
  if (type.base == BaseType::kBoolean)
    text = *value != 0 ? "true" : "false";
  else if (type.base == BaseType::kEnumeration && type.enumeration != nullptr && *value >= 1 &&
           *value <= static_cast<double>(type.enumeration->literals.size()))
    text = type.enumeration->literals[static_cast<std::size_t>(*value) - 1];
  else if (type.base == BaseType::kReal)
    text = digits_text(*value, static_cast<int>(number_of(args[3].term, e.place)));
  else
    text = to_text(*value);
  return Symbol::string(
      padded(std::move(text), number_of(args[1].term, e.place), number_of(args[2].term, e.place) != 0));
}

Symbol Translator::call_builtin(const Expr& e) {
  const std::string_view name = e.text;
  for (const std::string_view one : {"initial", "terminal", "pre", "edge", "change", "sample"})
    if (name == one) return event_builtin(e);
  if (name == "der") return map(evaluate(*e.args[0]), [&](Term t) { return differentiated(t, e.place); });
  if (name == "smooth")
    return map(evaluate(*e.args[1]), [&](Term t) { return terms_.make(Operation::kNoEvent, t); });
  if (name == "delay")
    return map(evaluate(*e.args[0]), [&](Term t) { return delayed(t, scalar(*e.args[1]), e); });
  if (name == "homotopy") return homotopy(evaluate(*e.args[0]), evaluate(*e.args[1]));
  if (name == "Integer" || name == "noEvent") {
    const Symbol a = evaluate(*e.args[0]);
    return name == "Integer" ? a : map(a, [&](Term t) { return terms_.make(Operation::kNoEvent, t); });
  }
  std::vector<Symbol> args;
  for (const Expr* argument : e.args) args.push_back(evaluate(*argument));
  if (name == "call") {  // a function that was handed over, with some inputs bound already
    if (args[0].kind != Symbol::Kind::kFunction) throw Untranslatable{e.place, "a function is needed here"};
    std::vector<Symbol> given;
    std::size_t next = 1;
    for (const Symbol& bound : args[0].parts)
      given.push_back(bound.kind != Symbol::Kind::kNone ? bound
                      : next < args.size()              ? args[next++]
                                                        : Symbol{});
    while (next < args.size()) given.push_back(args[next++]);
    return call_function(*args[0].function->function, std::move(given), e.place);
  }
  if (name == "getInstanceName") return Symbol::string(model_.name);
  if (name == "String" || name == "StringFormat") return text_of(e, args);
  if (name == "EnumerationValue") {
    const double last = static_cast<double>(e.type.enumeration->literals.size());
    return map(args[0], [&](Term t) {
      if (const auto value = known(t); value && !(*value >= 1 && *value <= last))
        throw Untranslatable{
            e.place, to_text(*value) + " is the number of no literal of '" + e.type.enumeration->name + "'"};
      if (!known(t))
        assert_between(t, e.type.enumeration->literals.size(),
                       "the number of a literal of '" + e.type.enumeration->name + "'", e.place);
      return t;
    });
  }
  if (name == "integer") return map(args[0], [&](Term t) { return terms_.make(Operation::kFloor, t); });
  if ((name == "div" || name == "rem" || name == "mod") && args.at(1).is_scalar() &&
      known(args[1].term) == 0.0)
    throw Untranslatable{e.place, std::string(name) + "() divides by zero"};
  if (name == "div" || name == "rem")
    return each(args, [&](std::span<const Term> of) {
      // Toward zero: down where the quotient is positive, up where it is negative.
      const Term quotient = terms_.divide(of[0], of[1]);
      const Term whole =
          terms_.make(Operation::kIf, terms_.make(Operation::kGreaterEqual, quotient, terms_.constant(0)),
                      terms_.make(Operation::kFloor, quotient), terms_.make(Operation::kCeil, quotient));
      return name == "div" ? whole : terms_.subtract(of[0], terms_.multiply(whole, of[1]));
    });
  if (name == "semiLinear")
    return each(args, [&](std::span<const Term> of) {
      return terms_.make(Operation::kIf, terms_.make(Operation::kGreaterEqual, of[0], terms_.constant(0)),
                         terms_.multiply(of[1], of[0]), terms_.multiply(of[2], of[0]));
    });
  if (auto array = array_builtin(e, args)) return std::move(*array);
  const auto operation = equations::function_named(name);
  if (!operation) throw Untranslatable{e.place, "'" + std::string(name) + "' is not supported yet"};
  if (equations::info(*operation).arguments == 1)
    return map(args[0], [&](Term t) { return terms_.make(*operation, t); });
  return elementwise(*operation, args[0], args[1], e.place);
}

std::optional<Symbol> Translator::array_builtin(const Expr& e, std::vector<Symbol>& args) {
  const std::string_view name = e.text;
  const auto number = [&](double value) { return Symbol::scalar(terms_.constant(value)); };
  const auto size = [&](std::size_t i) {
    return static_cast<std::size_t>(std::llround(number_of(args[i].term, e.place)));
  };
  std::vector<Term> all;
  if (name == "sum" || name == "product" || ((name == "min" || name == "max") && args.size() == 1)) {
    scalars_of(args[0], all);
    const Operation operation = name == "sum"       ? Operation::kAdd
                                : name == "product" ? Operation::kMultiply
                                : name == "min"     ? Operation::kMin
                                                    : Operation::kMax;
    if (all.empty()) {
      const double none = name == "sum" ? 0 : name == "product" ? 1 : name == "min" ? 1e60 : -1e60;
      return number(none);
    }
    Term result = all.front();
    for (std::size_t i = 1; i < all.size(); ++i) result = terms_.make(operation, result, all[i]);
    return Symbol::scalar(result);
  }
  const auto filled = [&](const Symbol& value, std::size_t from) {
    Symbol made = value;
    for (std::size_t i = args.size(); i-- > from;) made = Symbol::array(std::vector<Symbol>(size(i), made));
    return made;
  };
  if (name == "fill") return filled(args[0], 1);
  if (name == "zeros") return filled(number(0), 0);
  if (name == "ones") return filled(number(1), 0);
  if (name == "identity" || name == "diagonal") {
    const std::size_t n = name == "identity" ? size(0) : args[0].parts.size();
    std::vector<Symbol> rows;
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<Symbol> row(n, number(0));
      row[i] = name == "identity" ? number(1) : args[0].parts[i];
      rows.push_back(Symbol::array(std::move(row)));
    }
    return Symbol::array(std::move(rows));
  }
  if (name == "linspace") {
    const std::size_t n = size(2);
    std::vector<Symbol> parts;
    if (n == 1) return Symbol::array({args[0]});
    for (std::size_t i = 0; i < n; ++i) {
      const Term fraction = terms_.constant(static_cast<double>(i) / static_cast<double>(n - 1));
      parts.push_back(Symbol::scalar(
          terms_.add(args[0].term, terms_.multiply(terms_.subtract(args[1].term, args[0].term), fraction))));
    }
    return Symbol::array(std::move(parts));
  }
  if (name == "transpose") {
    std::vector<Symbol> columns;
    const std::size_t n = args[0].parts.empty() ? 0 : args[0].parts.front().parts.size();
    for (std::size_t j = 0; j < n; ++j) {
      std::vector<Symbol> column;
      for (const Symbol& row : args[0].parts) column.push_back(row.parts[j]);
      columns.push_back(Symbol::array(std::move(column)));
    }
    return Symbol::array(std::move(columns));
  }
  if (name == "outerProduct") {
    std::vector<Symbol> rows;
    for (const Symbol& a : args[0].parts) {
      std::vector<Symbol> row;
      for (const Symbol& b : args[1].parts) row.push_back(Symbol::scalar(terms_.multiply(a.term, b.term)));
      rows.push_back(Symbol::array(std::move(row)));
    }
    return Symbol::array(std::move(rows));
  }
  if (name == "cross" || name == "skew") {
    const auto x = [&](std::size_t i) { return args[0].parts[i].term; };
    if (name == "skew") {
      const auto row = [](Symbol a, Symbol b, Symbol c) {
        return Symbol::array({std::move(a), std::move(b), std::move(c)});
      };
      const auto s = [](Term t) { return Symbol::scalar(t); };
      return Symbol::array({row(number(0), s(terms_.negate(x(2))), s(x(1))),
                            row(s(x(2)), number(0), s(terms_.negate(x(0)))),
                            row(s(terms_.negate(x(1))), s(x(0)), number(0))});
    }
    const auto y = [&](std::size_t i) { return args[1].parts[i].term; };
    std::vector<Symbol> parts;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
      parts.push_back(
          Symbol::scalar(terms_.subtract(terms_.multiply(x(j), y(k)), terms_.multiply(x(k), y(j)))));
    }
    return Symbol::array(std::move(parts));
  }
  if (name == "scalar" || name == "vector") {
    scalars_of(args[0], all);
    if (name == "scalar") return Symbol::scalar(all.at(0));
    std::vector<Symbol> parts;
    for (const Term term : all) parts.push_back(Symbol::scalar(term));
    return Symbol::array(std::move(parts));
  }
  if (name == "cat") {
    const std::size_t dimension = size(0);
    const std::function<Symbol(std::vector<Symbol>, std::size_t)> join = [&](std::vector<Symbol> pieces,
                                                                             std::size_t level) {
      std::vector<Symbol> parts;
      if (level == 1) {
        for (const Symbol& piece : pieces) parts.insert(parts.end(), piece.parts.begin(), piece.parts.end());
      } else {
        for (std::size_t i = 0; i < pieces.front().parts.size(); ++i) {
          std::vector<Symbol> inner;
          for (const Symbol& piece : pieces) inner.push_back(piece.parts.at(i));
          parts.push_back(join(std::move(inner), level - 1));
        }
      }
      return Symbol::array(std::move(parts));
    };
    return join({args.begin() + 1, args.end()}, dimension);
  }
  if (name == "size" || name == "ndims") {
    std::vector<Symbol> sizes;
    for (const Symbol* at = &args[0]; at->is_array(); at = &at->parts.front()) {
      sizes.push_back(number(static_cast<double>(at->parts.size())));
      if (at->parts.empty()) break;
    }
    if (name == "ndims") return number(static_cast<double>(sizes.size()));
    if (args.size() == 1) return Symbol::array(std::move(sizes));
    return sizes.at(size(1) - 1);
  }
  if (name == "array") return Symbol::array(std::move(args));
  if (name == "promote" || name == "matrix" || name == "symmetric") {
    if (name == "symmetric") {
      Symbol made = args[0];
      for (std::size_t i = 0; i < made.parts.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) made.parts[i].parts[j] = made.parts[j].parts[i];
      return made;
    }
    std::size_t rank = 0;
    for (const Symbol* at = &args[0]; at->is_array() && !at->parts.empty(); at = &at->parts.front()) ++rank;
    const std::size_t wanted = name == "matrix" ? 2 : size(1);
    const std::function<Symbol(const Symbol&)> wrap = [&](const Symbol& symbol) {
      if (!symbol.is_array()) {
        Symbol made = symbol;
        for (std::size_t i = rank; i < wanted; ++i) made = Symbol::array({made});
        return made;
      }
      std::vector<Symbol> parts;
      for (const Symbol& part : symbol.parts) parts.push_back(wrap(part));
      return Symbol::array(std::move(parts));
    };
    return wrap(args[0]);
  }
  return std::nullopt;
}

// Of a function of scalars, element by element; an argument may be a scalar for all elements.
Symbol Translator::each(std::span<const Symbol> args,
                        const std::function<Term(std::span<const Term>)>& function) {
  for (const Symbol& one : args) {
    if (!one.is_array()) continue;
    std::vector<Symbol> parts;
    for (std::size_t i = 0; i < one.parts.size(); ++i) {
      std::vector<Symbol> inner;
      for (const Symbol& arg : args) inner.push_back(arg.is_array() ? arg.parts.at(i) : arg);
      parts.push_back(each(inner, function));
    }
    return Symbol::array(std::move(parts));
  }
  std::vector<Term> terms;
  for (const Symbol& arg : args) terms.push_back(arg.term);
  return Symbol::scalar(function(terms));
}

}  // namespace escapement::modelica
