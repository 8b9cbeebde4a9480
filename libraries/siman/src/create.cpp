// SPDX-License-Identifier: MIT
#include "escapement/siman/create.h"

#include <cmath>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "escapement/siman/attribute.h"
#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {
namespace {

constexpr long kArrivalsAtOnce = 100000;  // arrivals of one Create without time passing; more is a loop
constexpr long kLargestBatch = 10000000;

}  // namespace

Create::Create(std::string name, Options options) : Block(std::move(name)), options_(std::move(options)) {}

registry::ComponentType Create::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Create";
  type.doc = "CREATE: the source of entities.";
  type.parameters = {
      "siman.Create",
      "",
      {reference("entity", "entities")
           .because("type of the entities; may be left out when there is one type only"),
       expression("first").at_least(0).in("time").by_default("0").because("time of the first arrival"),
       expression("interarrival")
           .at_least(0)
           .in("time")
           .because("time between arrivals, drawn at each; one arrival only when absent"),
       expression("batch").at_least(0).by_default("1").because("entities per arrival"),
       integer("maxBatches").at_least(0).because("arrivals at the most; no limit when absent"),
       record("arrivals", CsvArrivals::record())
           .because("arrivals read from a file, instead of first and interarrival"),
       reference("schedule", "schedules")
           .because("of type Arrival, instead of first and interarrival: arrivals are a Poisson process of "
                    "this rate"),
       stream_field()},
      [](const Value& v, std::vector<Diagnostic>& out) { check_sources(v, "first", "batch", out); }};
  type.ports = {entity_out("the new entities")};
  type.never_ends = [](const Value& v) { return never_ends(v, "maxBatches"); };
  return type;
}

bool Create::never_ends(const registry::Value& v, const char* most) {
  return v.find(most) == nullptr && (v.find("interarrival") != nullptr || v.find("schedule") != nullptr);
}

void Create::check_sources(const registry::Value& v, const char* first, const char* batch,
                           std::vector<Diagnostic>& out) {
  const char* source = v.find("arrivals") != nullptr   ? "arrivals"
                       : v.find("schedule") != nullptr ? "schedule"
                                                       : nullptr;
  if (source == nullptr) return;
  std::vector<const char*> without_effect = {first, "interarrival"};
  if (source == std::string_view("arrivals")) {
    without_effect.push_back(batch);
    without_effect.push_back("schedule");
  }
  for (const char* other : without_effect)
    if (const registry::Value* value = v.find(other))
      out.push_back({value->where(), std::string("\"") + other + "\" has no effect beside \"" + source + "\"",
                     "remove one of them"});
}

Create::Options Create::options_from(const registry::Arguments& arguments) {
  Options options;
  if (arguments.has("entity")) options.entity = reference_from(arguments, "entity");
  options.first = arguments.expression("first", 0.0);
  options.interarrival = arguments.expression("interarrival");
  options.batch = arguments.expression("batch", 1.0);
  if (arguments.has("schedule")) options.schedule = reference_from(arguments, "schedule");
  if (arguments.has("maxBatches"))
    options.max_batches = static_cast<double>(arguments.integer("maxBatches", 0));
  if (const registry::Value* arrivals = arguments.value("arrivals"))
    options.arrivals = CsvArrivals::from(registry::Arguments(*arrivals, arguments.environment()));
  options.stream = stream_from(arguments);
  return options;
}

void Create::declare(Binder& binder) {
  if (options_.count_for_module) number_out_ = &binder.counter(*this, parent()->path() + ".NumberOut");
}

void Create::bind(Binder& binder) {
  if (!options_.entity.empty()) {
    type_ = binder.find<EntityType>(*this, options_.entity, "entity type");
  } else {
    std::vector<EntityType*> types;
    std::vector<std::string> names;
    for (Component* c : Binder::visible(*this))
      if (auto* type = dynamic_cast<EntityType*>(c)) {
        types.push_back(type);
        names.push_back(Binder::name_from(*this, *type));
      }
    if (types.size() == 1)
      type_ = types.front();
    else
      binder.fault(*this, {}, "'" + address() + "' does not say which type of entity it creates",
                   types.empty() ? "declare one, such as \"entities\": {\"Part\": {}}"
                                 : "add \"entity\": one of " + list_text(names));
  }
  if (options_.arrivals) {
    table_ = std::make_unique<ArrivalTable>(read_arrivals(*options_.arrivals, *this, binder));
    return;
  }
  if (!options_.schedule.empty()) bind_schedule(binder);
  ExpressionRules rules{.entity = false, .time = true, .stream = options_.stream};
  first_ = binder.compile_in(*this, options_.first_field, options_.first, 0, kInfinity, rules);
  interarrival_ = binder.compile_in(*this, "interarrival", options_.interarrival, 0, kInfinity, rules);
  rules.time = false;
  batch_ = binder.compile_in(*this, options_.batch_field, options_.batch, 0, kInfinity, rules);
  one_by_one_ = batch_.constant() == 1;
  if (interarrival_.constant() == 0 && options_.max_batches == kInfinity)
    binder.fault(*this, options_.interarrival.where,
                 "'" + address() + "' creates entities without end at one time: interarrival is 0",
                 "give a time above 0, or a greatest number of arrivals");
}

void Create::bind_schedule(Binder& binder) {
  auto* schedule = binder.find<Schedule>(*this, options_.schedule, "schedule");
  if (schedule == nullptr) return;
  if (schedule->kind() != Schedule::Kind::kArrival)
    binder.fault(*this, options_.schedule.where,
                 "schedule '" + schedule->path() + "' is of type " + Schedule::kind_name(schedule->kind()) +
                     ", but '" + address() + "' needs one of type " +
                     Schedule::kind_name(Schedule::Kind::kArrival),
                 "set its \"type\" to \"Arrival\"; its values are entities per hour");
  registry::Environment& environment = binder.world().environment();
  process_.emplace(*schedule, registry::seconds_in(environment.time_unit).value_or(1) / 3600,
                   environment.length.value_or(kInfinity));
  try {
    stream_ = options_.stream ? &environment.streams.numbered(*options_.stream)
                              : &environment.streams.named(address() + ".schedule");
  } catch (const BuildError& e) {
    binder.fault(*this, options_.schedule.where, e.what());
  }
}

void Create::schedule_process() {
  const Time next = process_->next(now(), -std::log(stream_->uniform()));
  if (next < kInfinity) host().schedule(next, EventClass::kArrival, *this, nullptr);
}

double Create::draw(const expressions::Expression& expression, const char* what) {
  EntityFrame frame(nullptr);
  const double value = expression.evaluate(frame);
  if (!(value >= 0)) [[unlikely]]
    refuse(expression, what, value);
  return value;
}

[[gnu::noinline]] void Create::refuse(const expressions::Expression& expression, const char* what,
                                      double value) const {
  host().fail(*this, std::string(what) + " '" + expression.text() + "' is " + to_text(value) +
                         "; it must be 0 or more (MX(0, ...) keeps it so)");
}

[[gnu::noinline]] void Create::refuse_more_at_once() const {
  host().fail(*this, "zero-time loop: more than " + std::to_string(kArrivalsAtOnce) +
                         " arrivals without time passing; give times between arrivals above 0");
}

[[gnu::noinline]] void Create::refuse_batch(double size) const {
  host().fail(*this, "the batch size '" + batch_.text() + "' is " + to_text(size) +
                         "; it must be a whole number from 0 to " + std::to_string(kLargestBatch));
}

void Create::start() {
  if (table_ != nullptr) {
    if (!table_->times.empty() && options_.max_batches > 0)
      host().schedule(table_->times.front(), EventClass::kArrival, *this, nullptr);
  } else if (process_ && options_.max_batches > 0) {
    schedule_process();
  } else if (options_.max_batches > 0) {
    host().schedule(now() + draw(first_, "the first arrival"), EventClass::kArrival, *this, nullptr);
  }
}

Block* Create::enter(Entity& /*entity*/) {
  throw InternalError("an entity came to '" + path() + "', which only creates");
}

void Create::schedule_next() {
  if (++batches_ >= options_.max_batches) return;
  if (table_ != nullptr) {
    if (row_ < table_->times.size())
      host().schedule(table_->times[row_], EventClass::kArrival, *this, nullptr);
    return;
  }
  if (process_) {
    schedule_process();
    return;
  }
  if (!interarrival_) return;
  host().schedule(now() + draw(interarrival_, "the time between arrivals"), EventClass::kArrival, *this,
                  nullptr);
}

void Create::due(Entity* /*entity*/) {
  if (now() != last_time_) {
    last_time_ = now();
    at_once_ = 0;
  }
  if (table_ != nullptr) return arrive_by_table();
  if (++at_once_ > kArrivalsAtOnce) [[unlikely]]
    refuse_more_at_once();
  if (!one_by_one_) [[unlikely]]
    return arrive_in_batch();
  schedule_next();
  if (number_out_ != nullptr) number_out_->increment();
  Entity& entity = world().create(*type_, now());
  host().move(entity, out.leave(entity));
}

void Create::arrive_in_batch() {
  const double size = batch_.is_constant() ? *batch_.constant() : draw(batch_, "the batch size");
  if (!(size <= static_cast<double>(kLargestBatch)) ||
      size != static_cast<double>(static_cast<std::int64_t>(size))) [[unlikely]]
    refuse_batch(size);
  schedule_next();
  arrive(static_cast<std::size_t>(size));
}

void Create::arrive_by_table() {
  const std::size_t row = row_++;
  schedule_next();
  Entity& entity = world().create(*type_, now());
  if (number_out_ != nullptr) number_out_->increment();
  const std::size_t width = table_->attributes.size();
  for (std::size_t a = 0; a < width; ++a)
    entity.attributes[table_->attributes[a]->slot()] = table_->values[row * width + a];
  host().move(entity, out.leave(entity));
}

// The first entity moves at once; the others are ready behind it.
void Create::arrive(std::size_t count) {
  if (count == 0) return;
  if (number_out_ != nullptr)
    for (std::size_t i = 0; i < count; ++i) number_out_->increment();
  Entity& first = world().create(*type_, now());
  for (std::size_t i = 1; i < count; ++i) {
    Entity& entity = world().create(*type_, now());
    host().make_ready(entity, out.leave(entity));
  }
  host().move(first, out.leave(first));
}

void Create::archive(Archive& archive) {
  archive(row_, batches_, last_time_, at_once_);
  if (process_) archive(*process_);
}

}  // namespace escapement::siman
