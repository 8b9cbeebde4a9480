// SPDX-License-Identifier: MIT
#include "escapement/random/stream_set.h"

#include <gmock/gmock.h>

#include <set>
#include <vector>

#include "escapement/core/error.h"
#include "jump.h"

namespace escapement::random {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

// The published test vectors of FNV-1a, 64 bits.
TEST(StreamSet, PlacesAreFnv1a) {
  EXPECT_EQ(stream_place(""), 0xcbf29ce484222325u);
  EXPECT_EQ(stream_place("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(stream_place("foobar"), 0x85944171f73967e8u);
  EXPECT_EQ(stream_place("\xff"), (0xcbf29ce484222325u ^ 0xffu) * 0x100000001b3u);  // bytes, not signed chars
}

TEST(StreamSet, NumberedStreamsArePublishedOnes) {
  const std::vector<State> starts{{12345, 12345, 12345, 12345, 12345, 12345},
                                  {3692455944, 1366884236, 2968912127, 335948734, 4161675175, 475798818},
                                  {1015873554, 1310354410, 2249465273, 994084013, 2912484720, 3876682925},
                                  {2338701263, 1119171942, 2570676563, 317077452, 3194180850, 618832124},
                                  {1597262096, 3906379055, 3312112953, 1016013135, 4099474108, 275305423},
                                  {97147054, 3131372450, 829345164, 3691032523, 3006063034, 4259826321},
                                  {796079799, 2105258207, 955365076, 2923159030, 4116632677, 3067683584},
                                  {3281794178, 2616230133, 1457051261, 2762791137, 2480527362, 2282316169},
                                  {3777646647, 1837464056, 4204654757, 664239048, 4190510072, 2959195122},
                                  {4215590817, 3862461878, 1087200967, 1544910132, 936383720, 1611370123}};
  StreamSet set;
  for (std::size_t i = starts.size(); i-- > 0;) EXPECT_EQ(set.numbered(i + 1).state(), starts[i]) << i + 1;
  EXPECT_EQ(set.size(), 10u);
}

TEST(StreamSet, NamedStreamStandsAtItsHash) {
  StreamSet set;
  const State expected = internal::jump(PackageSeed{}.words, 0x85944171f73967e8u, 127);
  EXPECT_EQ(set.named("foobar").start(), expected);
  EXPECT_EQ(set.named("foobar").state(), expected);
  // Computed apart from this code, with the integers of Python: A^(2^127 k) mod m times the seed.
  EXPECT_EQ(expected, (State{1116979515, 2900732485, 206500978, 3161152210, 2004053809, 3702028786}));
}

TEST(StreamSet, OneNameOneStream) {
  StreamSet set;
  Stream& a = set.named("Drilling.delay");
  a.uniform();
  EXPECT_EQ(&set.named("Drilling.delay"), &a);
  EXPECT_EQ(&set.numbered(4), &set.numbered(4));
  EXPECT_EQ(set.size(), 2u);
}

TEST(StreamSet, ReferencesHold) {
  StreamSet set;
  Stream& first = set.named("first");
  const double u = first.duplicate().uniform();
  for (int i = 0; i < 10000; ++i) set.named("source" + std::to_string(i));
  EXPECT_EQ(&set.named("first"), &first);
  EXPECT_EQ(first.uniform(), u);
}

TEST(StreamSet, OrderAndCompanyDoNotMatter) {
  StreamSet small;
  StreamSet large;
  for (const char* other : {"A.delay", "B.delay", "Z.chance"}) large.named(other).uniform();
  EXPECT_EQ(small.named("M.delay").state(), large.named("M.delay").state());
}

TEST(StreamSet, ReplicationUsesItsSubstream) {
  StreamSet set({}, 2);
  EXPECT_EQ(set.replication(), 2u);
  EXPECT_EQ(set.numbered(1).state(),
            (State{460387934, 1532391390, 877287553, 120103512, 2153115941, 335837774}));
  EXPECT_EQ(set.numbered(1).start(), PackageSeed{}.words);
  StreamSet before({}, 1);
  Stream& named = before.named("x");
  named.next_substream();
  EXPECT_EQ(set.named("x").state(), named.state());
}

// Seed + run must not be the same thing as another seed + another run.
TEST(StreamSet, ReplicationsAndSeedsShareNothing) {
  std::set<State> starts;
  std::set<double> numbers;
  std::size_t count = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    for (std::uint64_t replication = 0; replication < 8; ++replication) {
      StreamSet set(PackageSeed::from_word(seed), replication);
      for (const char* name : {"arrivals", "service"}) {
        starts.insert(set.named(name).state());
        for (int i = 0; i < 20; ++i) numbers.insert(set.named(name).uniform());
        ++count;
      }
    }
  }
  EXPECT_EQ(starts.size(), count);
  EXPECT_EQ(numbers.size(), 20 * count);
}

TEST(StreamSet, SameSeedSameNumbers) {
  StreamSet a(PackageSeed::from_word(99), 5);
  StreamSet b(PackageSeed::from_word(99), 5);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a.named("x").uniform(), b.named("x").uniform());
}

TEST(StreamSet, AntitheticForPresentAndFutureStreams) {
  StreamSet plain;
  StreamSet mirrored;
  Stream& early = mirrored.numbered(1);
  mirrored.set_antithetic(true);
  EXPECT_EQ(early.uniform(), 0.87298887795342284);
  EXPECT_EQ(mirrored.named("late").uniform(), 1.0 - plain.named("late").uniform());
  mirrored.set_antithetic(false);
  plain.numbered(1).uniform();
  EXPECT_EQ(early.uniform(), plain.numbered(1).uniform());
  EXPECT_FALSE(mirrored.numbered(7).antithetic());
}

TEST(StreamSet, IncreasedPrecisionForPresentAndFutureStreams) {
  StreamSet set;
  Stream& early = set.numbered(1);
  set.set_increased_precision(true);
  EXPECT_EQ(early.uniform(), 0.12701114103229952);
  EXPECT_TRUE(set.named("late").increased_precision());
}

// Two names whose 64-bit FNV-1a hashes are equal (checked below); such pairs can be made, and happen by
// chance.
TEST(StreamSet, EqualHashesAreTold) {
  const std::string one = "8yn0iYCKYHlIj4-BwPqk";
  const std::string other = "GReLUrM4wMqfg9yzV3KQ";
  ASSERT_EQ(stream_place(one), stream_place(other));
  StreamSet set;
  const Stream& first = set.named(one);
  EXPECT_THAT([&] { set.named(other); },
              ThrowsMessage<BuildError>(AllOf(
                  HasSubstr("the stream of '" + other + "' would deal the same numbers as the stream of '" +
                            one + "'"),
                  HasSubstr("both are at place 5668919866452109284"), HasSubstr("rename one of the two"))));
  EXPECT_EQ(&set.named(one), &first);
  EXPECT_EQ(set.size(), 1u);
}

TEST(StreamSet, NameAndNumberAtOnePlaceAreTold) {
  const std::uint64_t number = stream_place("Shop.delay") + 1;
  StreamSet named_first;
  named_first.named("Shop.delay");
  EXPECT_THAT(
      [&] { named_first.numbered(number); },
      ThrowsMessage<BuildError>(AllOf(HasSubstr("stream number " + std::to_string(number) +
                                                " would deal the same numbers as the stream of 'Shop.delay'"),
                                      HasSubstr("use another stream number"))));
  StreamSet numbered_first;
  numbered_first.numbered(number);
  EXPECT_THAT([&] { numbered_first.named("Shop.delay"); },
              ThrowsMessage<BuildError>(
                  HasSubstr("the stream of 'Shop.delay' would deal the same numbers as stream number " +
                            std::to_string(number))));
}

TEST(StreamSet, RefusesNumberZeroAndTheEmptyName) {
  StreamSet set;
  EXPECT_THAT([&] { set.numbered(0); },
              ThrowsMessage<BuildError>("there is no random stream number 0; streams are numbered from 1"));
  EXPECT_THAT([&] { set.named(""); },
              ThrowsMessage<BuildError>(
                  HasSubstr("a random stream was asked for with an empty name; give the model path")));
}

TEST(StreamSet, RefusesABadSeedAndReplication) {
  EXPECT_THAT(
      [] {
        StreamSet(PackageSeed{{0, 0, 0, 1, 1, 1}});
      },
      ThrowsMessage<InputError>(HasSubstr("the package seed has 0 for all of words 1 to 3")));
  EXPECT_THAT([] { StreamSet({}, ~std::uint64_t{0}); },
              ThrowsMessage<InputError>(HasSubstr("substream 18446744073709551615 of a random stream")));
}

}  // namespace
}  // namespace escapement::random
