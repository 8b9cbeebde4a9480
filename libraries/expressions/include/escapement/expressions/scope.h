// SPDX-License-Identifier: MIT
// What the names in an expression mean. compile() knows operators, mathematics and random variates;
// everything else it asks of the scope that the caller hands in: attributes, variables, TNOW, NQ(queue) ...
//
// Case: a scope finds its user's names by exact case, and its own words (TNOW, NREP, NQ) in any case; that is
// the scope's doing, see equal_ignoring_case() and find_signature(). When a name is unknown, compile() looks
// through known_names() for one that differs in case only, then for one that is near, and says so.
//
// Order for `word(...)`: the functions of this room, the scope's functions, the scope's arrays. Order for a
// plain `word`: the scope's names, then a variate without parameters. Refuse to declare arrays whose name
// is_reserved() (compile.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "escapement/expressions/expression.h"
#include "escapement/expressions/signature.h"

namespace escapement::random {
class Stream;
}

namespace escapement::expressions {

// One argument of a call: a name when `node` is null, else a compiled expression that the scope may move out.
struct Argument {
  std::string_view text;  // as it stands in the expression; for a name just that name
  NodePtr node;

  bool is_name() const { return node == nullptr; }
};

// Every member may throw ScopeError to refuse with a message of its own; nullptr means "no such name".
// Nodes and streams that are handed out must live as long as the expression.
class Scope {
 public:
  virtual ~Scope() = default;

  // A plain or dotted name that stands for a value: attribute, scalar variable, TNOW, J.
  virtual NodePtr name(std::string_view name) = 0;

  // A text in quotation marks, without these: a node that make_text() makes, of a number that stands for this
  // text and no other. The default refuses.
  virtual NodePtr text(std::string_view text);

  // name(i), name(i, j): an element of an array, or of an array of expressions. Subscripts count from 1.
  virtual NodePtr indexed(std::string_view name, std::vector<NodePtr> indices);

  // How the function may be called, or nullptr when there is none. compile() checks the number of arguments
  // and their kinds before it calls function(). The answer must live as long as the scope.
  virtual const Signature* signature(std::string_view name);

  // A call of a function that signature() told of. Never sees wrong counts or kinds.
  virtual NodePtr function(const Signature& signature, std::span<Argument> arguments);

  // Where a variate draws from: without a number from the stream that belongs to this field of the model,
  // else from the pinned stream of that number (1, 2, ...). The default refuses: constants have no
  // randomness.
  virtual random::Stream& stream(std::optional<std::uint64_t> number);

  // What nearest-name suggestions choose from: values and arrays, and functions.
  virtual std::vector<std::string> known_names() const { return {}; }
  virtual std::vector<std::string> known_functions() const { return {}; }
  // What to write instead of a word that is unknown, where the scope knows better than a near name does, such
  // as for a word of another tool; empty else.
  virtual std::string_view instead_of(std::string_view /*word*/) const { return {}; }
};

}  // namespace escapement::expressions
