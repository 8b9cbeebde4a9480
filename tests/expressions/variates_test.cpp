// SPDX-License-Identifier: MIT
// Variates against the same draws made by hand from a second stream at the same place.
#include "variates.h"

#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <optional>

#include "support.h"

namespace escapement::expressions {
namespace {

class Variates : public testing::Test {
 protected:
  Variates() {
    scope_.variable("x", &x_);
    scope_.streams([this](std::optional<std::uint64_t> number) -> random::Stream& {
      asked_.push_back(number);
      return number ? pinned_ : own_;
    });
    pinned_.next_substream();
    twin_of_pinned_.next_substream();
  }
  double draw(const Expression& e) {
    Frame frame;
    return e.evaluate(frame);
  }

  double x_ = 2.0;
  random::Stream own_, twin_, pinned_, twin_of_pinned_;
  std::vector<std::optional<std::uint64_t>> asked_;
  MapScope scope_;
};

TEST_F(Variates, DrawFromTheStreamOfTheField) {
  const Expression e = compile("EXPO(5) + 1", scope_);
  EXPECT_THAT(asked_, testing::ElementsAre(std::nullopt));
  EXPECT_FALSE(e.is_constant());
  for (int i = 0; i < 3; ++i) EXPECT_EQ(draw(e), -5.0 * std::log(twin_.uniform()) + 1.0);
}

TEST_F(Variates, DrawFromThePinnedStream) {
  const Expression e = compile("expo(5, 1 + 2)", scope_);
  EXPECT_THAT(asked_, testing::ElementsAre(std::optional<std::uint64_t>(3)));
  EXPECT_EQ(draw(e), -5.0 * std::log(twin_of_pinned_.uniform()));
  EXPECT_EQ(own_.state(), twin_.state());
}

TEST_F(Variates, ParametersMayMove) {
  const Expression e = compile("EXPO(x * 2)", scope_);
  EXPECT_EQ(draw(e), -4.0 * std::log(twin_.uniform()));
  x_ = 10.0;
  EXPECT_EQ(draw(e), -20.0 * std::log(twin_.uniform()));
}

TEST_F(Variates, DrawInReadingOrder) {
  const Expression e = compile("UNIF(0, 1) - UNIF(0, 1)", scope_);
  const double first = twin_.uniform();
  const double second = twin_.uniform();
  EXPECT_EQ(draw(e), first - second);
  EXPECT_EQ(draw(compile("UNIF(0, 1) < 2 || UNIF(0, 1)", scope_)), 1.0);
  twin_.uniform();
  EXPECT_EQ(own_.state(), twin_.state()) << "the right side was drawn";
}

TEST_F(Variates, WithoutParameters) {
  const double u = twin_.uniform();
  EXPECT_EQ(draw(compile("RA", scope_)), u);
  EXPECT_EQ(draw(compile("ra()", scope_)), twin_.uniform());
  EXPECT_EQ(draw(compile("2 * RA(7)", scope_)), 2.0 * twin_of_pinned_.uniform());
  EXPECT_EQ(asked_.back(), std::optional<std::uint64_t>(7));
  scope_.constant("RA", 9.0);
  EXPECT_EQ(draw(compile("RA", scope_)), 9.0) << "a name of the scope comes first";
}

// P(50) = 0.3, P(80) = 0.45, P(100) = 0.25, by the cumulative probabilities.
TEST_F(Variates, Pairs) {
  const auto by_hand = [](double u) { return u <= 0.3 ? 50.0 : u <= 0.75 ? 80.0 : 100.0; };
  const Expression own = compile("DISC(0.3, 50, 0.75, 80, 1, 100)", scope_);
  const Expression pinned = compile("DISC(0.3, 50, 0.75, 80, 1, 100, 4)", scope_);
  const Expression moving = compile("DISC(0.3, 50, 0.75, x * 40, 1, 100)", scope_);
  EXPECT_THAT(asked_, testing::ElementsAre(std::nullopt, std::optional<std::uint64_t>(4), std::nullopt));
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(draw(own), by_hand(twin_.uniform()));
    EXPECT_EQ(draw(moving), by_hand(twin_.uniform()));
    EXPECT_EQ(draw(pinned), by_hand(twin_of_pinned_.uniform()));
  }
}

TEST_F(Variates, LongTablesWithMovingEntries) {
  std::string text = "DISC(";
  for (int i = 1; i <= 10; ++i)
    text += std::to_string(i / 10.0) + ", x * " + std::to_string(i) + (i < 10 ? "," : ")");
  const Expression e = compile(text, scope_);
  for (int i = 0; i < 50; ++i) EXPECT_EQ(draw(e), 2.0 * std::ceil(twin_.uniform() * 10.0));
}

TEST_F(Variates, EveryDistributionCanBeCalled) {
  for (const random::Distribution& d : random::distributions()) {
    const std::map<std::string, std::string> valid = {
        {"BINOMIAL", "4, 0.5"},   {"TRIA", "1, 2, 4"},    {"UNIF", "1, 2"},           {"CONT", "0, 1, 1, 2"},
        {"DISC", "0.5, 1, 1, 2"}, {"JOHN", "0, 1, 1, 0"}, {"DISCRETEUNIFORM", "1, 6"}};
    std::string arguments;
    if (const auto found = valid.find(d.name); found != valid.end()) {
      arguments = found->second;
    } else {
      for (std::size_t i = 0; i < d.parameters.size(); ++i) arguments += i == 0 ? "1" : ", 1";
    }
    const std::string text = d.name + "(" + arguments + ")";
    const Expression e = compile(text, scope_);
    EXPECT_TRUE(std::isfinite(draw(e))) << text;
    for (const std::string& alias : d.aliases)
      EXPECT_TRUE(compile(alias + "(" + arguments + ")", scope_)) << alias;
  }
}

TEST_F(Variates, ConstantParametersAreCheckedOnce) {
  const ExpressionError mean = fault_of("2 * EXPO(1 - 2, 3)", scope_);
  EXPECT_EQ(place(mean), "9+5");
  EXPECT_THAT(mean.message(), testing::StartsWith("EXPO: Mean is -1; it must be finite and at least 0"));
  EXPECT_EQ(mean.remedy(), "write EXPO(Mean)");
  const ExpressionError order = fault_of("TRIA(5, 3, 6)", scope_);
  EXPECT_EQ(place(order), "5+1");
  EXPECT_THAT(order.message(), testing::HasSubstr("Min is 5 and Mode is 3"));
  const ExpressionError sum = fault_of("DISC(0.3, 50, 0.7, 80, 9)", scope_);
  EXPECT_EQ(place(sum), "5+16") << "all pairs, without the stream";
  EXPECT_THAT(sum.message(), testing::HasSubstr("last cumulative probability is 0.7"));
  const ExpressionError falling = fault_of("DISC(0.3, 50, 0.2, 80, 1, 90)", scope_);
  EXPECT_EQ(place(falling), "14+3");
  EXPECT_THAT(falling.message(), testing::HasSubstr("CumP2 is 0.2"));
  EXPECT_THAT(asked_, testing::IsEmpty());
}

TEST_F(Variates, MovingParametersAreCheckedAtEachDraw) {
  const Expression e = compile("1 + EXPO(x)", scope_);
  const Expression table = compile("DISC(x, 5, 1, 6)", scope_);
  x_ = -2.5;
  try {
    draw(e);
    FAIL();
  } catch (const EvaluationError& error) {
    EXPECT_THAT(error.what(), testing::StartsWith("EXPO: Mean is -2.5; it must be finite and at least 0"));
    EXPECT_THAT(error.what(), testing::EndsWith("; drawn by 'EXPO(x)'"));
  }
  try {
    draw(table);
    FAIL();
  } catch (const EvaluationError& error) {
    EXPECT_THAT(error.what(), testing::StartsWith("DISC: CumP1 is -2.5; it must be from 0 to 1"));
    EXPECT_THAT(error.what(), testing::EndsWith("; drawn by 'DISC(x, 5, 1, 6)'"));
  }
  EXPECT_EQ(own_.state(), twin_.state()) << "nothing may be drawn by a refused call";
  x_ = 1.0;
  EXPECT_EQ(draw(e), 1.0 - std::log(twin_.uniform()));
}

TEST_F(Variates, WrongCounts) {
  const ExpressionError none = fault_of("1 + EXPO()", scope_);
  EXPECT_EQ(place(none), "4+6");
  EXPECT_EQ(none.message(), "EXPO takes 1 argument and, if wanted, the number of a stream, got 0");
  EXPECT_EQ(none.remedy(), "write EXPO(Mean)");
  EXPECT_EQ(fault_of("TRIA(1, 2)", scope_).message(),
            "TRIA takes 3 arguments and, if wanted, the number of a stream, got 2");
  EXPECT_EQ(fault_of("UNIF(1, 2, 3, 4)", scope_).message(),
            "UNIF takes 2 arguments and, if wanted, the number of a stream, got 4");
  EXPECT_EQ(fault_of("DISC(1)", scope_).message(),
            "DISC takes at least 2 arguments and, if wanted, the number of a stream, got 1");
  EXPECT_EQ(fault_of("DISC(1)", scope_).remedy(), "write DISC(CumP, Val, ...)");
  EXPECT_EQ(fault_of("RA(1, 2)", scope_).message(),
            "RA takes no arguments and, if wanted, the number of a stream, got 2");
}

TEST_F(Variates, NumbersOfStreams) {
  for (const char* bad : {"0", "-1", "1.5", "x", "1e300"}) {
    const ExpressionError error = fault_of("EXPO(5, " + std::string(bad) + ")", scope_);
    EXPECT_EQ(error.offset(), 8U);
    EXPECT_EQ(error.message(),
              "the last argument of EXPO is the number of a stream, a constant whole number from 1; '" +
                  std::string(bad) + "' is not");
    EXPECT_EQ(error.remedy(), "");
  }
  const ExpressionError pairs = fault_of("DISC(0.3, 50, 0.75)", scope_);
  EXPECT_EQ(place(pairs), "14+4");
  EXPECT_EQ(pairs.remedy(), "arguments before it come in pairs; is one missing?");
}

}  // namespace
}  // namespace escapement::expressions
