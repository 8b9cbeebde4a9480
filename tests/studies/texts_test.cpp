// SPDX-License-Identifier: MIT
// Attributes and variables that are texts.
#include <filesystem>
#include <fstream>

#include "escapement/tables/sqlite.h"
#include "json/temporary_folder.h"
#include "studies/support.h"

namespace escapement::studies::texts {
namespace {

using escapement::testing_support::TemporaryFolder;
using ::testing::HasSubstr;

// Single quotes are those of the JSON text; ` stands for those of a text in an expression.
std::string with_texts(std::string study) {
  study = quoted(std::move(study));
  for (char& c : study)
    if (c == '`') c = '\'';
  return study;
}

// Two blue parts and one red go by a Decide; the blue ones take 5, the red one 2.
TEST(Texts, AreComparedAndAssigned) {
  const StudyRun run = StudyRun::of(with_texts(R"({
    'entities': {'Part': {}}, 'attributes': {'colour': {'text': 'blue'}, 'mark': {'dataType': 'String'}},
    'variables': {'n': {}, 'names': {'rows': 3, 'dataType': 'String', 'text': ['blue', 'red', 'blue']}, 'last': {'text': 'none'}},
    'expressions': {'nth': {'value': 'names(n)'}},
    'outputStatistics': {'LastIsRed': {'value': 'last == `red`'}, 'NoneLeft': {'value': 'last <> `none`'}},
    'model': {'components': {
        'In': {'type': 'arena.Create', 'interarrival': 1, 'maxArrivals': 3},
        'Fresh': {'type': 'arena.Decide', 'condition': 'colour == `blue` && mark == ``'},
        'Set': {'type': 'arena.Assign', 'assignments': ['n = n + 1', 'colour = nth', {'attribute': 'mark', 'value': '\"seen\"'}, 'last = colour']},
        'Which': {'type': 'arena.Decide', 'condition': ['colour == `red`', 'colour == `blue`']},
        'Red': {'type': 'arena.Delay', 'delay': 2}, 'Blue': {'type': 'arena.Delay', 'delay': 5},
        'Out': {'type': 'arena.Dispose'}, 'Odd': {'type': 'arena.Dispose'}},
      'couplings': ['In -> Fresh', 'Fresh.true -> Set', 'Fresh.false -> Odd', 'Set -> Which', 'Which.out1 -> Red.in',
                    'Which.out2 -> Blue.in', 'Which.else -> Odd', 'Red.out -> Out', 'Blue.out -> Out']}})"));
  EXPECT_EQ(run.average("Out.NumberIn"), 3);
  EXPECT_EQ(run.average("Odd.NumberIn"), 0);
  EXPECT_DOUBLE_EQ(run.average("Part.VATime"), (5 + 2 + 5) / 3.0);
  EXPECT_EQ(run.average("LastIsRed"), 0);
  EXPECT_EQ(run.average("NoneLeft"), 1);
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Orders of two customers come from a file, are counted by name from another, and are written again. A name
// that looks like a number stays a text.
TEST(Texts, AreReadFromFilesAndWritten) {
  const TemporaryFolder folder;
  std::ofstream(folder.path("orders.csv")) << "at,who\n1,Ann\n2,007\n3,\"Ann, again\"\n";
  std::ofstream(folder.path("names.csv")) << "name\n007\nAnn\n";
  for (const char* target : {"out.csv", "out.db"}) {
    const std::string study = with_texts(
        "{'entities': {'Order': {}}, 'attributes': {'who': {'text': ''}, 'next': {'text': ''}},"
        "'files': {'Names': {'path': '" +
        folder.path("names.csv") + "', 'atEnd': 'Rewind'}, 'Log': {'path': '" + folder.path(target) +
        "'}}, 'model': {'components': {"
        "'In': {'type': 'arena.Create', 'arrivals': {'file': '" +
        folder.path("orders.csv") +
        "', 'time': 'at', 'attributes': {'who': 'who'}}},"
        "'Next': {'type': 'siman.Read', 'file': 'Names', 'assignments': {'from': 'name', 'attribute': "
        "'next'}},"
        "'Same': {'type': 'arena.Decide', 'condition': 'who == next'},"
        "'Write': {'type': 'siman.Write', 'file': 'Log', 'columns': [{'name': 'time', 'value': 'TNOW'}, "
        "{'name': "
        "'who', 'value': 'who'}]}, 'Out': {'type': 'arena.Dispose'}, 'Other': {'type': 'arena.Dispose'}},"
        "'couplings': ['In -> Next.in', 'Next.out -> Write', 'Next.endOfFile -> Other', 'Write -> Same', "
        "'Same.true -> Out', 'Same.false -> Other']}}");
    const StudyRun run = StudyRun::of(study);
    EXPECT_EQ(run.average("Out.NumberIn"), 0);  // Ann/007, 007/Ann, "Ann, again"/007
    EXPECT_EQ(run.average("Other.NumberIn"), 3);
  }
  EXPECT_EQ(text_of(folder.path("out.csv")), "time,who\n1,Ann\n2,007\n3,\"Ann, again\"\n");
  const tables::CsvTable table = tables::read_table(folder.path("out.db"), "");
  EXPECT_EQ(table.cell(1, 1), "007");
  EXPECT_EQ(table.number(2, 0), 3);
}

// Orders of one customer go together; a sum of texts is the first one.
TEST(Texts, MakeBatchesByThem) {
  const StudyRun run = StudyRun::of(with_texts(R"({
    'entities': {'Order': {}}, 'attributes': {'who': {'text': ''}, 'size': {}},
    'variables': {'names': {'rows': 4, 'text': ['a', 'b', 'b', 'a']}, 'n': {}},
    'model': {'components': {
        'In': {'type': 'arena.Create', 'interarrival': 1, 'maxArrivals': 4},
        'Set': {'type': 'arena.Assign', 'assignments': ['n = n + 1', 'who = names(n)', 'size = n']},
        'Box': {'type': 'arena.Batch', 'kind': 'Permanent', 'size': 2, 'attribute': 'who', 'save': 'Sum'},
        'Right': {'type': 'arena.Decide', 'condition': '(who == `b` && TNOW == 2 || (who == `a` && TNOW == 3)) && size == 5'},
        'Out': {'type': 'arena.Dispose'}, 'Odd': {'type': 'arena.Dispose'}},
      'couplings': ['In -> Set -> Box -> Right', 'Right.true -> Out', 'Right.false -> Odd']}})"));
  EXPECT_EQ(run.average("Out.NumberIn"), 2);
}

std::string assigns(const std::string& assignment) {
  return with_texts(
      "{'entities': {'Part': {}}, 'attributes': {'who': {'text': ''}, 'size': {}}, 'queues': {'Line': {}}, "
      "'model': "
      "{'components': {'In': {'type': 'arena.Create'}, 'Set': {'type': 'arena.Assign', 'assignments': ['" +
      assignment + "']}, 'Out': {'type': 'arena.Dispose'}}, 'couplings': ['In -> Set -> Out']}}");
}

TEST(Texts, AreNoNumbers) {
  EXPECT_THAT(faults_of(assigns("who = 3")), HasSubstr("'who' in 'Set' is a text, but ' 3' is a number"));
  EXPECT_THAT(faults_of(assigns("size = `x`")),
              HasSubstr("'size' in 'Set' is a number, but ' 'x'' is a text"));
  EXPECT_THAT(faults_of(assigns("size = who + 1")), HasSubstr("'who' is a text, where a number is needed"));
  EXPECT_THAT(faults_of(assigns("size = who == 1")), HasSubstr("a text is compared with a number"));
  EXPECT_THAT(faults_of(assigns("size = who < `x`")), HasSubstr("texts have no order"));
  EXPECT_THAT(faults_of(assigns("size = MX(who, 1)")),
              HasSubstr("'who' is a text, where a number is needed"));
  EXPECT_THAT(faults_of(assigns("size = -who")), HasSubstr("'who' is a text, where a number is needed"));
  EXPECT_THAT(faults_of(assigns("size = who && 1")), HasSubstr("'who' is a text, where a number is needed"));
  EXPECT_THAT(faults_of(assigns("size = 2 ** who")), HasSubstr("'who' is a text, where a number is needed"));
  EXPECT_THAT(faults_of(assigns("size = AQUE(Line, 1, who)")), HasSubstr("attribute 'who' is a text"));
  EXPECT_THAT(faults_of(assigns("who = `x")), HasSubstr("does not end"));
}

TEST(Texts, AreInArraysOfExpressionsAllOrNone) {
  const auto assigned = [](const std::string& values, const std::string& assignment) {
    std::string study = assigns(assignment);
    return study.insert(1, with_texts("'expressions': {'pick': {'value': [" + values + "]}}, "));
  };
  EXPECT_EQ(faults_of(assigned("'`a`', '`b`'", "who = pick(2)")), "");
  EXPECT_THAT(faults_of(assigned("'`a`', 1", "who = pick(2)")),
              HasSubstr("'pick' has both texts and numbers"));
}

// Which of the resources is seized, by its name; sizes from names such as "L 12.5 mm".
TEST(Texts, AreMadeAndReadByStrAndVal) {
  const auto value = [](const std::string& expression) {
    const StudyRun run = StudyRun::of(with_texts(
        "{'entities': {'Part': {}}, 'attributes': {'who': {'text': ' -1 2.5e1 mm'}, 'size': {'initial': "
        "0.1}}, "
        "'resources': {'Drill': {}, 'Mill': {}}, 'sets': {'Both': {'members': ['Mill', 'Drill']}}, "
        "'tallies': {'T': {}}, "
        "'model': {'components': {'In': {'type': 'arena.Create'}, 'Note': {'type': 'siman.Tally', 'value': "
        "'" +
        expression +
        "', 'tally': 'T'}, 'Out': {'type': 'arena.Dispose'}}, 'couplings': ['In -> Note -> Out']}}"));
    return run.average("T");
  };
  EXPECT_EQ(value("Val(who)"), -125);
  EXPECT_EQ(value("Val(`12,5`)"), 12);
  EXPECT_EQ(value("val(`+.5`)"), 0.5);
  EXPECT_EQ(value("Val(`$ 5`) + Val(``) + Val(`nan`) + Val(`-inf`)"), 0);
  EXPECT_EQ(value("Val(Str(size + 0.2)) == 0.1 + 0.2"), 1);
  EXPECT_EQ(value("Str(size) == `0.1`"), 1);
  EXPECT_EQ(value("Str(2 * 3) == `6` && Str(who) == who && Str(`a`) == `a`"), 1);
  EXPECT_EQ(value("Str(Resources, 2) == `Mill` && Str(RESOURCES, MEMBER(Both, 2)) == `Drill`"), 1);
  EXPECT_EQ(value("Str(TNOW) == `0`"), 1);
  EXPECT_THAT(faults_of(assigns("size = Val(size)")), HasSubstr("'size' is a number already"));
  EXPECT_THAT(faults_of(assigns("who = Str(Machines, 1)")), HasSubstr("'Machines' is no kind of elements"));
  EXPECT_THAT(faults_of(assigns("who = Str(sise)")), HasSubstr("'sise' is no value"));
  EXPECT_THAT(faults_of(assigns("size = Str(3)")), HasSubstr("is a number, but"));
  EXPECT_THAT([&] { value("Str(Resources, 3) == `x`"); },
              ::testing::ThrowsMessage<SimulationError>(HasSubstr("the number of Resources")));
}

TEST(Texts, FaultsOfDeclaring) {
  const auto declared = [](const std::string& section) {
    return faults_of(with_texts("{" + section + ", 'model': {'components': {}, 'couplings': []}}"));
  };
  EXPECT_THAT(declared("'attributes': {'a': {'dataType': 'Real', 'text': 'x'}}"),
              HasSubstr("\"text\" has no effect with data type Real"));
  EXPECT_THAT(declared("'attributes': {'a': {'dataType': 'String', 'initial': 1}}"),
              HasSubstr("\"initial\" is a number, but the data type is String"));
  EXPECT_THAT(declared("'variables': {'v': {'rows': 3, 'text': ['x', 'y']}}"),
              HasSubstr("2 initial texts for 3 elements"));
  EXPECT_THAT(declared("'variables': {'v': {'text': 'x', 'report': true}}"),
              HasSubstr("texts have no time average"));
  EXPECT_THAT(declared("'variables': {'v': {'text': 'x', 'file': {'path': 'x.csv'}}}"),
              HasSubstr("initial texts come from the file or from \"text\", not from both"));
}

}  // namespace
}  // namespace escapement::studies::texts
