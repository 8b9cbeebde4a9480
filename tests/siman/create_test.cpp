// SPDX-License-Identifier: MIT
#include "escapement/siman/create.h"

#include <gtest/gtest.h>

#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct Source : Model {
  explicit Source(Create::Options options) {
    add<EntityType>("Part");
    v = &add<Variable>("v", 1.0);
    create = &add<Create>("Arrivals", std::move(options));
    log = &add<Log>("Log");
    link(create->out, log->in);
  }
  Variable* v;
  Create* create;
  Log* log;
};

TEST(Create, FirstThenAtEqualTimes) {
  Create::Options o;
  o.first = 2.0;
  o.interarrival = 0.5;
  Source s(o);
  s.run(4);
  EXPECT_THAT(s.log->times, ElementsAre(2, 2.5, 3, 3.5, 4));  // an arrival at the end of the run happens
  EXPECT_EQ(s.count("Part.NumberIn"), 5);
  EXPECT_EQ(s.count("System.NumberIn"), 5);
}

TEST(Create, BatchesAndTheirGreatestNumber) {
  Create::Options o;
  o.interarrival = 3.0;
  o.batch = 2.0;
  o.max_batches = 2;
  Source s(o);
  s.run();
  EXPECT_THAT(s.log->times, ElementsAre(0, 0, 3, 3));
  EXPECT_THAT(s.log->records, ElementsAre(1, 2, 3, 4));
}

TEST(Create, WithoutInterarrivalOneBatchComes) {
  Create::Options o;
  o.first = "2 h";
  o.batch = 3.0;
  Source s(o);
  s.environment.time_unit = "min";
  s.run();
  EXPECT_THAT(s.log->times, ElementsAre(120, 120, 120));
}

TEST(Create, ZeroBatchesAndZeroEntities) {
  Create::Options none;
  none.max_batches = 0;
  Source nobody(none);
  nobody.run();
  EXPECT_TRUE(nobody.log->times.empty());
  Create::Options empty;
  empty.interarrival = 1.0;
  empty.batch = "TNOW - 1";
  empty.first = 1.0;
  empty.max_batches = 3;
  Source s(empty);
  s.run();
  EXPECT_THAT(s.log->times, ElementsAre(2, 3, 3));
}

TEST(Create, NextTimeIsDrawnBeforeTheBatchMoves) {
  Create::Options o;
  o.interarrival = "EXPO(1, 1)";
  o.max_batches = 3;
  Source s(o);
  s.run();
  // -ln of the published first two numbers of stream 1.
  ASSERT_EQ(s.log->times.size(), 3u);
  EXPECT_DOUBLE_EQ(s.log->times[1], -std::log(0.12701112204657714));
  EXPECT_DOUBLE_EQ(s.log->times[2], -std::log(0.12701112204657714) - std::log(0.3185275653967945));
}

TEST(Create, RunTimeFailures) {
  const auto failure_of = [](Create::Options options) {
    Source s(std::move(options));
    auto failure = s.failure(100);
    EXPECT_TRUE(failure);
    EXPECT_EQ(failure->model_path(), "Arrivals");
    return failure ? failure->message() + " @" + to_text(failure->clock()) : "";
  };
  Create::Options negative;
  negative.first = 1.0;
  negative.interarrival = "v - TNOW";
  EXPECT_EQ(failure_of(negative),
            "zero-time loop: more than 100000 arrivals without time passing; give times "
            "between arrivals above 0 @1");
  negative.first = 3.0;
  EXPECT_EQ(failure_of(negative),
            "the time between arrivals 'v - TNOW' is -2; it must be 0 or more (MX(0, ...) keeps it so) @3");
  Create::Options first;
  first.first = "v - 2";
  EXPECT_EQ(failure_of(first),
            "the first arrival 'v - 2' is -1; it must be 0 or more (MX(0, ...) keeps it so) @0");
  Create::Options batch;
  batch.first = 4.0;
  batch.batch = "v / 2";
  EXPECT_EQ(failure_of(batch),
            "the batch size 'v / 2' is 0.5; it must be a whole number from 0 to 10000000 @4");
  batch.batch = "v * 1E300";
  EXPECT_THAT(failure_of(batch), HasSubstr("is 1e+300; it must be a whole number from 0 to 10000000"));
  batch.batch = "-v";
  EXPECT_EQ(failure_of(batch), "the batch size '-v' is -1; it must be 0 or more (MX(0, ...) keeps it so) @4");
}

TEST(Create, FaultsOfBuilding) {
  Create::Options o;
  o.entity = "Pat";
  o.first = -1.0;
  o.interarrival = 0.0;
  Source s(o);
  EXPECT_THAT(s.faults(), HasSubstr("unknown entity type 'Pat' in 'Arrivals' | did you mean 'Part'?"));
  EXPECT_THAT(s.faults(), HasSubstr("first of 'Arrivals' is -1 | it must be 0 or more"));
  EXPECT_THAT(s.faults(),
              HasSubstr("'Arrivals' creates entities without end at one time: interarrival is 0"));
}

TEST(Create, TypeIsClearOrAskedFor) {
  Source two({});
  two.add<EntityType>("Pallet");
  EXPECT_THAT(two.faults(),
              HasSubstr("'Arrivals' does not say which type of entity it creates | add \"entity\": one "
                        "of 'Part' or 'Pallet'"));
  Model none;
  auto& create = none.add<Create>("Arrivals", Create::Options{});
  auto& done = none.add<Dispose>("Done");
  none.link(create.out, done.in);
  EXPECT_THAT(none.faults(), HasSubstr("declare one, such as \"entities\""));
}

TEST(Create, AttributesNeedAnEntity) {
  Create::Options o;
  o.interarrival = "a";
  Source s(o);
  s.add<Attribute>("a");
  EXPECT_THAT(s.faults(), HasSubstr("attribute 'a' needs an entity, and none is at hand here"));
}

}  // namespace
}  // namespace escapement::siman
