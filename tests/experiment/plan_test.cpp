// SPDX-License-Identifier: MIT
#include "escapement/experiment/plan.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "escapement/core/error.h"

namespace escapement::experiment {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Plan plan_of(int replications, std::optional<double> length, double warmup) {
  Plan plan;
  plan.replications = replications;
  plan.length = length;
  plan.warmup = warmup;
  return plan;
}

TEST(Plan, IsSoundAsItComes) {
  EXPECT_NO_THROW(validate(Plan()));
  EXPECT_NO_THROW(validate(plan_of(10, 480, 60)));
  EXPECT_NO_THROW(validate(plan_of(1, std::nullopt, 60)));
}

TEST(Plan, RefusesTooFewReplications) {
  EXPECT_THAT([] { validate(plan_of(0, 1, 0)); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("replications is 0"), HasSubstr("from 1 on"))));
}

TEST(Plan, RefusesALengthThatIsNone) {
  EXPECT_THAT([] { validate(plan_of(1, 0, 0)); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("length is 0"), HasSubstr("finite time above 0"))));
  EXPECT_THAT([] { validate(plan_of(1, kInfinity, 0)); },
              ThrowsMessage<InputError>(HasSubstr("length is inf")));
  EXPECT_THAT([] { validate(plan_of(1, std::nan(""), 0)); },
              ThrowsMessage<InputError>(HasSubstr("length is nan")));
}

TEST(Plan, RefusesAWarmUpThatIsNone) {
  EXPECT_THAT([] { validate(plan_of(1, 5, -1)); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("warmup is -1"), HasSubstr("from 0 on"))));
  EXPECT_THAT([] { validate(plan_of(1, std::nullopt, kInfinity)); },
              ThrowsMessage<InputError>(HasSubstr("warmup is inf")));
  EXPECT_THAT([] { validate(plan_of(1, 5, 5)); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("warmup is 5"),
                                              HasSubstr("the length, which includes it, is 5"),
                                              HasSubstr("less than the length"))));
}

TEST(Plan, AntitheticReplicationsAreEvenInNumber) {
  Plan plan = plan_of(3, 1, 0);
  plan.antithetic = true;
  EXPECT_THAT([&] { validate(plan); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("pairs, and 3 is odd"), HasSubstr("ask for 4"))));
  plan.replications = 4;
  EXPECT_NO_THROW(validate(plan));
}

TEST(Plan, TellsAllFaultsAtOnce) {
  try {
    validate(plan_of(-3, -1, std::nan("")));
    FAIL();
  } catch (const InputError& error) {
    ASSERT_EQ(error.diagnostics().size(), 3U);
    EXPECT_EQ(error.diagnostics()[0].where.pointer, "/experiment/replications");
    EXPECT_EQ(error.diagnostics()[1].where.pointer, "/experiment/length");
    EXPECT_EQ(error.diagnostics()[2].where.pointer, "/experiment/warmup");
  }
}

}  // namespace
}  // namespace escapement::experiment
