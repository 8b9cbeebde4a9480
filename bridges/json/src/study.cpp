// SPDX-License-Identifier: MIT
#include "escapement/json/study.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <tuple>
#include <utility>

#include "check.h"
#include "escapement/json/include.h"
#include "escapement/json/migrate.h"
#include "escapement/json/override.h"
#include "escapement/json/parse.h"
#include "escapement/registry/date.h"
#include "escapement/registry/validate.h"

namespace escapement::json {
namespace {

namespace fs = std::filesystem;
using registry::Value;
using Diagnostics = std::vector<Diagnostic>;

bool is_error(const Diagnostic& d) {
  return d.severity == Diagnostic::Severity::kError;
}

[[noreturn]] void refuse(Diagnostics diagnostics, const std::string& file) {
  sort_by_place(diagnostics, file);
  std::set<std::string> told;  // a fault in a file that is included several times is told once
  std::erase_if(diagnostics, [&told](const Diagnostic& d) { return !told.insert(d.text()).second; });
  throw InputError(std::move(diagnostics));
}

// The record of a study without what is checked piece by piece.
registry::Record shallow_study_record(const registry::Registry& registry) {
  registry::Record record = study_record(registry);
  for (registry::Field& field : record.fields) {
    field.element.reset();
    field.record.reset();
  }
  return record;
}

// A number, or a text in the study's time unit; both have passed the validator.
double time_in(const Value& value, const std::string& unit) {
  if (value.is(Value::Type::kNumber)) return value.number();
  return registry::parse_duration(value.text(), unit).value_or(0);
}

ExperimentSettings read_experiment(const Value& value, const std::string& unit, Diagnostics& diagnostics) {
  ExperimentSettings settings;
  const auto whole = [&](const char* key, std::int64_t absent) {
    const Value* v = value.find(key);
    return v == nullptr ? absent : static_cast<std::int64_t>(v->number());
  };
  settings.replications = whole("replications", settings.replications);
  settings.seed = whole("seed", settings.seed);
  settings.most_entities = whole("maxEntities", settings.most_entities);
  if (value.find("threads") != nullptr) settings.threads = whole("threads", 1);
  if (const Value* length = value.find("length")) settings.length = time_in(*length, unit);
  if (const Value* warmup = value.find("warmup")) {
    settings.warmup = time_in(*warmup, unit);
    if (settings.length && settings.warmup >= *settings.length)
      diagnostics.push_back({warmup->where(),
                             "the warm-up of " + to_text(settings.warmup) + " " + unit +
                                 " leaves nothing of the length of " + to_text(*settings.length) + " " + unit,
                             "the length includes the warm-up; make one shorter or the other longer"});
  }
  if (const Value* date = value.find("startDate")) {
    settings.start_date = registry::parse_date(date->text());
    if (!settings.start_date)
      diagnostics.push_back({date->where(), "'startDate' must be a date, not '" + date->text() + "'",
                             "write \"2026-11-30\", or \"2026-11-30 06:00\" with the time of day"});
  }
  if (const Value* antithetic = value.find("antithetic")) {
    settings.antithetic = antithetic->boolean();
    if (settings.antithetic && settings.replications % 2 == 1)
      diagnostics.push_back(
          {antithetic->where(),
           "antithetic replications come in pairs, and " + std::to_string(settings.replications) + " is odd",
           "ask for " + std::to_string(settings.replications + 1) + " \"replications\""});
  }
  if (const Value* terminate = value.find("terminate")) {
    settings.terminate = registry::ExpressionText(terminate->text());
    settings.terminate.where = terminate->where();
    settings.terminate.value = terminate;
    if (terminate->is(Value::Type::kString))
      internal::check_expression(*terminate, "terminate", "", diagnostics);
  }
  return settings;
}

// Components that go on for ever by themselves, and whether anything in the model may end a run.
void look_for_ends(const Model& model, std::vector<const Part*>& endless, bool& ends) {
  for (const Element& element : model.elements)
    ends = ends || (element.type->may_end_run && element.type->may_end_run(*element.value));
  for (const Part& part : model.parts) {
    if (part.inner != nullptr) look_for_ends(*part.inner, endless, ends);
    if (part.type == nullptr) continue;
    ends = ends || (part.type->may_end_run && part.type->may_end_run(*part.value));
    if (part.type->never_ends && part.type->never_ends(*part.value)) endless.push_back(&part);
  }
}

// A run that nothing ends is told before it begins.
void check_end(const Model& model, const ExperimentSettings& experiment, Diagnostics& diagnostics) {
  if (experiment.length || !experiment.terminate.empty()) return;
  std::vector<const Part*> endless;
  bool ends = false;
  look_for_ends(model, endless, ends);
  if (ends || endless.empty()) return;
  std::vector<std::string> names;
  for (const Part* part : endless) names.push_back(part->name);
  diagnostics.push_back({endless.front()->value->where(),
                         "nothing ends a replication of this study: " + list_text(names) +
                             (names.size() == 1 ? " makes" : " make") + " arrivals without end",
                         "give \"length\" or \"terminate\" in \"experiment\" (or --until), or limit the "
                         "arrivals; Ctrl-C stops a run and keeps its results so far",
                         Diagnostic::Severity::kWarning});
}

}  // namespace

void sort_by_place(Diagnostics& diagnostics, const std::string& first_file) {
  std::stable_sort(diagnostics.begin(), diagnostics.end(), [&](const Diagnostic& a, const Diagnostic& b) {
    const auto key = [&](const Diagnostic& d) {
      return std::tuple(d.where.file != first_file, std::string_view(d.where.file), d.where.line,
                        d.where.column);
    };
    return key(a) < key(b);
  });
}

std::string Study::directory() const {
  if (!directory_.empty()) return directory_;
  const std::string folder = fs::path(file_).parent_path().string();
  return folder.empty() ? "." : folder;
}

Study Study::load(const std::string& path, const registry::Registry& registry, const LoadOptions& options) {
  return from_text(options.read ? options.read(path, {}) : read_file(path), path, registry, options);
}

Study Study::from_text(std::string_view text, const std::string& file, const registry::Registry& registry,
                       const LoadOptions& options) {
  Diagnostics diagnostics;
  Study study;
  study.file_ = file;
  study.directory_ = options.directory;
  study.sources_[file] = text;
  const ReadSource read = [&](const std::string& path, const SourceLocation& asked_at) {
    return study.sources_[path] = options.read ? options.read(path, asked_at) : read_file(path, asked_at);
  };
  study.registry_ = &registry;
  study.root_ = std::make_unique<Value>(parse(text, file, diagnostics));
  Value& root = *study.root_;
  if (!root.is(Value::Type::kObject)) {
    diagnostics.push_back({root.where(), "a study must be an object, not " + std::string(root.type_name()),
                           "begin with { \"model\": {"});
    refuse(std::move(diagnostics), file);
  }
  expand_includes(root, diagnostics, read);
  if (has_failed_include(root)) refuse(std::move(diagnostics), file);
  migrate(root, migrations(), kCurrentFormat, study.notices_);
  apply_sets(root, options.sets, registry, diagnostics);

  registry::validate(root, shallow_study_record(registry), {"$schema"}, diagnostics);
  const auto text_of = [&](const char* key) {
    const Value* value = root.find(key);
    return value != nullptr && value->is(Value::Type::kString) ? value->text() : std::string();
  };
  study.name_ = text_of("name").empty() ? fs::path(file).stem().string() : text_of("name");
  study.description_ = text_of("description");
  if (registry::seconds_in(text_of("timeUnit"))) study.time_unit_ = text_of("timeUnit");

  if (const Value* experiment = root.find("experiment");
      experiment != nullptr && experiment->is(Value::Type::kObject) && !has_failed_include(*experiment)) {
    const std::size_t faults = diagnostics.size();
    registry::validate(*experiment, experiment_record(options.experiment_fields), {}, diagnostics);
    if (diagnostics.size() == faults)
      study.experiment_ = read_experiment(*experiment, study.time_unit_, diagnostics);
  }
  internal::ModelCheck model_check(registry, diagnostics);
  if (Value* model = root.find("model")) study.model_ = model_check.check(*model, root);

  if (std::any_of(diagnostics.begin(), diagnostics.end(), is_error)) {
    if (study.model_ != nullptr && model_check.can_be_made()) internal::check_binding(study, diagnostics);
    refuse(std::move(diagnostics), file);
  }
  check_end(study.model(), study.experiment(), diagnostics);
  study.notices_.insert(study.notices_.end(), diagnostics.begin(), diagnostics.end());
  return study;
}

}  // namespace escapement::json
