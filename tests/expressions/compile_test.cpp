// SPDX-License-Identifier: MIT
#include "escapement/expressions/compile.h"

#include <gmock/gmock.h>

#include <random>

#include "support.h"

namespace escapement::expressions {
namespace {

std::vector<std::string> places(std::string_view text, Scope& scope) {
  std::vector<ExpressionError> faults;
  const Expression e = compile(text, scope, faults);
  EXPECT_EQ(static_cast<bool>(e), faults.empty());
  std::vector<std::string> all;
  for (const ExpressionError& fault : faults) all.push_back(place(fault));
  return all;
}

TEST(Compile, CollectsFaultsInOrderOfPlace) {
  MapScope scope;
  EXPECT_THAT(places("1 + 2", scope), testing::IsEmpty());
  EXPECT_THAT(places("aa + bb * ABS(1, 2)", scope), testing::ElementsAre("0+2", "5+2", "10+9"));
  EXPECT_THAT(places("aa + LN(-1) + )", scope), testing::ElementsAre("0+2", "5+6", "14+1"));
  // The wrong count is known last but stands first.
  EXPECT_THAT(places("ABS(aa, bb)", scope), testing::ElementsAre("0+11", "4+2", "8+2"));
}

TEST(Compile, AppendsToTheFaultsOfOthers) {
  MapScope scope;
  std::vector<ExpressionError> faults;
  compile("aa", scope, faults);
  compile("bb", scope, faults);
  EXPECT_EQ(faults.size(), 2U);
}

TEST(Compile, StopsAtAHundredFaults) {
  MapScope scope;
  std::string text = "a";
  for (int i = 0; i < 100000; ++i) text += "+a";
  std::vector<ExpressionError> faults;
  compile(text, scope, faults);
  ASSERT_EQ(faults.size(), kMaximumFaults + 1);
  EXPECT_EQ(faults.back().message(), "more than 100 faults; the rest was not looked at");
  EXPECT_EQ(faults.back().offset(), 200U);
}

TEST(Compile, ThrowsTheFirst) {
  MapScope scope;
  EXPECT_EQ(place(fault_of("ABS(aa, bb)", scope)), "0+11");
}

TEST(Compile, LetsOtherExceptionsThrough) {
  class Broken : public Scope {
    NodePtr name(std::string_view) override { throw InternalError("broken"); }
  } scope;
  EXPECT_THROW(compile("a", scope), InternalError);
}

// Changed texts must compile or be refused with a place inside the text; nothing else may happen.
TEST(Compile, SurvivesMutatedTexts) {
  const std::uint32_t seed = 20240607;
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 engine(seed);
  const auto below = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(engine);
  };
  const std::vector<std::string> seeds = {
      "MX(1, x*2) + Table(i, 2) ** -3 .AND. !(x.GE.5e-1)",
      "DISC(0.3, 50, 0.75, 80, 1, 100, 3) / EXPO(x)",
      "UNIF(1, 2) <> NQ(Drilling.Queue) || IF(x > 1, AMOD(x, 3), 4)",
  };
  const std::string alphabet = "()+-*/^!=<>&|.,eE x1590_AQN\"%\xC3\xB6\x01\n";
  double x = 1.0;
  const double table[] = {1, 2, 3, 4};
  random::Stream stream;
  MapScope scope;
  scope.variable("x", &x).constant("i", 1.0).array("Table", {2, 2}, table);
  scope.streams([&](std::optional<std::uint64_t>) -> random::Stream& { return stream; });
  Signature nq;
  nq.name = "NQ";
  nq.parameters = {{"queue", ParameterKind::kNameOrExpression}};
  scope.function(nq, [](std::span<Argument>) { return make_constant(1.0); });
  std::size_t good = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string text = seeds[below(seeds.size())];
    for (std::size_t edits = 1 + below(4); edits > 0 && !text.empty(); --edits) {
      const std::size_t at = below(text.size());
      switch (below(4)) {
        case 0:
          text[at] = alphabet[below(alphabet.size())];
          break;
        case 1:
          text.insert(at, 1, alphabet[below(alphabet.size())]);
          break;
        case 2:
          text.erase(at, 1 + below(4));
          break;
        default:
          text += text.substr(at, 1 + below(8));
      }
    }
    std::vector<ExpressionError> faults;
    const Expression e = compile(text, scope, faults);
    EXPECT_EQ(static_cast<bool>(e), faults.empty()) << text;
    for (const ExpressionError& fault : faults) {
      EXPECT_LE(fault.offset() + fault.length(), text.size()) << text;
      EXPECT_FALSE(fault.message().empty()) << text;
      EXPECT_FALSE(fault.excerpt().empty()) << text;
    }
    if (!e) continue;
    ++good;
    Frame frame;
    try {
      e.evaluate(frame);
    } catch (const EvaluationError&) {  // a mean that became negative, an index that left the table
    }
  }
  EXPECT_GT(good, 500U);
}

}  // namespace
}  // namespace escapement::expressions
