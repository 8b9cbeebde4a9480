// SPDX-License-Identifier: MIT
// How a function may be called. The same description checks calls, words the messages and fills the reference
// pages, for the functions of this room as well as for those that a scope adds.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace escapement::expressions {

enum class ParameterKind {
  kExpression,        // compiled: AQUE's rank
  kName,              // a lone name, plain or dotted, that the function resolves itself: the tally of TAVG
  kNameOrExpression,  // a lone name is handed over as a name, anything else compiled: NQ(Drilling.Queue) and
                      // NQ(MEMBER(Queues, J))
};

struct Parameter {
  std::string name;
  ParameterKind kind = ParameterKind::kExpression;
  bool text = false;  // what is compiled may be a text: the function looks which
};

struct Signature {
  enum class Group { kMathematics, kDistribution, kModel };

  std::string name;                  // as it is written in the documentation; any case is accepted
  std::vector<std::string> aliases;  // other names for the same function
  std::vector<Parameter> parameters;
  std::string doc;
  std::size_t required = kAll;  // how many arguments must stand; the rest may be left out
  bool repeats = false;         // the last parameter may be given any number of times more
  Group group = Group::kModel;

  static constexpr std::size_t kAll = static_cast<std::size_t>(-1);

  std::size_t minimum() const { return required == kAll ? parameters.size() : required; }
  // The parameter that argument `index` stands for; the last one when it repeats.
  const Parameter& parameter(std::size_t index) const;
  bool accepts(std::size_t arguments) const;
  // Name or alias, case ignored.
  bool matches(std::string_view word) const;
  // For people: "AQUE(queue, rank, attribute)", "MX(a, b, ...)", "F(a [, b])".
  std::string usage() const;
};

// The entry that `name` means, or nullptr.
const Signature* find_signature(std::span<const Signature> table, std::string_view name);

}  // namespace escapement::expressions
