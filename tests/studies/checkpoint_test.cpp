// SPDX-License-Identifier: MIT
// Studies that go on from a checkpoint: the examples at several checkpoint times, both ways of hosting, and
// every registered type.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/expect_throw.h"
#include "escapement/core/archive.h"
#include "escapement/json/parse.h"
#include "escapement/registry/validate.h"
#include "escapement/siman/block.h"
#include "studies/support.h"

namespace escapement::studies::checkpoint {
namespace {

namespace fs = std::filesystem;
using json::ReplicationOptions;
using json::Study;
using json::StudyReplication;

struct Outcome {
  std::string summaries, trace;
  double clock = 0;
  std::vector<std::string> states;
  std::vector<std::size_t> trace_lengths;
  friend bool operator==(const Outcome& a, const Outcome& b) {
    return a.summaries == b.summaries && a.trace == b.trace && a.clock == b.clock;
  }
};

// Runs replication 0; `from` and `trace_before` are those of a checkpoint.
Outcome run(const Study& study, double every, const ReplicationOptions& base, bool traced,
            const std::string& from = {}, const std::string& trace_before = {}) {
  Outcome outcome;
  std::ostringstream trace;
  ReplicationOptions options = base;
  options.checkpoint_every = every;
  if (traced) options.trace = &trace;
  options.archive_trace = [&](Archive& archive) {
    if (archive.saving()) outcome.trace_lengths.push_back(trace.str().size());
    if (archive.loading()) trace.str("");
  };
  std::optional<continuous::Trajectory> trajectory;
  options.take_continuous = [&](experiment::ContinuousResults taken) {
    trajectory = std::move(taken.trajectory);
  };
  StudyReplication replication(study, 0, options);
  if (!from.empty()) {
    std::istringstream in(from);
    Archive archive(in);
    replication.archive(archive);
  }
  replication.at_checkpoints([&] {
    std::ostringstream out;
    Archive archive(out);
    replication.archive(archive);
    archive.check_refusals();
    outcome.states.push_back(std::move(out).str());
  });
  replication.run({});
  std::ostringstream out;
  Archive archive(out);
  std::vector<statistics::Summary> summaries = replication.summarize();
  archive(summaries);
  if (trajectory) archive(*trajectory);
  outcome.summaries = std::move(out).str();
  outcome.clock = replication.clock();
  outcome.trace = trace_before + trace.str();
  return outcome;
}

// Where two runs differ, for messages.
std::string difference(const Outcome& a, const Outcome& b) {
  const auto first = [](const std::string& one, const std::string& other) {
    const auto at = std::mismatch(one.begin(), one.end(), other.begin(), other.end()).first - one.begin();
    const std::size_t line = one.rfind('\n', static_cast<std::size_t>(at)) + 1;
    return "from byte " + std::to_string(at) + ":\n" + one.substr(line, 200) + "\nand\n" +
           (line < other.size() ? other.substr(line, 200) : "");
  };
  if (a.clock != b.clock) return "clocks " + to_text(a.clock) + " and " + to_text(b.clock);
  if (a.trace != b.trace) return "traces, " + first(a.trace, b.trace);
  return a.summaries == b.summaries ? "" : "statistics or trajectories";
}

// The run with checkpoints is the run without, and so is what goes on from each of some of them.
void expect_same_from_checkpoints(const Study& study, const Outcome& whole, double every,
                                  const ReplicationOptions& options, bool traced) {
  const Outcome saved = run(study, every, options, traced);
  ASSERT_EQ(saved, whole) << "checkpoints changed the run: " << difference(saved, whole);
  ASSERT_FALSE(saved.states.empty());
  const std::size_t stride = std::max<std::size_t>(1, saved.states.size() / 3);
  for (std::size_t i = 0; i < saved.states.size(); i += stride) {
    const std::string before = traced ? saved.trace.substr(0, saved.trace_lengths[i]) : "";
    const Outcome resumed = run(study, every, options, traced, saved.states[i], before);
    ASSERT_EQ(resumed, whole) << "from checkpoint " << i << " of " << saved.states.size() << ": "
                              << difference(resumed, whole);
    ASSERT_EQ(resumed.states.size(), saved.states.size() - i - 1);
  }
}

void expect_same_from_checkpoints(const Study& study, double every, const ReplicationOptions& options,
                                  bool traced) {
  expect_same_from_checkpoints(study, run(study, kInfinity, options, traced), every, options, traced);
}

TEST(StudyCheckpoint, ExamplesGoOnTheSame) {
  int studies = 0;
  for (const auto& entry : fs::directory_iterator(ESCAPEMENT_EXAMPLES_DIR)) {
    const std::string file = (entry.path() / "study.json").string();
    if (!fs::exists(file)) continue;
    SCOPED_TRACE(file);
    constexpr double kMost = 3000;        // of the simulated time of a long one
    constexpr double kMostOfSolver = 10;  // where a solver takes hundreds of steps a second
    std::optional<Study> study;
    try {
      study.emplace(Study::load(file, known_types()));
      const std::string& text = study->sources().at(file);
      const bool continuous =
          text.find("\"ode\"") != std::string::npos || text.find("\"modelica\"") != std::string::npos;
      const double most = continuous ? kMostOfSolver : kMost;
      if (study->experiment().length.value_or(kInfinity) > most)
        study.emplace(Study::load(file, known_types(), {{"experiment.length=" + to_text(most)}, {}}));
      StudyReplication probe(*study, 0);
    } catch (const InputError& e) {
      if (std::string(e.what()).find("environment variable") != std::string::npos) continue;
      throw;
    }
    for (const bool plots : {false, true}) {
      ReplicationOptions options;
      options.record_plots = plots;
      options.continuous.solver = plots ? "cvode" : "ida";
      options.continuous.tolerance = 1e-6;
      const Outcome whole = run(*study, kInfinity, options, false);
      expect_same_from_checkpoints(*study, whole, whole.clock / 7, options, false);  // some end before that
      options.hosting = siman::HostingMode::kSeparate;
      expect_same_from_checkpoints(*study, whole.clock / 13, options, !plots);
    }
    ++studies;
  }
  EXPECT_GE(studies, 9);
}

// Vehicles that move, stand and wait for each other, at any time.
TEST(StudyCheckpoint, VehiclesGoOnTheSame) {
  for (const std::vector<std::string>& sets :
       {std::vector<std::string>{}, {"Cart.zoneControl=End", "Cart.acceleration=2", "Cart.deceleration=3"}}) {
    const Study study = Study::load(std::string(ESCAPEMENT_EXAMPLES_DIR) + "/guided-carts/study.json",
                                    known_types(), {sets, {}});
    for (const auto hosting : {siman::HostingMode::kTogether, siman::HostingMode::kSeparate}) {
      ReplicationOptions options;
      options.hosting = hosting;
      expect_same_from_checkpoints(study, 3.7, options, true);
    }
  }
}

// Everything that holds entities: ranked and last-in queues, several units, branches with copies, batches, a
// warm-up, a terminating condition; a checkpoint at every event time or so.
constexpr const char* kRich = R"J({
  "timeUnit": "min",
  "entities": {"Part": {}, "Big": {}},
  "attributes": {"size": {"initial": 2}},
  "variables": {"made": {}, "table": {"rows": 2, "columns": 2, "initial": [1, 2, 3, 4]}, "shown": {"report": true}},
  "queues": {"Ranked": {"ranking": "HighestAttributeValue", "by": "size"}, "Stack": {"ranking": "LastInFirstOut"}},
  "resources": {"Drill": {"capacity": 3}, "Saw": {}},
  "counters": {"Done": {"limit": 400}},
  "tallies": {"Cycle": {}},
  "timePersistents": {"Load": {"value": "NR(Drill) + NQ(Ranked) * 2"}},
  "outputStatistics": {"Rate": {"value": "NC(Done) / TNOW"}},
  "model": {
    "components": {
      "In": {"type": "siman.Create", "entity": "Part", "interarrival": "EXPO(2)", "batch": "DISC(0.7, 1, 1, 3)"},
      "Draw": {"type": "siman.Assign", "assignments": ["size = UNIF(1, 5)", "made = made + 1", "shown = made",
        "table(2, 1) = table(2, 1) + size", {"entityType": "Big"}]},
      "Split": {"type": "siman.Branch", "maxBranches": 2,
        "rules": [{"with": 0.4}, {"if": "size > 2"}, {"else": true}]},
      "Wait": {"type": "siman.Queue", "queue": "Ranked", "capacity": 12},
      "Take": {"type": "siman.Seize", "resources": [{"resource": "Drill", "units": 2}, "Saw"], "priority": "size"},
      "Work": {"type": "siman.Delay", "duration": "TRIA(0.5, 1, 2)"},
      "Free": {"type": "siman.Release", "resources": [{"resource": "Drill", "units": 2}, "Saw"]},
      "Stacked": {"type": "siman.Queue", "queue": "Stack"},
      "Take2": {"type": "siman.Seize", "resources": ["Drill"]},
      "Work2": {"type": "siman.Delay", "duration": "EXPO(1)", "allocation": "Transfer"},
      "Free2": {"type": "siman.Release", "resources": ["Drill"]},
      "Third": {"type": "arena.Process", "action": "SeizeDelayRelease", "resources": ["Drill"], "delay": "EXPO(1.5)"},
      "Gap": {"type": "siman.Tally", "between": true, "tally": "Cycle"},
      "Size": {"type": "siman.Tally", "value": "size"},
      "Count": {"type": "siman.Count", "counter": "Done"},
      "Out": {"type": "siman.Dispose"}, "Out2": {"type": "siman.Dispose"}, "Out3": {"type": "arena.Dispose"}
    },
    "couplings": ["In -> Draw -> Split", "Split.out1 -> Wait.in", "Split.out2 -> Stacked.in",
      "Split.out3 -> Third.in", "Wait.out -> Take -> Work -> Free -> Gap -> Size -> Count -> Out",
      "Wait.balk -> Out2", "Stacked.out -> Take2 -> Work2 -> Free2", "Third -> Out3",
      "Free2.out -> Again.in"]
  },
  "experiment": {"length": 1200, "warmup": 100}
})J";

TEST(StudyCheckpoint, AStudyOfAllBlocksGoesOnTheSameFromAnyTime) {
  std::string text = kRich;
  text.replace(text.find("\"Out\": {"), 0,
               "\"Again\": {\"type\": \"siman.Dispose\", \"recordEntityStatistics\": false}, ");
  for (const std::vector<std::string>& sets :
       {std::vector<std::string>{}, {"experiment.terminate=NC(Done) > 200"}, {"experiment.length=130"}}) {
    const Study study = Study::from_text(text, "rich.json", known_types(), {sets, {}});
    for (const auto hosting : {siman::HostingMode::kTogether, siman::HostingMode::kSeparate}) {
      ReplicationOptions options;
      options.hosting = hosting;
      expect_same_from_checkpoints(study, 7.3, options, true);
      expect_same_from_checkpoints(study, 0.5, options, false);
      expect_same_from_checkpoints(study, 100, options, true);  // the end of the warm-up is a checkpoint time
    }
  }
}

// A value that a field of the descriptor would accept, so that any registered type can be made.
std::string sample(const registry::Field& field) {
  using registry::FieldType;
  switch (field.type) {
    case FieldType::kNumber:
    case FieldType::kInteger:
      return to_text(std::max(1.0, field.minimum.value_or(1)));
    case FieldType::kBoolean:
      return "true";
    case FieldType::kChoice:
      return '"' + field.choices.front() + '"';
    case FieldType::kDuration:
    case FieldType::kExpression:
      return "1";
    case FieldType::kList:
      return field.element == nullptr ? "[]" : "[" + sample(*field.element) + "]";
    case FieldType::kOneOrList:
      return sample(*field.element);
    case FieldType::kMap:
      return "{}";
    case FieldType::kRecord: {
      std::string text = "{";
      if (field.record != nullptr)
        for (const registry::Field& inner : field.record->fields)
          if (inner.required) text += (text.size() > 1 ? ", \"" : "\"") + inner.name + "\": " + sample(inner);
      return text + "}";
    }
    default:
      return "\"x\"";
  }
}

void archive_all(Component& component, Archive& archive) {
  if (auto* coupled = dynamic_cast<Coupled*>(&component))
    for (const auto& inner : coupled->components()) archive_all(*inner, archive);
  if (auto* dynamics = dynamic_cast<Dynamics*>(&component)) dynamics->archive(archive);
  if (auto* member = dynamic_cast<siman::Member*>(&component)) member->archive(archive);
}

// Types whose parameters are in a relation that a field alone does not tell.
const std::map<std::string, std::string> kSamples = {
    {"arena.Assign", R"J({"assignments": [{"attribute": "x", "value": "1"}]})J"},
    {"siman.Assign", R"J({"assignments": [{"attribute": "x", "value": "1"}]})J"},
    {"arena.Decide", R"J({"probability": 0.5})J"},
    {"arena.Store", R"J({"storage": "s"})J"},
    {"arena.Unstore", R"J({"storage": "s"})J"},
    {"siman.Store", R"J({"storage": "s"})J"},
    {"siman.Unstore", R"J({"storage": "s"})J"},
    {"siman.Branch", R"J({"rules": [{"with": 0.5}, {"else": true}]})J"},
    {"siman.Tally", R"J({"between": true})J"},
    {"arena.Seize", R"J({"resources": [{"resource": "r"}]})J"},
    {"siman.Seize", R"J({"resources": [{"resource": "r"}]})J"},
    {"siman.Alter", R"J({"changes": [{"resource": "r", "by": 1}]})J"},
    {"arena.Release", R"J({"resources": [{"resource": "r"}]})J"},
    {"siman.Release", R"J({"resources": [{"resource": "r"}]})J"},
    {"siman.Schedule", R"J({"values": [{"value": 1, "duration": 2}]})J"},
    {"arena.ReadWrite", R"J({"file": "f", "columns": [{"name": "a", "value": "1"}]})J"},
    {"arena.Search", R"J({"queue": "q", "condition": "1"})J"},
    {"siman.Search", R"J({"queue": "q", "condition": "1"})J"},
    {"siman.FindJ", R"J({"from": 1, "to": 2, "condition": "1"})J"},
    {"siman.Failure", R"J({"upTime": 1, "downTime": 1})J"},
    {"siman.Frequency", R"J({"resource": "r"})J"},
    {"arena.Transport", R"J({"transporter": "t", "station": "s"})J"},
    {"siman.Transport", R"J({"transporter": "t", "station": "s"})J"},
    {"arena.Convey", R"J({"conveyor": "c", "station": "s"})J"},
    {"siman.Convey", R"J({"conveyor": "c", "station": "s"})J"},
    {"siman.Move", R"J({"transporter": "t", "station": "s"})J"},
    {"arena.Move", R"J({"transporter": "t", "station": "s"})J"},
    {"siman.Transporter", R"J({"velocity": 1, "distances": "d", "position": {"at": "s"}})J"},
    {"siman.Redirect", R"J({"transporter": "t", "unit": 1, "station": "s"})J"},
    {"siman.Capture", R"J({"network": "n", "zones": {"link": "l"}})J"},
    {"siman.Route", R"J({"station": "s"})J"},
    {"arena.Route", R"J({"station": "s"})J"},
    {"arena.Leave", R"J({"transfer": "Route", "station": "s"})J"},
    {"qss.Hysteresis", R"J({"lower": 1, "upper": 2})J"},
    {"qss.Formula", R"J({"formula": "2*u", "inputs": ["u"]})J"},
    {"qss.Table", R"J({"times": [0, 1], "values": [2, 3]})J"},
    {"ode", R"J({"states": {"x": 1}, "equations": {"x": "-x"}})J"},
    {"modelica", "{\"file\": \"" ESCAPEMENT_EXAMPLES_DIR "/two-tanks/Tank.mo\"}"},
    {"arena.Pickup", R"J({"queue": "q"})J"},
    {"arena.Remove", R"J({"queue": "q"})J"},
    {"siman.Copy", R"J({"queue": "q"})J"},
    {"siman.Insert", R"J({"queue": "q"})J"},
    {"siman.Pickup", R"J({"queue": "q"})J"},
    {"siman.Queue", R"J({"queue": "q"})J"},
    {"siman.Remove", R"J({"queue": "q"})J"},
    {"siman.Detect", R"J({"level": "l", "threshold": 1})J"},
    {"siman.Read", R"J({"file": "f", "assignments": [{"from": "a", "attribute": "x"}]})J"},
};

// A statistic that follows a continuous part is integrated from where it was, step by step.
TEST(StudyCheckpoint, FollowersOfPartsGoOnTheSame) {
  const Study study = Study::from_text(
      quoted("{'entities': {'Part': {}}, 'variables': {'n': {}}, 'timePersistents': {'Both': {'value': 'M.x "
             "* n'}}, "
             "'frequencies': {'F': {'value': 'M.x', 'categories': [{'name': 'High', 'low': 0.75}, {'name': "
             "'Low', 'high': "
             "0.75}]}}, 'model': {'components': {'M': {'type': 'ode', 'states': {'x': 1}, 'equations': {'x': "
             "'-x'}, "
             "'events': [{'when': 'x <= 0.5', 'reset': {'x': '1'}}]}, 'In': {'type': 'arena.Create', "
             "'interarrival': "
             "'EXPO(1)'}, 'Set': {'type': 'arena.Assign', 'assignments': ['n = n + 1']}, 'Stay': {'type': "
             "'arena.Delay', "
             "'delay': 2}, 'Back': {'type': 'arena.Assign', 'assignments': ['n = n - 1']}, 'Out': {'type': "
             "'arena.Dispose'}}, 'couplings': ['In -> Set -> Stay -> Back -> Out']}, 'experiment': "
             "{'length': 10}}"),
      "test.json", known_types());
  for (const char* solver : {"cvode", "erk", "qss2"}) {
    ReplicationOptions options;
    options.continuous.solver = solver;
    expect_same_from_checkpoints(study, 1.7, options, false);
  }
}

TEST(StudyCheckpoint, EveryRegisteredTypeCanBeSaved) {
  random::StreamSet streams;
  statistics::Collector statistics;
  registry::Environment environment{streams, statistics, 1, 1, {}, "s", ""};
  int made = 0;
  for (const registry::ComponentType* type : known_types().types()) {
    SCOPED_TRACE(type->name);
    const registry::Factory& factory = known_types().factory(type->name);
    if (!factory) continue;
    registry::Field whole;
    whole.type = registry::FieldType::kRecord;
    whole.record = std::make_shared<registry::Record>(type->parameters);
    const auto known = kSamples.find(type->name);
    const registry::Value value = json::parse(known == kSamples.end() ? sample(whole) : known->second, "");
    std::vector<Diagnostic> faults;
    registry::validate(value, type->parameters, {}, faults);
    if (!faults.empty()) {
      ADD_FAILURE() << "give a sample of this type in kSamples: " << faults.front().text();
      continue;
    }
    const auto component = factory("X", registry::Arguments(value, environment), environment);
    std::ostringstream out;
    Archive archive(out);
    archive_all(*component, archive);
    for (const Diagnostic& refusal : archive.refusals()) ADD_FAILURE() << refusal.text();
    ++made;
  }
  EXPECT_GE(made, 25);
}

TEST(StudyCheckpoint, AnotherStudyIsRefused) {
  const auto study_of = [](const char* more) {
    return Study::from_text(std::string(R"J({"entities": {"Part": {}}, "resources": {"A": {})J") + more +
                                R"J(}, "model": {"components": {
          "In": {"type": "arena.Create", "interarrival": 3},
          "Work": {"type": "arena.Process", "resources": ["A"], "delay": 4},
          "Out": {"type": "arena.Dispose"}}, "couplings": ["In -> Work -> Out"]},
          "experiment": {"length": 50}})J",
                            "study.json", known_types());
  };
  const Study one = study_of(""), two = study_of(", \"B\": {}"),
              wide = study_of("}, \"attributes\": {\"x\": {}");
  const Outcome saved = run(one, 20, {}, false);
  ASSERT_EQ(saved.states.size(), 2u);
  EXPECT_NO_THROW(run(one, 20, {}, false, saved.states[0]));
  for (const Study* other : {&two, &wide})
    EXPECT_THROWS(run(*other, 20, {}, false, saved.states[0]), ArchiveError,
                  "the process blocks and elements have other names than in the model.*");
  const Study three = Study::from_text(
      R"J({"model": {"components": {"Tick": {"type": "devs.Generator"}}}, "experiment": {"length": 50}})J",
      "study.json", known_types());
  EXPECT_THROWS(run(three, 20, {}, false, saved.states[0]), ArchiveError,
                "the state was saved from another model.*");
}

}  // namespace
}  // namespace escapement::studies::checkpoint
