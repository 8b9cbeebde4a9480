// SPDX-License-Identifier: MIT
#include "refusals.h"

namespace escapement::siman {
namespace {

struct Refusal {
  const char* name;
  const char* instead;
};

// A name that is registered is not refused, whatever stands here.
constexpr Refusal kTypes[] = {
    {"siman.Close", "files are closed at the end of a replication"},
    {"siman.Rewind",
     "set \"atEnd\" of the file to \"Rewind\": it begins again when its last row has been read"},
    {"siman.Event", "code of one's own is a DEVS model in C++, coupled to the blocks by ports"},
    {"siman.VBA", "code of one's own is a DEVS model in C++, coupled to the blocks by ports"},
    {"siman.User", "code of one's own is a DEVS model in C++, coupled to the blocks by ports"},
    {"siman.Report",
     "siman.Write writes rows to a file; results are in results.json, results.csv and report.html"},
    {"siman.Trace", "the option --trace FILE writes every entity's way through the blocks"},
    {"siman.VBegin", "there is no such block"},
    {"siman.Else", "siman.If has the exits \"then\", \"elseIf1\" ... and \"else\""},
    {"siman.ElseIf", "siman.If has the list \"elseIf\", and an exit for each"},
    {"siman.EndIf", "lead the ways of siman.If together by couplings"},
    {"siman.EndWhile", "lead the way of siman.While back to it by a coupling"},
    {"arena.Submodel", "nest a coupled model: {\"components\": ..., \"couplings\": ...}"},
    {"arena.Tank", "flow processes are not supported"},
    {"arena.Regulate", "flow processes are not supported"},
    {"arena.Flow", "flow processes are not supported"},
    {"arena.SeizeRegulator", "flow processes are not supported"},
    {"arena.ReleaseRegulator", "flow processes are not supported"},
};

constexpr Refusal kSections[] = {
    {"project", "the study has \"name\" and \"description\""},
    {"replicate", "see \"experiment\": replications, length, warmup, terminate"},
    {"replications", "see \"experiment\": replications, length, warmup, terminate"},
    {"length", "it belongs into \"experiment\""},
    {"warmup", "it belongs into \"experiment\""},
    {"seeds", "\"seed\" of \"experiment\" sets all streams; \"stream\" of a block pins one"},
    {"arrivals", "\"arrivals\" of a Create reads them from a file"},
    {"initialize", "\"initial\" of a variable or an attribute is its first value"},
    {"parameters", "use \"expressions\", or \"variables\" with rows and columns"},
    {"distributions", "name a distribution under \"expressions\": {\"Service\": {\"value\": \"EXPO(3)\"}}"},
    {"tables", "use a variable with rows, or DISC and CONT for distributions"},
    {"rankings", "\"ranking\" and \"by\" are parameters of a queue"},
    {"pictures", "there is no animation; an attribute or the entity type tells what an entity is"},
    {"dstats", "they are called \"timePersistents\""},
    {"outputs", "outputs of the results are called \"outputStatistics\"; ports stand in \"model\""},
    {"statistics",
     "see \"tallies\", \"counters\", \"timePersistents\", \"outputStatistics\" and \"frequencies\""},
    {"conveyorSegments", "they are called \"segments\""},
    {"redirects", "siman.Redirect names the new destination itself"},
    {"continuous",
     "levels are computed exactly; equations are components of type \"ode\", solved by --solver"},
    {"cstats", "\"timePersistents\" integrate what reads levels between events, too"},
    {"recipes", "recipes are not supported; sequences give each step of a way its assignments"},
    {"reports",
     "results are in results.json, results.csv and report.html; siman.Write writes rows of one's own"},
    {"reportLines",
     "results are in results.json, results.csv and report.html; siman.Write writes rows of one's own"},
    {"trace", "the option --trace FILE writes every entity's way through the blocks"},
};

}  // namespace

void register_refusals(registry::Registry& registry) {
  for (const Refusal& refusal : kTypes) registry.refuse_type(refusal.name, refusal.instead);
  for (const Refusal& refusal : kSections) registry.refuse_section(refusal.name, refusal.instead);
}

}  // namespace escapement::siman
