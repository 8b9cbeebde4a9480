// SPDX-License-Identifier: MIT
// The part of the parser that finds out what a name means.
#include <algorithm>
#include <cmath>

#include "escapement/core/error.h"
#include "escapement/expressions/functions.h"
#include "mathematics.h"
#include "parser.h"
#include "variates.h"

namespace escapement::expressions::internal {
namespace {

constexpr double kLargestStream = 9007199254740992.0;  // 2^53: above it, whole numbers blur

std::vector<NodePtr> take_nodes(std::vector<Argument>& arguments) {
  std::vector<NodePtr> nodes;
  nodes.reserve(arguments.size());
  for (Argument& argument : arguments) nodes.push_back(std::move(argument.node));
  return nodes;
}

std::string count_text(const Signature& signature) {
  const std::size_t low = signature.minimum();
  const std::size_t high = signature.parameters.size();
  if (signature.repeats) return "at least " + std::to_string(low) + (low == 1 ? " argument" : " arguments");
  if (low != high) return std::to_string(low) + " to " + std::to_string(high) + " arguments";
  if (high == 0) return "no arguments";
  return std::to_string(high) + (high == 1 ? " argument" : " arguments");
}

std::string_view same_but_case(std::string_view wanted, const std::vector<std::string>& known) {
  const auto found = std::find_if(known.begin(), known.end(),
                                  [&](const std::string& name) { return equal_ignoring_case(name, wanted); });
  return found == known.end() ? std::string_view{} : std::string_view(*found);
}

}  // namespace

template <typename Ask>
NodePtr Parser::consult(const Call& call, Ask ask) {
  try {
    return ask();
  } catch (const ScopeError& error) {
    const bool at_argument = error.argument() < call.spans.size();
    note(at_argument ? call.spans[error.argument()] : call.whole, error.message(), error.remedy());
    return stand_in();
  }
}

NodePtr Parser::plain_name(const Token& name) {
  Call use;
  use.name = name;
  use.whole = {name.offset, name.end()};
  if (NodePtr node = consult(use, [&] { return scope_.name(word(name)); })) return node;
  const random::Distribution* variate = random::find_distribution(word(name));
  if (variate != nullptr && variate->parameters.empty() && !variate->pairs) {
    return variate_call(*variate, std::move(use));
  }
  note_unknown_name(name);
  return stand_in();
}

NodePtr Parser::call(const Token& name) {
  for (const MathFunction& function : mathematics()) {
    if (function.signature.matches(word(name))) {
      return math_call(function, arguments(name, &function.signature));
    }
  }
  if (const random::Distribution* variate = random::find_distribution(word(name))) {
    return variate_call(*variate, arguments(name, nullptr));
  }
  if (const Signature* signature = scope_.signature(word(name))) {
    return scope_call(*signature, arguments(name, signature));
  }
  return array_element(name);
}

Parser::Call Parser::arguments(const Token& name, const Signature* signature) {
  Call call;
  call.name = name;
  const Token open = now_;
  advance();
  while (now_.kind != TokenKind::kClose || !call.spans.empty()) {
    const std::size_t index = call.spans.size();
    const std::size_t begin = now_.offset;
    const bool described = signature != nullptr && !signature->parameters.empty() &&
                           (index < signature->parameters.size() || signature->repeats);
    const ParameterKind kind = described ? signature->parameter(index).kind : ParameterKind::kExpression;
    Argument argument;
    if (kind != ParameterKind::kExpression && now_.kind == TokenKind::kName) {
      const TokenKind after = Lexer(lexer_).next().kind;
      if (after == TokenKind::kComma || after == TokenKind::kClose) {
        argument.text = word(now_);
        advance();
      }
    }
    if (argument.text.empty()) {
      if (kind == ParameterKind::kName) {
        fail(now_,
             "argument " + std::to_string(index + 1) + " (" + signature->parameter(index).name + ") of " +
                 signature->name + " must be a name on its own",
             "write " + signature->usage());
      }
      argument.node = inner();
      if (!described || !signature->parameter(index).text)
        argument.node = number(std::move(argument.node), begin);
      argument.text = text_.substr(begin, last_end_ - begin);
    }
    call.arguments.push_back(std::move(argument));
    call.spans.push_back({begin, last_end_});
    if (now_.kind != TokenKind::kComma) break;
    advance();
  }
  expect_close(open);
  call.whole = {name.offset, last_end_};
  return call;
}

NodePtr Parser::math_call(const MathFunction& function, Call call) {
  if (!function.signature.accepts(call.arguments.size())) {
    note_count(function.signature, call);
    return stand_in();
  }
  return checked(function.make(take_nodes(call.arguments)), call.name.offset);
}

bool Parser::take_stream(const random::Distribution& distribution, Call& call,
                         std::optional<std::uint64_t>& number) {
  const std::size_t wanted = distribution.parameters.size();
  const std::size_t count = call.arguments.size();
  const bool present = distribution.pairs ? count > 2 && count % 2 == 1 : count == wanted + 1;
  if (!present) {
    const bool fits = distribution.pairs ? count >= 2 : count == wanted;
    if (!fits) note_count(variate_signature(distribution), call, " and, if wanted, the number of a stream");
    return fits;
  }
  const std::optional<double> value = call.arguments.back().node->constant();
  if (!value || !(*value >= 1.0 && *value <= kLargestStream) || *value != std::floor(*value)) {
    note(call.spans.back(),
         "the last argument of " + distribution.name +
             " is the number of a stream, a constant whole number from 1; '" +
             std::string(call.arguments.back().text) + "' is not",
         distribution.pairs ? "arguments before it come in pairs; is one missing?" : "");
    return false;
  }
  number = static_cast<std::uint64_t>(*value);
  call.arguments.pop_back();
  return true;
}

NodePtr Parser::variate_call(const random::Distribution& distribution, Call call) {
  std::optional<std::uint64_t> number;
  if (!take_stream(distribution, call, number)) return stand_in();
  std::vector<double> constants;
  for (const Argument& argument : call.arguments) {
    if (const auto value = argument.node->constant()) constants.push_back(*value);
  }
  if (constants.size() == call.arguments.size()) {
    if (const std::string fault = distribution.check(constants); !fault.empty()) {
      const std::size_t blamed = faulty_parameter(distribution, constants.size(), fault);
      const Span all =
          constants.empty() ? call.whole : Span{call.spans[0].offset, call.spans[constants.size() - 1].end};
      note(blamed < constants.size() ? call.spans[blamed] : all, fault,
           "write " + variate_signature(distribution).usage());
      return stand_in();
    }
  }
  const std::string text(text_.substr(call.whole.offset, call.whole.end - call.whole.offset));
  return consult(call, [&] {
    return make_variate(distribution, scope_.stream(number), take_nodes(call.arguments), text);
  });
}

NodePtr Parser::scope_call(const Signature& signature, Call call) {
  if (!signature.accepts(call.arguments.size())) {
    note_count(signature, call);
    return stand_in();
  }
  NodePtr node = consult(call, [&] { return scope_.function(signature, call.arguments); });
  if (node) return node;
  note(call.whole, "function " + signature.name + " has no meaning here");
  return stand_in();
}

NodePtr Parser::array_element(const Token& name) {
  const std::size_t faults_before = faults_.size();
  Call call = arguments(name, nullptr);
  NodePtr node = consult(call, [&] { return scope_.indexed(word(name), take_nodes(call.arguments)); });
  if (node) return node;
  // Arguments of an unknown function may be names of queues and the like: their faults would mislead.
  faults_.erase(faults_.begin() + static_cast<std::ptrdiff_t>(faults_before), faults_.end());
  note_unknown_call(name);
  return stand_in();
}

void Parser::note_count(const Signature& signature, const Call& call, const std::string& extra) {
  note(call.whole,
       signature.name + " takes " + count_text(signature) + extra + ", got " +
           std::to_string(call.spans.size()),
       "write " + signature.usage());
}

void Parser::note_unknown_name(const Token& name) {
  const std::string_view wanted = word(name);
  const Signature* callable = scope_.signature(wanted);
  if (callable == nullptr) callable = find_signature(functions(), wanted);
  const std::vector<std::string> known = scope_.known_names();
  std::string remedy;
  if (const std::string_view same = same_but_case(wanted, known); !same.empty()) {
    remedy = "names are case-sensitive: did you mean '" + std::string(same) + "'?";
  } else if (callable != nullptr) {
    remedy = "it is a function: write " + callable->usage();
  } else if (const std::string_view instead = scope_.instead_of(wanted); !instead.empty()) {
    remedy = instead;
  } else if (const std::string_view near = nearest_name(wanted, known); !near.empty()) {
    remedy = "did you mean '" + std::string(near) + "'?";
  } else if (!known.empty()) {
    remedy = "known here: " + list_text(known);
  }
  note({name.offset, name.end()}, "unknown name '" + std::string(wanted) + "'", std::move(remedy));
}

void Parser::note_unknown_call(const Token& name) {
  const std::string_view wanted = word(name);
  std::vector<std::string> known = scope_.known_names();
  std::string remedy;
  if (const std::string_view same = same_but_case(wanted, known); !same.empty()) {
    remedy = same == wanted ? "'" + std::string(same) + "' takes no arguments here"
                            : "names are case-sensitive: did you mean '" + std::string(same) + "'?";
  } else if (const std::string_view instead = scope_.instead_of(wanted); !instead.empty()) {
    remedy = instead;
  } else {
    const std::vector<std::string> callable = scope_.known_functions();
    known.insert(known.end(), callable.begin(), callable.end());
    for (const Signature& s : functions()) {
      known.push_back(s.name);
      known.insert(known.end(), s.aliases.begin(), s.aliases.end());
    }
    const std::string_view near = nearest_name(wanted, known);
    if (!near.empty()) remedy = "did you mean '" + std::string(near) + "'?";
  }
  note({name.offset, name.end()}, "unknown function or array '" + std::string(wanted) + "'",
       std::move(remedy));
}

}  // namespace escapement::expressions::internal
