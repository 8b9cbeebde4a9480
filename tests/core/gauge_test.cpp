// SPDX-License-Identifier: MIT
#include "gauge.h"

#include <gtest/gtest.h>

namespace escapement::internal {
namespace {

// Work of n models that takes `one` seconds each on one thread, `several` on several; counts the choices.
struct Work {
  double one, several;
  int on_several = 0;
  void run(Gauge& gauge, std::size_t n, int times) {
    on_several = 0;
    for (int i = 0; i < times; ++i) {
      const bool chosen = gauge.several(n);
      on_several += chosen;
      gauge.note((chosen ? several : one) * static_cast<double>(n));
    }
  }
};

// Few models of which nothing is known begin on one thread, many on several, once (G0).
TEST(Gauge, ShortWorkStaysOnOneThread) {
  Gauge few;
  Work work{10e-9, 1e-9};  // a microsecond and less, from which nothing can be gained
  work.run(few, 50, 10000);
  EXPECT_EQ(work.on_several, 0);
  Gauge many;
  work.run(many, 100, 10000);
  EXPECT_EQ(work.on_several, 1);
}

// What one class of sizes has shown holds for another until that is timed itself.
TEST(Gauge, ANewClassTakesOverWhatIsKnown) {
  Gauge gauge;
  Work work{10e-6, 5e-6};
  work.run(gauge, 100, 50);
  work.run(gauge, 1000, 1);
  EXPECT_EQ(work.on_several, 1);
  Work slow{1e-9, 1e-6};
  Gauge other;
  slow.run(other, 50, 50);
  slow.run(other, 1000, 1);
  EXPECT_EQ(slow.on_several, 0);
}

TEST(Gauge, LongWorkGoesToSeveralThreadsWhenTheyGain) {
  Gauge gauge;
  Work work{10e-6, 5.2e-6};
  work.run(gauge, 100, 10000);
  EXPECT_GE(work.on_several, 10000 - 1 - 10000 / 128);
}

// What is lost by trying the slower way stays below 5 %.
TEST(Gauge, LongWorkStaysOnOneThreadWhenSeveralLose) {
  Gauge gauge;
  Work work{1e-6, 4e-6};
  work.run(gauge, 100, 10000);
  const double time = 10000 * 1e-6 + work.on_several * 3e-6;
  EXPECT_LT(10000 * 1e-6 / time, 1);
  EXPECT_GT(10000 * 1e-6 / time, 0.95);
}

TEST(Gauge, ChangesItsMindWhenTheWorkChanges) {
  Gauge gauge;
  Work work{1e-6, 4e-6};
  work.run(gauge, 100, 1000);
  work = {40e-6, 21e-6};
  work.run(gauge, 100, 4000);
  EXPECT_GT(work.on_several, 2000);
}

TEST(Gauge, OneModelIsNothingToShare) {
  Gauge gauge;
  for (int i = 0; i < 100; ++i) {
    EXPECT_FALSE(gauge.several(1));
    gauge.done();
  }
}

}  // namespace
}  // namespace escapement::internal
