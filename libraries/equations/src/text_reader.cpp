// SPDX-License-Identifier: MIT
#include "text_reader.h"

#include <array>
#include <charconv>
#include <cmath>

namespace escapement::equations::internal {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

constexpr std::array kWords{"if", "then", "elseif", "else", "and", "or", "not", "true", "false", "time"};

bool is_word(std::string_view name) {
  for (const std::string_view word : kWords)
    if (word == name) return true;
  return false;
}

}  // namespace

class TextReader::Depth {
 public:
  explicit Depth(TextReader& reader) : reader_(reader) {
    if (++reader_.depth_ > kMaximumTextDepth) {
      const Token here = reader_.now_;
      reader_.fail(here,
                   "the expression is nested deeper than " + std::to_string(kMaximumTextDepth) + " levels",
                   "Name a part of it as a variable of its own.");
    }
  }
  Depth(const Depth&) = delete;
  Depth& operator=(const Depth&) = delete;
  ~Depth() { --reader_.depth_; }

 private:
  TextReader& reader_;
};

TextReader::TextReader(std::string_view text, Terms& terms, const Names& names,
                       std::vector<expressions::ExpressionError>& faults)
    : text_(text), terms_(terms), names_(names), faults_(faults) {}

Term TextReader::read() {
  advance();
  if (now_.kind == Kind::kEnd) fail(now_, "the expression is empty", "Write a number, a name or a formula.");
  const Term result = expression();
  if (now_.kind != Kind::kEnd) fail(now_, "an operator is missing before " + shown(now_));
  return result;
}

Term TextReader::expression() {
  const Depth depth(*this);
  if (!at("if")) return disjunction();
  const Token start = now_;
  advance();
  return conditional(start);
}

Term TextReader::conditional(const Token& start) {
  const Depth depth(*this);
  const Term condition = expression();
  expect("then", "the condition of an if");
  const Term then = expression();
  if (take("elseif")) return terms_.make(Operation::kIf, condition, then, conditional(start));
  if (!at("else"))
    fail(now_.kind == Kind::kEnd ? start : now_, "this if has no else",
         "An expression needs a value in every case: if condition then a else b.");
  advance();
  const Term otherwise = expression();
  return terms_.make(Operation::kIf, condition, then, otherwise);
}

Term TextReader::disjunction() {
  Term left = conjunction();
  while (take("or") || take("||")) left = terms_.make(Operation::kOr, left, conjunction());
  return left;
}

Term TextReader::conjunction() {
  Term left = negation();
  while (take("and") || take("&&")) left = terms_.make(Operation::kAnd, left, negation());
  return left;
}

Term TextReader::negation() {
  if (!take("not") && !take("!")) return relation();
  const Depth depth(*this);
  return terms_.make(Operation::kNot, negation());
}

const OperationInfo* TextReader::relation_here() const {
  if (now_.kind != Kind::kSymbol) return nullptr;
  const std::string_view symbol = word(now_) == "!=" ? std::string_view("<>") : word(now_);
  for (const OperationInfo& one : operations())
    if (one.kind == OperationKind::kRelation && one.name == symbol) return &one;
  return nullptr;
}

Term TextReader::relation() {
  const Term left = sum();
  const OperationInfo* about = relation_here();
  if (about == nullptr) return left;
  advance();
  const Term result = terms_.make(about->operation, left, sum());
  if (relation_here() != nullptr)
    fail(now_, "a second comparison follows the first",
         "It would compare a truth value. Join two comparisons by 'and': a < b and b < c.");
  return result;
}

Term TextReader::sum() {
  const bool negative = at("-");
  if (negative || at("+")) advance();
  Term left = product();
  if (negative) left = terms_.negate(left);
  while (at("+") || at("-")) {
    const Operation operation = at("+") ? Operation::kAdd : Operation::kSubtract;
    advance();
    left = terms_.make(operation, left, product());
  }
  return left;
}

Term TextReader::product() {
  Term left = power();
  while (at("*") || at("/")) {
    const Operation operation = at("*") ? Operation::kMultiply : Operation::kDivide;
    advance();
    left = terms_.make(operation, left, power());
  }
  return left;
}

Term TextReader::power() {
  const Term base = value();
  if (!at("^") && !at("**")) return base;
  advance();
  Term exponent;
  if (at("-") || at("+")) {  // 10^-3 can be read in one way only
    const bool negative = at("-");
    advance();
    exponent = negative ? terms_.negate(value()) : value();
  } else {
    exponent = value();
  }
  if (at("^") || at("**"))
    fail(now_, "a second power follows the first",
         "a^b^c can be read in two ways. Put one of them in parentheses.");
  return terms_.make(Operation::kPower, base, exponent);
}

Term TextReader::value() {
  const Token token = now_;
  if (token.kind == Kind::kNumber) {
    advance();
    return terms_.constant(token.number);
  }
  if (take("(")) {
    const Term inner = expression();
    expect(")", "the opening parenthesis");
    return inner;
  }
  if (token.kind == Kind::kName) {
    const std::string_view text = word(token);
    if (text == "true" || text == "false" || text == "time") {
      advance();
      return text == "time" ? terms_.time() : terms_.constant(text == "true" ? 1 : 0);
    }
    if (!is_word(text)) return name(token);
  }
  if (token.kind == Kind::kEnd) fail(token, "a value is missing at the end");
  fail(token, "a value is expected, not " + shown(token));
}

Term TextReader::name(const Token& token) {
  const std::string_view text = word(token);
  advance();
  if (at("(")) {
    if (const auto function = function_named(text)) return call(token, *function);
    std::vector<std::string> known;
    for (const OperationInfo& one : operations())
      if (one.kind == OperationKind::kFunction || one.kind == OperationKind::kNoEvent)
        known.emplace_back(one.name);
    const std::string_view near = nearest_name(text, known);
    // What follows cannot be judged, but it can be read: other faults are told in the same pass.
    note(token, "there is no function '" + std::string(text) + "'",
         near.empty() ? "Functions are " + list_text(known, known.size()) + "."
                      : "Did you mean '" + std::string(near) + "'?");
    advance();
    if (!at(")")) {
      expression();
      while (take(",")) expression();
    }
    expect(")", "the arguments of a function");
    return terms_.constant(1);
  }
  if (const auto found = names_.find(text)) return *found;
  const std::vector<std::string> known = names_.known ? names_.known() : std::vector<std::string>{};
  const std::string_view near = nearest_name(text, known);
  std::string remedy;
  if (!near.empty())
    remedy = "Did you mean '" + std::string(near) + "'?";
  else if (!known.empty())
    remedy = "Names here are " + list_text(known) + ".";
  note(token, "there is no variable '" + std::string(text) + "'", std::move(remedy));
  return terms_.constant(1);
}

Term TextReader::call(const Token& name, Operation function) {
  const Depth depth(*this);
  const OperationInfo& about = info(function);
  advance();
  std::vector<Term> arguments;
  if (!at(")")) {
    arguments.push_back(expression());
    while (take(",")) arguments.push_back(expression());
  }
  expect(")", "the arguments of a function");
  if (arguments.size() != about.arguments) {
    note(name, "'" + std::string(about.name) + "' takes " + std::to_string(about.arguments) + " argument" +
                   (about.arguments == 1 ? "" : "s") + ", not " + std::to_string(arguments.size()));
    return terms_.constant(1);
  }
  return terms_.make(function, arguments);
}

void TextReader::advance() {
  while (next_ < text_.size() && is_blank(text_[next_])) ++next_;
  now_ = Token{Kind::kEnd, next_, 0, 0};
  if (next_ == text_.size()) return;
  const char c = text_[next_];
  if (is_digit(c) || (c == '.' && next_ + 1 < text_.size() && is_digit(text_[next_ + 1]))) {
    read_number();
    return;
  }
  const std::size_t start = next_;
  if (is_letter(c)) {
    const auto part = [this] {
      while (next_ < text_.size() && (is_letter(text_[next_]) || is_digit(text_[next_]))) ++next_;
    };
    part();
    while (next_ + 1 < text_.size() && text_[next_] == '.' && is_letter(text_[next_ + 1])) {
      ++next_;
      part();
    }
    now_ = Token{Kind::kName, start, next_ - start, 0};
    return;
  }
  static constexpr std::array kSymbols{"<=", ">=", "==", "<>", "!=", "**", "&&", "||", "<", ">",
                                       "+",  "-",  "*",  "/",  "^",  "(",  ")",  ",",  "!"};
  for (const std::string_view symbol : kSymbols)
    if (text_.substr(start, symbol.size()) == symbol) {
      next_ += symbol.size();
      now_ = Token{Kind::kSymbol, start, symbol.size(), 0};
      return;
    }
  const Token bad{Kind::kSymbol, start, 1, 0};
  if (c == '=') fail(bad, "a single '=' stands in an expression", "Equality is written ==.");
  fail(bad, "an expression cannot hold " + shown(bad));
}

void TextReader::read_number() {
  const std::size_t start = next_;
  const char* const first = text_.data() + start;
  const char* const last = text_.data() + text_.size();
  double number = 0;
  const auto [end, error] = std::from_chars(first, last, number);
  next_ = start + static_cast<std::size_t>(end - first);
  now_ = Token{Kind::kNumber, start, next_ - start, number};
  if (error == std::errc::result_out_of_range)
    fail(now_, "the number " + std::string(word(now_)) + " is outside of what a double can hold");
  if (end != last && is_letter(*end)) {
    Token whole = now_;
    while (next_ < text_.size() && (is_letter(text_[next_]) || is_digit(text_[next_]))) ++next_;
    whole.length = next_ - start;
    fail(whole, "'" + std::string(word(whole)) + "' is neither a number nor a name",
         "Put an operator after the number, as in 2*x.");
  }
}

bool TextReader::at(std::string_view symbol_or_word) const {
  return (now_.kind == Kind::kSymbol || now_.kind == Kind::kName) && word(now_) == symbol_or_word;
}

bool TextReader::take(std::string_view symbol_or_word) {
  if (!at(symbol_or_word)) return false;
  advance();
  return true;
}

void TextReader::expect(std::string_view symbol_or_word, std::string_view after) {
  if (!take(symbol_or_word))
    fail(now_, "'" + std::string(symbol_or_word) + "' is missing after " + std::string(after) +
                   (now_.kind == Kind::kEnd ? "" : ", before " + shown(now_)));
}

std::string TextReader::shown(const Token& token) const {
  return token.kind == Kind::kEnd ? "the end" : "'" + std::string(word(token)) + "'";
}

void TextReader::fail(const Token& token, std::string message, std::string remedy) const {
  throw expressions::ExpressionError(text_, token.offset, token.length, std::move(message),
                                     std::move(remedy));
}

void TextReader::note(const Token& token, std::string message, std::string remedy) {
  faults_.emplace_back(text_, token.offset, token.length, std::move(message), std::move(remedy));
}

}  // namespace escapement::equations::internal
