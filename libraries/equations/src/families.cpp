// SPDX-License-Identifier: MIT
#include "escapement/equations/families.h"

#include <bit>

namespace escapement::equations {
namespace {

constexpr std::uint32_t kConstantMark = 0xffffffff, kEndMark = 0xfffffffe;

bool is_exponent(const Terms& terms, Term of, std::size_t argument) {
  return terms.operation(of) == Operation::kPower && argument == 1;
}

}  // namespace

std::size_t Families::KeyHash::operator()(const std::vector<std::uint32_t>& key) const {
  std::uint64_t hash = key.size();
  for (const std::uint32_t word : key) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29U;
  }
  return static_cast<std::size_t>(hash);
}

// One walk over a function: its key, its variables and its constants.
struct Families::Walk {
  std::vector<std::uint32_t> key;
  std::vector<VariableIndex> variables;
  std::vector<double> constants;
  std::vector<Term> order;  // nodes that are no constants, arguments before what they are arguments of

  std::unordered_map<std::uint32_t, std::uint64_t> looks;  // by node: of its operations, whatever the names

  Walk(const Terms& terms, std::span<const Term> results, const Kind& kind) {
    for (const Term term : terms.reachable(results)) {
      std::uint64_t look = static_cast<std::uint64_t>(terms.operation(term)) + 1;
      if (terms.operation(term) == Operation::kVariable && kind)
        look += 64 * kind(terms.variable_index(term));
      for (const Term argument : arguments_of(terms, term)) {
        look = (look ^ looks.at(argument.id)) * 0x9e3779b97f4a7c15ULL;
        look ^= look >> 29U;
      }
      looks.emplace(term.id, look);
    }
    std::unordered_map<std::uint32_t, std::uint32_t> number;
    std::vector<std::pair<Term, std::size_t>> open;  // and how many arguments have been looked at
    const auto name = [&](Term term) {
      if (terms.is_constant(term)) {
        key.push_back(kConstantMark);
        constants.push_back(terms.value(term));
      } else {
        key.push_back(number.at(term.id));
      }
    };
    for (const Term result : results) {
      open.emplace_back(result, 0);
      while (!open.empty()) {
        auto& [term, looked] = open.back();
        if (terms.is_constant(term) || number.contains(term.id)) {
          open.pop_back();
          continue;
        }
        const std::vector<Term> arguments = arguments_of(terms, term);
        if (looked < arguments.size()) {
          const Term next = arguments[looked++];
          open.emplace_back(next, 0);
          continue;
        }
        const Term done = term;
        open.pop_back();
        key.push_back(static_cast<std::uint32_t>(terms.operation(done)));
        if (terms.operation(done) == Operation::kVariable) {
          const VariableIndex variable = terms.variable_index(done);
          key.push_back(kind ? kind(variable) : 0);
          variables.push_back(variable);
        }
        for (std::size_t i = 0; i < arguments.size(); ++i) {
          if (is_exponent(terms, done, i) && terms.is_constant(arguments[i])) {
            const auto bits = std::bit_cast<std::uint64_t>(terms.value(arguments[i]));
            key.push_back(kEndMark);
            key.push_back(static_cast<std::uint32_t>(bits));
            key.push_back(static_cast<std::uint32_t>(bits >> 32U));
          } else {
            name(arguments[i]);
          }
        }
        number.emplace(done.id, static_cast<std::uint32_t>(number.size()));
        order.push_back(done);
      }
      key.push_back(kEndMark);
      name(result);
    }
  }

  std::vector<Term> arguments_of(const Terms& terms, Term term) const {
    const auto span = terms.arguments(term);
    std::vector<Term> arguments(span.begin(), span.end());
    if (commutes(terms.operation(term))) {
      const auto one = looks.find(arguments[0].id), other = looks.find(arguments[1].id);
      if (other->second < one->second) std::swap(arguments[0], arguments[1]);
    }
    return arguments;
  }
};

// The same walk with slots in place of variables and constants.
std::vector<Term> Families::shape_of(const Terms& source, std::span<const Term> results, const Walk& walk) {
  std::unordered_map<std::uint32_t, Term> made;
  std::uint32_t variable = 0;
  auto constant = static_cast<std::uint32_t>(walk.variables.size());
  const auto shape = [&](Term term) {
    return source.is_constant(term) ? shapes_.variable(constant++) : made.at(term.id);
  };
  std::vector<Term> shaped;
  std::size_t at = 0;
  for (const Term result : results) {
    while (!source.is_constant(result) && !made.contains(result.id)) {
      const Term term = walk.order[at++];
      const std::vector<Term> arguments = walk.arguments_of(source, term);
      Term here;
      if (source.operation(term) == Operation::kVariable) {
        here = shapes_.variable(variable++);
      } else if (source.operation(term) == Operation::kTime) {
        here = shapes_.time();
      } else {
        std::vector<Term> now;
        for (std::size_t i = 0; i < arguments.size(); ++i)
          now.push_back(is_exponent(source, term, i) && source.is_constant(arguments[i])
                            ? shapes_.constant(source.value(arguments[i]))
                            : shape(arguments[i]));
        here = shapes_.make(source.operation(term), now);
      }
      made.emplace(term.id, here);
    }
    shaped.push_back(shape(result));
  }
  return shaped;
}

Families::Member Families::add(const Terms& source, std::span<const Term> results) {
  Walk walk(source, results, kind_);
  const auto [place, fresh] =
      by_key_.try_emplace(std::move(walk.key), static_cast<std::uint32_t>(families_.size()));
  if (fresh) {
    Family& made = families_.emplace_back();
    made.results = shape_of(source, results, walk);
    made.variables = static_cast<std::uint32_t>(walk.variables.size());
    made.constants = static_cast<std::uint32_t>(walk.constants.size());
  }
  Family& family = families_[place->second];
  family.variable_table.insert(family.variable_table.end(), walk.variables.begin(), walk.variables.end());
  family.constant_table.insert(family.constant_table.end(), walk.constants.begin(), walk.constants.end());
  return {place->second, family.members++};
}

}  // namespace escapement::equations
