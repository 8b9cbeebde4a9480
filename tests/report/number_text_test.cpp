// SPDX-License-Identifier: MIT
#include "escapement/report/number_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace escapement::report {
namespace {

TEST(NumberText, KeepsFourSignificantDigits) {
  EXPECT_EQ(number_text(0.652345), "0.6523");
  EXPECT_EQ(number_text(0.0652345), "0.06523");
  EXPECT_EQ(number_text(1.23456), "1.235");
  EXPECT_EQ(number_text(12.3456), "12.35");
  EXPECT_EQ(number_text(-123.456), "-123.5");
  EXPECT_EQ(number_text(84.2), "84.20");
}

TEST(NumberText, KeepsAllDigitsBeforeThePoint) {
  EXPECT_EQ(number_text(123456.7), "123457");
}

TEST(NumberText, WritesWholeNumbersOut) {
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(number_text(-0.0), "0");
  EXPECT_EQ(number_text(96), "96");
  EXPECT_EQ(number_text(-1234567), "-1234567");
  EXPECT_EQ(number_text(123456789012345), "123456789012345");
}

TEST(NumberText, UsesAnExponentForTheVeryLargeAndSmall) {
  EXPECT_EQ(number_text(1e15), "1.000e+15");
  EXPECT_EQ(number_text(12345678.9), "1.235e+07");
  EXPECT_EQ(number_text(0.0000123456), "1.235e-05");
}

TEST(NumberText, CarriesWhenRounding) {
  EXPECT_EQ(number_text(9.99996), "10.000");
}

TEST(NumberText, RoundsExactHalvesAwayFromZero) {
  EXPECT_EQ(number_text(1052.5), "1053");
  EXPECT_EQ(number_text(1053.5), "1054");
  EXPECT_EQ(number_text(-1052.5), "-1053");
  EXPECT_EQ(number_text(100.25), "100.3");
  EXPECT_EQ(number_text(1052.4999999999998), "1052");
}

TEST(NumberText, TakesTheNumberOfDigits) {
  EXPECT_EQ(number_text(7.8436, kHalfWidthDigits), "7.84");
  EXPECT_EQ(number_text(0.00001234, 3), "1.23e-05");
}

TEST(NumberText, SaysWhenThereIsNoNumber) {
  EXPECT_EQ(number_text(std::numeric_limits<double>::quiet_NaN()), "n/a");
  EXPECT_EQ(number_text(std::numeric_limits<double>::infinity()), "n/a");
}

}  // namespace
}  // namespace escapement::report
