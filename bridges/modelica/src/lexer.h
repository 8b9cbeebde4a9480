// SPDX-License-Identifier: MIT
// Text to tokens (Modelica 3.6, section A.1).
#pragma once

#include <string_view>
#include <vector>

#include "escapement/modelica/operator.h"
#include "reporter.h"

namespace escapement::modelica {

enum class TokenKind : std::uint8_t {
  kEnd,
  kIdentifier,
  kKeyword,
  kInteger,
  kReal,
  kString,  // text: what stands between the quotes
  kSymbol,  // ( ) [ ] { } , ; . : = := and the operators
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text;
  Place place;
  bool is(std::string_view word) const {
    return (kind == TokenKind::kKeyword || kind == TokenKind::kSymbol) && text == word;
  }
};

// All tokens of a text, the last one kEnd. What is no token is reported and left out. Tokens are views of
// `text`.
std::vector<Token> tokens_of(std::string_view text, std::uint16_t file, Reporter& reporter);

// What a string literal means: its escapes replaced (section 2.4.6).
std::string unescape(std::string_view text);

bool is_keyword(std::string_view word);

}  // namespace escapement::modelica
