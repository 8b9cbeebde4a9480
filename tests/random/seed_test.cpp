// SPDX-License-Identifier: MIT
#include "escapement/random/seed.h"

#include <gmock/gmock.h>

#include "escapement/core/error.h"

namespace escapement::random {
namespace {

using testing::HasSubstr;

std::string fault_of(const State& state) {
  try {
    check_state(state, "the package seed");
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

TEST(Seed, DefaultIsSixTimes12345) {
  EXPECT_EQ(PackageSeed{}.words, (State{12345, 12345, 12345, 12345, 12345, 12345}));
}

TEST(Seed, OneWordSetsAllSix) {
  EXPECT_EQ(PackageSeed::from_word(7).words, (State{7, 7, 7, 7, 7, 7}));
  EXPECT_EQ(PackageSeed::from_word(12345), PackageSeed{});
  EXPECT_EQ(PackageSeed::from_word(4294944442).words[5], 4294944442u);
}

TEST(Seed, RefusesAWordOutOfRange) {
  for (const std::uint64_t bad : {std::uint64_t{0}, kModulus2, ~std::uint64_t{0}}) {
    try {
      PackageSeed::from_word(bad);
      FAIL() << bad << " was accepted";
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("the seed is " + std::to_string(bad) +
                                          "; it must be an integer from 1 to 4294944442"));
      EXPECT_THAT(error.what(), HasSubstr("without a seed 12345 is used"));
    }
  }
}

TEST(Seed, AcceptsTheLargestWords) {
  EXPECT_EQ(fault_of({4294967086, 0, 0, 4294944442, 0, 0}), "");
  EXPECT_EQ(fault_of({0, 0, 1, 0, 0, 1}), "");
}

TEST(Seed, TellsAWordThatIsTooLarge) {
  EXPECT_THAT(fault_of({1, 4294967087, 1, 1, 1, 1}),
              HasSubstr("the package seed has 4294967087 as word 2; words 1 to 3 must be 0 to 4294967086"));
  EXPECT_THAT(fault_of({1, 1, 1, 1, 1, 4294944443}),
              HasSubstr("the package seed has 4294944443 as word 6; words 4 to 6 must be 0 to 4294944442"));
}

TEST(Seed, TellsHalvesThatAreAllZero) {
  EXPECT_THAT(fault_of({0, 0, 0, 1, 1, 1}), HasSubstr("the package seed has 0 for all of words 1 to 3"));
  EXPECT_THAT(fault_of({1, 1, 1, 0, 0, 0}), HasSubstr("the package seed has 0 for all of words 4 to 6"));
}

TEST(Seed, TellsAllFaultsOfOnePass) {
  try {
    check_state({0, 0, 0, 4294967295, 5000000000, 1}, "it");
    FAIL();
  } catch (const InputError& error) {
    ASSERT_EQ(error.diagnostics().size(), 3u);
    EXPECT_EQ(error.diagnostics()[1].remedy, "give a smaller number");
    EXPECT_EQ(error.diagnostics()[0].remedy, "make at least one of them different from 0");
  }
}

}  // namespace
}  // namespace escapement::random
