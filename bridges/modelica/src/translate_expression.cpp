// SPDX-License-Identifier: MIT
// Expressions to terms.
#include <algorithm>
#include <cmath>

#include "translator.h"

namespace escapement::modelica {

void scalars_of(const Symbol& symbol, std::vector<equations::Term>& to) {
  if (symbol.is_scalar()) to.push_back(symbol.term);
  for (const Symbol& part : symbol.parts) scalars_of(part, to);
}

bool Translator::is_settled(VariableIndex v) const {
  const equations::FlatVariable& one = system_.variables[v];
  return one.variability == equations::Variability::kParameter && one.start && !one.computed &&
         !system_.is_flag(v);
}

// What was found for a part holds for all that share it; before all parameters have values it may change.
bool Translator::stands_on_settled(Term term) {
  const auto is_free = [&](VariableIndex v) {
    return is_settled(v) && !is_theta(v) && !system_.variables[v].value;
  };
  if (!in_equations_) {
    const std::vector<VariableIndex> all = terms_.variables_in(term);
    return std::all_of(all.begin(), all.end(), is_free);
  }
  if (const auto found = settled_.find(term.id); found != settled_.end()) return found->second;
  bool settled = true;
  switch (terms_.operation(term)) {
    case Operation::kConstant:
      break;
    case Operation::kTime:
      settled = false;
      break;
    case Operation::kVariable:
      settled = is_free(terms_.variable_index(term));
      break;
    default:
      for (const Term argument : terms_.arguments(term)) settled = settled && stands_on_settled(argument);
  }
  settled_.emplace(term.id, settled);
  return settled;
}

// Of parameters that have their values too: branches that they rule out are never looked at.
std::optional<double> Translator::known(Term term) {
  if (terms_.is_constant(term)) return terms_.value(term);
  if (const auto found = known_.find(term.id); found != known_.end()) return found->second;
  if (!stands_on_settled(term)) return std::nullopt;
  Term constant{};
  const Term folded = terms_.substitute(term, [&](VariableIndex v) {
    constant = terms_.constant(*system_.variables[v].start);
    return &constant;
  });
  if (!terms_.is_constant(folded)) return std::nullopt;
  known_.emplace(term.id, terms_.value(folded));
  return terms_.value(folded);
}

Translator::Term Translator::scalar(const Expr& e) {
  Symbol symbol = evaluate(e);
  while (symbol.is_array() && symbol.parts.size() == 1) symbol = Symbol(symbol.parts.front());
  if (!symbol.is_scalar()) throw Untranslatable{e.place, "a scalar is needed here"};
  return symbol.term;
}

std::int64_t Translator::whole(const Expr& e) {
  return static_cast<std::int64_t>(std::llround(number_of(scalar(e), e.place)));
}

Symbol Translator::evaluate(const Expr& e) {
  switch (e.kind) {
    case ExprKind::kReal:
      return Symbol::scalar(terms_.constant(e.number));
    case ExprKind::kInteger:
    case ExprKind::kBoolean:
    case ExprKind::kEnumeration:
      return Symbol::scalar(terms_.constant(static_cast<double>(e.integer)));
    case ExprKind::kString:
      return Symbol::string(std::string(e.text));
    case ExprKind::kVariable:
      if (const auto one = element(e)) return Symbol::scalar(*one);
      return subscripted(model_variable(e.variable), e.args, 0, e);
    case ExprKind::kLocal:
      return subscripted(frames_.back().locals.at(e.variable), e.args, 0, e);
    case ExprKind::kIterator:
      return iterators_.at(e.iterator);
    case ExprKind::kTime:
      return Symbol::scalar(terms_.time());
    case ExprKind::kUnary: {
      const Symbol a = evaluate(*e.args[0]);
      if (e.op == Op::kPlus) return a;
      const Operation operation = e.op == Op::kNot ? Operation::kNot : Operation::kNegate;
      return map(a, [&](Term t) { return terms_.make(operation, t); });
    }
    case ExprKind::kBinary: {
      const Symbol a = evaluate(*e.args[0]);
      // `i <= n and v[i] > x`: the right one counts where the left one does not tell the truth already.
      const GuardedStretch stretch(guards_);
      if (a.is_scalar() && (e.op == Op::kAnd || e.op == Op::kOr)) {
        if (const auto value = known(a.term); value && (*value != 0) == (e.op == Op::kOr)) return a;
        guards_.push_back(e.op == Op::kAnd ? a.term : terms_.make(Operation::kNot, a.term));
      }
      const Symbol b = evaluate(*e.args[1]);
      // Over an inner size of 0 a product is a sum of nothing.
      if (e.op == Op::kMultiply && b.is_array() && b.parts.empty() && a.is_array())
        return undefined(e.type, {}, e.place);
      return binary(e.op, a, b, e.place);
    }
    case ExprKind::kIf: {
      // From the end: if c1 then v1 else (if c2 then v2 else v3). Conditions that are known choose at once.
      std::vector<std::pair<Term, Symbol>> open;
      std::optional<Symbol> result;
      const GuardedStretch stretch(guards_);
      for (std::size_t i = 0; i + 1 < e.args.size() && !result; i += 2) {
        const Term condition = scalar(*e.args[i]);
        if (const auto value = known(condition)) {
          if (*value != 0) result = evaluate(*e.args[i + 1]);
          continue;
        }
        guards_.push_back(condition);
        open.emplace_back(condition, evaluate(*e.args[i + 1]));
        guards_.back() = terms_.make(Operation::kNot, condition);
      }
      if (!result) result = evaluate(*e.args.back());
      for (std::size_t i = open.size(); i-- > 0;)
        result = chosen(open[i].first, open[i].second, *result, e.place);
      return *result;
    }
    case ExprKind::kCall:
      if (e.function == nullptr) return call_builtin(e);
      {
        std::vector<Symbol> args;
        for (const Expr* argument : e.args)
          args.push_back(argument == nullptr ? Symbol{} : evaluate(*argument));
        return e.elementwise ? call_elementwise(*e.function, args, e.place)
                             : call_function(*e.function, std::move(args), e.place);
      }
    case ExprKind::kArray: {
      std::vector<Symbol> parts;
      for (const Expr* part : e.args) parts.push_back(evaluate(*part));
      return Symbol::array(std::move(parts));
    }
    case ExprKind::kComprehension:
      return comprehension(e, 0);
    case ExprKind::kRange: {
      std::vector<Symbol> parts;
      parts = range_of(e);
      return Symbol::array(std::move(parts));
    }
    case ExprKind::kRecord: {
      std::vector<Symbol> parts;
      for (const Expr* part : e.args) parts.push_back(evaluate(*part));
      return array_of_records(std::move(parts), e.type.dims.size());
    }
    case ExprKind::kField:
      return field_of(evaluate(*e.args[0]), static_cast<std::size_t>(e.integer));
    case ExprKind::kIndex:
      return subscripted(evaluate(*e.args[0]), {e.args.begin() + 1, e.args.size() - 1}, 0, e);
    case ExprKind::kFunction: {
      Symbol symbol;
      symbol.kind = Symbol::Kind::kFunction;
      symbol.function = &e;
      for (const Expr* bound : e.args) symbol.parts.push_back(bound != nullptr ? evaluate(*bound) : Symbol{});
      return symbol;
    }
    case ExprKind::kTuple:
    case ExprKind::kColon:
      break;
  }
  throw Untranslatable{e.place, "this expression has no value of its own"};
}

// Of an array of records, an array.
Symbol Translator::field_of(const Symbol& symbol, std::size_t number) {
  if (!symbol.is_array()) return symbol.parts.at(number);
  std::vector<Symbol> parts;
  for (const Symbol& part : symbol.parts) parts.push_back(field_of(part, number));
  return Symbol::array(std::move(parts));
}

// Fields that are arrays of `rank` dimensions make an array of records.
Symbol Translator::array_of_records(std::vector<Symbol> fields, std::size_t rank) {
  if (rank == 0 || fields.empty()) return Symbol::record(std::move(fields));
  std::vector<Symbol> elements;
  for (std::size_t i = 0; i < fields.front().parts.size(); ++i) {
    std::vector<Symbol> own;
    for (const Symbol& field : fields) own.push_back(field.parts.at(i));
    elements.push_back(array_of_records(std::move(own), rank - 1));
  }
  return Symbol::array(std::move(elements));
}

Symbol Translator::model_variable(std::uint32_t index) {
  const Variable& variable = model_.variables[index];
  // One value may stand for all elements.
  const auto declared = [&] {
    Symbol value = value_of(variable, variable.binding);
    for (std::size_t d = variable.type.dims.size(); !value.is_array() && d-- > 0;)
      value = Symbol::array(std::vector<Symbol>(static_cast<std::size_t>(variable.type.dims[d]), value));
    return value;
  };
  if (variable.type.base == BaseType::kString) {
    if (variable.binding.present()) return declared();
    const auto given = texts_.find(index);
    if (given == texts_.end()) return Symbol::string({});
    const Expr* value = given->second;
    texts_.erase(given);  // while it is worked out it has no value: a text that stands on itself is empty
    Symbol made = evaluate(*value);
    texts_.emplace(index, value);
    return made;
  }
  if (variable.type.base == BaseType::kExternalObject) {
    if (!variable.binding.present())
      throw Untranslatable{variable.place, "the external object '" + variable.name + "' has no value"};
    if (const auto known = objects_.find(index); known != objects_.end()) return known->second;
    if (!in_equations_) return declared();  // parameters that it stands on may not be known yet
    return objects_.emplace(index, declared()).first->second;
  }
  VariableIndex at = first_[index];
  const std::map<VariableIndex, Term>* assigned =
      !frames_.empty() && frames_.back().in_algorithm ? &frames_.back().assigned : nullptr;
  const std::function<Symbol(std::size_t)> build = [&](std::size_t dimension) {
    if (dimension == variable.type.dims.size()) {
      const VariableIndex v = at++;
      if (assigned != nullptr)
        if (const auto found = assigned->find(v); found != assigned->end())
          return Symbol::scalar(found->second);
      return Symbol::scalar(terms_.variable(v));
    }
    std::vector<Symbol> parts;
    for (std::int64_t i = 0; i < variable.type.dims[dimension]; ++i) parts.push_back(build(dimension + 1));
    return Symbol::array(std::move(parts));
  };
  return build(0);
}

Symbol Translator::map(const Symbol& symbol, const std::function<Term(Term)>& function) {
  if (symbol.is_scalar()) return Symbol::scalar(function(symbol.term));
  Symbol made = symbol;
  for (Symbol& part : made.parts) part = map(part, function);
  return made;
}

Symbol Translator::elementwise(Operation operation, const Symbol& a, const Symbol& b, Place place) {
  if (a.is_scalar() && b.is_scalar()) return Symbol::scalar(terms_.make(operation, a.term, b.term));
  if (a.is_array() && b.is_array()) {
    if (a.parts.size() != b.parts.size()) throw Untranslatable{place, "the operands have different sizes"};
    std::vector<Symbol> parts;
    for (std::size_t i = 0; i < a.parts.size(); ++i)
      parts.push_back(elementwise(operation, a.parts[i], b.parts[i], place));
    return Symbol::array(std::move(parts));
  }
  if (!a.is_array() && !b.is_array())
    throw Untranslatable{place, "this operation is not supported for such operands"};
  std::vector<Symbol> parts;
  for (const Symbol& part : (a.is_array() ? a : b).parts)
    parts.push_back(a.is_array() ? elementwise(operation, part, b, place)
                                 : elementwise(operation, a, part, place));
  return Symbol::array(std::move(parts));
}

// Scalars by anything, vector by vector, and matrices with what fits.
Symbol Translator::product(const Symbol& a, const Symbol& b, Place place) {
  if (!a.is_array() || !b.is_array()) return elementwise(Operation::kMultiply, a, b, place);
  const auto is_matrix = [](const Symbol& s) { return !s.parts.empty() && s.parts.front().is_array(); };
  const auto dot = [&](const Symbol& row, const Symbol& column) {
    if (row.parts.size() != column.parts.size()) throw Untranslatable{place, "the operands of * do not fit"};
    Term sum = terms_.constant(0);
    for (std::size_t i = 0; i < row.parts.size(); ++i)
      sum = terms_.add(sum, terms_.multiply(row.parts[i].term, column.parts[i].term));
    return Symbol::scalar(sum);
  };
  const auto columns = [&](const Symbol& matrix) {
    std::vector<Symbol> found;
    for (std::size_t j = 0; j < matrix.parts.front().parts.size(); ++j) {
      std::vector<Symbol> column;
      for (const Symbol& row : matrix.parts) column.push_back(row.parts[j]);
      found.push_back(Symbol::array(std::move(column)));
    }
    return found;
  };
  std::vector<Symbol> parts;
  if (!is_matrix(a) && !is_matrix(b)) return dot(a, b);
  if (is_matrix(a) && !is_matrix(b)) {
    for (const Symbol& row : a.parts) parts.push_back(dot(row, b));
  } else if (!is_matrix(a)) {
    for (const Symbol& column : columns(b)) parts.push_back(dot(a, column));
  } else {
    const std::vector<Symbol> of_b = columns(b);
    for (const Symbol& row : a.parts) {
      std::vector<Symbol> line;
      for (const Symbol& column : of_b) line.push_back(dot(row, column));
      parts.push_back(Symbol::array(std::move(line)));
    }
  }
  return Symbol::array(std::move(parts));
}

Symbol Translator::binary(Op op, const Symbol& a, const Symbol& b, Place place) {
  if (a.kind == Symbol::Kind::kText && b.kind == Symbol::Kind::kText) {
    if (op == Op::kAdd && (!a.parts.empty() || !b.parts.empty())) {
      Symbol joined = Symbol::string({});
      for (const Symbol* side : {&a, &b}) {
        if (side->parts.empty()) joined.parts.push_back(*side);
        joined.parts.insert(joined.parts.end(), side->parts.begin(), side->parts.end());
      }
      return joined;
    }
    if (op == Op::kAdd) return Symbol::string(a.text + b.text);
    if (!a.parts.empty() || !b.parts.empty())
      throw Untranslatable{place, "texts that hold values of variables cannot be compared"};
    const bool truth = op == Op::kEqual      ? a.text == b.text
                       : op == Op::kNotEqual ? a.text != b.text
                                             : a.text < b.text;
    return Symbol::scalar(terms_.constant(truth ? 1 : 0));
  }
  switch (op) {
    case Op::kAdd:
    case Op::kElementAdd:
      return elementwise(Operation::kAdd, a, b, place);
    case Op::kSubtract:
    case Op::kElementSubtract:
      return elementwise(Operation::kSubtract, a, b, place);
    case Op::kMultiply:
      return product(a, b, place);
    case Op::kElementMultiply:
      return elementwise(Operation::kMultiply, a, b, place);
    case Op::kDivide:
    case Op::kElementDivide:
      return elementwise(Operation::kDivide, a, b, place);
    case Op::kElementPower:
      return elementwise(Operation::kPower, a, b, place);
    case Op::kPower: {
      if (a.is_scalar()) return elementwise(Operation::kPower, a, b, place);
      const auto exponent = static_cast<std::int64_t>(number_of(b.term, place));
      const std::size_t n = a.parts.size();
      std::vector<Symbol> rows;
      for (std::size_t i = 0; i < n; ++i) {
        std::vector<Symbol> row;
        for (std::size_t j = 0; j < n; ++j) row.push_back(Symbol::scalar(terms_.constant(i == j ? 1 : 0)));
        rows.push_back(Symbol::array(std::move(row)));
      }
      Symbol result = Symbol::array(std::move(rows));
      for (std::int64_t i = 0; i < exponent; ++i) result = product(result, a, place);
      return result;
    }
    case Op::kAnd:
      return elementwise(Operation::kAnd, a, b, place);
    case Op::kOr:
      return elementwise(Operation::kOr, a, b, place);
    case Op::kLess:
      return elementwise(Operation::kLess, a, b, place);
    case Op::kLessEqual:
      return elementwise(Operation::kLessEqual, a, b, place);
    case Op::kGreater:
      return elementwise(Operation::kGreater, a, b, place);
    case Op::kGreaterEqual:
      return elementwise(Operation::kGreaterEqual, a, b, place);
    case Op::kEqual:
      return elementwise(Operation::kEqual, a, b, place);
    case Op::kNotEqual:
      return elementwise(Operation::kNotEqual, a, b, place);
    default:
      throw Untranslatable{place, "an unknown operator"};
  }
}

Symbol Translator::chosen(Term condition, const Symbol& a, const Symbol& b, Place place) {
  if (const auto value = known(condition)) return *value != 0 ? a : b;
  if (a.is_scalar() && b.is_scalar())
    return Symbol::scalar(terms_.make(Operation::kIf, condition, a.term, b.term));
  if (a.kind == Symbol::Kind::kNone) return b;
  if (b.kind == Symbol::Kind::kNone) return a;
  if (a.kind == Symbol::Kind::kText && b.kind == Symbol::Kind::kText) {
    if (a.text == b.text && a.parts.empty() && b.parts.empty()) return a;
    // Which it is only the simulation knows: good for a message, and for nothing that needs the text.
    Symbol either = Symbol::string({});
    either.parts = {a, Symbol::string(" or "), b};
    return either;
  }
  if (a.kind != b.kind || a.parts.size() != b.parts.size())
    throw Untranslatable{
        place, "the branches of an if have different sizes, and which is taken is not known before it runs"};
  Symbol made = a;
  for (std::size_t i = 0; i < a.parts.size(); ++i)
    made.parts[i] = chosen(condition, a.parts[i], b.parts[i], place);
  return made;
}

std::vector<Symbol> Translator::range_of(const Expr& e) {
  if (e.kind != ExprKind::kRange) return evaluate(e).parts;
  std::vector<Symbol> values;
  const double from = number_of(scalar(*e.args[0]), e.place);
  const double step = e.args[1] == nullptr ? 1 : number_of(scalar(*e.args[1]), e.place);
  const double to = number_of(scalar(*e.args[2]), e.place);
  if (step == 0) throw Untranslatable{e.place, "a range with step 0"};
  const double count = std::floor((to - from) / step + 1e-9);
  if (count > 1e7) throw Untranslatable{e.place, "a range of more than 10 million values"};
  for (double i = 0; i <= count; ++i) values.push_back(Symbol::scalar(terms_.constant(from + i * step)));
  return values;
}

Symbol Translator::comprehension(const Expr& e, std::size_t iterator) {
  if (iterator == e.iterators.size()) return evaluate(*e.args[0]);
  std::vector<Symbol> parts;
  for (const Symbol& value : range_of(*e.iterators[iterator].range)) {
    iterators_[e.iterators[iterator].id] = value;
    parts.push_back(comprehension(e, iterator + 1));
  }
  return Symbol::array(std::move(parts));
}

}  // namespace escapement::modelica
