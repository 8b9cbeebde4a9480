// SPDX-License-Identifier: MIT
// External functions of the standard library, by what they are documented to do: no C is compiled for a
// model.
#include <algorithm>
#include <cctype>
#include <cmath>

#include "foreign.h"
#include "random_terms.h"
#include "table_file.h"
#include "table_surface.h"
#include "table_terms.h"
#include "translator.h"
#include "xorshift.h"

namespace escapement::modelica {
namespace {

// Arguments of the constructors of table objects, by place.
constexpr std::size_t kTableName = 0, kFileName = 1, kTable = 2;

}  // namespace

std::vector<std::vector<double>> Translator::matrix_of(const Symbol& symbol, Place place) {
  std::vector<std::vector<double>> rows;
  for (const Symbol& row : symbol.parts) {
    std::vector<Term> terms;
    scalars_of(row, terms);
    std::vector<double>& to = rows.emplace_back();
    for (const Term term : terms) to.push_back(number_of(term, place));
  }
  return rows;
}

// Read once, however many outputs a table has.
const std::vector<std::vector<double>>& Translator::rows_of_file(const Symbol& object, Place place) {
  const std::string& name = object.parts.at(kTableName).text;
  char delimiter = ',';
  double header_lines = 0;
  for (std::size_t i = kTable + 1; i < object.parts.size(); ++i)  // a text, and the number after it
    if (object.parts[i].kind == Symbol::Kind::kText) {
      if (!object.parts[i].text.empty()) delimiter = object.parts[i].text.front();
      if (i + 1 < object.parts.size()) header_lines = number_of(object.parts[i + 1].term, place);
    }
  try {
    const std::string path = found_file(object.parts.at(kFileName).text, model_.files);
    auto [at, is_new] = matrices_.try_emplace(path + '\n' + name);
    if (is_new) at->second = read_matrix(path, name, delimiter, static_cast<int>(header_lines));
    return at->second;
  } catch (const ForeignFault& fault) {
    throw Untranslatable{place, fault.what()};
  } catch (const TableFileFault& fault) {
    throw Untranslatable{place, fault.what()};
  }
}

// name, file, table, [startTime], [columns], smoothness, extrapolation, [shiftTime, timeEvents], verboseRead,
// delimiter, nHeaderLines
Translator::TableObject Translator::table_of(const Symbol& object, Place place) {
  TableObject table;
  const std::string& kind = object.text;
  if (!object.parts.empty()) table.name = object.parts.front().text;
  for (const std::size_t i : {kTableName, kFileName})
    if (object.parts.size() > i && !object.parts[i].parts.empty())
      throw Untranslatable{place, "the file of a table must be known before it runs"};
  if (object.parts.size() <= kTable) throw Untranslatable{place, "this is no table"};
  const std::string& file = object.parts.at(kFileName).text;
  if (file != "NoName" && !file.empty() && object.parts[kTableName].text != "NoName")
    table.rows = rows_of_file(object, place);
  else
    table.rows = matrix_of(object.parts.at(kTable), place);
  const auto number = [&](std::size_t i) { return number_of(object.parts.at(i).term, place); };
  const auto columns = [&](std::size_t i) {
    std::vector<Term> terms;
    scalars_of(object.parts.at(i), terms);
    for (const Term term : terms) table.columns.push_back(static_cast<std::size_t>(number_of(term, place)));
  };
  std::size_t at = kTable + 1;
  if (kind == "CombiTimeTable") table.start = number(at++);
  if (kind != "CombiTable2D") columns(at++);
  table.smoothness = static_cast<int>(number(at++));
  table.extrapolation = static_cast<int>(number(at++));
  if (kind == "CombiTimeTable") {
    table.shift = number(at++);
    table.time_events = static_cast<int>(number(at));
  }
  if (table.rows.empty() || table.rows.front().empty())
    throw Untranslatable{place, "a table without entries"};
  const std::size_t first = kind == "CombiTable2D" ? 1 : 0;
  for (std::size_t i = first; i + 1 < table.rows.size(); ++i)
    if (!(table.rows[i][0] <= table.rows[i + 1][0]))
      throw Untranslatable{place, "the first column of a table must rise, but " +
                                      to_text(table.rows[i + 1][0]) + " follows " +
                                      to_text(table.rows[i][0])};
  return table;
}

// Where a table must not be left.
void Translator::within_table(const TableObject& table, double least, double most, Term u, Place place) {
  if (table.extrapolation != static_cast<int>(Extrapolation::kNone)) return;
  equations::Assertion made;
  made.condition =
      terms_.make(Operation::kAnd, terms_.make(Operation::kGreaterEqual, u, terms_.constant(least)),
                  terms_.make(Operation::kLessEqual, u, terms_.constant(most)));
  made.message = "the table '" + table.name + "' reaches from " + to_text(least) + " to " + to_text(most) +
                 ", has Extrapolation.NoExtrapolation and is asked for its value at ";
  made.values.emplace_back(u, "");
  made.where = model_.location(place);
  add_assertion(std::move(made));
}

Symbol Translator::table_call(std::string_view kind, std::string_view function, std::vector<Symbol>& args,
                              Place place) {
  const TableObject table = table_of(args.at(0), place);
  const auto smoothness = static_cast<Smoothness>(table.smoothness);
  const auto extrapolation = static_cast<Extrapolation>(table.extrapolation);
  const auto number = [&](double value) { return Symbol::scalar(terms_.constant(value)); };
  const Term never = terms_.constant(0);
  if (kind == "CombiTable2D") {
    std::vector<double> u1, u2(table.rows[0].begin() + 1, table.rows[0].end());
    std::vector<std::vector<double>> values;
    for (std::size_t i = 1; i < table.rows.size(); ++i) {
      u1.push_back(table.rows[i][0]);
      values.emplace_back(table.rows[i].begin() + 1, table.rows[i].end());
    }
    if (u1.empty() || u2.empty())
      throw Untranslatable{place, "a table of two dimensions needs two rows and columns"};
    if (function == "minimumAbscissa") return Symbol::array({number(u1.front()), number(u2.front())});
    if (function == "maximumAbscissa") return Symbol::array({number(u1.back()), number(u2.back())});
    within_table(table, u1.front(), u1.back(), args.at(1).term, place);
    within_table(table, u2.front(), u2.back(), args.at(2).term, place);
    if (smoothness == Smoothness::kAkima)
      return Symbol::scalar(
          smooth_surface(terms_, u1, u2, values, extrapolation, args.at(1).term, args.at(2).term));
    if (smoothness != Smoothness::kLinear && smoothness != Smoothness::kConstant)
      throw Untranslatable{place,
                           "a table of two dimensions has no monotone or modified Akima splines; take "
                           "Smoothness.LinearSegments, ConstantSegments or ContinuousDerivative"};
    return Symbol::scalar(
        surface_value(terms_, u1, u2, values, smoothness, extrapolation, args.at(1).term, args.at(2).term));
  }
  std::vector<double> x, y;
  for (const auto& row : table.rows) x.push_back(row[0]);
  if (function == "minimumAbscissa" || function == "minimumTime") return number(x.front());
  if (function == "maximumAbscissa" || function == "maximumTime") return number(x.back());
  if (function == "nextTimeEvent") {
    const Term u = terms_.subtract(args.at(1).term, terms_.constant(table.shift));
    const Term none = terms_.constant(kNoTime);
    Term next = none;
    constexpr int kNoEvents = 3, kAlways = 1;
    if (table.time_events != kNoEvents) {
      const TableCurve curve(x, std::vector<double>(x.size(), 0), smoothness, extrapolation);
      const bool only_jumps = table.time_events != kAlways;
      next = terms_.add(curve.next_knot(terms_, u, only_jumps, none), terms_.constant(table.shift));
      if (extrapolation != Extrapolation::kPeriodic)
        next = terms_.make(Operation::kIf, terms_.make(Operation::kLess, next, none), next, none);
    }
    // Before it begins a table is 0.
    next = terms_.make(Operation::kIf,
                       terms_.make(Operation::kLess, args.at(1).term, terms_.constant(table.start)),
                       terms_.constant(table.start), next);
    return Symbol::scalar(terms_.make(Operation::kNoEvent, next));
  }
  const double column = number_of(args.at(1).term, place);
  if (!(column >= 1) || column > static_cast<double>(table.columns.size()))
    throw Untranslatable{place, "the table has no output " + to_text(column)};
  const std::size_t c = table.columns[static_cast<std::size_t>(column) - 1];
  for (const auto& row : table.rows) {
    if (c < 1 || c > row.size())
      throw Untranslatable{place, "the table has " + std::to_string(row.size()) + " columns, and column " +
                                      std::to_string(c) + " is asked for"};
    y.push_back(row[c - 1]);
  }
  const TableCurve curve(x, y, smoothness, extrapolation);
  const Term u = args.at(2).term;
  const double shift = kind == "CombiTimeTable" ? table.shift : 0;
  within_table(table, x.front() + shift, x.back() + shift, u, place);
  if (kind == "CombiTable1D") return Symbol::scalar(curve.value(terms_, u, never));
  // Until the event at a knot has happened, what lies before it counts.
  const Term next = args.at(3).term, before_next = args.at(4).term;
  const Term pending = terms_.make(
      Operation::kNoEvent, terms_.make(Operation::kAnd, terms_.make(Operation::kEqual, next, before_next),
                                       terms_.make(Operation::kGreaterEqual, u, next)));
  Term value = curve.value(terms_, terms_.subtract(u, terms_.constant(table.shift)), pending);
  const Term start = terms_.constant(table.start);
  const Term not_begun =
      terms_.make(Operation::kOr, terms_.make(Operation::kLess, u, start),
                  terms_.make(Operation::kAnd, pending, terms_.make(Operation::kLessEqual, u, start)));
  value = terms_.make(Operation::kIf, terms_.make(Operation::kNoEvent, not_begun), terms_.constant(0), value);
  return Symbol::scalar(value);
}

// The value of a symbol whose terms are known.
std::optional<Value> Translator::value_of_symbol(const Symbol& symbol, const Type& type) {
  if (symbol.kind == Symbol::Kind::kText)
    return symbol.parts.empty() ? std::optional(Value::string(symbol.text)) : std::nullopt;
  if (symbol.is_scalar()) {
    try {
      return Value::scalar(type.base, number_of(symbol.term, {}));
    } catch (const Untranslatable&) {
      return std::nullopt;
    }
  }
  if (!symbol.is_array()) return std::nullopt;
  std::vector<Value> parts;
  for (const Symbol& part : symbol.parts) {
    std::optional<Value> value = value_of_symbol(part, type);
    if (!value) return std::nullopt;
    parts.push_back(std::move(*value));
  }
  return Value::array(std::move(parts));
}

Symbol Translator::symbol_of_value(const Value& value) {
  if (value.base == BaseType::kString && !value.is_array()) return Symbol::string(value.text);
  if (!value.is_array()) return Symbol::scalar(terms_.constant(value.number));
  std::vector<Symbol> parts;
  for (const Value& part : value.parts) parts.push_back(symbol_of_value(part));
  return Symbol::array(std::move(parts));
}

// A x = b: the elements of x are unknowns of their own, and the equations are the model's. n, nrhs, A, lda,
// ipiv, B, ldb, info.
std::optional<Symbol> Translator::solved(const Symbol& a, const Symbol& b,
                                         std::vector<std::pair<std::size_t, Symbol>>& outputs) {
  if (!in_equations_ || !b.is_array() || a.parts.size() != b.parts.size()) return std::nullopt;
  const std::size_t n = a.parts.size();
  const std::size_t columns = n == 0 || !b.parts[0].is_array() ? 1 : b.parts[0].parts.size();
  const std::string name = "$solution" + std::to_string(++hidden_);
  std::vector<Symbol> rows(n);
  for (std::size_t j = 0; j < columns; ++j) {
    std::vector<Term> x;
    for (std::size_t i = 0; i < n; ++i) {
      equations::FlatVariable made;
      made.name = name + "[" + std::to_string(i + 1) + "," + std::to_string(j + 1) + "]";
      made.variability = equations::Variability::kContinuous;
      x.push_back(terms_.variable(system_.add(std::move(made))));
    }
    for (std::size_t i = 0; i < n; ++i) {
      Term sum = terms_.constant(0);
      for (std::size_t k = 0; k < n; ++k)
        sum = terms_.add(sum, terms_.multiply(a.parts[i].parts.at(k).term, x[k]));
      const bool is_matrix = b.parts[i].is_array();
      system_.equations.push_back({sum, is_matrix ? b.parts[i].parts.at(j).term : b.parts[i].term, {}, {}});
      if (is_matrix) {
        rows[i].kind = Symbol::Kind::kArray;
        rows[i].parts.push_back(Symbol::scalar(x[i]));
      } else {
        rows[i] = Symbol::scalar(x[i]);
      }
    }
  }
  outputs.emplace_back(5, Symbol::array(std::move(rows)));
  outputs.emplace_back(7, Symbol::scalar(terms_.constant(0)));
  return Symbol{};
}

// The generator that keeps its state to itself. Before the model runs it gives one number after the other;
// in it each call in a when has a state of its own, which goes on with each event of the when.
Symbol Translator::impure_random(Place place) {
  if (impure_state_.empty())
    throw Untranslatable{place, "impureRandom() is called before initializeImpureRandom()"};
  if (whens_ == 0 && !in_equations_)
    return Symbol::scalar(terms_.constant(xorshift::next("xorshift1024star", impure_state_)));
  if (whens_ == 0)
    throw Untranslatable{place, "impureRandom() gives another value with each call; call it in a when"};
  std::vector<VariableIndex> state;
  std::vector<Term> before;
  const std::string name = "$random" + std::to_string(++hidden_);
  for (std::size_t i = 0; i < xorshift::state_size("xorshift128plus"); ++i) {
    // Words of the common state, drawn on for each call so that no two are alike.
    xorshift::next("xorshift1024star", impure_state_);
    const auto at = 2 * static_cast<std::size_t>(impure_state_.back());
    state.push_back(
        hidden_discrete(name + "[" + std::to_string(i + 1) + "]", static_cast<double>(impure_state_[at])));
    before.push_back(terms_.variable(system_.previous_of(state.back())));
  }
  const std::optional<RandomTerms> next = next_random(terms_, "xorshift128plus", before);
  for (std::size_t i = 0; i < state.size(); ++i) draws_.emplace_back(state[i], next->state[i]);
  return Symbol::scalar(next->value);
}

// With terms for arguments: mathematics of C by the operations that there are, and the next random number.
std::optional<Symbol> Translator::foreign_terms(std::string_view name, const std::vector<Symbol>& args,
                                                std::vector<std::pair<std::size_t, Symbol>>& outputs) {
  const auto arg = [&](std::size_t i) { return args.at(i).term; };
  const auto number = [&](double value) { return terms_.constant(value); };
  const auto make = [&](Operation operation, auto... terms) {
    return Symbol::scalar(terms_.make(operation, terms...));
  };
  if (name == "dgesv" && args.size() == 8) return solved(args[2], args[5], outputs);
  static constexpr std::string_view kRandom = "ModelicaRandom_";
  if (name.starts_with(kRandom)) {
    std::vector<Term> state;
    scalars_of(args.at(0), state);
    const std::optional<RandomTerms> next = next_random(terms_, name.substr(kRandom.size()), state);
    if (!next) return std::nullopt;
    std::vector<Symbol> parts;
    for (const Term one : next->state) parts.push_back(Symbol::scalar(one));
    outputs.emplace_back(1, Symbol::array(std::move(parts)));
    outputs.emplace_back(2, Symbol::scalar(next->value));
    return Symbol{};
  }
  for (const Symbol& one : args)
    if (!one.is_scalar()) return std::nullopt;
  if (args.size() == 1) {
    const Term x = arg(0);
    const auto log_of = [&](Term t) { return terms_.make(Operation::kLog, t); };
    const auto root = [&](Term t) { return terms_.make(Operation::kSqrt, t); };
    const Term square = terms_.multiply(x, x);
    if (name == "fabs") return make(Operation::kAbs, x);
    if (name == "asinh")
      return Symbol::scalar(terms_.multiply(
          terms_.make(Operation::kSign, x),
          log_of(terms_.add(terms_.make(Operation::kAbs, x), root(terms_.add(square, number(1)))))));
    if (name == "acosh")
      return Symbol::scalar(log_of(terms_.add(x, root(terms_.subtract(square, number(1))))));
    if (name == "atanh")
      return Symbol::scalar(terms_.multiply(
          number(0.5), log_of(terms_.divide(terms_.add(number(1), x), terms_.subtract(number(1), x)))));
    if (name == "exp2") return make(Operation::kPower, number(2), x);
    if (name == "expm1") return Symbol::scalar(terms_.subtract(terms_.make(Operation::kExp, x), number(1)));
    if (name == "log1p") return Symbol::scalar(log_of(terms_.add(number(1), x)));
    if (name == "log2") return Symbol::scalar(terms_.divide(log_of(x), number(std::log(2.0))));
    if (name == "cbrt")
      return Symbol::scalar(
          terms_.multiply(terms_.make(Operation::kSign, x),
                          terms_.make(Operation::kPower, terms_.make(Operation::kAbs, x), number(1.0 / 3))));
    if (const auto operation = equations::function_named(name);
        operation && equations::info(*operation).arguments == 1)
      return make(*operation, x);
    return std::nullopt;
  }
  if (args.size() != 2) return std::nullopt;
  if (name == "pow") return make(Operation::kPower, arg(0), arg(1));
  if (name == "atan2") return make(Operation::kAtan2, arg(0), arg(1));
  if (name == "fmin") return make(Operation::kMin, arg(0), arg(1));
  if (name == "fmax") return make(Operation::kMax, arg(0), arg(1));
  if (name == "hypot")
    return make(Operation::kSqrt,
                terms_.add(terms_.multiply(arg(0), arg(0)), terms_.multiply(arg(1), arg(1))));
  return std::nullopt;
}

// The arguments as they stand after external "C", and what is written to them and to the result.
Symbol Translator::call_foreign(const Function& function, std::vector<Symbol> args, Place place) {
  Frame frame;
  frame.in_function = true;
  frame.not_returned = frame.not_broken = terms_.constant(1);
  frame.locals = std::move(args);
  frames_.push_back(std::move(frame));
  struct Leave {
    std::vector<Frame>& frames;
    std::size_t size;
    ~Leave() { frames.resize(size); }
  } leave{frames_, frames_.size() - 1};
  for (std::size_t i = frames_.back().locals.size(); i < function.variables.size(); ++i) {
    const FunctionVariable& variable = function.variables[i];
    Symbol value = variable.binding != nullptr ? evaluate(*variable.binding)
                                               : undefined(variable.type, variable.sizes, place);
    frames_.back().locals.push_back(std::move(value));
  }
  ForeignCall call{function.external_name, {}, &model_.files};
  std::vector<Symbol> symbols;
  bool known = true;
  for (const Expr* argument : function.external_arguments) {
    symbols.push_back(evaluate(*argument));
    std::optional<Value> value = value_of_symbol(symbols.back(), argument->type);
    known = known && value.has_value();
    call.arguments.push_back(value ? std::move(*value) : Value{});
  }
  std::vector<std::pair<std::size_t, Symbol>> outputs;
  std::optional<Symbol> result;
  try {
    if (known && run_foreign(call)) {
      for (const auto& [number, value] : call.outputs) outputs.emplace_back(number, symbol_of_value(value));
      result = call.result.kind == Value::Kind::kNone ? Symbol{} : symbol_of_value(call.result);
    }
  } catch (const ForeignFault& fault) {
    throw Untranslatable{place, fault.what()};
  }
  if (!result) result = foreign_terms(call.name, symbols, outputs);
  if (!result)
    throw Untranslatable{
        place,
        "the external function '" + function.name + "' (" + function.external_language + ' ' +
            function.external_name + ") is not supported yet" +
            (known ? "" : "; some have equivalents where all their arguments are known before it runs")};
  for (const auto& [number, symbol] : outputs) assign(*function.external_arguments.at(number), symbol);
  if (function.external_result != nullptr) assign(*function.external_result, *result);
  std::vector<Symbol> given;
  for (int i = 0; i < function.outputs; ++i)
    given.push_back(frames_.back().locals[static_cast<std::size_t>(function.inputs + i)]);
  if (given.size() == 1) return std::move(given.front());
  return Symbol::record(std::move(given));
}

Symbol Translator::call_external(const Function& function, std::vector<Symbol> args, Place place) {
  const std::string& name = function.external_name;
  static constexpr std::string_view kTables = "ModelicaStandardTables_";
  if (name.starts_with(kTables)) {
    const std::size_t split = name.find('_', kTables.size());
    const std::string kind = name.substr(kTables.size(), split - kTables.size());
    const std::string what = name.substr(split + 1);
    if (what.starts_with("init")) {
      Symbol object = Symbol::record(std::move(args));
      object.text = kind;
      return object;
    }
    if (what == "getValue" || what == "nextTimeEvent" || what.starts_with("minimum") ||
        what.starts_with("maximum"))
      return table_call(kind, what, args, place);
  }
  if (name == "ModelicaError") {  // ends the simulation where it is reached
    equations::Assertion made{terms_.constant(0), "an error of the model", {}, false, model_.location(place)};
    tell(args.at(0), made);
    add_assertion(std::move(made));
    return {};
  }
  if (name == "ModelicaInternal_print") return {};
  if (name == "ModelicaRandom_impureRandom_xorshift1024star") return impure_random(place);
  if (name == "ModelicaRandom_setInternalState_xorshift1024star") {  // rngState, id
    std::vector<Term> state;
    scalars_of(args.at(0), state);
    // A seed that initial equations compute is not known yet: then the words are what they would be for none.
    impure_state_.clear();
    for (std::size_t i = 0; i < state.size(); ++i)
      impure_state_.push_back(static_cast<std::int32_t>(
          std::llround(known(state[i]).value_or(i + 1 < state.size() ? 1.0 + static_cast<double>(i) : 0))));
    return {};
  }
  return call_foreign(function, std::move(args), place);
}

}  // namespace escapement::modelica
