// SPDX-License-Identifier: MIT
#include "escapement/siman/register.h"

#include "escapement/siman/adjust.h"
#include "escapement/siman/alter.h"
#include "escapement/siman/assign.h"
#include "escapement/siman/attribute.h"
#include "escapement/siman/blockage.h"
#include "escapement/siman/branch.h"
#include "escapement/siman/choice.h"
#include "escapement/siman/create.h"
#include "escapement/siman/delay.h"
#include "escapement/siman/detach.h"
#include "escapement/siman/detect.h"
#include "escapement/siman/dispose.h"
#include "escapement/siman/duplicate.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/expression_element.h"
#include "escapement/siman/failure.h"
#include "escapement/siman/file_element.h"
#include "escapement/siman/frequency.h"
#include "escapement/siman/group.h"
#include "escapement/siman/interrupt.h"
#include "escapement/siman/level.h"
#include "escapement/siman/match.h"
#include "escapement/siman/pickq.h"
#include "escapement/siman/pickup.h"
#include "escapement/siman/preempt.h"
#include "escapement/siman/qpick.h"
#include "escapement/siman/queue.h"
#include "escapement/siman/queue_blocks.h"
#include "escapement/siman/read_write.h"
#include "escapement/siman/record_blocks.h"
#include "escapement/siman/release.h"
#include "escapement/siman/resource.h"
#include "escapement/siman/scan.h"
#include "escapement/siman/schedule.h"
#include "escapement/siman/search.h"
#include "escapement/siman/seize.h"
#include "escapement/siman/select.h"
#include "escapement/siman/send.h"
#include "escapement/siman/set.h"
#include "escapement/siman/signal.h"
#include "escapement/siman/split.h"
#include "escapement/siman/state_set.h"
#include "escapement/siman/statistic_elements.h"
#include "escapement/siman/storage.h"
#include "escapement/siman/variable.h"
#include "fields.h"
#include "refusals.h"
#include "register_transfer.h"

namespace escapement::siman {
namespace {

using registry::Arguments;

// Registers type C, made by make(name, arguments).
template <class C, class Make>
void add(registry::Registry& registry, Make make) {
  registry.add(
      with_report(C::descriptor()),
      [make](const std::string& name, const Arguments& a,
             registry::Environment&) -> std::unique_ptr<Component> { return reported(make(name, a), a); });
}

void add_elements(registry::Registry& r) {
  add<EntityType>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<EntityType>(n, EntityType::costs_from(a));
  });
  add<Attribute>(r, [](const std::string& n, const Arguments& a) { return Attribute::from(n, a); });
  add<Variable>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Variable>(n, Variable::options_from(a));
  });
  add<QueueElement>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<QueueElement>(n, QueueElement::options_from(a));
  });
  add<Resource>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Resource>(n, ResourceOptions::from(a));
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
    return std::make_unique<Counter>(n, a.number("limit", kInfinity), ObservationFile::from(a),
                                     Counter::clear_from(a));
  });
  add<TallyElement>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<TallyElement>(n, ObservationFile::from(a));
  });
  add<DStat>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<DStat>(n, a.expression("value"), ObservationFile::from(a));
  });
  add<Frequency>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Frequency>(n, Frequency::options_from(a));
  });
  add<Output>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Output>(n, a.expression("value"), ObservationFile::from(a));
  });
}

void add_blocks(registry::Registry& r) {
  add<Create>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Create>(n, Create::options_from(a));
  });
  add<Queue>(r, [](const std::string& n, const Arguments& a) {
    Queue::Options options{ElementName::from(a, kQueueKeys)};
    if (a.has("capacity")) options.capacity = static_cast<double>(a.integer("capacity", 0));
    options.patience = a.expression("patience");
    options.stream = stream_from(a);
    return std::make_unique<Queue>(n, std::move(options));
  });
  add<Seize>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Seize>(n, Seize::options_from(a));
  });
  add<Delay>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Delay>(n, Delay::options_from(a));
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
    return std::make_unique<Count>(n, Count::options_from(a));
  });
  add<Tally>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Tally>(n, Tally::options_from(a));
  });
  add<Dispose>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Dispose>(n, a.boolean("recordEntityStatistics", true));
  });
}

void add_holding(registry::Registry& r) {
  add<Storage>(r, [](const std::string& n, const Arguments&) { return std::make_unique<Storage>(n); });
  add<Group>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Group>(n, Group::options_from(a));
  });
  add<Combine>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Combine>(n, Group::options_from(a));
  });
  add<Split>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Split>(n, MemberAttributes::from(a));
  });
  add<Duplicate>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Duplicate>(n, Duplicate::options_from(a));
  });
  add<Wait>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Wait>(
        n, Wait::Options{a.expression("signal"), a.expression("limit"), stream_from(a)});
  });
  add<Signal>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Signal>(
        n, Signal::Options{a.expression("signal"), a.expression("limit"), stream_from(a)});
  });
  add<Scan>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Scan>(n, Scan::Options{a.expression("condition"), stream_from(a)});
  });
  add<Detach>(r, [](const std::string& n, const Arguments&) { return std::make_unique<Detach>(n); });
  add<Match>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Match>(
        n, Match::Options{static_cast<std::size_t>(a.integer("number", 2)), a.expression("match")});
  });
  add<Remove>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Remove>(n, QueuePlace::from(a));
  });
  add<Copy>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Copy>(n, QueuePlace::from(a));
  });
  add<Insert>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Insert>(n, QueuePlace::from(a));
  });
  add<Pickup>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Pickup>(n, Pickup::options_from(a));
  });
  add<Dropoff>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Dropoff>(n, Dropoff::options_from(a));
  });
  add<Search>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Search>(n, Search::options_from(a));
  });
  add<FindJ>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<FindJ>(n, FindJ::options_from(a));
  });
  add<Store>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Store>(n, ElementName::from(a, kStorageKeys));
  });
  add<ExpressionElement>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<ExpressionElement>(n, ExpressionElement::options_from(a));
  });
  add<FileElement>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<FileElement>(n, FileElement::options_from(a));
  });
  add<Read>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Read>(n, Read::options_from(a));
  });
  add<Write>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Write>(n, Write::options_from(a));
  });
  add<Blockage>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Blockage>(n, static_cast<double>(a.integer("initial", 0)));
  });
  add<RaiseBlockage>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<RaiseBlockage>(n, blockages_from(a));
  });
  add<LowerBlockage>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<LowerBlockage>(n, blockages_from(a));
  });
  add<Proceed>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Proceed>(n, blockages_from(a));
  });
  add<If>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<If>(n, If::options_from(a));
  });
  add<While>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<While>(n, While::Options{a.expression("condition"), stream_from(a)});
  });
  add<Adjust>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Adjust>(n, Adjust::options_from(a));
  });
  add<Unstore>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Unstore>(n, ElementName::from(a, kStorageKeys));
  });
}

void add_continuous(registry::Registry& r) {
  add<Rate>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Rate>(n, a.number("initial", 0));
  });
  r.add(Level::descriptor(),
        [](const std::string& n, const Arguments& a, registry::Environment& e) -> std::unique_ptr<Component> {
          Level::Options options{a.number("initial", 0), {}, a.string("unit", "")};
          if (a.has("rate")) options.rate = reference_from(a, "rate");
          return std::make_unique<Level>(n, std::move(options), e.continuous);
        });
  add<Detect>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Detect>(n, Detect::options_from(a));
  });
  add<Send>(r, [](const std::string& n, const Arguments& a) {
    return std::make_unique<Send>(n, Send::Options{a.expression("value"), stream_from(a)});
  });
}

}  // namespace

void register_siman(registry::Registry& registry) {
  register_transfer(registry);
  add_continuous(registry);
  add_holding(registry);
  add_elements(registry);
  add_blocks(registry);
  register_refusals(registry);
}

}  // namespace escapement::siman
