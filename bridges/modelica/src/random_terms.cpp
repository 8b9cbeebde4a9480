// SPDX-License-Identifier: MIT
#include "random_terms.h"

#include <array>
#include <cmath>

#include "xorshift.h"

namespace escapement::modelica {
namespace {

using equations::Operation;
using equations::Term;
using equations::Terms;

constexpr double kWord = 4294967296.0;  // 2^32

struct Word64 {
  Term high, low;  // 0 to 2^32 - 1
};

class Words {
 public:
  explicit Words(Terms& terms) : terms_(terms) {}

  Term number(double value) { return terms_.constant(value); }
  Term floor_of(Term x, double divisor) {
    return terms_.make(Operation::kFloor, terms_.divide(x, number(divisor)));
  }
  // x without its multiples of the divisor.
  Term rest_of(Term x, double divisor) {
    return terms_.subtract(x, terms_.multiply(floor_of(x, divisor), number(divisor)));
  }
  Term from_signed(Term x) {
    return terms_.make(Operation::kIf, terms_.make(Operation::kLess, x, number(0)),
                       terms_.add(x, number(kWord)), x);
  }
  Term to_signed(Term x) {
    return terms_.make(Operation::kIf, terms_.make(Operation::kGreaterEqual, x, number(kWord / 2)),
                       terms_.subtract(x, number(kWord)), x);
  }
  Word64 exclusive_or(Word64 a, Word64 b) {
    return {terms_.make(Operation::kBitXor, a.high, b.high), terms_.make(Operation::kBitXor, a.low, b.low)};
  }
  Word64 right(Word64 a, int bits) {
    const double part = std::ldexp(1.0, bits);
    return {floor_of(a.high, part),
            terms_.add(floor_of(a.low, part), terms_.multiply(rest_of(a.high, part), number(kWord / part)))};
  }
  Word64 left(Word64 a, int bits) {
    const double part = std::ldexp(1.0, 32 - bits), factor = std::ldexp(1.0, bits);
    return {terms_.add(terms_.multiply(rest_of(a.high, part), number(factor)), floor_of(a.low, part)),
            terms_.multiply(rest_of(a.low, part), number(factor))};
  }
  Word64 sum(Word64 a, Word64 b) {
    const Term low = terms_.add(a.low, b.low);
    const Term high = terms_.add(terms_.add(a.high, b.high), floor_of(low, kWord));
    return {rest_of(high, kWord), rest_of(low, kWord)};
  }
  // By parts of 16 bits: the sums of their products stay below 2^35.
  Word64 product(Word64 a, std::uint64_t factor) {
    constexpr double kPart = 65536;
    const std::array<Term, 4> parts{rest_of(a.low, kPart), floor_of(a.low, kPart), rest_of(a.high, kPart),
                                    floor_of(a.high, kPart)};
    std::array<Term, 4> result{};
    Term carry = number(0);
    for (std::size_t k = 0; k < 4; ++k) {
      Term column = carry;
      for (std::size_t i = 0; i <= k; ++i) {
        const auto digit = static_cast<double>((factor >> (16 * (k - i))) & 0xFFFFu);
        column = terms_.add(column, terms_.multiply(parts[i], number(digit)));
      }
      result[k] = rest_of(column, kPart);
      carry = floor_of(column, kPart);
    }
    return {terms_.add(result[2], terms_.multiply(result[3], number(kPart))),
            terms_.add(result[0], terms_.multiply(result[1], number(kPart)))};
  }
  Word64 chosen(Term condition, Word64 yes, Word64 no) {
    return {terms_.make(Operation::kIf, condition, yes.high, no.high),
            terms_.make(Operation::kIf, condition, yes.low, no.low)};
  }
  Term between_0_and_1(Word64 a) {
    const Term whole = terms_.add(terms_.multiply(to_signed(a.high), number(kWord)), a.low);
    return terms_.add(terms_.multiply(whole, number(std::ldexp(1.0, -64))), number(0.5));
  }

 private:
  Terms& terms_;
};

}  // namespace

std::optional<RandomTerms> next_random(Terms& terms, std::string_view generator,
                                       const std::vector<Term>& state) {
  if (state.empty() || xorshift::state_size(generator) != state.size()) return std::nullopt;
  Words words(terms);
  std::vector<Word64> s;
  for (std::size_t i = 0; i + 1 < state.size(); i += 2)
    s.push_back({words.from_signed(state[i + 1]), words.from_signed(state[i])});
  Word64 drawn{};
  Term place{};
  if (generator == "xorshift64star") {
    Word64 x = words.exclusive_or(s[0], words.right(s[0], 12));
    x = words.exclusive_or(x, words.left(x, 25));
    x = words.exclusive_or(x, words.right(x, 27));
    s[0] = drawn = words.product(x, xorshift::kMultiplier64);
  } else if (generator == "xorshift128plus") {
    const Word64 b = s[1];
    const Word64 a = words.exclusive_or(s[0], words.left(s[0], 23));
    const Word64 mixed = words.exclusive_or(words.exclusive_or(a, b),
                                            words.exclusive_or(words.right(a, 17), words.right(b, 26)));
    s[0] = b;
    s[1] = drawn = words.sum(mixed, b);
  } else {
    // Which words these are is told by the last number of the state.
    constexpr int kWords = 16;
    const Term here = words.rest_of(state.back(), kWords);
    place = words.rest_of(terms.add(here, terms.constant(1)), kWords);
    const auto is = [&](Term at, int i) {
      return terms.make(Operation::kEqual, at, terms.constant(static_cast<double>(i)));
    };
    Word64 a = s[kWords - 1], b = s[kWords - 1];
    for (int i = kWords - 1; i-- > 0;) {
      a = words.chosen(is(here, i), s[static_cast<std::size_t>(i)], a);
      b = words.chosen(is(place, i), s[static_cast<std::size_t>(i)], b);
    }
    b = words.exclusive_or(b, words.left(b, 31));
    b = words.exclusive_or(b, words.right(b, 11));
    a = words.exclusive_or(a, words.right(a, 30));
    const Word64 x = words.exclusive_or(a, b);
    for (int i = 0; i < kWords; ++i) {
      Word64& one = s[static_cast<std::size_t>(i)];
      one = words.chosen(is(place, i), x, one);
    }
    drawn = words.product(x, xorshift::kMultiplier1024);
  }
  RandomTerms made;
  const auto quiet = [&](Term t) { return terms.make(Operation::kNoEvent, t); };
  for (const Word64& one : s) {
    made.state.push_back(quiet(words.to_signed(one.low)));
    made.state.push_back(quiet(words.to_signed(one.high)));
  }
  if (state.size() % 2 == 1) made.state.push_back(quiet(place));
  made.value = quiet(words.between_0_and_1(drawn));
  return made;
}

}  // namespace escapement::modelica
