// SPDX-License-Identifier: MIT
#include "escapement/equations/terms.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "escapement/core/error.h"
#include "escapement/equations/arithmetic.h"

namespace escapement::equations {
namespace {

constexpr std::size_t kFirstSlots = 64;  // a power of two

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15ULL + (hash << 6U) + (hash >> 2U);
  hash *= 0xff51afd7ed558ccdULL;
  return hash ^ (hash >> 32U);
}

}  // namespace

Terms::Terms() : slots_(kFirstSlots, 0) {}

Term Terms::constant(double value) {
  return intern(Operation::kConstant, {}, value == 0 ? 0.0 : value, 0);  // -0 and 0 are one
}
Term Terms::variable(VariableIndex index) {
  return intern(Operation::kVariable, {}, std::nan(""), index);
}
Term Terms::time() {
  return intern(Operation::kTime, {}, std::nan(""), 0);
}

Term Terms::make(Operation operation, Term argument) {
  return make(operation, std::array{argument});
}
Term Terms::make(Operation operation, Term left, Term right) {
  return make(operation, std::array{left, right});
}
Term Terms::make(Operation operation, Term first, Term second, Term third) {
  return make(operation, std::array{first, second, third});
}

Term Terms::make(Operation operation, std::span<const Term> arguments) {
  const OperationInfo& about = info(operation);
  if (about.kind == OperationKind::kLeaf || arguments.size() != about.arguments)
    throw InternalError("a term '" + std::string(about.name) + "' was made of " +
                        std::to_string(arguments.size()) + " arguments");
  for (const Term argument : arguments)
    if (argument.id >= nodes_.size()) throw InternalError("an argument of a term is not of its pool");
  bool done = false;
  const Term simple = simplified(operation, arguments, done);
  if (done) return simple;
  if (commutes(operation) && stands_before(operation, arguments[1], arguments[0]))
    return intern(operation, std::array{arguments[1], arguments[0]}, std::nan(""), 0);
  return intern(operation, arguments, std::nan(""), 0);
}

// Which of two arguments that may be swapped comes first: by number, but a constant before what it multiplies
// and after all else, as people write.
bool Terms::stands_before(Operation operation, Term one, Term other) const {
  if (is_constant(one) != is_constant(other)) return is_constant(one) == (operation == Operation::kMultiply);
  return one < other;
}

// 0 or 1, whatever its arguments are.
bool Terms::is_truth(Term term) const {
  return is_relation(operation(term)) || info(operation(term)).kind == OperationKind::kLogic;
}

Term Terms::simplified(Operation operation, std::span<const Term> arguments, bool& done) {
  done = true;
  const Term a = arguments[0];
  const Term b = arguments.size() > 1 ? arguments[1] : a;
  const bool all_constant =
      std::all_of(arguments.begin(), arguments.end(), [&](Term t) { return is_constant(t); });
  if (all_constant) {
    const double c = arguments.size() > 2 ? value(arguments[2]) : 0;
    const double folded = apply(operation, value(a), value(b), c);
    if (std::isfinite(folded)) return constant(folded);
  }
  switch (operation) {
    case Operation::kAdd:
      if (is_constant(a, 0)) return b;
      if (is_constant(b, 0)) return a;
      break;
    case Operation::kSubtract:
      if (is_constant(b, 0)) return a;
      if (is_constant(a, 0)) return negate(b);
      if (a == b) return constant(0);
      break;
    case Operation::kMultiply:
      if (is_constant(a, 0) || is_constant(b, 0)) return constant(0);
      if (is_constant(a, 1)) return b;
      if (is_constant(b, 1)) return a;
      if (is_constant(a, -1)) return negate(b);
      if (is_constant(b, -1)) return negate(a);
      break;
    case Operation::kDivide:
      if (is_constant(b, 1)) return a;
      if (is_constant(b, -1)) return negate(a);
      if (is_constant(a, 0) && !is_constant(b, 0)) return a;
      break;
    case Operation::kPower:
      if (is_constant(b, 1)) return a;
      if (is_constant(b, 0)) return constant(1);
      break;
    case Operation::kNegate:
      if (this->operation(a) == Operation::kNegate) return this->arguments(a)[0];
      break;
    case Operation::kNot:
      if (this->operation(a) == Operation::kNot) {
        // a truth value, not just any number, is what `not not` keeps
        if (is_truth(this->arguments(a)[0])) return this->arguments(a)[0];
      }
      break;
    case Operation::kAnd:
      if (is_constant(a, 0) || is_constant(b, 0)) return constant(0);
      if (is_constant(a) && is_truth(b)) return b;
      if (is_constant(b) && is_truth(a)) return a;
      break;
    case Operation::kOr:
      if ((is_constant(a) && value(a) != 0) || (is_constant(b) && value(b) != 0)) return constant(1);
      if (is_constant(a, 0) && is_truth(b)) return b;
      if (is_constant(b, 0) && is_truth(a)) return a;
      break;
    case Operation::kIf:
      if (is_constant(a)) return value(a) != 0 ? arguments[1] : arguments[2];
      if (arguments[1] == arguments[2]) return arguments[1];
      break;
    case Operation::kNoEvent:
      if (is_constant(a) || this->operation(a) == Operation::kVariable ||
          this->operation(a) == Operation::kNoEvent)
        return a;
      break;
    default:
      break;
  }
  done = false;
  return {};
}

std::uint64_t Terms::hash(Operation operation, std::span<const Term> arguments, double value,
                          std::uint32_t index) const {
  std::uint64_t result = mix(static_cast<std::uint64_t>(operation), index);
  if (operation == Operation::kConstant) result = mix(result, std::bit_cast<std::uint64_t>(value));
  for (const Term argument : arguments) result = mix(result, argument.id);
  return result;
}

std::uint64_t Terms::hash(const Node& node) const {
  return hash(node.operation, {arguments_.data() + (node.count != 0 ? node.first : 0), node.count},
              node.value, node.count != 0 ? 0 : node.first);
}

bool Terms::equal(const Node& node, Operation operation, std::span<const Term> arguments, double value,
                  std::uint32_t index) const {
  if (node.operation != operation || node.count != arguments.size()) return false;
  if (operation == Operation::kConstant)
    return std::bit_cast<std::uint64_t>(node.value) == std::bit_cast<std::uint64_t>(value);
  if (operation == Operation::kVariable) return node.first == index;
  return std::equal(arguments.begin(), arguments.end(), arguments_.begin() + node.first);
}

Term Terms::intern(Operation operation, std::span<const Term> arguments, double value, std::uint32_t index) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash(operation, arguments, value, index) & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask)
    if (equal(nodes_[slots_[slot] - 1], operation, arguments, value, index)) return {slots_[slot] - 1};
  const auto id = static_cast<std::uint32_t>(nodes_.size());
  const auto count = static_cast<std::uint8_t>(arguments.size());
  const std::uint32_t first = count != 0 ? static_cast<std::uint32_t>(arguments_.size()) : index;
  // The span may look into arguments_ itself, which grows here.
  const std::array<Term, 3> kept{count > 0 ? arguments[0] : Term{}, count > 1 ? arguments[1] : Term{},
                                 count > 2 ? arguments[2] : Term{}};
  arguments_.insert(arguments_.end(), kept.begin(), kept.begin() + count);
  nodes_.push_back({operation, count, first, value});
  slots_[slot] = id + 1;
  if (nodes_.size() * 2 > slots_.size()) grow();
  return {id};
}

void Terms::grow() {
  slots_.assign(slots_.size() * 2, 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t id = 0; id < nodes_.size(); ++id) {
    std::size_t slot = hash(nodes_[id]) & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = id + 1;
  }
}

namespace {

// Numbers that were seen, by open addressing: terms are looked through so often that a node for each would
// show.
class Seen {
 public:
  Seen() = default;
  Seen(const Seen&) = delete;
  Seen& operator=(const Seen&) = delete;
  bool insert(std::uint32_t id) {
    if (2 * ++count_ > size_) grow();
    return put(id);
  }

 private:
  bool put(std::uint32_t id) {
    const std::size_t mask = size_ - 1;
    std::size_t slot = ((id * 0x9e3779b1U) >> 7U) & mask;
    for (; slots_[slot] != 0; slot = (slot + 1) & mask)
      if (slots_[slot] == id + 1) {
        --count_;
        return false;
      }
    slots_[slot] = id + 1;
    return true;
  }
  void grow() {
    const std::uint32_t* const old = slots_;
    const std::size_t old_size = size_;
    std::vector<std::uint32_t> larger(2 * size_, 0);
    slots_ = larger.data();
    size_ = larger.size();
    for (std::size_t k = 0; k < old_size; ++k)
      if (old[k] != 0) put(old[k] - 1);
    many_.swap(larger);  // the old one is read above, so it goes only now
  }
  std::array<std::uint32_t, 64> few_{};  // most terms are small
  std::vector<std::uint32_t> many_;
  std::uint32_t* slots_ = few_.data();
  std::size_t size_ = few_.size();
  std::size_t count_ = 0;
};

}  // namespace

std::vector<Term> Terms::reachable(std::span<const Term> terms) const {
  std::vector<Term> found;
  found.reserve(16);
  Seen seen;
  const auto add = [&](Term term) {
    if (seen.insert(term.id)) found.push_back(term);
  };
  for (const Term term : terms) add(term);
  for (std::size_t k = 0; k < found.size(); ++k)
    for (const Term argument : arguments(found[k])) add(argument);
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<VariableIndex> Terms::variables_in(std::span<const Term> terms) const {
  std::vector<VariableIndex> found;
  for (const Term term : reachable(terms))
    if (operation(term) == Operation::kVariable) found.push_back(variable_index(term));
  std::sort(found.begin(), found.end());
  return found;
}

bool Terms::depends_on_time(Term term) const {
  for (const Term one : reachable({&term, 1}))
    if (operation(one) == Operation::kTime) return true;
  return false;
}

Term Terms::substitute(Term term, const std::function<const Term*(VariableIndex)>& replace) {
  const std::vector<Term> needed = reachable({&term, 1});
  std::vector<Term> made;
  made.reserve(needed.size());
  const auto now = [&](Term argument) {
    return made[static_cast<std::size_t>(std::lower_bound(needed.begin(), needed.end(), argument) -
                                         needed.begin())];
  };
  for (const Term one : needed) {
    Term result = one;
    if (operation(one) == Operation::kVariable) {
      if (const Term* other = replace(variable_index(one))) result = *other;
    } else if (const std::size_t count = arguments(one).size(); count != 0) {
      std::array<Term, 3> changed{};
      bool same = true;
      for (std::size_t i = 0; i < count; ++i) {
        changed[i] = now(arguments(one)[i]);
        same = same && changed[i] == arguments(one)[i];
      }
      if (!same) result = make(operation(one), std::span<const Term>(changed.data(), count));
    }
    made.push_back(result);
  }
  return made.back();
}

}  // namespace escapement::equations
