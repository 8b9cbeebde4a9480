// SPDX-License-Identifier: MIT
// Every block and element of SIMAN (Pegden, Shannon and Sadowski 1995) and every module of Arena (Kelton,
// Sadowski and Zupick) is there, or is refused by its name with a word on what does its work.
#include <cctype>
#include <filesystem>
#include <fstream>
#include <set>

#include "studies/support.h"

namespace escapement::studies::vocabulary {
namespace {

using ::testing::HasSubstr;

// Blocks by SIMAN's names, those of two senses by the name of the type.
const std::vector<std::string> kBlocks = {
    "Access",    "Activate", "Allocate", "Alter",  "Assign",   "Block",   "Branch",     "Capture", "Close",
    "Combine",   "Convey",   "Copy",     "Count",  "Create",   "Delay",   "Detect",     "Dispose", "Dropoff",
    "Duplicate", "Else",     "ElseIf",   "EndIf",  "EndWhile", "Event",   "Exit",       "FindJ",   "Free",
    "Group",     "Halt",     "If",       "Insert", "Match",    "Move",    "PickQ",      "Pickup",  "Preempt",
    "Proceed",   "QPick",    "Queue",    "Read",   "Redirect", "Release", "Relinquish", "Remove",  "Report",
    "Request",   "Rewind",   "Route",    "Scan",   "Search",   "Seize",   "Select",     "Signal",  "Split",
    "Start",     "Station",  "Stop",     "Store",  "Tally",    "Trace",   "Transport",  "Unblock", "Unstore",
    "User",      "VBA",      "Wait",     "While",  "Write"};

// Elements by the section of a study that would hold them.
const std::vector<std::string> kSections = {
    "activityAreas", "arrivals",    "attributes", "blockages",     "continuous",   "conveyors",
    "counters",      "cstats",      "distances",  "distributions", "dstats",       "entities",
    "expressions",   "failures",    "files",      "frequencies",   "initialize",   "intersections",
    "levels",        "links",       "networks",   "outputs",       "parameters",   "pictures",
    "project",       "queues",      "rankings",   "rates",         "recipes",      "redirects",
    "replicate",     "reportLines", "reports",    "resources",     "schedules",    "seeds",
    "segments",      "sequences",   "sets",       "stateSets",     "stations",     "statistics",
    "storages",      "tables",      "tallies",    "trace",         "transporters", "variables"};

const std::vector<std::string> kModules = {
    "Create",   "Dispose",     "Process", "Decide",    "Batch",   "Separate",       "Assign",  "Record",
    "Delay",    "Dropoff",     "Hold",    "Match",     "Pickup",  "ReadWrite",      "Release", "Remove",
    "Seize",    "Search",      "Signal",  "Store",     "Unstore", "AdjustVariable", "Station", "Enter",
    "Leave",    "PickStation", "Route",   "Access",    "Convey",  "Exit",           "Start",   "Stop",
    "Allocate", "Move",        "Request", "Transport", "Free",    "Halt",           "Activate"};

std::string type_fault(const std::string& type) {
  return faults_of(quoted("{'model': {'components': {'Odd': {'type': '" + type + "'}}, 'couplings': []}}"));
}

std::string section_fault(const std::string& section) {
  return faults_of(quoted("{'" + section + "': {}, 'model': {'components': {}, 'couplings': []}}"));
}

TEST(Vocabulary, EveryBlockOfSimanIsThereOrRefused) {
  for (const std::string& block : kBlocks)
    EXPECT_TRUE(known_types().find("siman." + block) != nullptr ||
                known_types().refusal("siman." + block) != nullptr)
        << block;
}

TEST(Vocabulary, EveryElementOfSimanIsThereOrRefused) {
  for (const std::string& section : kSections) {
    const std::string fault = section_fault(section);
    if (!fault.empty()) {
      EXPECT_THAT(fault, HasSubstr("'" + section + "' is no key of the study")) << section;
    }
  }
}

TEST(Vocabulary, EveryModuleOfArenaIsThere) {
  for (const std::string& module : kModules)
    EXPECT_NE(known_types().find("arena." + module), nullptr) << module;
}

TEST(Vocabulary, WhatIsRefusedSaysWhatToDo) {
  EXPECT_THAT(type_fault("siman.Event"),
              HasSubstr("component 'Odd' has the type 'siman.Event', which is not supported"));
  EXPECT_THAT(type_fault("siman.Event"), HasSubstr("code of one's own is a DEVS model in C++"));
  EXPECT_THAT(type_fault("EVENT"), HasSubstr("which is not supported"));
  EXPECT_THAT(type_fault("siman.Rewind"), HasSubstr("set \"atEnd\" of the file to \"Rewind\""));
  EXPECT_THAT(type_fault("siman.Seeze"), HasSubstr("did you mean 'siman.Seize'"));
  EXPECT_THAT(section_fault("dstats"), HasSubstr("they are called \"timePersistents\""));
  EXPECT_THAT(section_fault("replicate"), HasSubstr("see \"experiment\""));
  EXPECT_THAT(section_fault("recipes"), HasSubstr("recipes are not supported"));
}

// A name that is refused although it is there would never be told; one with a slip of the pen would not help.
TEST(Vocabulary, SectionsThatAreRefusedAreNone) {
  for (const auto& [section, why] : known_types().refused_sections()) {
    EXPECT_FALSE(why.empty()) << section;
    for (const registry::ComponentType* type : known_types().sections()) EXPECT_NE(type->section, section);
  }
}

// docs/from-arena.md is where people look: nothing that is there may be missing on that page.
TEST(Vocabulary, ThePageForArenaUsersNamesEverything) {
  std::ifstream file(std::filesystem::path(ESCAPEMENT_EXAMPLES_DIR).parent_path() / "docs" / "from-arena.md");
  ASSERT_TRUE(file);
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  std::string upper = page;
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  for (const std::string& module : kModules)
    if (module != "AdjustVariable") {
      EXPECT_THAT(page, HasSubstr(module));
    }
  EXPECT_THAT(page, HasSubstr("Adjust Variable"));
  for (std::string block : kBlocks) {
    for (char& c : block) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    EXPECT_THAT(upper, HasSubstr(block));
  }
  for (const registry::ComponentType* type : known_types().sections())
    if (type->name.starts_with("siman.")) {
      EXPECT_THAT(upper, HasSubstr([&] {
                    std::string name = type->section;
                    for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
                    return name;
                  }()));
    }
}

// All keys, choices, ports and names of sections that there are.
void add_words(const std::vector<registry::Field>& fields, std::set<std::string>& words) {
  for (const registry::Field& field : fields) {
    words.insert(field.name);
    words.insert(field.choices.begin(), field.choices.end());
    for (const registry::Field* f = &field; f != nullptr; f = f->element.get()) {
      words.insert(f->choices.begin(), f->choices.end());
      if (f->record != nullptr) add_words(f->record->fields, words);
    }
  }
}

// What stands in `...` in the tables of modules is a key, a section or a port: the page promises nothing that
// a study is not allowed to say.
TEST(Vocabulary, KeysOnThePageForArenaUsersAreThere) {
  std::set<std::string> words = {"timeUnit", "startDate"};
  for (const registry::ComponentType* type : known_types().types()) {
    add_words(type->parameters.fields, words);
    for (const registry::PortInfo& port : type->ports) words.insert(port.name);
  }
  for (const registry::ComponentType* type : known_types().sections()) {
    words.insert(type->section);
    add_words(type->parameters.fields, words);
  }
  std::ifstream file(std::filesystem::path(ESCAPEMENT_EXAMPLES_DIR).parent_path() / "docs" / "from-arena.md");
  std::string line;
  int seen = 0;
  for (bool modules = false; std::getline(file, line);) {
    if (line.starts_with("## ")) modules = line.starts_with("## Basic") || line.starts_with("## Advanced");
    if (!modules || !line.starts_with("| ")) continue;
    for (std::size_t at = line.find('`'); at != std::string::npos; at = line.find('`', at + 1)) {
      const std::size_t end = line.find('`', at + 1);
      const std::string word = line.substr(at + 1, end - at - 1);
      at = end;
      if (word.find_first_of(" ()=.") != std::string::npos) continue;  // an example
      EXPECT_TRUE(words.contains(word)) << word << " in " << line.substr(0, 60);
      ++seen;
    }
  }
  EXPECT_GT(seen, 150);
}

// Every word of Arena's expressions (Rockwell Automation, Arena Variables Guide) where one element of each
// kind is there: words of the state in time-persistent statistics, those of an entity in assignments.
TEST(Vocabulary, EveryWordOfExpressionsMeansSomething) {
  const std::vector<std::string> of_state = {"TNOW",
                                             "NREP",
                                             "MREP",
                                             "TFIN",
                                             "NQ(Line)",
                                             "NR(Drill)",
                                             "MR(Drill)",
                                             "STATE(Drill)",
                                             "RESUTIL(Drill)",
                                             "ResSeizes(Drill)",
                                             "NSTO(Shelf)",
                                             "TAVG(Wait)",
                                             "TMIN(Wait)",
                                             "TMAX(Wait)",
                                             "TSTD(Wait)",
                                             "THALF(Wait)",
                                             "TNUM(Wait)",
                                             "TVALUE(Wait)",
                                             "DAVG(Busy)",
                                             "DMIN(Busy)",
                                             "DMAX(Busy)",
                                             "DSTD(Busy)",
                                             "DHALF(Busy)",
                                             "DTPD(Busy)",
                                             "DVALUE(Busy)",
                                             "NC(Made)",
                                             "OVALUE(Share)",
                                             "CAVG(Busy)",
                                             "CMIN(Busy)",
                                             "CMAX(Busy)",
                                             "CSTD(Busy)",
                                             "CHALF(Busy)",
                                             "CTPD(Busy)",
                                             "CVALUE(Busy)",
                                             "MC(Made)",
                                             "CalDayOfWeek(TNOW)",
                                             "CalHour(TNOW)",
                                             "MinutesToBaseTime(5)",
                                             "Part.NumberIn",
                                             "Part.WIP",
                                             "FAVG(States, Busy)",
                                             "FCOUNT(States, 1)",
                                             "FRQTIM(States, 1)",
                                             "FSTAND(States, 1)",
                                             "FRESTR(States, 1)",
                                             "FTOT(States)",
                                             "FTOTR(States)",
                                             "FVALUE(States)",
                                             "NE(Here)",
                                             "EntitiesIn(Part)",
                                             "EntitiesOut(Part)",
                                             "EntitiesWIP(Part)",
                                             "NT(Cart)",
                                             "MT(Cart)",
                                             "LC(Belt)",
                                             "LEC(Belt)",
                                             "CLA(Belt)",
                                             "NEC(Belt)",
                                             "NEA(Belt)",
                                             "MLC(Belt)",
                                             "ICS(Belt)",
                                             "VC(Belt)",
                                             "AQUE(Line, 1, size)",
                                             "SAQUE(Line, size)",
                                             "FIRSTINQ(Line)",
                                             "LASTINQ(Line)",
                                             "MQUE(Line, 1)",
                                             "NSQUE(Line, 1)",
                                             "ISQUE(Line, 1)",
                                             "ENTATRANK(1, Line)",
                                             "PREDECESSOR(2)",
                                             "SUCCESSOR(1)",
                                             "MEMBER(Drills, 1)",
                                             "MEMIDX(Drills, Drill)",
                                             "NUMMEM(Drills)",
                                             "SCHEDVALUE(Shift)",
                                             "v",
                                             "list(1)",
                                             "table(1, 2)",
                                             "twice",
                                             "choices(2)",
                                             "J",
                                             "NR(MEMBER(Drills, 1))",
                                             "1 == 1",
                                             "1 <> 2",
                                             "1 .LT. 2",
                                             "2 .GE. 1 .AND. .NOT. (1 .EQ. 2)",
                                             "1 < 2 && 2 > 1 || 0"};
  const std::vector<std::string> of_entities = {"IDENT",
                                                "NG",
                                                "AG(1, size)",
                                                "SAG(size)",
                                                "M",
                                                "NS",
                                                "IS",
                                                "Entity.SerialNumber",
                                                "Entity.Type",
                                                "Entity.CreateTime",
                                                "Entity.StartTime",
                                                "Entity.Station",
                                                "Entity.CurrentStation",
                                                "Entity.Sequence",
                                                "Entity.Jobstep",
                                                "Entity.PlannedStation",
                                                "Entity.HoldCostRate",
                                                "Entity.VATime",
                                                "Entity.NVATime",
                                                "Entity.WaitTime",
                                                "Entity.TranTime",
                                                "Entity.OtherTime",
                                                "Entity.VACost",
                                                "Entity.NVACost",
                                                "Entity.WaitCost",
                                                "Entity.TranCost",
                                                "Entity.OtherCost",
                                                "NSEXPO(Calls)",
                                                "EXPO(1)"};
  std::string persistents, assignments;
  for (const std::string& word : of_state)
    persistents += ", 'T" + std::to_string(&word - of_state.data()) + "': {'value': '" + word + "'}";
  for (const std::string& word : of_entities) assignments += ", 'size = " + word + "'";
  EXPECT_EQ(
      faults_of(quoted(
          "{'entities': {'Part': {}}, 'attributes': {'size': {}}, 'queues': {'Line': {}}, 'resources': "
          "{'Drill': {}},"
          "'storages': {'Shelf': {}}, 'tallies': {'Wait': {}}, 'counters': {'Made': {}},"
          "'outputStatistics': {'Share': {'value': 1}}, 'frequencies': {'States': {'resource': 'Drill'}},"
          "'stations': {'Here': {}, 'There': {}}, 'distances': {'Ways': {'distances': ["
          "{'from': 'Here', 'to': 'There', 'length': 3}]}},"
          "'transporters': {'Cart': {'velocity': 1, 'distances': 'Ways', 'position': 'Here'}},"
          "'segments': {'Path': {'begin': 'Here', 'segments': [{'station': 'There', 'length': 5}]}},"
          "'conveyors': {'Belt': {'segments': 'Path', 'velocity': 1}}, 'sets': {'Drills': {'members': "
          "['Drill']}},"
          "'schedules': {'Shift': {'values': [{'value': 1}]}, 'Calls': {'type': 'Arrival', 'values': "
          "[{'value': 1}]}},"
          "'variables': {'v': {}, 'list': {'rows': 2}, 'table': {'rows': 2, 'columns': 2}},"
          "'expressions': {'twice': {'value': '2 * v'}, 'choices': {'value': [1, 'v']}},"
          "'timePersistents': {'Busy': {'value': 'NR(Drill)'}" +
          persistents +
          "}, 'model': {'components': {'In': {'type': 'siman.Create'}, 'Set': {'type': 'siman.Assign', "
          "'assignments': "
          "['size = 1'" +
          assignments +
          "]}, 'At': {'type': 'siman.Station', 'station': 'Here'}, 'To': {'type': 'siman.Station', "
          "'station': 'There'},"
          "'Out': {'type': 'siman.Dispose'}}, 'couplings': ['In -> Set -> Out', 'At.out -> Out', 'To.out -> "
          "Out']}}")),
      "");
}

}  // namespace
}  // namespace escapement::studies::vocabulary
