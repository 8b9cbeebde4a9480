// SPDX-License-Identifier: MIT
#include "escapement/siman/binder.h"

#include "escapement/expressions/compile.h"
#include "escapement/registry/validate.h"
#include "model_scope.h"

namespace escapement::siman {

namespace {

// The model in which a person wrote the member: outside of the module that it is a part of.
const Component* around(const Component& member) {
  const auto* m = dynamic_cast<const Member*>(&member);
  return m != nullptr && m->speaks_for_module() ? m->parent()->parent() : member.parent();
}

// What the field is called where a person wrote the expression: a Decide's "condition" is the "if" of a
// Branch.
std::string written_field(const std::string& field, const SourceLocation& where) {
  const std::size_t slash = where.pointer.rfind('/');
  if (slash == std::string::npos || !registry::is_name(field)) return field;
  const std::string last = where.pointer.substr(slash + 1);
  return registry::is_name(last) && last != "value" ? last : field;
}

}  // namespace

Reference reference_from(const registry::Arguments& arguments, std::string_view field, std::string absent) {
  Reference reference(arguments.string(field, std::move(absent)));
  reference.where = arguments.where(field);
  return reference;
}

std::vector<Reference> references_from(const registry::Arguments& arguments, std::string_view field) {
  std::vector<Reference> references;
  const registry::Value* value = arguments.value(field);
  if (value == nullptr) return references;
  const auto add = [&references](const registry::Value& name) {
    references.emplace_back(name.text()).where = name.where();
  };
  if (!value->is(registry::Value::Type::kArray))
    add(*value);
  else
    for (const registry::Value& name : value->items()) add(name);
  return references;
}

Binder::Binder(World& world, std::vector<Diagnostic>& faults) : world_(world), faults_(faults) {
  for (const char* name : {"System.NumberIn", "System.NumberOut", "System.TotalCost"})
    claims_[name] = {nullptr, nullptr};
}

Component* Binder::find_any(const Component& from, std::string_view name) {
  return find_outward(from, name);
}

std::vector<Component*> Binder::visible(const Component& member) {
  std::vector<Component*> found;
  const Component* from = nullptr;  // the model inside, which was looked at before
  for (const Component* at = around(member); at != nullptr; from = at, at = at->parent()) {
    const auto* coupled = dynamic_cast<const Coupled*>(at);
    if (coupled == nullptr) continue;
    for (const auto& child : coupled->components()) {
      found.push_back(child.get());
      // Elements inside a module, such as the queue of a process, are named through it.
      const auto* inner = dynamic_cast<const Coupled*>(child.get());
      if (inner != nullptr && inner != from)
        for (const auto& grandchild : inner->components()) found.push_back(grandchild.get());
    }
  }
  return found;
}

std::string Binder::name_from(const Component& member, const Component& element) {
  const Component* outer = element.parent();
  for (const Component* at = around(member); at != nullptr; at = at->parent())
    if (at == outer) return element.name();
  return outer == nullptr ? element.name() : outer->name() + "." + element.name();
}

void Binder::fault(const Component& component, SourceLocation where, std::string message,
                   std::string remedy) {
  if (where.pointer.empty()) where.pointer = component.path();
  faults_.push_back({std::move(where), std::move(message), std::move(remedy)});
}

void Binder::report_missing(Member& member, const Reference& reference, std::string_view section,
                            const std::vector<std::string>& known, const Component* found) {
  const std::string kind(section);
  const std::string near(nearest_name(reference.name, known));
  std::string message =
      reference.name.empty() ? "'" + member.address() + "' names no " + kind
      : found == nullptr
          ? "unknown " + kind + " '" + reference.name + "' in '" + member.address() + "'"
          : "'" + reference.name + "' is no " + kind + ", but '" + member.address() + "' needs one";
  std::string remedy = !near.empty()   ? "did you mean '" + near + "'?"
                       : known.empty() ? "no " + kind + " is declared there or further out; declare one"
                                       : "known: " + list_text(known);
  fault(member, reference.where, std::move(message), std::move(remedy));
}

expressions::Expression Binder::compile(Member& member, const std::string& field, const ExpressionText& text,
                                        const ExpressionRules& rules) {
  if (text.empty()) return {};
  if (rules.time)
    if (const auto duration = registry::parse_duration(text.text, world_.environment().time_unit))
      return expressions::Expression(*duration);
  ModelScope scope(*this, member, field, rules);
  std::vector<expressions::ExpressionError> errors;
  try {
    expressions::Expression expression = expressions::compile(text.text, scope, errors);
    if (errors.empty() && (rules.text || !expression.is_text())) return expression;
    if (errors.empty())
      fault(member, text.where,
            written_field(field, text.where) + " '" + text.text + "' is a text, where a number is needed",
            "texts are compared with texts, by == and <>");
  } catch (const BuildError& e) {  // two sources of randomness with one stream
    fault(member, text.where, e.what());
  }
  for (const auto& error : errors) {
    const bool placed = text.value != nullptr;
    std::string remedy = error.remedy();
    if (error.message().starts_with("unknown name") && !remedy.starts_with("did you mean"))
      remedy +=
          std::string(remedy.empty() ? "" : "; ") + "declare a new one under \"attributes\" or \"variables\"";
    fault(member, placed ? text.at(error.offset()) : text.where,
          error.message() + " in " + written_field(field, text.where) + " '" + text.text + "'" +
              (placed ? "" : ", column " + std::to_string(error.column())),
          std::move(remedy));
  }
  return {};
}

expressions::Expression Binder::compile_in(Member& member, const std::string& field,
                                           const ExpressionText& text, double least, double most,
                                           const ExpressionRules& rules) {
  expressions::Expression expression = compile(member, field, text, rules);
  if (const auto value = expression.constant(); value && !(*value >= least && *value <= most))
    fault(member, text.where,
          written_field(field, text.where) + " of '" + member.address() + "' is " + to_text(*value),
          most == kInfinity ? "it must be " + to_text(least) + " or more"
                            : "it must be from " + to_text(least) + " to " + to_text(most));
  return expression;
}

expressions::Expression Binder::compile_required(Member& member, const std::string& field,
                                                 const ExpressionText& text, const ExpressionRules& rules) {
  if (text.empty())
    fault(member, text.where, "'" + member.address() + "' lacks the expression '" + field + "'");
  return compile(member, field, text, rules);
}

bool Binder::follow_since(std::size_t reads, continuous::Follower& follower) const {
  for (std::size_t i = reads; i < moving_.size(); ++i)
    if (moving_[i] != nullptr) moving_[i]->follow(follower);
  return moving_.size() > reads;
}

bool Binder::claim(const Member& member, const std::string& name, const Sharing& sharing) {
  if (!member.reported()) world_.statistics().hide(name);
  const auto [place, is_new] = claims_.try_emplace(name, Claim{&member, sharing.group});
  if (is_new || (sharing.group != nullptr && place->second.group == sharing.group)) return true;
  const Component* owner = place->second.owner;
  fault(member, sharing.where,
        "the statistic '" + name + "' of '" + member.path() + "' is already one of " +
            (owner == nullptr ? "the system" : "'" + owner->path() + "'"),
        "give it another name");
  return false;
}

template <class Make>
auto& Binder::make(Member& member, const std::string& name, const Sharing& sharing, Make make) {
  if (claim(member, name, sharing)) {
    try {
      return make(world_.statistics());
    } catch (const BuildError& e) {  // it is there, of another kind
      fault(member, sharing.where, e.what());
    }
  }
  return make(spare_);
}

statistics::Counter& Binder::counter(Member& member, const std::string& name, const Sharing& sharing) {
  return make(
      member, name, sharing, [&](statistics::Collector & c) -> auto& { return c.counter(name); });
}

statistics::Tally& Binder::tally(Member& member, const std::string& name, const Sharing& sharing) {
  return make(
      member, name, sharing, [&](statistics::Collector & c) -> auto& { return c.tally(name); });
}

statistics::TimePersistent& Binder::time_persistent(Member& member, const std::string& name, double initial) {
  return make(
      member, name, {}, [&](statistics::Collector & c) -> auto& { return c.time_persistent(name, initial); });
}

statistics::Frequency& Binder::frequency(Member& member, const std::string& name,
                                         const std::vector<statistics::Category>& categories) {
  if (claim(member, name, {})) {
    try {
      return world_.statistics().frequency(name, categories);
    } catch (const BuildError& e) {
      fault(member, {}, e.what());
    }
  }
  return spare_.frequency(name, {statistics::value_category("none", 0)});
}

void Binder::output(Member& member, const std::string& name, std::function<double(double)> value) {
  if (claim(member, name, {})) world_.statistics().output(name, std::move(value));
}

void Binder::output_ratio(Member& member, const std::string& name,
                          const statistics::TimePersistent& numerator,
                          const statistics::TimePersistent& denominator) {
  if (claim(member, name, {})) world_.statistics().output_ratio(name, numerator, denominator);
}

std::string Binder::local_name(const Component& member, const std::string& name) {
  const Component* around = member.parent();
  return around == nullptr || around->parent() == nullptr ? name : around->path() + "." + name;
}

}  // namespace escapement::siman
