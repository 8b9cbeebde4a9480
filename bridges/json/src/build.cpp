// SPDX-License-Identifier: MIT
#include "escapement/json/build.h"

#include <algorithm>
#include <utility>

#include "escapement/registry/validate.h"

namespace escapement::json {
namespace {

using registry::Arguments;
using registry::ComponentType;
using registry::Environment;
using registry::Value;

std::string root_name(const std::string& study_name) {
  std::string name = study_name.empty() ? "Model" : study_name;
  for (char& c : name)
    if (!registry::is_name(std::string("_") + c)) c = '_';
  return registry::is_name(name) ? name : "_" + name;
}

class Builder {
 public:
  Builder(const registry::Registry& registry, Environment& environment, bool couples)
      : registry_(registry), environment_(environment), couples_(couples) {}

  void fill(Coupled& coupled, const Model& model) {
    for (const Element& element : model.elements) make(coupled, element.name, *element.value, *element.type);
    for (const Part& part : model.parts) {
      if (part.inner != nullptr)
        fill(coupled.add<Coupled>(part.name), *part.inner);
      else
        make(coupled, part.name, *part.value, *part.type);
    }
    if (!couples_ || !faults_.empty()) return;  // parts are missing: there is nothing more to be learnt
    for (const OwnPort& port : model.inputs) add_port(coupled, port);
    for (const OwnPort& port : model.outputs) add_port(coupled, port);
    for (const Link& link : model.links)
      attempt(link.where, [&] { coupled.couple(find(coupled, link.from), find(coupled, link.to)); });
  }

  std::vector<Diagnostic> take_faults() { return std::move(faults_); }

 private:
  // Runs one step of building; what is wrong with the study is kept, with its place.
  template <class Step>
  void attempt(const SourceLocation& where, Step step) {
    try {
      step();
    } catch (const InputError& e) {
      faults_.insert(faults_.end(), e.diagnostics().begin(), e.diagnostics().end());
    } catch (const BuildError& e) {
      faults_.push_back({where, e.what(), ""});
    }
  }

  void make(Coupled& coupled, const std::string& name, const Value& value, const ComponentType& type) {
    const registry::Factory& factory = registry_.factory(type.name);
    if (!factory) return;  // an element that is declared only
    attempt(value.where(), [&] {
      std::unique_ptr<Component> component = factory(name, Arguments(value, environment_), environment_);
      if (component == nullptr)
        throw InternalError("build: the factory of '" + type.name + "' made nothing for '" + name + "'");
      coupled.add(std::move(component));
    });
  }

  static PortBase& find(Coupled& coupled, const End& end) {
    Component* owner = end.part.empty() ? &coupled : coupled.find(end.part);
    PortBase* port = owner == nullptr ? nullptr : owner->find_port(end.port);
    if (port == nullptr)
      throw InternalError("build: '" + end.text() +
                          "' is in the descriptor of its type, but the component has no such port");
    return *port;
  }

  void add_port(Coupled& coupled, const OwnPort& port) {
    attempt(port.where, [&] {
      coupled.add_port_like(port.name, find(coupled, {port.like_part, port.like_port}));
    });
  }

  const registry::Registry& registry_;
  Environment& environment_;
  bool couples_;
  std::vector<Diagnostic> faults_;
};

std::unique_ptr<Coupled> built(const Study& study, Environment& environment, bool couples) {
  auto root = std::make_unique<Coupled>(root_name(study.name()));
  Builder builder(study.registry(), environment, couples);
  builder.fill(*root, study.model());
  std::vector<Diagnostic> faults = builder.take_faults();
  if (!faults.empty()) {
    sort_by_place(faults, study.file());
    throw InputError(std::move(faults));
  }
  return root;
}

}  // namespace

std::unique_ptr<Coupled> build(const Study& study, Environment& environment) {
  return built(study, environment, true);
}

std::unique_ptr<Coupled> build_without_couplings(const Study& study, Environment& environment) {
  return built(study, environment, false);
}

Environment environment_for(const Study& study, random::StreamSet& streams, statistics::Collector& statistics,
                            std::int64_t replication) {
  return {streams,
          statistics,
          replication,
          study.experiment().replications,
          study.experiment().length,
          study.time_unit(),
          study.directory(),
          {},
          study.experiment().start_date,
          nullptr,
          static_cast<std::size_t>(study.experiment().most_entities)};
}

}  // namespace escapement::json
