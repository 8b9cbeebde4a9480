// SPDX-License-Identifier: MIT
// Exact results of three long runs, found by two independent programs (a hand-written loop and one with
// coroutines) from the published random numbers of MRG32k3a. The studies are examples.
#include "studies/support.h"

namespace escapement::studies::oracle {
namespace {

StudyRun example(const std::string& name, const std::vector<std::string>& sets = {}) {
  return StudyRun(json::Study::load(std::string(ESCAPEMENT_EXAMPLES_DIR) + "/" + name + "/study.json",
                                    known_types(), {sets, {}}));
}

// 12 digits.
void expect_equal(double value, double expected) {
  EXPECT_NEAR(value, expected, 1e-11 * expected);
}

TEST(Oracle, MM1) {
  const StudyRun run = example("mm1");
  expect_equal(run.average("Service.Queue.WaitingTime"), 8.86055516676);
  expect_equal(run.average("Service.Queue.NumberInQueue"), 7.97040383039);
  EXPECT_EQ(run["Service.Queue.WaitingTime"].observations, 1000000u);
  EXPECT_EQ(run["System.NumberOut"].final_value, 1e6);
  // L = lambda W, exactly: the run starts and ends empty.
  expect_equal(run.average("Customer.WIP") * run.clock(), 1e6 * run.average("Customer.TotalTime"));
}

TEST(Oracle, MM1WithTheFirstCustomerAtTheStart) {
  const StudyRun run = example("mm1", {"Arrivals.firstCreation=0"});
  expect_equal(run.average("Service.Queue.WaitingTime"), 8.86882257011);
}

TEST(Oracle, MM10) {
  const StudyRun run = example("mm10");
  expect_equal(run.average("Service.Queue.WaitingTime"), 0.655240176985);
  expect_equal(run.average("Service.Queue.NumberInQueue"), 5.89398445216);
}

TEST(Oracle, JobShop) {
  const StudyRun run = example("job-shop");
  expect_equal(run.average("Job.TotalTime"), 33.3045379783);
  expect_equal(run.average("Station2.Queue.NumberInQueue"), 77.437580772);
}

}  // namespace
}  // namespace escapement::studies::oracle
