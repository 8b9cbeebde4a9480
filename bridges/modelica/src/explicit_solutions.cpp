// SPDX-License-Identifier: MIT
#include "explicit_solutions.h"

#include <algorithm>
#include <map>

namespace escapement::modelica {

using equations::Operation;
using equations::Solution;
using equations::SolvedBlock;
using equations::Term;
using equations::VariableIndex;

std::vector<Solution> explicit_solutions(equations::FlatSystem& system,
                                         const std::vector<SolvedBlock>& blocks,
                                         const std::function<void(const SolvedBlock&)>& refuse) {
  equations::Terms& t = system.terms;
  std::vector<Solution> all;
  for (const SolvedBlock& block : blocks) {
    const std::size_t n = block.torn.size();
    if (block.kind == SolvedBlock::Kind::kLinear && n <= 2) {
      std::map<VariableIndex, Term> known;  // with 0 in place of what is torn
      for (const VariableIndex v : block.torn) known.emplace(v, t.constant(0));
      const auto at_zero = [&](Term term) {
        return t.substitute(term, [&](VariableIndex v) -> const Term* {
          const auto found = known.find(v);
          return found == known.end() ? nullptr : &found->second;
        });
      };
      for (const Solution& one : block.inner) {
        const Term value = at_zero(one.value);
        known.insert_or_assign(one.variable, value);
      }
      std::vector<Term> right;
      for (const Term residual : block.residuals) right.push_back(t.negate(at_zero(residual)));
      const auto& j = block.jacobian;
      const auto cross = [&](Term a, Term b, Term c, Term d) {
        return t.subtract(t.multiply(a, b), t.multiply(c, d));
      };
      if (n == 1) {
        all.push_back({block.torn[0], t.divide(right[0], j[0][0])});
      } else {
        const Term determinant = cross(j[0][0], j[1][1], j[0][1], j[1][0]);
        all.push_back({block.torn[0], t.divide(cross(right[0], j[1][1], j[0][1], right[1]), determinant)});
        all.push_back({block.torn[1], t.divide(cross(j[0][0], right[1], right[0], j[1][0]), determinant)});
      }
    } else if (block.kind != SolvedBlock::Kind::kExplicit) {
      refuse(block);
    }
    all.insert(all.end(), block.inner.begin(), block.inner.end());
  }
  return all;
}

Term harmless_unless(equations::Terms& t, Term term, Term truth, const std::function<bool(Term)>& fixed) {
  const Term rest = t.subtract(t.constant(1), truth);
  const auto safe = [&](Term u, double harmless, bool has_value) {
    if (has_value && fixed(u)) return u;
    const Term counts = t.multiply(truth, u);
    return harmless == 0 ? counts : t.add(counts, rest);
  };
  std::map<std::uint32_t, Term> made;
  for (const Term each : t.reachable({&term, 1})) {
    std::vector<Term> now;
    for (const Term argument : t.arguments(each)) now.push_back(made.at(argument.id));
    // sqrt(-1), say, which is what a loop of too many rounds gives: were it a number it would be folded.
    const bool has_value =
        !std::all_of(now.begin(), now.end(), [&](Term argument) { return t.is_constant(argument); });
    switch (t.operation(each)) {
      case Operation::kDivide:
        now[1] = safe(now[1], 1, has_value);
        break;
      case Operation::kSqrt:
      case Operation::kLog:
      case Operation::kLog10:
      case Operation::kPower:
        now[0] = safe(now[0], 1, has_value);
        break;
      case Operation::kExp:
      case Operation::kSinh:
      case Operation::kCosh:
      case Operation::kAsin:
      case Operation::kAcos:
      case Operation::kTan:
        now[0] = safe(now[0], 0, has_value);
        break;
      default:
        break;
    }
    made.emplace(each.id, now.empty() ? each : t.make(t.operation(each), now));
  }
  return made.at(term.id);
}

}  // namespace escapement::modelica
