// SPDX-License-Identifier: MIT
#include "escapement/siman/read_write.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "escapement/tables/sqlite.h"
#include "siman/support.h"

namespace escapement::siman {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string path_of(const std::string& name) {
  return (std::filesystem::path(::testing::TempDir()) / name).string();
}

std::string file(const std::string& name, const std::string& text) {
  std::ofstream(path_of(name), std::ios::binary) << text;
  return path_of(name);
}

Read::Assignment into(const char* from, Reference attribute, Reference variable = {},
                      ExpressionText row = {}) {
  Read::Assignment a;
  a.from = from;
  a.attribute = std::move(attribute);
  a.variable = std::move(variable);
  a.row = std::move(row);
  return a;
}

// Parts at 0, 1, 2 ... read a row each.
struct Reader : Model {
  Reader(FileElement::Options options, double most, std::vector<Read::Assignment> assignments) {
    add<EntityType>("Part");
    add<Attribute>("size");
    add<Variable>("seen", Variable::Options{5, 1, {}, false});
    add<FileElement>("Data", std::move(options));
    auto& create = arrivals("Arrivals", 0.0, 1.0, most);
    auto& read = add<Read>("Read", Read::Options{"Data", std::move(assignments)});
    log = &add<Log>("Log");
    log->logged_attributes = 1;
    late = &add<Log>("Late");
    link(create.out, read.in);
    link(read.out, log->in);
    link(read.end_of_file, late->in);
  }
  Log *log, *late;
};

FileElement::Options at(const std::string& path, FileElement::AtEnd at_end = FileElement::AtEnd::kLeave) {
  FileElement::Options o;
  o.path = path;
  o.at_end = at_end;
  return o;
}

TEST(Read, RowsInOrderIntoAttributesAndVariables) {
  const std::string csv = file("read.csv", "name,cm\na,1.5\nb,2.5\nc,4\n");
  Reader model(at(csv), 4, {into("cm", "size"), into("cm", {}, "seen", "TNOW + 1")});
  model.add<DStat>("Third", "seen(3)");
  model.run();
  EXPECT_THAT(model.log->attributes, ElementsAre(1.5, 2.5, 4));
  EXPECT_THAT(model.late->times, ElementsAre(3));
  EXPECT_EQ(model.persistent("Third").value(), 4);
}

TEST(Read, BeginsAgainOrFailsAtTheEnd) {
  const std::string csv = file("two.csv", "cm\n1\n2\n");
  Reader again(at(csv, FileElement::AtEnd::kRewind), 5, {into("cm", "size")});
  again.run();
  EXPECT_THAT(again.log->attributes, ElementsAre(1, 2, 1, 2, 1));
  Reader fails(at(csv, FileElement::AtEnd::kError), 5, {into("cm", "size")});
  EXPECT_THAT(fails.failure()->what(),
              HasSubstr("two.csv' has no more rows than 2; let fewer entities read"));
  Reader empty(at(file("none.csv", "cm\n"), FileElement::AtEnd::kRewind), 1, {into("cm", "size")});
  EXPECT_THAT(empty.failure()->what(), HasSubstr("none.csv' has no rows"));
}

TEST(Read, ABadCellFarDownIsToldWithItsLine) {
  std::string text = "cm\n";
  for (int i = 1; i < 1000000; ++i) text += "1\n";
  text += "l\n";
  Reader model(at(file("long.csv", text)), kForever, {into("cm", "size")});
  const auto failure = model.failure();
  ASSERT_TRUE(failure);
  EXPECT_THAT(failure->what(), HasSubstr("'l' in column 'cm' is no number: "));
  EXPECT_THAT(failure->what(), HasSubstr("long.csv:1000001; mend the file"));
}

TEST(Read, Faults) {
  const std::string csv = file("faults.csv", "width,height\n1,2\n");
  EXPECT_THAT(Reader(at(csv), 1, {into("witdh", "size")}).faults(),
              HasSubstr("has no column 'witdh' | did you mean 'width'?"));
  EXPECT_THAT(Reader(at(file("empty.csv", "")), 1, {into("a", "size")}).faults(),
              HasSubstr("the file is empty | its first row names the columns"));
  EXPECT_THAT(Reader(at(path_of("fault.csv")), 1, {into("a", "size")}).faults(),
              HasSubstr("cannot read the file"));
  EXPECT_THAT(Reader(at("${ESCAPEMENT_NO_SUCH_THING}/a.csv"), 1, {into("a", "size")}).faults(),
              HasSubstr("needs the environment variable ESCAPEMENT_NO_SUCH_THING"));
  EXPECT_THAT(Reader(at(csv), 1, {into("width", {}, "seen")}).faults(),
              HasSubstr("variable 'seen' takes 1 subscripts, got 0"));
}

// Parts at 0, 1, 2 write a row each.
struct Writer : Model {
  Writer(const std::string& path, std::vector<Write::Column> columns) {
    add<EntityType>("Part");
    add<FileElement>("Data", at(path));
    auto& create = arrivals("Arrivals", 0.0, 1.0, 3);
    auto& write = add<Write>("Write", Write::Options{"Data", std::move(columns)});
    link(create.out, write.in);
    link(write.out, add<Dispose>("Done").in);
  }
};

TEST(Write, ARowForEachEntity) {
  for (const char* name : {"written.csv", "written.db"}) {
    const std::string path = path_of(name);
    for (int twice = 0; twice < 2; ++twice) {
      Writer model(path, {{"time", "TNOW / 3"}, {"number", "IDENT"}});
      model.run();
    }
    const tables::CsvTable table = tables::read_table(path);
    ASSERT_EQ(table.rows(), 3u) << name;
    EXPECT_THAT(table.columns(), ElementsAre("time", "number"));
    EXPECT_EQ(*table.number(1, 0), 1 / 3.0);  // to the last bit
    EXPECT_EQ(*table.number(2, 1), 3);
  }
}

TEST(Write, EachReplicationHasItsFile) {
  {
    Writer model(path_of("many.csv"), {{"time", "TNOW"}});
    model.environment.replications = 3;
    model.environment.replication = 2;
    model.run();
  }
  EXPECT_EQ(tables::read_table(path_of("many-2.csv")).rows(), 3u);
}

TEST(Write, Faults) {
  EXPECT_THAT(Writer(path_of("x.csv"), {}).faults(), HasSubstr("'Write' writes no columns"));
  EXPECT_THAT(Writer("/nowhere/x.csv", {{"a", 1.0}}).failure()->what(),
              HasSubstr("cannot write to the file"));
  Writer two(path_of("y.csv"), {{"a", 1.0}});
  auto& other = two.add<Write>("Zother", Write::Options{"Data", {{"b", 1.0}}});
  auto& create = two.arrivals("More", 0.0, {}, 1);
  two.link(create.out, other.in);
  two.link(other.out, two.add<Dispose>("OtherDone").in);
  EXPECT_THAT(two.faults(), HasSubstr("'Zother' writes the columns 'b' to file 'Data', but another block"));
  Writer both(file("z.csv", "a\n1\n"), {{"a", 1.0}});
  both.add<Attribute>("size");
  auto& read = both.add<Read>("Read", Read::Options{"Data", {into("a", "size")}});
  auto& source = both.arrivals("More", 0.0, {}, 1);
  both.link(source.out, read.in);
  both.link(read.out, both.add<Dispose>("OtherDone").in);
  EXPECT_THAT(both.faults(), HasSubstr("file 'Data' is read and written | use two files"));
}

}  // namespace
}  // namespace escapement::siman
