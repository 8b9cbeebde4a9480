// SPDX-License-Identifier: MIT
#include "lexer.h"

#include <algorithm>
#include <array>

namespace escapement::modelica {
namespace {

constexpr std::array<std::string_view, 59> kKeywords = {
    "algorithm", "and",         "annotation",    "block",     "break",       "class",    "connect",
    "connector", "constant",    "constrainedby", "der",       "discrete",    "each",     "else",
    "elseif",    "elsewhen",    "encapsulated",  "end",       "enumeration", "equation", "expandable",
    "extends",   "external",    "false",         "final",     "flow",        "for",      "function",
    "if",        "import",      "impure",        "in",        "initial",     "inner",    "input",
    "loop",      "model",       "not",           "operator",  "or",          "outer",    "output",
    "package",   "parameter",   "partial",       "protected", "public",      "pure",     "record",
    "redeclare", "replaceable", "return",        "stream",    "then",        "true",     "type",
    "when",      "while",       "within"};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

class Lexer {
 public:
  Lexer(std::string_view text, std::uint16_t file, Reporter& reporter)
      : text_(text), file_(file), reporter_(reporter) {
    if (text_.substr(0, 3) == "\xEF\xBB\xBF")
      at_ = line_start_ = 3;  // a byte order mark says nothing in UTF-8
  }

  std::vector<Token> run() {
    tokens_.reserve(text_.size() / 6 + 8);
    while (skip_blanks()) token();
    tokens_.push_back({TokenKind::kEnd, {}, here()});
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  Place here() const {
    const std::size_t column = std::min<std::size_t>(at_ - line_start_ + 1, 65535);
    return {line_, static_cast<std::uint16_t>(column), file_};
  }
  void new_line() {
    ++line_;
    line_start_ = at_ + 1;
  }

  // To the next token; false at the end of the text.
  bool skip_blanks() {
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\n') {
        new_line();
      } else if (c == '/' && peek(1) == '/') {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
        --at_;
      } else if (c == '/' && peek(1) == '*') {
        const Place start = here();
        for (at_ += 2; at_ < text_.size() && !(text_[at_] == '*' && peek(1) == '/'); ++at_)
          if (text_[at_] == '\n') new_line();
        if (at_ >= text_.size())
          reporter_.error(start, "a comment that begins with /* is not closed", "close it with */");
        ++at_;
      } else if (c != ' ' && c != '\t' && c != '\r' && c != '\f' && c != '\v') {
        return true;
      }
    }
    return false;
  }

  void push(TokenKind kind, std::size_t start, Place place) {
    tokens_.push_back({kind, text_.substr(start, at_ - start), place});
  }
  void push_text(std::string_view text, Place place) {
    tokens_.push_back({is_keyword(text) ? TokenKind::kKeyword : TokenKind::kSymbol, text, place});
  }

  void token() {
    const Place place = here();
    const std::size_t start = at_;
    const char c = text_[at_];
    if (is_letter(c)) {
      while (is_letter(peek()) || is_digit(peek())) ++at_;
      const std::string_view word = text_.substr(start, at_ - start);
      push(is_keyword(word) ? TokenKind::kKeyword : TokenKind::kIdentifier, start, place);
    } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      number(start, place);
    } else if (c == '"') {
      quoted('"', place, "a string is not closed", "close it with a double quote");
      tokens_.push_back({TokenKind::kString, text_.substr(start + 1, at_ - start - 2), place});
    } else if (c == '\'') {
      quoted('\'', place, "a quoted name is not closed", "close it with a single quote");
      push(TokenKind::kIdentifier, start, place);
    } else {
      symbol(start, place);
    }
  }

  void quoted(char quote, Place place, const char* fault, const char* remedy) {
    for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
        ++at_;
        if (std::string_view("'\"?\\abfnrtv").find(text_[at_]) == std::string_view::npos)
          reporter_.error(here(), std::string("\\") + text_[at_] + " is no escape sequence",
                          "allowed are \\' \\\" \\? \\\\ \\a \\b \\f \\n \\r \\t \\v");
      }
      if (text_[at_] == '\n') new_line();
    }
    if (at_ >= text_.size()) {
      reporter_.error(place, fault, remedy);
      at_ = text_.size();
    }
    ++at_;
  }

  void number(std::size_t start, Place place) {
    bool real = false;
    while (is_digit(peek())) ++at_;
    if (peek() == '.') {
      real = true;
      ++at_;
      while (is_digit(peek())) ++at_;
    }
    if (peek() == 'e' || peek() == 'E') {
      const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 2 : 1;
      if (is_digit(peek(sign))) {
        real = true;
        at_ += sign;
        while (is_digit(peek())) ++at_;
      }
    }
    push(real ? TokenKind::kReal : TokenKind::kInteger, start, place);
  }
  void symbol(std::size_t start, Place place) {
    static constexpr std::array<std::string_view, 11> kLong = {
        ".+", ".-", ".*", "./", ".^", ":=", "<=", "<>", ">=", "==", ""};
    const std::string_view two = text_.substr(at_, 2);
    if (foreign(place)) return;
    if (two.size() == 2 && std::find(kLong.begin(), kLong.end(), two) != kLong.end()) {
      at_ += 2;
      push(TokenKind::kSymbol, start, place);
    } else if (std::string_view("()[]{},;.:=+-*/^<>").find(text_[at_]) != std::string_view::npos) {
      ++at_;
      push(TokenKind::kSymbol, start, place);
    } else {
      static constexpr char kHex[] = "0123456789abcdef";
      const auto byte = static_cast<unsigned char>(text_[at_]);
      const std::string shown = byte >= 32 && byte < 127
                                    ? std::string("'") + text_[at_] + "'"
                                    : std::string("the byte 0x") + kHex[byte / 16] + kHex[byte % 16];
      reporter_.error(place, shown + " has no meaning here",
                      byte >= 127 ? "outside of comments, strings and quoted names a text is ASCII" : "");
      ++at_;
    }
  }
  // Operators and comments of other languages: what they are here.
  bool foreign(Place place) {
    struct Foreign {
      std::string_view text, meant, instead;
    };
    static constexpr std::array<Foreign, 9> kForeign{{{"&&", "and", "and"},
                                                      {"||", "or", "or"},
                                                      {"!=", "<>", "<>"},
                                                      {"!", "not", "not"},
                                                      {"&", "and", "and"},
                                                      {"|", "or", "or"},
                                                      {"#", "", "// for a comment"},
                                                      {"%", "", "// for a comment, or mod(a, b)"},
                                                      {"**", "^", "^"}}};
    for (const Foreign& one : kForeign) {
      if (text_.substr(at_, one.text.size()) != one.text) continue;
      reporter_.error(place, "'" + std::string(one.text) + "' has no meaning here",
                      "write " + std::string(one.instead));
      at_ += one.text.size();
      if (one.text == "#" || one.text == "%") {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else {
        push_text(one.meant, place);
      }
      return true;
    }
    return false;
  }

  std::string_view text_;
  std::uint16_t file_;
  Reporter& reporter_;
  std::size_t at_ = 0, line_start_ = 0;
  std::uint32_t line_ = 1;
  std::vector<Token> tokens_;
};

}  // namespace

bool is_keyword(std::string_view word) {
  return std::binary_search(kKeywords.begin(), kKeywords.end(), word);
}

std::vector<Token> tokens_of(std::string_view text, std::uint16_t file, Reporter& reporter) {
  return Lexer(text, file, reporter).run();
}

std::string unescape(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      result += text[i];
      continue;
    }
    const char c = text[++i];
    const std::size_t which = std::string_view("abfnrtv").find(c);
    result += which == std::string_view::npos ? c : "\a\b\f\n\r\t\v"[which];
  }
  return result;
}

}  // namespace escapement::modelica
