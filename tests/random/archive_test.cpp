// SPDX-License-Identifier: MIT
#include "escapement/core/archive.h"

#include <gtest/gtest.h>

#include <sstream>

#include "core/expect_throw.h"
#include "escapement/random/stream_set.h"

namespace escapement::random {
namespace {

std::string save(StreamSet& set) {
  std::ostringstream out;
  Archive archive(out);
  archive(set);
  return std::move(out).str();
}

void load(StreamSet& set, const std::string& bytes) {
  std::istringstream in(bytes);
  Archive archive(in);
  archive(set);
}

TEST(StreamArchive, StreamsGoOnWhereTheyWere) {
  StreamSet first({}, 3), second({}, 3);
  Stream& named = first.named("Drilling.delay");
  Stream& numbered = first.numbered(7);
  Stream& ready = second.numbered(7);  // made before the load; the other is made by it
  numbered.set_antithetic(true);
  for (int i = 0; i < 10; ++i) named.uniform();
  numbered.uniform();
  named.next_substream();
  named.uniform();
  load(second, save(first));
  EXPECT_EQ(second.size(), 2u);
  EXPECT_TRUE(ready.antithetic());
  Stream& again = second.named("Drilling.delay");
  EXPECT_EQ(again.substream_start(), named.substream_start());
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(again.uniform(), named.uniform());
    EXPECT_EQ(ready.uniform(), numbered.uniform());
  }
  named.reset_start();
  again.reset_start();
  EXPECT_EQ(again.uniform(), named.uniform());
}

TEST(StreamArchive, AnotherSeedOrReplicationIsRefused) {
  StreamSet first({}, 3), replication({}, 4), seed(PackageSeed::from_word(5), 3);
  const std::string bytes = save(first);
  EXPECT_THROWS(load(replication, bytes), ArchiveError,
                "the random streams were saved with another seed, or in replication 3 rather than 4.*");
  EXPECT_THROWS(load(seed, bytes), ArchiveError, "the random streams were saved with another seed.*");
}

}  // namespace
}  // namespace escapement::random
