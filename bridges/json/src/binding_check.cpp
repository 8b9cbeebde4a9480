// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include "check.h"
#include "escapement/core/error.h"
#include "escapement/json/build.h"
#include "escapement/siman/process_hosting.h"
#include "escapement/siman/statistic_elements.h"
#include "place.h"

namespace escapement::json::internal {
namespace {

void collect(const Coupled& model, std::vector<Hosted*>& hosted) {
  for (const auto& component : model.components()) {
    if (auto* one = dynamic_cast<Hosted*>(component.get())) hosted.push_back(one);
    if (const auto* inner = dynamic_cast<const Coupled*>(component.get())) collect(*inner, hosted);
  }
}

Diagnostics binding_faults(const Study& study) {
  random::StreamSet streams;
  statistics::Collector statistics;
  registry::Environment environment = environment_for(study, streams, statistics);
  continuous::Run run;
  environment.continuous = &run;
  try {
    const std::unique_ptr<Coupled> model = build_without_couplings(study, environment);
    if (!study.experiment().terminate.empty()) {
      std::string name = "Terminate_";
      while (model->find(name) != nullptr) name += '_';
      model->add<siman::Terminator>(std::move(name), study.experiment().terminate);
    }
    std::vector<Hosted*> hosted;
    collect(*model, hosted);
    std::sort(hosted.begin(), hosted.end(),
              [](const Hosted* a, const Hosted* b) { return path_less(a->path(), b->path()); });
    siman::ProcessHosting(environment).partition(hosted, {});
  } catch (const InputError& e) {
    return e.diagnostics();
  } catch (const BuildError&) {  // it is told when the couplings are sound
  }
  return {};
}

}  // namespace

void check_binding(const Study& study, Diagnostics& diagnostics) {
  std::set<std::pair<std::string, std::string>> told;  // places of faults, of which no more is said
  for (const Diagnostic& d : diagnostics) told.emplace(d.where.file, d.where.pointer);
  Diagnostics faults = binding_faults(study);
  std::erase_if(faults, [&told](const Diagnostic& fault) {
    return told.contains({fault.where.file, fault.where.pointer});
  });
  give_places(study, faults);
  for (Diagnostic& fault : faults) diagnostics.push_back(std::move(fault));
}

}  // namespace escapement::json::internal
