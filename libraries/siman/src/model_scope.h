// SPDX-License-Identifier: MIT
// What names mean in the expressions of a process model: the entity's attributes, variables, and Arena's
// functions and variables of queues, resources and statistics.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "escapement/expressions/scope.h"
#include "escapement/siman/binder.h"

namespace escapement::siman {

class ExpressionElement;

class ModelScope : public expressions::Scope {
 public:
  // Names are looked up from `place`, the member itself when absent.
  ModelScope(Binder& binder, Member& member, std::string field, const ExpressionRules& rules,
             const Component* place = nullptr);

  expressions::NodePtr name(std::string_view name) override;
  expressions::NodePtr indexed(std::string_view name, std::vector<expressions::NodePtr> indices) override;
  const expressions::Signature* signature(std::string_view name) override;
  expressions::NodePtr function(const expressions::Signature& signature,
                                std::span<expressions::Argument> arguments) override;
  random::Stream& stream(std::optional<std::uint64_t> number) override;
  std::vector<std::string> known_names() const override;
  expressions::NodePtr text(std::string_view text) override;
  std::vector<std::string> known_functions() const override;
  std::string_view instead_of(std::string_view word) const override;

  // For the factories of functions.
  Binder& binder() { return binder_; }
  Member& member() { return member_; }
  const Component& viewpoint() const { return *place_; }
  const ExpressionRules& rules() const { return rules_; }
  // Whether it is a word of the language whose value can be an element's number: J, Entity.Station, NREP ...
  static bool is_word(std::string_view name);
  // The element of class E that an argument names; throws ScopeError with the known ones otherwise.
  template <class E>
  E& element(const expressions::Argument& argument, std::size_t place, const char* kind) {
    if (E* found = dynamic_cast<E*>(Binder::find_any(viewpoint(), argument.text))) {
      binder_.use(member_, *found);
      return *found;
    }
    std::vector<std::string> known;
    for (Component* c : Binder::visible(viewpoint()))
      if (dynamic_cast<E*>(c) != nullptr) known.push_back(Binder::name_from(viewpoint(), *c));
    refuse(argument, place, kind, known);
  }
  // What reads an attribute, or a word such as Entity.CreateTime, of any entity. Throws ScopeError.
  std::function<double(const Entity&)> reader(const expressions::Argument& argument, std::size_t place);
  [[noreturn]] static void refuse(const expressions::Argument& argument, std::size_t place, const char* kind,
                                  const std::vector<std::string>& known);

 private:
  // The value of an element of the array; what it is a text of is for the caller.
  expressions::NodePtr array_value(Variable& variable, std::vector<expressions::NodePtr> indices);
  expressions::NodePtr entity_word(std::string_view name);
  expressions::NodePtr part_variable(std::string_view name);
  // The expression of an element, as if its text stood here.
  expressions::NodePtr expanded(ExpressionElement& element, std::size_t index);
  expressions::NodePtr element_of(ExpressionElement& element, std::vector<expressions::NodePtr> indices);
  Binder& binder_;
  Member& member_;
  std::string field_;
  const ExpressionRules& rules_;
  const Component* place_;
};

// Attributes that every entity has and that may be assigned: "Entity.CreateTime", "Entity.VATime" ...;
// nullptr for other names.
using EntityWriter = void (*)(Entity&, double value, double now);
EntityWriter entity_writer(std::string_view name);
// Those that need costs to be collected: "Entity.VACost" ..., "Entity.HoldCostRate".
bool is_cost_word(std::string_view name);
bool is_holding_rate_word(std::string_view name);
// All that may be assigned; "Entity.Type", which takes a name or a number, has no writer.
std::vector<std::string> writable_entity_words();

struct ModelFunction {
  expressions::Signature signature;
  std::function<expressions::NodePtr(ModelScope&, std::span<expressions::Argument>)> make;
};
// Those of queued entities, groups, storages and frequencies.
std::vector<ModelFunction> holding_functions();
// Those of texts.
std::vector<ModelFunction> text_functions();
// Those of dates and units of time.
std::vector<ModelFunction> calendar_functions();
// Those of stations, conveyors and transporters.
std::vector<ModelFunction> transfer_functions();

// The functions of models: signatures for messages and reference, in one table with what makes their nodes.
const std::vector<expressions::Signature>& model_functions();
expressions::NodePtr make_model_function(std::size_t place, ModelScope& scope,
                                         std::span<expressions::Argument> arguments);

}  // namespace escapement::siman
