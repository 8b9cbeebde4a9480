// SPDX-License-Identifier: MIT
// ASSIGN: sets attributes, variables or the entity's type, in order, in no time. Written as {"attribute":
// "size", "value": "UNIF(1, 3)"}, {"variable": "stock", "row": 2, "value": "stock(2) - 1"}, {"entityType":
// "Good"}, or in short "size = UNIF(1, 3)" and "stock(2) = stock(2) - 1". Attributes that every entity has
// are set the same way, "Entity.VACost = 0"; Entity.Type takes the name of a type or its number. Of a
// resource the capacity can be set, "MR(Drill) = 2", as by Alter, and the state, "STATE(Drill) = Setup": a
// number or a name of its state set; of a conveyor the velocity, "VC(Belt) = 2".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/attribute.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/variable.h"

namespace escapement::siman {

class Conveyor;

struct Assignment {
  enum class Target { kAny, kAttribute, kVariable, kEntityType };
  Target target =
      Target::kAny;  // kAny: an attribute or a variable, whichever has the name, or Entity.VATime ...
  Reference name{};
  ExpressionText row{}, column{};
  ExpressionText value{};
  std::string field = "value";  // names the stream of this value: the block's path, a dot and this

  static registry::Field list(const char* name);  // the descriptor of a list of assignments
  static std::vector<Assignment> list_from(const registry::Arguments& arguments, std::string_view name);
  // From "target = value"; throws InputError at the place of the fault.
  static Assignment parse(const ExpressionText& text);
};

// Assignments that a member makes, bound to what they name.
class Assignments {
 public:
  static void declare(const std::vector<Assignment>& list, const Member& member, Binder& binder);
  void bind(const std::vector<Assignment>& list, Member& member, Binder& binder,
            std::optional<std::uint64_t> stream);
  // Whether any assigns a cost of the entity, or Entity.HoldCostRate.
  static bool assign_costs(const std::vector<Assignment>& list);
  static bool assign_holding_rates(const std::vector<Assignment>& list);
  // Makes them in order.
  void perform(Entity& entity, const Member& member) const;
  bool empty() const { return steps_.empty(); }

 private:
  struct Step;
  void bind_entity_word(const Assignment& a, Member& member, Binder& binder, const ExpressionRules& rules);
  bool bind_velocity(const Assignment& a, Member& member, Binder& binder, const ExpressionRules& rules);
  void bind_resource(const Assignment& a, Member& member, Binder& binder, const ExpressionRules& rules);
  static void assign_resource(const Step& step, Resource& resource, double value, const Member& member);
  struct Step {
    Conveyor* conveyor = nullptr;  // whose velocity it is
    Resource* resource = nullptr;
    std::vector<Resource*> resources{};  // of the resource by number, which is in `row`: all there are
    std::string state{};                 // its name, where the resource is known later
    bool is_state = false;               // of the resource; else its capacity
    bool is_index = false;               // J
    Attribute* attribute = nullptr;
    std::size_t slot = 0;  // of the attribute
    Variable* variable = nullptr;
    EntityType* type = nullptr;
    void (*write)(Entity&, double, double) = nullptr;  // of an attribute that every entity has
    std::vector<EntityType*> types{};                  // of the type by number: all there are
    expressions::Expression row, column, value;
  };
  static void perform_other(const Step& step, Entity& entity, const Member& member);
  std::vector<Step> steps_;
};

class Assign : public Passage {
 public:
  struct Options {
    std::vector<Assignment> assignments;
    std::optional<std::uint64_t> stream{};
  };
  Assign(std::string name, Options options) : Passage(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();

  void declare(Binder& binder) override;
  bool declares_costs() const override { return Assignments::assign_costs(options_.assignments); }
  bool assigns_holding_rates() const override {
    return Assignments::assign_holding_rates(options_.assignments);
  }
  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;

 private:
  Options options_;
  Assignments assignments_;
};

}  // namespace escapement::siman
