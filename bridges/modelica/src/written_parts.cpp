// SPDX-License-Identifier: MIT
#include "written_parts.h"

#include <algorithm>
#include <vector>

namespace escapement::modelica {

using equations::Term;

Term WrittenParts::cut(Term term) {
  for (const Term one : terms_.reachable({&term, 1}))  // arguments first
    if (!known_.contains(one.id)) known_.emplace(one.id, measured(one));
  return known_.at(term.id).cut;
}

// A term that is too large gets its name where it is a part of another; on its own it is a side of an
// equation anyway.
WrittenParts::Measured WrittenParts::measured(Term term) {
  const auto span = terms_.arguments(term);
  const std::vector<Term> arguments(span.begin(), span.end());  // making terms may move what the span sees
  Measured made{term};
  std::vector<Term> now;
  for (const Term argument : arguments) {
    Measured& part = known_.at(argument.id);
    if (part.size > kMostInOne || part.depth > kDeepest) part = {terms_.variable(name_(part.cut))};
    now.push_back(part.cut);
    made.size += part.size;
    made.depth = std::max(made.depth, 1 + part.depth);
  }
  if (now != arguments) made.cut = terms_.make(terms_.operation(term), now);
  return made;
}

}  // namespace escapement::modelica
