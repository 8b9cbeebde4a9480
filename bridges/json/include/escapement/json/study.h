// SPDX-License-Identifier: MIT
// A study: a model, what it is made of, and the experiment to run with it.
//
//   {"format": 1, "name": "drill-press", "timeUnit": "min",
//    "resources": {"Drill": {"capacity": 1}},
//    "model": {"components": {"Arrivals": {"type": "arena.Create", ...}, "Drilling": {...}, "Done": {...}},
//              "couplings": ["Arrivals.out -> Drilling.in", "Drilling -> Done"]},
//    "experiment": {"replications": 10, "length": "8 h", "warmup": 60}}
//
// Components are {"type": a registered type, parameters ...}, or coupled models: {"components": ...,
// "couplings": ..., "inputs": [names], "outputs": [names]}, with "type": "coupled" or without a type.
// Sections of elements (every registered one: "resources", "queues" ...) may stand beside "model" and in any
// coupled model; an element is private to its model, and a reference finds it by searching outward. Within
// one model the names of components, elements and ports are unique.
//
// Couplings are texts "A.out -> B.in", "in -> A.in" (from an input of the model), "A.out -> out" (to an
// output of it). "A -> B" will do where A has one output and B one input, and "A -> B -> C" stands for two
// couplings. An output of entities takes exactly one coupling. Ports of a coupled model take the message type
// of the port that they are coupled to inside.
//
// Any object may include a file (include.h); a study of an older format is migrated (migrate.h).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "escapement/json/model.h"
#include "escapement/json/parse.h"
#include "escapement/registry/registry.h"

namespace escapement::json {

// Entities that a model may have at one time where the study says nothing: below a gigabyte of them.
inline constexpr std::int64_t kMostEntities = 1000000;

struct ExperimentSettings {
  std::int64_t replications = 1;
  std::optional<double> length;  // in the time unit of the study; absent: until no event is left
  double warmup = 0;
  std::int64_t seed = 12345;
  std::optional<std::int64_t> threads;
  std::optional<std::int64_t> start_date{};    // of time 0 (registry/date.h)
  registry::ExpressionText terminate;          // a replication ends when it becomes true; may be empty
  std::int64_t most_entities = kMostEntities;  // at one time
  bool antithetic = false;  // replications 1 and 2, 3 and 4 ... are pairs of opposite numbers
};

struct LoadOptions {
  std::vector<std::string> sets;  // "path=value", see override.h
  // Further keys of "experiment" that the program understands; the study keeps them in experiment_value().
  std::vector<registry::Field> experiment_fields;
  ReadSource read{};        // of the study and of what it includes; empty: read_file
  std::string directory{};  // where data files are; empty: that of the study
};

class Study {
 public:
  // Reads and checks a study. Throws InputError with all faults of one pass, sorted by place; faults of
  // grammar and of the format come alone. The registry must outlive the study.
  static Study load(const std::string& path, const registry::Registry&, const LoadOptions& options = {});
  // The same for a text; `file` names it in messages and is what includes are relative to.
  static Study from_text(std::string_view text, const std::string& file, const registry::Registry&,
                         const LoadOptions& options = {});

  const std::string& file() const { return file_; }
  std::string directory() const;  // of data files: that of the file, "." when it has none
  // The text of the file and of each that it includes, by its path.
  const std::map<std::string, std::string>& sources() const { return sources_; }
  const std::string& name() const { return name_; }  // that of the file without its ending, when absent
  const std::string& description() const { return description_; }
  const std::string& time_unit() const { return time_unit_; }
  const ExperimentSettings& experiment() const { return experiment_; }
  const registry::Value* experiment_value() const { return root_->find("experiment"); }
  const registry::Value& root() const { return *root_; }
  const Model& model() const { return *model_; }
  const registry::Registry& registry() const { return *registry_; }
  const std::vector<Diagnostic>& notices() const { return notices_; }  // warnings, to be shown

 private:
  Study() = default;

  std::string file_, name_, description_, time_unit_ = "s";
  std::string directory_;
  std::map<std::string, std::string> sources_;
  ExperimentSettings experiment_;
  std::unique_ptr<registry::Value> root_;  // apart, so that it stays where it is when the study moves
  std::unique_ptr<Model> model_;
  const registry::Registry* registry_ = nullptr;
  std::vector<Diagnostic> notices_;
};

// The descriptors of the parts of a study that are no components.
registry::Record experiment_record(const std::vector<registry::Field>& more = {});
registry::Record coupled_record(const registry::Registry&);
registry::Record study_record(const registry::Registry&, const LoadOptions& options = {});

// By file (`first_file` first), line and column; equal places keep their order.
void sort_by_place(std::vector<Diagnostic>& diagnostics, const std::string& first_file);

}  // namespace escapement::json
