// SPDX-License-Identifier: MIT
#include "escapement/json/override.h"

#include <charconv>
#include <utility>

#include "escapement/json/parse.h"

namespace escapement::json {
namespace {

using registry::Value;
using Type = Value::Type;

std::vector<std::string> split_path(const std::string& path) {
  std::vector<std::string> steps;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t dot = std::min(path.find('.', at), path.size());
    steps.push_back(path.substr(at, dot - at));
    at = dot + 1;
  }
  return steps;
}

// Gives the tree of a value that came by the command line its one place.
void place_everywhere(Value& value, const SourceLocation& where) {
  value.set_where(where);
  for (Value& item : value.items()) place_everywhere(item, where);
  for (Value::Member& member : value.members()) {
    member.key_where = where;
    place_everywhere(member.value, where);
  }
}

class Setter {
 public:
  Setter(Value& study, const registry::Registry& registry, const std::string& set,
         std::vector<Diagnostic>& diagnostics)
      : study_(study), registry_(registry), diagnostics_(diagnostics), where_{"--set " + set, 0, 0, ""} {}

  void apply(const std::string& set) {
    const std::size_t equals = set.find('=');
    if (equals == std::string::npos || equals == 0)
      return fault("a setting is written path=value", "such as Drill.capacity=2 or experiment.length=960");
    steps_ = split_path(set.substr(0, equals));
    for (const std::string& step : steps_)
      if (step.empty()) return fault("the path '" + set.substr(0, equals) + "' has an empty name in it", "");
    value_ = read(set.substr(equals + 1));
    if (is_own_key(steps_.front())) return walk(study_, 0);
    Value* model = study_.find("model");
    if (model == nullptr || !model->is(Type::kObject)) return;  // told when the study is checked
    descend(*model, true, 0);
  }

 private:
  struct Found {
    Value* value;
    std::string address;
  };

  static Value read(const std::string& text) {
    try {
      return parse(text, "");
    } catch (const InputError&) {
      return Value(text);
    }
  }

  bool is_own_key(const std::string& key) const {
    for (const char* own : {"format", "name", "description", "timeUnit", "experiment", "model"})
      if (key == own) return true;
    for (const registry::ComponentType* section : registry_.sections())
      if (key == section->section) return true;
    return false;
  }

  // The component or element of that name in the model; for the outermost model sections of the study count
  // too.
  Value* find_in(Value& model, bool outermost, const std::string& name) {
    const auto in = [&](Value* group) {
      return group != nullptr && group->is(Type::kObject) ? group->find(name) : nullptr;
    };
    if (Value* component = in(model.find("components"))) return component;
    for (const registry::ComponentType* section : registry_.sections()) {
      if (Value* element = in(model.find(section->section))) return element;
      if (outermost)
        if (Value* element = in(study_.find(section->section))) return element;
    }
    return nullptr;
  }

  std::vector<std::string> names_in(Value& model, bool outermost) {
    std::vector<std::string> names;
    const auto add = [&](const Value* group) {
      if (group == nullptr) return;
      for (const Value::Member& member : group->members()) names.push_back(member.key);
    };
    add(model.find("components"));
    for (const registry::ComponentType* section : registry_.sections()) {
      add(model.find(section->section));
      if (outermost) add(study_.find(section->section));
    }
    return names;
  }

  void find_deeper(Value& model, const std::string& name, const std::string& address,
                   std::vector<Found>& found) {
    Value* components = model.find("components");
    if (components == nullptr) return;
    for (Value::Member& member : components->members()) {
      if (member.value.find("components") == nullptr) continue;
      const std::string inner = address + member.key + ".";
      if (Value* value = find_in(member.value, false, name)) found.push_back({value, inner + name});
      find_deeper(member.value, name, inner, found);
    }
  }

  void descend(Value& model, bool outermost, std::size_t step) {
    const std::string& name = steps_[step];
    Value* next = find_in(model, outermost, name);
    if (next == nullptr && outermost) {
      std::vector<Found> found;
      find_deeper(model, name, "", found);
      if (found.size() > 1) {
        std::vector<std::string> addresses;
        for (const Found& f : found) addresses.push_back(f.address);
        return fault("'" + name + "' is found in several models", "write one of " + list_text(addresses));
      }
      if (found.size() == 1) next = found.front().value;
    }
    if (next == nullptr) {
      std::vector<std::string> known = names_in(model, outermost);
      if (outermost)
        for (const char* own : {"experiment", "timeUnit", "name"}) known.emplace_back(own);
      return unknown(name, known);
    }
    if (step + 1 == steps_.size())
      return fault("'" + name + "' is a component or element; the path must go on to one of its parameters",
                   "such as " + name + ".capacity=2");
    if (next->find("components") != nullptr) return descend(*next, false, step + 1);
    if (const registry::Field* open = open_field(*next)) {
      const bool named = steps_[step + 1] == open->name && step + 2 < steps_.size();
      if (named || type_of(*next)->parameters.find(steps_[step + 1]) == nullptr)
        return build(*next, open->name, named ? step + 2 : step + 1);
    }
    walk(*next, step + 1);
  }

  const registry::ComponentType* type_of(const Value& component) const {
    const Value* type = component.find("type");
    return type != nullptr && type->is(Type::kString) ? registry_.find(type->text()) : nullptr;
  }
  // Where a component's own parameters stand whose names the type does not know, as those of a Modelica
  // class.
  const registry::Field* open_field(const Value& component) const {
    const registry::ComponentType* type = type_of(component);
    const registry::Field* field = type != nullptr ? type->parameters.find("parameters") : nullptr;
    return field != nullptr && field->type == registry::FieldType::kAny ? field : nullptr;
  }
  // The steps from here on lead through objects, which are made where they are missing.
  void build(Value& component, const std::string& field, std::size_t step) {
    Value* at = &object_in(component, field);
    for (; step + 1 < steps_.size(); ++step) {
      if (!at->is(Type::kObject)) return unknown_in(*at, steps_[step]);
      at = &object_in(*at, steps_[step]);
    }
    if (!at->is(Type::kObject)) return unknown_in(*at, steps_.back());
    SourceLocation where = where_;
    where.pointer = at->where().pointer + "/" + steps_.back();
    place_everywhere(value_, where);
    at->set(steps_.back(), std::move(value_));
  }
  Value& object_in(Value& parent, const std::string& key) {
    if (parent.find(key) == nullptr) {
      Value empty = Value::object({});
      SourceLocation where = where_;
      where.pointer = parent.where().pointer + "/" + key;
      empty.set_where(where);
      parent.set(key, std::move(empty));
    }
    return *parent.find(key);
  }

  // Follows keys and positions to the last step, and sets it.
  void walk(Value& from, std::size_t step) {
    Value* at = &from;
    for (; step + 1 < steps_.size(); ++step) {
      const std::string& key = steps_[step];
      Value* next = at->is(Type::kArray) ? item(*at, key) : at->find(key);
      if (next == nullptr && at->is(Type::kObject) && at == &study_ && key == "experiment") {
        Value empty = Value::object({});
        empty.set_where(where_);
        at->set(key, std::move(empty));
        next = at->find(key);
      }
      if (next == nullptr) return unknown_in(*at, key);
      at = next;
    }
    const std::string& key = steps_.back();
    SourceLocation where = where_;
    where.pointer = at->where().pointer + "/" + key;
    place_everywhere(value_, where);
    if (at->is(Type::kObject)) {
      at->set(key, std::move(value_));
    } else if (Value* place = at->is(Type::kArray) ? item(*at, key) : nullptr) {
      *place = std::move(value_);
    } else {
      unknown_in(*at, key);
    }
  }

  static Value* item(Value& list, const std::string& position) {
    std::size_t i = 0;
    const auto [end, status] = std::from_chars(position.data(), position.data() + position.size(), i);
    const bool whole = status == std::errc{} && end == position.data() + position.size();
    return whole && i < list.items().size() ? &list.items()[i] : nullptr;
  }

  void unknown_in(const Value& at, const std::string& key) {
    if (at.is(Type::kArray))
      return fault("there is no item '" + key + "' in a list of " + std::to_string(at.items().size()),
                   "positions count from 0");
    std::vector<std::string> known;
    for (const Value::Member& member : at.members()) known.push_back(member.key);
    if (at.is(Type::kObject)) return unknown(key, known);
    fault("'" + key + "' leads into " + at.type_name() + ", which has no parts", "");
  }

  void unknown(const std::string& name, const std::vector<std::string>& known) {
    const std::string_view near = nearest_name(name, known);
    fault("there is no '" + name + "' here",
          near.empty() ? "known are " + list_text(known) : "did you mean '" + std::string(near) + "'?");
  }

  void fault(std::string message, std::string remedy) {
    diagnostics_.push_back({where_, std::move(message), std::move(remedy)});
  }

  Value& study_;
  const registry::Registry& registry_;
  std::vector<Diagnostic>& diagnostics_;
  SourceLocation where_;
  std::vector<std::string> steps_;
  Value value_;
};

}  // namespace

void apply_sets(Value& study, const std::vector<std::string>& sets, const registry::Registry& registry,
                std::vector<Diagnostic>& diagnostics) {
  for (const std::string& set : sets) Setter(study, registry, set, diagnostics).apply(set);
}

}  // namespace escapement::json
