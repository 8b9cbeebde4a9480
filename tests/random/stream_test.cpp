// SPDX-License-Identifier: MIT
// Known answers: the published RngStreams package (L'Ecuyer, Simard, Chen, Kelton 2002), all seeds 12345.
#include "escapement/random/stream.h"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "escapement/core/error.h"

namespace escapement::random {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr State kDefault{12345, 12345, 12345, 12345, 12345, 12345};
constexpr State kStream2{3692455944, 1366884236, 2968912127, 335948734, 4161675175, 475798818};
constexpr State kStream3{1015873554, 1310354410, 2249465273, 994084013, 2912484720, 3876682925};

std::vector<double> draw(Stream& stream, int count) {
  std::vector<double> out;
  for (int i = 0; i < count; ++i) out.push_back(stream.uniform());
  return out;
}

TEST(Stream, FirstTenNumbers) {
  Stream s;
  EXPECT_THAT(draw(s, 10),
              ElementsAre(0.12701112204657714, 0.3185275653967945, 0.30918601558327008, 0.82584686292711362,
                          0.2216299157820229, 0.53339538791827878, 0.4807742033156181, 0.35555987943812623,
                          0.13598841039594017, 0.75585223716154359));
  EXPECT_EQ(s.state(), (State{2989318136, 3378525425, 1773647758, 1462200156, 2794459678, 2822254363}));
}

TEST(Stream, FirstNumbersOfStreamsTwoAndThree) {
  Stream two(kStream2);
  Stream three(kStream3);
  EXPECT_THAT(draw(two, 3), ElementsAre(0.7595818622487196, 0.97831057326137083, 0.68513580819318265));
  EXPECT_THAT(draw(three, 3), ElementsAre(0.72850978619652706, 0.96558728228373336, 0.99618413048011711));
}

TEST(Stream, SumOfAMillion) {
  Stream s;
  double sum = 0.0;
  for (int i = 0; i < 1000000; ++i) sum += s.uniform();
  EXPECT_DOUBLE_EQ(sum, 499651.9369568635);
  EXPECT_EQ(s.state(), (State{3019710287, 980764711, 1825656393, 1914879467, 744009118, 211657771}));
}

TEST(Stream, Substreams) {
  const State first{870504860, 2641697727, 884013853, 339352413, 2374306706, 3651603887};
  const State second{460387934, 1532391390, 877287553, 120103512, 2153115941, 335837774};
  Stream s;
  draw(s, 5);
  s.next_substream();
  EXPECT_EQ(s.state(), first);
  EXPECT_THAT(draw(s, 3), ElementsAre(0.079398989797334632, 0.48033950475757409, 0.85832224705513283));
  s.next_substream();
  EXPECT_EQ(s.state(), second);
  EXPECT_EQ(s.substream_start(), second);
  EXPECT_EQ(s.start(), kDefault);
  EXPECT_EQ(Stream(kDefault, 1).state(), first);
  EXPECT_EQ(Stream(kDefault, 2).state(), second);
}

TEST(Stream, Resets) {
  Stream s(kStream3);
  s.next_substream();
  const State substream = s.state();
  draw(s, 7);
  s.reset_substream();
  EXPECT_EQ(s.state(), substream);
  s.reset_start();
  EXPECT_EQ(s.state(), kStream3);
  EXPECT_EQ(s.substream_start(), kStream3);
}

TEST(Stream, FourthSubstreamOfStreamThree) {
  Stream s(kStream3);
  s.uniform();  // the published program has taken one before it sums
  double sum = 0.0;
  for (int i = 0; i < 100; ++i) sum += s.uniform();
  EXPECT_NEAR(sum, 53.98590159232, 5e-12);
  for (int i = 0; i < 4; ++i) s.next_substream();
  const std::array<double, 5> expected{0.1734545396358, 0.03286351608942, 0.2643169129682, 0.3059403602117,
                                       0.5476303035177};
  for (const double u : expected) EXPECT_NEAR(s.uniform(), u, 5e-14);
}

TEST(Stream, AdvancesByTwoToTheFifthPlusThree) {
  const State after{1040577685, 3747037609, 277208355, 1712706441, 627445683, 2408037141};
  Stream s;
  s.advance(5, 3);
  EXPECT_EQ(s.state(), after);
  EXPECT_NEAR(s.uniform(), 0.07941673614985, 5e-15);
  s.reset_start();
  for (int i = 0; i < 35; ++i) s.advance(0, 1);
  EXPECT_EQ(s.state(), after);
}

TEST(Stream, AdvanceGoesBackToo) {
  Stream s;
  draw(s, 35);
  s.advance(-5, -3);
  EXPECT_EQ(s.state(), kDefault);
  s.advance(127, 0);
  EXPECT_EQ(s.state(), kStream2);
  s.advance(-127, 2);
  s.advance(0, -2);
  EXPECT_EQ(s.state(), kDefault);
  s.advance(63, std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(s.state(), kDefault);
  EXPECT_EQ(s.substream_start(), kDefault);
}

TEST(Stream, AdvanceRefusesMoreThanThePeriod) {
  Stream s;
  for (const int e : {192, -192}) {
    try {
      s.advance(e, 1);
      FAIL();
    } catch (const ParameterError& error) {
      EXPECT_THAT(error.what(), HasSubstr("cannot advance by 2^e steps with e = " + std::to_string(e) +
                                          "; e must be -191 to 191"));
    }
  }
  EXPECT_EQ(s.state(), kDefault);
}

TEST(Stream, AntitheticNumbersMirrorExactly) {
  Stream plain;
  Stream mirrored;
  mirrored.set_antithetic(true);
  EXPECT_TRUE(mirrored.antithetic());
  EXPECT_EQ(mirrored.uniform(), 0.87298887795342284);
  plain.uniform();
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(mirrored.uniform(), 1.0 - plain.uniform());
  mirrored.set_antithetic(false);
  EXPECT_EQ(mirrored.uniform(), plain.uniform());
}

TEST(Stream, IncreasedPrecisionTakesTwoSteps) {
  Stream s;
  s.set_increased_precision(true);
  EXPECT_TRUE(s.increased_precision());
  EXPECT_THAT(draw(s, 3), ElementsAre(0.12701114103229952, 0.30918606480757899, 0.22162994757486551));
  Stream twin;
  draw(twin, 6);
  EXPECT_EQ(s.state(), twin.state());
}

TEST(Stream, IncreasedPrecisionSumOfStreamTwo) {
  Stream s(kStream2);
  s.set_increased_precision(true);
  double sum = 0.0;
  for (int i = 0; i < 100000; ++i) sum += s.uniform();
  EXPECT_NEAR(sum, 50098.22414959, 5e-9);
}

TEST(Stream, IncreasedPrecisionAndAntitheticMirror) {
  Stream plain;
  Stream mirrored;
  plain.set_increased_precision(true);
  mirrored.set_increased_precision(true);
  mirrored.set_antithetic(true);
  for (int i = 0; i < 10000; ++i) {
    const double u = mirrored.uniform();
    EXPECT_NEAR(u, 1.0 - plain.uniform(), 3e-16);
    EXPECT_GT(u, 0.0);
    EXPECT_LT(u, 1.0);
  }
}

TEST(Stream, Integers) {
  Stream s;
  std::vector<std::int64_t> first;
  for (int i = 0; i < 10; ++i) first.push_back(s.rand_int(1, 10));
  EXPECT_THAT(first, ElementsAre(2, 4, 4, 9, 3, 6, 5, 4, 2, 8));
  s.reset_start();
  std::int64_t sum = 0;
  for (int i = 0; i < 35; ++i) sum += s.rand_int(1, 10);
  EXPECT_EQ(sum, 186);
}

TEST(Stream, IntegersAtTheEdges) {
  Stream s;
  EXPECT_EQ(s.rand_int(-7, -7), -7);
  for (int i = 0; i < 1000; ++i) {
    const std::int64_t k = s.rand_int(-3, 2);
    EXPECT_GE(k, -3);
    EXPECT_LE(k, 2);
  }
  const std::int64_t last = std::numeric_limits<std::int64_t>::max();
  EXPECT_GE(s.rand_int(last - 5, last), last - 5);
}

TEST(Stream, IntegersRefuseAnEmptyOrHugeRange) {
  Stream s;
  EXPECT_THAT([&] { s.rand_int(3, 2); }, testing::ThrowsMessage<ParameterError>(
                                             "no random integer from 3 to 2 can be drawn; the first must not "
                                             "exceed the second, nor the range 2^53 values"));
  EXPECT_THROW(s.rand_int(0, std::int64_t{1} << 53), ParameterError);
  EXPECT_THROW(s.rand_int(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()),
               ParameterError);
  EXPECT_EQ(s.state(), kDefault);
}

TEST(Stream, SameNumbersOnlyWhereAskedFor) {
  static_assert(!std::is_copy_constructible_v<Stream> && !std::is_copy_assignable_v<Stream>);
  static_assert(!std::is_move_constructible_v<Stream> && !std::is_move_assignable_v<Stream>);
  Stream s(kStream2);
  s.set_antithetic(true);
  s.next_substream();
  draw(s, 3);
  Stream twin = s.duplicate();
  EXPECT_EQ(draw(twin, 5), draw(s, 5));
  EXPECT_EQ(twin.substream_start(), s.substream_start());
}

TEST(Stream, SetStartReseeds) {
  Stream s;
  draw(s, 3);
  s.set_start(kStream2);
  EXPECT_EQ(s.uniform(), 0.7595818622487196);
  EXPECT_THROW(s.set_start({0, 0, 0, 1, 1, 1}), InputError);
  EXPECT_EQ(s.start(), kStream2);
  EXPECT_EQ(s.uniform(), 0.97831057326137083);
}

TEST(Stream, RefusesABadStartAndASubstreamThatIsNone) {
  EXPECT_THAT(
      [] {
        Stream(State{1, 1, 1, 0, 0, 0});
      },
      testing::ThrowsMessage<InputError>(
          HasSubstr("the start of a random stream has 0 for all of words 4 to 6")));
  EXPECT_THAT([] { Stream(kDefault, std::uint64_t{1} << 51); },
              testing::ThrowsMessage<InputError>(
                  HasSubstr("substream 2251799813685248 of a random stream was asked for; "
                            "they are numbered 0 to 2251799813685247")));
}

// The last substream ends where the next stream begins.
TEST(Stream, SubstreamsFillTheStream) {
  Stream last(kDefault, (std::uint64_t{1} << 51) - 1);
  last.next_substream();
  EXPECT_EQ(last.state(), kStream2);
}

// Numbers and logarithms in any order, with all that moves the stream between them: each logarithm is that of
// the number that a second stream deals, and both stand at the same place.
TEST(Stream, LogarithmsAreThoseOfTheNumbers) {
  std::mt19937 engine(11);
  Stream s(kStream2);
  for (int i = 0; i < 20000; ++i) {
    Stream other = s.duplicate();
    const unsigned what = static_cast<unsigned>(engine()) % 64;
    if (what == 0) s.next_substream(), other.next_substream();
    if (what == 1) s.reset_substream(), other.reset_substream();
    if (what == 2) s.reset_start(), other.reset_start();
    if (what == 3) s.advance(3, -5), other.advance(3, -5);
    if (what == 4) s.set_antithetic(!s.antithetic()), other.set_antithetic(s.antithetic());
    if (what == 5)
      s.set_increased_precision(!s.increased_precision()),
          other.set_increased_precision(s.increased_precision());
    if (what % 4 == 0)
      ASSERT_EQ(s.uniform(), other.uniform()) << i;
    else
      ASSERT_EQ(s.log_uniform(), std::log(other.uniform())) << i;
    ASSERT_EQ(s.state(), other.state()) << i;
  }
}

TEST(Stream, TheFirstLogarithms) {  // of the numbers of FirstTenNumbers
  Stream s;
  EXPECT_EQ(s.log_uniform(), std::log(0.12701112204657714));
  EXPECT_EQ(s.log_uniform(), std::log(0.3185275653967945));
  EXPECT_EQ(s.log_uniform(), std::log(0.30918601558327008));
  EXPECT_EQ(s.uniform(), 0.82584686292711362);
  EXPECT_EQ(s.log_uniform(), std::log(0.2216299157820229));
  EXPECT_EQ(s.state(), [] {
    Stream other;
    draw(other, 5);
    return other.state();
  }());
}

}  // namespace
}  // namespace escapement::random
