// SPDX-License-Identifier: MIT
// The two test programs that come with the published RngStreams package, step by step, and the sums they
// print.
#include <gtest/gtest.h>

#include "escapement/random/stream.h"
#include "escapement/random/stream_set.h"

namespace escapement::random {
namespace {

double sum_of(Stream& stream, int count) {
  double sum = 0.0;
  for (int i = 0; i < count; ++i) sum += stream.uniform();
  return sum;
}

double sum_of_integers(Stream& stream, int count) {
  double sum = 0.0;
  for (int i = 0; i < count; ++i) sum += static_cast<double>(stream.rand_int(1, 10));
  return sum;
}

double one_of_each(StreamSet& set) {
  double sum = 0.0;
  for (std::uint64_t k = 1; k <= 4; ++k) sum += set.numbered(k).uniform();
  return sum;
}

void advance_singly(Stream& stream, int count) {
  for (int i = 0; i < count; ++i) stream.advance(0, 1);
}

void skip_substreams(Stream& stream, int count) {
  for (int i = 0; i < count; ++i) stream.next_substream();
}

TEST(PublishedPrograms, First) {
  StreamSet set;
  Stream& g1 = set.numbered(1);
  Stream& g2 = set.numbered(2);
  Stream& g3 = set.numbered(3);

  double sum = g2.uniform() + g3.uniform();
  g1.advance(5, 3);
  sum += g1.uniform();
  g1.reset_start();
  advance_singly(g1, 35);
  sum += g1.uniform();
  g1.reset_start();
  sum += sum_of_integers(g1, 35) / 100.0;
  sum += sum_of(g3, 100) / 10.0;
  g3.reset_start();
  sum += sum_of(g3, 5);
  skip_substreams(g3, 4);
  sum += sum_of(g3, 5);
  g3.reset_substream();
  sum += sum_of(g3, 5);
  g2.next_substream();
  sum += sum_of(g2, 100000) / 10000.0;
  g3.set_antithetic(true);
  sum += sum_of(g3, 100000) / 10000.0;

  StreamSet ones(PackageSeed::from_word(1));
  sum += one_of_each(ones);
  Stream& third = ones.numbered(3);
  third.advance(-127, 0);
  sum += third.uniform();
  third.next_substream();
  third.set_increased_precision(true);
  sum += sum_of(third, 100000) / 10000.0;
  third.set_antithetic(true);
  sum += sum_of(third, 100000) / 10000.0;
  third.set_antithetic(false);
  third.set_increased_precision(false);
  sum += one_of_each(ones);

  EXPECT_NEAR(sum, 39.697547445251, 5e-13);
}

TEST(PublishedPrograms, Second) {
  StreamSet set;
  Stream& g1 = set.numbered(1);
  Stream& g2 = set.numbered(2);
  Stream& g3 = set.numbered(3);
  const State after35{1040577685, 3747037609, 277208355, 1712706441, 627445683, 2408037141};
  const State after34{2633078466, 1040577685, 3747037609, 3152585150, 1712706441, 627445683};

  double sum = g2.uniform() + g3.uniform();
  sum_of(g2, 12345);
  g1.reset_start();
  const double integers = sum_of_integers(g1, 35);
  EXPECT_EQ(integers, 186.0);
  EXPECT_EQ(g1.state(), after35);
  sum += integers / 100.0;

  g1.reset_start();
  g1.set_increased_precision(true);
  double precise = sum_of_integers(g1, 17) / 10.0;
  EXPECT_EQ(g1.state(), after34);
  g1.set_increased_precision(false);
  g1.rand_int(1, 10);
  EXPECT_EQ(g1.state(), after35);

  g1.reset_start();
  g1.set_increased_precision(true);
  precise += sum_of(g1, 17);
  EXPECT_EQ(g1.state(), after34);
  g1.set_increased_precision(false);
  g1.uniform();
  EXPECT_EQ(g1.state(), after35);
  sum += precise / 10.0;

  const double hundred = sum_of(g3, 100);
  EXPECT_NEAR(hundred, 53.98590159232, 5e-12);
  sum += hundred / 10.0;
  g3.reset_start();
  sum_of(g3, 5);
  sum += g3.uniform();
  skip_substreams(g3, 4);
  sum_of(g3, 5);
  sum += g3.uniform();

  g2.reset_substream();
  g2.set_increased_precision(true);
  const double in_double_precision = sum_of(g2, 100000);
  EXPECT_NEAR(in_double_precision, 50098.22414959, 5e-9);
  sum += in_double_precision / 10000.0;
  g2.set_increased_precision(false);
  g3.set_antithetic(true);
  const double antithetic = sum_of(g3, 100000);
  EXPECT_NEAR(antithetic, 50017.2231775, 5e-8);
  sum += antithetic / 10000.0;

  StreamSet ones(PackageSeed::from_word(1));
  const State second{2662865579, 741857976, 4206142246, 3352832365, 2519202871, 655500294};
  EXPECT_EQ(ones.numbered(2).state(), second);
  EXPECT_EQ(ones.numbered(3).state(),
            (State{3784663252, 802042081, 160569404, 3391851556, 2150317468, 54240022}));
  EXPECT_EQ(ones.numbered(4).state(),
            (State{3276123839, 3170955788, 1470482105, 884064067, 1017894425, 16401881}));
  ones.numbered(3).advance(-127, 0);
  EXPECT_EQ(ones.numbered(3).state(), second);
  ones.numbered(3).next_substream();
  sum += one_of_each(ones);

  EXPECT_NEAR(sum, 23.70532386289, 5e-12);
}

}  // namespace
}  // namespace escapement::random
