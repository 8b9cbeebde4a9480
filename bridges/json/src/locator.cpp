// SPDX-License-Identifier: MIT
#include "locator.h"

#include <algorithm>

namespace escapement::json::internal {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool is_mark(char c) {
  return c == '{' || c == '}' || c == '[' || c == ']' || c == ':' || c == ',';
}

}  // namespace

Locator::Locator(std::string_view text, const std::string& file) : text_(text), file_(&file) {
  if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;  // the mark that some editors put before UTF-8
  line_starts_.push_back(at_);
  for (std::size_t i = at_; i < text_.size(); ++i)
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
}

void Locator::skip_blanks() {
  while (at_ < text_.size()) {
    if (is_blank(text_[at_])) {
      ++at_;
    } else if (text_.substr(at_, 2) == "//") {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (text_.substr(at_, 2) == "/*") {
      const std::size_t end = text_.find("*/", at_ + 2);
      if (end == std::string_view::npos) open_comment_ = at_;
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
    } else {
      return;
    }
  }
}

Token Locator::next() {
  skip_blanks();
  Token token;
  token.begin = at_;
  if (at_ < text_.size()) {
    const char first = text_[at_++];
    if (is_mark(first)) {
      token.kind = Token::Kind::kPunctuation;
    } else if (first == '"') {
      token.kind = Token::Kind::kString;
      while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n') at_ += text_[at_] == '\\' ? 2 : 1;
      at_ = std::min(at_, text_.size());
      token.closed = at_ < text_.size() && text_[at_] == '"';
      if (at_ < text_.size()) ++at_;  // the closing quote, or the line break that stands in its place
    } else {
      token.kind = Token::Kind::kWord;
      while (at_ < text_.size() && !is_blank(text_[at_]) && !is_mark(text_[at_]) && text_[at_] != '"' &&
             text_[at_] != '/')
        ++at_;
    }
  }
  token.end = at_;
  token.text = text_.substr(token.begin, token.end - token.begin);
  return token;
}

Token Locator::next_anchor() {
  Token token = next();
  while (token.is(',') || token.is(':')) token = next();
  return token;
}

SourceLocation Locator::place(std::size_t offset) const {
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  if (after == line_starts_.begin()) return {*file_, 1, 1, ""};
  const auto line = after - line_starts_.begin();
  return {*file_, static_cast<int>(line), static_cast<int>(offset - *(after - 1)) + 1, ""};
}

std::vector<int> content_columns(std::string_view raw, int column) {
  if (raw.find('\\') == std::string_view::npos) return {};
  std::vector<int> columns;
  const auto hex4 = [&](std::size_t at) {
    unsigned code = 0;
    for (const char c : raw.substr(std::min(at, raw.size()), 4)) {
      const int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
      code = code * 16 + static_cast<unsigned>(digit);
    }
    return code;
  };
  for (std::size_t at = 1; at + 1 < raw.size();) {
    std::size_t written = 1, bytes = 1;
    if (raw[at] == '\\') {
      written = 2;
      if (raw[at + 1] == 'u') {
        const unsigned code = hex4(at + 2);
        const bool pair = code >= 0xD800 && code < 0xDC00;  // first half of a letter beyond 0xFFFF
        written = pair ? 12 : 6;
        bytes = pair ? 4 : code >= 0x800 ? 3 : code >= 0x80 ? 2 : 1;
      }
    }
    columns.insert(columns.end(), bytes, column + static_cast<int>(at));
    at += written;
  }
  return columns;
}

}  // namespace escapement::json::internal
