// SPDX-License-Identifier: MIT
#include "escapement/siman/detect.h"

#include <cmath>

#include "escapement/core/archive.h"
#include "escapement/siman/level.h"
#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {
namespace {

const std::vector<std::string> kDirections = {"Positive", "Negative", "Either"};

}  // namespace

Detect::Detect(std::string name, Options options) : Block(std::move(name)), options_(std::move(options)) {}

registry::ComponentType Detect::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Detect";
  type.doc =
      "DETECT: creates an entity when a level crosses a threshold, or when a message comes, such as from the "
      "event "
      "of an ode.";
  type.parameters = {
      "siman.Detect",
      "",
      {reference("entity", "entities")
           .because("type of the entities; may be left out when there is one type only"),
       reference("level", "levels").because("whose crossings are detected; without it only messages are"),
       expression("threshold").because("evaluated at the start and whenever the level or its rate is set"),
       choice("direction", kDirections)
           .by_default(kDirections[0])
           .because("of the crossing: upwards, downwards or both"),
       number("tolerance")
           .at_least(0)
           .by_default("0")
           .because("how far beyond the threshold a crossing may be found; it is found exactly, so any "
                    "tolerance is kept"),
       reference("attribute", "attributes").because("of the new entity: gets the threshold, or the message")},
      [](const Value& v, std::vector<Diagnostic>& out) {
        const Value* level = v.find("level");
        const Value* threshold = v.find("threshold");
        if ((level == nullptr) != (threshold == nullptr))
          out.push_back({(level != nullptr ? level : threshold)->where(),
                         "\"level\" and \"threshold\" go together, and one of them is missing",
                         "give both, or neither where entities come from messages only"});
      }};
  type.ports = {{"signal", true, "real", "each message creates an entity"}, entity_out("the new entities")};
  return type;
}

Detect::Options Detect::options_from(const registry::Arguments& arguments) {
  Options options;
  if (arguments.has("entity")) options.entity = reference_from(arguments, "entity");
  if (arguments.has("level")) options.level = reference_from(arguments, "level");
  if (arguments.has("attribute")) options.attribute = reference_from(arguments, "attribute");
  options.threshold = arguments.expression("threshold");
  const std::string direction = arguments.string("direction", kDirections[0]);
  options.direction = direction == kDirections[0]   ? Direction::kPositive
                      : direction == kDirections[1] ? Direction::kNegative
                                                    : Direction::kEither;
  return options;
}

EntityType* created_type(Member& member, const Reference& name, Binder& binder) {
  if (!name.empty()) return binder.find<EntityType>(member, name, "entity type");
  std::vector<EntityType*> types;
  std::vector<std::string> names;
  for (Component* c : Binder::visible(member))
    if (auto* type = dynamic_cast<EntityType*>(c)) {
      types.push_back(type);
      names.push_back(Binder::name_from(member, *type));
    }
  if (types.size() == 1) return types.front();
  binder.fault(member, {}, "'" + member.address() + "' does not say which type of entity it creates",
               types.empty() ? "declare one, such as \"entities\": {\"Part\": {}}"
                             : "add \"entity\": one of " + list_text(names));
  return nullptr;
}

void Detect::bind(Binder& binder) {
  type_ = created_type(*this, options_.entity, binder);
  if (!options_.attribute.empty())
    attribute_ = binder.find<Attribute>(*this, options_.attribute, "attribute");
  if (options_.level.empty()) return;
  level_ = binder.find<Level>(*this, options_.level, "level");
  threshold_ = binder.compile_required(*this, "threshold", options_.threshold, {.entity = false});
  if (level_ != nullptr) level_->watch(*this);
}

void Detect::start() {
  event_.reset();
  if (level_ != nullptr)
    host().schedule(now(), EventClass::kCapacity, *this, nullptr);  // when all have started
}

void Detect::replan(double before, double t) {
  if (event_) host().cancel(*event_);
  event_.reset();
  EntityFrame frame(nullptr);
  goal_ = threshold_.evaluate_checked(frame);
  const double value = level_->at(t), slope = level_->slope();
  const bool up = options_.direction != Direction::kNegative,
             down = options_.direction != Direction::kPositive;
  if ((up && before < goal_ && value >= goal_) || (down && before > goal_ && value <= goal_)) {  // it jumped
    event_ = host().schedule(t, EventClass::kCapacity, *this, nullptr);
    return;
  }
  if (!((up && value < goal_ && slope > 0) || (down && value > goal_ && slope < 0))) return;
  const double at = t + (goal_ - value) / slope;
  if (at < kInfinity) event_ = host().schedule(at, EventClass::kCapacity, *this, nullptr);
}

void Detect::due(Entity* /*entity*/) {
  if (!event_) {  // the start
    replan(level_->at(now()), now());
    return;
  }
  event_.reset();
  // What rounding makes of the line at this instant is the threshold; a level that has jumped stays.
  if (level_->slope() != 0) {
    const double value = level_->at(now());
    const double slack = 1e-9 * (std::abs(goal_) + std::abs(level_->slope() * now()) + 1e-300);
    if (std::abs(value - goal_) <= slack) level_->arrive_at(goal_, now());
  }
  create(goal_);
}

void Detect::receive(double value) {
  create(value);
}

void Detect::create(double value) {
  Entity& entity = world().create(*type_, now());
  if (attribute_ != nullptr) entity.attributes[attribute_->slot()] = value;
  host().make_ready(entity, out.leave(entity));
}

Block* Detect::enter(Entity& /*entity*/) {
  throw InternalError("an entity came to '" + path() + "', which only creates");
}

void Detect::archive(Archive& archive) {
  archive(event_, goal_);
}

}  // namespace escapement::siman
