// SPDX-License-Identifier: MIT
#include "escapement/experiment/cells.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::experiment {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

class Short : public Replication {
 public:
  explicit Short(std::function<void()> action = {}) : action_(std::move(action)) {}
  void run(const ReplicationProgress& progress) override {
    if (action_) action_();
    if (progress(0.5)) clock_ = 7;
  }
  double clock() const override { return clock_; }
  std::vector<statistics::Summary> summarize() override { return {}; }

 private:
  std::function<void()> action_;
  double clock_ = 3;
};

const std::vector<Cell> kCells = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};

TEST(RunCells, RunsEachOnceInTheirOrder) {
  for (const unsigned threads : {1U, 4U}) {
    std::vector<Cell> done;
    EXPECT_TRUE(run_cells(
        kCells, threads, [](const Cell&) { return std::make_unique<Short>(); },
        [&](const Cell& cell, const CellOutcome& outcome) {
          EXPECT_EQ(outcome.clock, 7);
          EXPECT_FALSE(outcome.failure);
          done.push_back(cell);
        }));
    if (threads == 1) {
      EXPECT_EQ(done, kCells);
    } else {
      EXPECT_THAT(done, ::testing::UnorderedElementsAreArray(kCells));
    }
  }
  EXPECT_TRUE(run_cells({}, 2, {}, {}));
}

TEST(RunCells, TellsFailuresAndGoesOn) {
  std::vector<std::string> told;
  EXPECT_TRUE(run_cells(
      kCells, 1,
      [](const Cell& cell) {
        return std::make_unique<Short>([cell] {
          if (cell == kCells[1]) throw SimulationError("Drill", 2.5, "broke");
          if (cell == kCells[2]) throw std::runtime_error("odd");
        });
      },
      [&](const Cell&, const CellOutcome& outcome) {
        if (outcome.failure)
          told.push_back(outcome.failure->model_path + "|" + outcome.failure->message + "|" +
                         to_text(outcome.clock) + "|" + std::to_string(outcome.failure->replication));
      }));
  EXPECT_THAT(told, ElementsAre("Drill|broke|2.5|1", "|odd|3|2"));
}

// What a rank of an MPI program sends is what the others would have made of it.
TEST(RunCells, AnOutcomeIsArchivedBitByBit) {
  CellOutcome before, after;
  before.clock = 0.1;
  before.summaries.resize(1);
  before.summaries[0].name = "Wait";
  before.summaries[0].average = 1.0 / 3;
  before.observations = {{"Wait", statistics::Kind::kTally, {1, 2}, {0.5, -0.0}}};
  before.failure = Failure{3, 0.1, "Drill", "broke"};
  std::stringstream bytes;
  {
    Archive archive(static_cast<std::ostream&>(bytes));
    archive(before);
  }
  Archive archive(static_cast<std::istream&>(bytes));
  archive(after);
  EXPECT_EQ(after.clock, 0.1);
  ASSERT_EQ(after.summaries.size(), 1U);
  EXPECT_EQ(after.summaries[0].average, 1.0 / 3);
  ASSERT_EQ(after.observations.size(), 1U);
  EXPECT_EQ(after.observations[0].values, before.observations[0].values);
  EXPECT_EQ(after.failure.value().message, "broke");
}

TEST(RunCells, AStopLeavesOutWhatRuns) {
  std::stop_source stop;
  std::vector<Cell> done;
  EXPECT_FALSE(run_cells(
      kCells, 1,
      [&](const Cell& cell) {
        return std::make_unique<Short>([&stop, cell] {
          if (cell == kCells[1]) stop.request_stop();
        });
      },
      [&](const Cell& cell, const CellOutcome&) { done.push_back(cell); }, stop.get_token()));
  EXPECT_THAT(done, ElementsAre(kCells[0]));
}

TEST(RunCells, WhatFactoryOrTellingThrowsGoesToTheCaller) {
  const auto fine = [](const Cell&) { return std::make_unique<Short>(); };
  int done = 0;
  EXPECT_THAT(
      [&] {
        run_cells(kCells, 1, fine, [&](const Cell&, const CellOutcome&) {
          if (++done == 2) throw InputError(Diagnostic{{}, "the disk is full", ""});
        });
      },
      ThrowsMessage<InputError>(HasSubstr("the disk is full")));
  EXPECT_EQ(done, 2);
  EXPECT_THAT([&] { run_cells(kCells, 1, [](const Cell&) { return nullptr; }, {}); },
              ThrowsMessage<InternalError>(HasSubstr("the factory gave no model")));
}

}  // namespace
}  // namespace escapement::experiment
