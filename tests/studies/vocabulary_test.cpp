// SPDX-License-Identifier: MIT
// Every block and element of SIMAN (Pegden, Shannon and Sadowski 1995) and every module of Arena (Kelton,
// Sadowski and Zupick) is there, or is refused by its name with a word on what does its work.
#include "studies/support.h"

namespace escapement::studies {
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

}  // namespace
}  // namespace escapement::studies
