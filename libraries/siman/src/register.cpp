// SPDX-License-Identifier: MIT
#include "escapement/siman/register.h"

#include "escapement/siman/alter.h"
#include "escapement/siman/assign.h"
#include "escapement/siman/attribute.h"
#include "escapement/siman/branch.h"
#include "escapement/siman/create.h"
#include "escapement/siman/delay.h"
#include "escapement/siman/dispose.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/failure.h"
#include "escapement/siman/frequency.h"
#include "escapement/siman/interrupt.h"
#include "escapement/siman/pickq.h"
#include "escapement/siman/preempt.h"
#include "escapement/siman/qpick.h"
#include "escapement/siman/queue.h"
#include "escapement/siman/record_blocks.h"
#include "escapement/siman/release.h"
#include "escapement/siman/resource.h"
#include "escapement/siman/schedule.h"
#include "escapement/siman/seize.h"
#include "escapement/siman/select.h"
#include "escapement/siman/set.h"
#include "escapement/siman/state_set.h"
#include "escapement/siman/statistic_elements.h"
#include "escapement/siman/variable.h"
#include "fields.h"

namespace escapement::siman {
namespace {

using registry::Arguments;

// Registers type C, made by make(name, arguments).
template <class C, class Make>
void add(registry::Registry& registry, Make make) {
  registry.add(C::descriptor(),
               [make](const std::string& name, const Arguments& a,
                      registry::Environment&) -> std::unique_ptr<Component> { return make(name, a); });
}

Variable::Options variable_options(const Arguments& a) {
  Variable::Options options;
  options.rows = static_cast<std::size_t>(a.integer("rows", 1));
  options.columns = static_cast<std::size_t>(a.integer("columns", 1));
  options.initial = a.numbers("initial");
  options.report = a.boolean("report", false);
  return options;
}

Tally::Options tally_options(const Arguments& a) {
  Tally::Options options;
  options.what = a.has("value")      ? Tally::What::kExpression
                 : a.has("interval") ? Tally::What::kInterval
                                     : Tally::What::kBetween;
  options.value = a.has("value") ? a.expression("value") : a.expression("interval");
  if (a.has("tally")) options.tally = reference_from(a, "tally");
  options.stream = stream_from(a);
  return options;
}

void add_elements(registry::Registry& r) {
  add<EntityType>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<EntityType>(n, EntityType::costs_from(a));
  });
  add<Attribute>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Attribute>(n, a.number("initial", 0));
  });
  add<Variable>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Variable>(n, variable_options(a));
  });
  add<QueueElement>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<QueueElement>(n, QueueElement::options_from(a));
  });
  add<Resource>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Resource>(n, Resource::options_from(a));
  });
  add<Failure>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Failure>(n, Failure::options_from(a));
  });
  add<StateSet>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<StateSet>(n, StateSet::states_from(a));
  });
  add<Schedule>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Schedule>(n, Schedule::options_from(a));
  });
  add<Set>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Set>(n, Set::options_from(a));
  });
  add<Counter>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Counter>(n, a.number("limit", kInfinity));
  });
  add<TallyElement>(r,
                    [](const std::string& n, const Arguments&) { return std::make_unique<TallyElement>(n); });
  add<DStat>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<DStat>(n, a.expression("value"));
  });
  add<Frequency>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Frequency>(n, Frequency::options_from(a));
  });
  add<Output>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Output>(n, a.expression("value"));
  });
}

void add_blocks(registry::Registry& r) {
  add<Create>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Create>(n, Create::options_from(a));
  });
  add<Queue>(r, [](const std::string& n, const Arguments& a) {
    Queue::Options options{reference_from(a, "queue")};
    if (a.has("capacity")) options.capacity = static_cast<double>(a.integer("capacity", 0));
    options.patience = a.expression("patience");
    options.stream = stream_from(a);
    return std::make_unique<Queue>(n, std::move(options));
  });
  add<Seize>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Seize>(n, Seize::options_from(a));
  });
  add<Delay>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Delay>(
        n, Delay::Options{a.expression("duration"), category_from(a.string("allocation", "VA")),
                          stream_from(a)});
  });
  add<Select>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Select>(n, Select::options_from(a));
  });
  add<PickQ>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<PickQ>(n, PickQ::options_from(a));
  });
  add<QPick>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<QPick>(n, QPick::options_from(a));
  });
  add<Preempt>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Preempt>(n, Preempt::options_from(a));
  });
  add<Interrupt>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Interrupt>(n, Interrupt::options_from(a));
  });
  add<Alter>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Alter>(n, Alter::options_from(a));
  });
  add<Release>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Release>(n, ResourceUnits::from(a, "resources"));
  });
  add<Branch>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Branch>(n, Branch::options_from(a));
  });
  add<Assign>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Assign>(n,
                                    Assign::Options{Assignment::list_from(a, "assignments"), stream_from(a)});
  });
  add<Count>(r, [](const std::string& n, const Arguments& a) {
    Count::Options options;
    if (a.has("counter")) options.counter = reference_from(a, "counter");
    options.increment = a.expression("increment", 1.0);
    options.stream = stream_from(a);
    return std::make_unique<Count>(n, std::move(options));
  });
  add<Tally>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Tally>(n, tally_options(a));
  });
  add<Dispose>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Dispose>(n, a.boolean("recordEntityStatistics", true));
  });
}

}  // namespace

void register_siman(registry::Registry& registry) {
  add_elements(registry);
  add_blocks(registry);
}

}  // namespace escapement::siman
