// SPDX-License-Identifier: MIT
#include "escapement/siman/csv_arrivals.h"

#include <gtest/gtest.h>
#include <stdlib.h>  // setenv, mkdtemp

#include <filesystem>
#include <fstream>

#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct FromFile : Model {
  explicit FromFile(const std::string& content, CsvArrivals arrivals, double most = kForever) {
    std::string pattern = (std::filesystem::temp_directory_path() / "escapement-csv-XXXXXX").string();
    folder = mkdtemp(pattern.data());
    std::ofstream(folder / "log.csv", std::ios::binary) << content;
    environment.directory = folder.string();
    environment.time_unit = "s";
    add<EntityType>("Order");
    add<Attribute>("items");
    add<Attribute>("work");
    if (arrivals.file.empty()) arrivals.file = "log.csv";
    Create::Options options;
    options.arrivals = std::move(arrivals);
    options.max_batches = most;
    auto& create = add<Create>("Orders", options);
    log = &add<Log>("Log");
    log->logged_attributes = 2;
    link(create.out, log->in);
  }
  ~FromFile() { std::filesystem::remove_all(folder); }
  std::filesystem::path folder;
  Log* log;
};

CsvArrivals columns(std::string time, std::vector<std::pair<std::string, std::string>> attributes = {}) {
  CsvArrivals a;
  a.time = std::move(time);
  a.attributes = std::move(attributes);
  return a;
}

TEST(CsvArrivals, RowsComeInOrderOfTimeAndTiesInThatOfTheFile) {
  FromFile f("at,n\n5,1\n2,2\n5,3\n 0.5 ,4\n", columns("at", {{"items", "n"}}));
  f.run();
  EXPECT_THAT(f.log->times, ElementsAre(0.5, 2, 5, 5));
  EXPECT_THAT(f.log->attributes, ElementsAre(4, 0, 2, 0, 1, 0, 3, 0));
}

TEST(CsvArrivals, UnitsExpressionsFiltersAndCodes) {
  CsvArrivals a = columns("start_min", {{"work", "end_min - start_min"}, {"items", "size"}});
  a.unit = "min";
  a.where = {{"zone", "A"}};
  a.codes = {{"small", 1}, {"big", 5}};
  // Column "end" holds text: an expression that names end_min does not read it.
  FromFile f("zone,end,start_min,end_min,size\nA,x,1,4,small\nB,x,2,3,odd\nA,x,2,2.5,big\nA,x,3,4,7\n", a);
  f.run();
  EXPECT_THAT(f.log->times, ElementsAre(60, 120, 180));
  EXPECT_THAT(f.log->attributes, ElementsAre(1, 3, 5, 0.5, 7, 1));
}

TEST(CsvArrivals, TheGreatestNumberHolds) {
  FromFile f("at\n1\n2\n3\n", columns("at"), 2);
  f.run();
  EXPECT_THAT(f.log->times, ElementsAre(1, 2));
}

TEST(CsvArrivals, EnvironmentVariablesInTheName) {
  FromFile f("at\n1\n", columns("at"));
  setenv("ESCAPEMENT_TEST_FOLDER", f.folder.c_str(), 1);
  CsvArrivals a = columns("at");
  a.file = "${ESCAPEMENT_TEST_FOLDER}/log.csv";
  FromFile g("at\n9\n", a);
  g.run();
  EXPECT_THAT(g.log->times, ElementsAre(1));
}

TEST(CsvArrivals, FaultsOfBuilding) {
  const auto faults = [](const std::string& content, CsvArrivals a) {
    return FromFile(content, std::move(a)).faults();
  };
  CsvArrivals unset = columns("at");
  unset.file = "${ESCAPEMENT_TEST_NOT_SET}/log.csv";
  EXPECT_THAT(faults("at\n1\n", unset),
              HasSubstr("needs the environment variable ESCAPEMENT_TEST_NOT_SET, which is "
                        "not set | set it, or give the path with --set "
                        "Orders.arrivals.file=PATH"));
  CsvArrivals missing = columns("at");
  missing.file = "nowhere.csv";
  EXPECT_THAT(faults("at\n1\n", missing), HasSubstr("cannot read the file '"));
  EXPECT_THAT(faults("arrival,n\n1,2\n", columns("arival")), HasSubstr("'arival' is neither a column of"));
  EXPECT_THAT(faults("arrival,n\n1,2\n", columns("arival")), HasSubstr("arrival"));
  EXPECT_THAT(faults("at,n\n1,2\n2,two\n", columns("at", {{"items", "n"}})),
              HasSubstr("'two' in column 'n' is no number | mend the file, or give the text a number"));
  EXPECT_THAT(faults("at\n-1\n", columns("at")),
              HasSubstr("the time of arrival is -1 | times count from the start"));
  EXPECT_THAT(faults("at,n\n1,2\n", columns("at", {{"item", "n"}})),
              HasSubstr("unknown attribute 'item' in 'Orders' | did you mean 'items'?"));
  EXPECT_THAT(faults("", columns("at")), HasSubstr("the file is empty"));
  EXPECT_THAT(faults("at\n", columns("at")), HasSubstr("counts | the file has no rows"));
  EXPECT_THAT(faults("at\n1\"\n", columns("at")), HasSubstr("a quote is out of place"));
  CsvArrivals nobody = columns("at");
  nobody.where = {{"zone", "C"}};
  EXPECT_THAT(faults("at,zone\n1,A\n", nobody), HasSubstr("no row has the texts asked for under \"where\""));
  EXPECT_THAT(faults("at,zon\n1,A\n", nobody), HasSubstr("has no column 'zone' | did you mean 'zon'?"));
  EXPECT_THAT(faults("at,x\n1,A\n", nobody), HasSubstr("has no column 'zone' | columns: 'at' or 'x'"));
}

TEST(CsvArrivals, ABadCellTellsItsLine) {
  FromFile f("at\n1\n\n2\nsoon\n", columns("at"));
  try {
    f.build();
    FAIL();
  } catch (const InputError& e) {
    ASSERT_EQ(e.diagnostics().size(), 1u);
    EXPECT_EQ(e.diagnostics()[0].where.line, 5);
    EXPECT_THAT(e.diagnostics()[0].where.file, HasSubstr("log.csv"));
  }
}

}  // namespace
}  // namespace escapement::siman
