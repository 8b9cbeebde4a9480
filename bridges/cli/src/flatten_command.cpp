// SPDX-License-Identifier: MIT
#include "flatten_command.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <functional>

#include "escapement/cli/standard_registry.h"
#include "escapement/core/error.h"
#include "escapement/equations/unit_check.h"
#include "escapement/json/study.h"
#include "escapement/modelica/balance.h"
#include "escapement/modelica/front_end.h"
#include "escapement/modelica/micro_modelica.h"
#include "escapement/modelica/print.h"
#include "escapement/modelica/translate.h"
#include "escapement/ode/flat.h"
#include "escapement/ode/model.h"

namespace escapement::cli {

std::unique_ptr<modelica::FlatModel> flat_class(const ModelicaOptions& options) {
  modelica::Source source;
  std::string name = options.class_name;
  if (options.model.ends_with(".mo"))
    source.files.emplace_back(options.model);
  else if (name.empty())
    name = options.model;
  source.libraries.assign(options.libraries.begin(), options.libraries.end());
  return modelica::flatten(source, name);
}

bool is_modelica(const ModelicaOptions& options) {
  if (options.model.ends_with(".mo") || !options.class_name.empty() || !options.libraries.empty())
    return true;
  // A dotted name that is no file: a class of a library that MODELICAPATH leads to, or should.
  const bool dotted = options.model.find('.') != std::string::npos && !options.model.ends_with(".json") &&
                      options.model.find('/') == std::string::npos && !std::filesystem::exists(options.model);
  return dotted && (std::getenv("MODELICAPATH") != nullptr ||
                    (std::count(options.model.begin(), options.model.end(), '.') > 1 &&
                     std::isupper(static_cast<unsigned char>(options.model.front())) != 0));
}

namespace {

// The ode component of a study that --class names, or its only one. Components of coupled models have dotted
// names.
int flatten_study(const ModelicaOptions& options, const Terminal& terminal) {
  if (options.to != "micro-modelica") throw BuildError("a study is flattened for --to micro-modelica only");
  const registry::Registry types = standard_registry();
  const json::Study study = json::Study::load(options.model, types);
  std::vector<std::pair<std::string, const registry::Value*>> found;
  const std::function<void(const registry::Value&, const std::string&)> search =
      [&](const registry::Value& model, const std::string& prefix) {
        const registry::Value* components = model.find("components");
        if (components == nullptr) return;
        for (const registry::Value::Member& one : components->members()) {
          const registry::Value* type = one.value.find("type");
          if (type != nullptr && type->text() == "ode") found.emplace_back(prefix + one.key, &one.value);
          search(one.value, prefix + one.key + ".");
        }
      };
  if (const registry::Value* model = study.root().find("model")) search(*model, "");
  std::vector<std::string> names;
  for (const auto& [name, component] : found) names.push_back(name);
  const auto chosen = std::find(names.begin(), names.end(), options.class_name);
  if (found.empty() || (options.class_name.empty() ? found.size() > 1 : chosen == names.end()))
    throw BuildError(found.empty() ? "the study has no component of type ode"
                                   : "--class is to say which component: " + list_text(names));
  const auto& [name, component] =
      found[options.class_name.empty() ? 0 : static_cast<std::size_t>(chosen - names.begin())];
  std::vector<Diagnostic> faults;
  const equations::OdeSystem system = ode::read_model(*component, faults);
  if (!faults.empty()) throw InputError(std::move(faults));
  modelica::Translated model;
  model.system = ode::flat_system(system);
  terminal.out << modelica::micro_modelica(model, name.substr(name.rfind('.') + 1));
  return 0;
}

}  // namespace

int flatten_command(const ModelicaOptions& options, const Terminal& terminal) {
  if (options.model.ends_with(".json")) return flatten_study(options, terminal);
  const std::unique_ptr<modelica::FlatModel> model = flat_class(options);
  if (options.to == "micro-modelica") {
    const std::size_t dot = model->name.rfind('.');
    terminal.out << modelica::micro_modelica(
        modelica::translate(*model), dot == std::string::npos ? model->name : model->name.substr(dot + 1));
    return 0;
  }
  terminal.out << modelica::print_flat(*model);
  return 0;
}

namespace {

// Of a class whose equations cannot be made scalar terms yet nothing can be told.
std::vector<Diagnostic> unit_warnings(const modelica::FlatModel& model) {
  std::vector<Diagnostic> warnings;
  try {
    warnings = equations::check_units(modelica::translate(model).system);
  } catch (const InputError&) {
    return {};
  }
  for (Diagnostic& one : warnings) one.severity = Diagnostic::Severity::kWarning;
  return warnings;
}

}  // namespace

int check_modelica_command(const ModelicaOptions& options, const Terminal& terminal) {
  const std::unique_ptr<modelica::FlatModel> model = flat_class(options);
  for (const Diagnostic& warning : model->warnings) terminal.err << warning.text() << '\n';
  for (const Diagnostic& warning : unit_warnings(*model)) terminal.err << warning.text() << '\n';
  const modelica::Balance balance = modelica::balance_of(*model);
  terminal.out << model->name << ": no faults; " << balance.equations << " equations for "
               << balance.variables - balance.inputs << " unknowns\n";
  return 0;
}

}  // namespace escapement::cli
