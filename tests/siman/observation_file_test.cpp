// SPDX-License-Identifier: MIT
#include "escapement/siman/observation_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "escapement/core/archive.h"
#include "json/temporary_folder.h"
#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using escapement::testing_support::TemporaryFolder;
using ::testing::HasSubstr;

std::string text_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Parts at 1, 2, 3 that each wait 0.5 and are noted with their number squared.
struct Noted : Model {
  explicit Noted(const TemporaryFolder& folder) {
    environment.directory = folder.path("");
    add<EntityType>("Part");
    add<Variable>("n");
    add<TallyElement>("Seen", Reference("seen.csv"));
    add<Counter>("Made", kForever, Reference("made.csv"));
    add<DStat>("Number", "n", Reference("number.csv"));
    auto& create = arrivals("Arrives", 1.0, 1.0, 3);
    auto& set = add<Assign>("Set", Assign::Options{{Assignment::parse({"n = n + 1"})}});
    auto& wait = add<Delay>("Wait", Delay::Options{0.5});
    auto& note = add<Tally>("Note", Tally::Options{Tally::What::kExpression, "n * n", "Seen"});
    auto& count = add<Count>("Count", Count::Options{"Made", 2.0});
    auto& done = add<Dispose>("Done");
    link(create.out, set.in);
    link(set.out, wait.in);
    link(wait.out, note.in);
    link(note.out, count.in);
    link(count.out, done.in);
  }
};

TEST(ObservationFile, HoldsEachObservationOfATallyACounterAndAnExpression) {
  const TemporaryFolder folder;
  {
    Noted model(folder);
    model.run();
  }
  EXPECT_EQ(text_of(folder.path("seen.csv")), "time,value\n1.5,1\n2.5,4\n3.5,9\n");
  EXPECT_EQ(text_of(folder.path("made.csv")), "time,value\n1.5,2\n2.5,4\n3.5,6\n");
  EXPECT_EQ(text_of(folder.path("number.csv")), "time,value\n0,0\n1,1\n2,2\n3,3\n");
}

TEST(ObservationFile, EachReplicationHasItsOwn) {
  const TemporaryFolder folder;
  {
    Noted model(folder);
    model.environment.replication = 2;
    model.environment.replications = 5;
    model.run();
  }
  EXPECT_EQ(text_of(folder.path("seen-2.csv")), "time,value\n1.5,1\n2.5,4\n3.5,9\n");
}

TEST(ObservationFile, Faults) {
  const TemporaryFolder folder;
  Noted twice(folder);
  twice.add<TallyElement>("Again", Reference("seen.csv"));
  EXPECT_THAT(twice.faults(), HasSubstr("is written by another element, too | give each a file of its own"));
  Noted unset(folder);
  unset.add<TallyElement>("Where", Reference("${ESCAPEMENT_NO_SUCH_FOLDER}/a.csv"));
  EXPECT_THAT(unset.faults(),
              HasSubstr("needs the environment variable ESCAPEMENT_NO_SUCH_FOLDER, which is not set | "
                        "set it, or give the path with --set Where.file=PATH"));
  Noted nowhere(folder);
  nowhere.add<TallyElement>("Where", Reference("no/such/folder/a.csv"));
  const auto failure = nowhere.failure();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->model_path(), "Where");
  EXPECT_THAT(failure->what(), HasSubstr("cannot write to the file"));
}

TEST(ObservationFile, HasNoCheckpoint) {
  const TemporaryFolder folder;
  Noted model(folder);
  model.build();
  std::ostringstream out;
  Archive archive(out);
  model.simulator->archive(archive);
  EXPECT_THAT([&] { archive.check_refusals(); },
              ::testing::ThrowsMessage<std::exception>(HasSubstr("what was written cannot be taken back")));
}

}  // namespace
}  // namespace escapement::siman
