// SPDX-License-Identifier: MIT
// Saving and loading of calendars, entities, queues and hosts, at every micro-step.
#include "escapement/core/archive.h"

#include <gtest/gtest.h>

#include <sstream>

#include "core/expect_throw.h"
#include "escapement/siman/member_reference.h"
#include "siman/support.h"

namespace escapement::siman {
namespace {

using testing_support::Model;

template <class Save>
std::string saved(Save save) {
  std::ostringstream out;
  Archive archive(out);
  save(archive);
  return std::move(out).str();
}

template <class Load>
void load(const std::string& bytes, Load load_from) {
  std::istringstream in(bytes);
  Archive archive(in);
  load_from(archive);
}

TEST(SimanArchive, ACalendarKeepsOrderAndNumbersOfEvents) {
  Dispose one("One"), two("Two"), other_one("One"), other_two("Two");
  Calendar calendar, again;
  const auto early = calendar.schedule(1, EventClass::kDelayEnd, one, nullptr);
  const auto late = calendar.schedule(5, EventClass::kDelayEnd, one, nullptr);
  calendar.schedule(5, EventClass::kArrival, two, nullptr);
  calendar.schedule(kInfinity, EventClass::kArrival, two, nullptr);
  calendar.cancel(early);
  const auto archive_with = [](Archive& archive, Member& first, Member& second, Calendar& all) {
    archive.identify(first);
    archive.identify(second);
    archive(all);
  };
  const std::string bytes = saved([&](Archive& a) { archive_with(a, one, two, calendar); });
  load(bytes, [&](Archive& a) { archive_with(a, other_one, other_two, again); });
  EXPECT_EQ(again.size(), 3u);
  EXPECT_EQ(again.next(), 5);
  EXPECT_EQ(again.schedule(2, EventClass::kArrival, other_one, nullptr),
            early);  // the free number serves again
  EXPECT_EQ(again.pop().block, &other_one);
  EXPECT_EQ(again.pop().block, &other_two);  // arrivals before ends of delays
  again.cancel(late);
  EXPECT_EQ(again.next(), kInfinity);

  std::uint32_t count = 5, free = 0;
  std::uint32_t sequence = 0;
  std::size_t size = 2;
  EXPECT_THROWS(
      load(saved([&](Archive& a) { a(count, free, sequence, size); }), [&](Archive& a) { a(again); }),
      ArchiveError, "a calendar was saved with more events than places");
  std::uint32_t one_event = 1, no_place = 7;
  double time = 1;
  std::uint32_t order = 1;
  size = 1;
  EXPECT_THROWS(load(saved([&](Archive& a) { a(one_event, free, sequence, size, time, order, no_place); }),
                     [&](Archive& a) { a(again); }),
                ArchiveError, "a calendar was saved with an event that has no place");

  // Sequence numbers begin anew after 2^30 events: who waits then keeps the place before who comes later.
  count = 0, free = 0x3fffffff, sequence = (1u << 30) - 2, size = 0;
  load(saved([&](Archive& a) { a(count, free, sequence, size); }), [&](Archive& a) { a(again); });
  again.schedule(9, EventClass::kArrival, one, nullptr);
  again.schedule(8, EventClass::kDelayEnd, two, nullptr);
  again.schedule(8, EventClass::kDelayEnd, other_one, nullptr);
  again.schedule(9, EventClass::kArrival, other_two, nullptr);
  again.schedule(9, EventClass::kCapacity, two, nullptr);
  for (const Member* next :
       {static_cast<Member*>(&two), static_cast<Member*>(&other_one), static_cast<Member*>(&two),
        static_cast<Member*>(&one), static_cast<Member*>(&other_two)})
    EXPECT_EQ(again.pop().block, next);
}

TEST(SimanArchive, APoolKeepsItsEntitiesAndTheirNumberOfAttributes) {
  EntityPool pool, again, narrow;
  for (EntityPool* p : {&pool, &again}) p->set_attributes({1, 2});
  Entity& first = pool.make();
  Entity& second = pool.make();
  Entity& third = pool.make();
  first.record = 7, second.record = 5, third.record = 6;
  second.attributes[1] = 0.25;
  second.times[2] = 8;
  pool.give_back(third);
  again.make();  // of the start of the run that loads; it is gone then
  Entity* holder = &second;
  const std::string bytes = saved([&](Archive& a) {
    a(pool);
    a.reference(holder);
  });
  load(bytes, [&](Archive& a) {
    a(again);
    a.reference(holder);
  });
  EXPECT_EQ(again.alive(), 2u);
  EXPECT_NE(holder, &second);
  EXPECT_EQ(holder->record, 5u);
  EXPECT_EQ(holder->attributes[0], 1);
  EXPECT_EQ(holder->attributes[1], 0.25);
  EXPECT_EQ(holder->times[2], 8);
  EXPECT_EQ(again.make().attributes[1], 2);
  EXPECT_THROWS(load(bytes, [&](Archive& a) { a(narrow); }), ArchiveError,
                "entities were saved with 2 attributes, and have 0 here");
}

TEST(SimanArchive, ReferencesThatDoNotFitAreTold) {
  Dispose block("Block");
  QueueElement queue("Line");
  std::size_t count = 1;
  EXPECT_THROWS(load(saved([&](Archive& a) {
                       Entity* nobody = nullptr;
                       a(count);
                       a.reference(nobody);
                     }),
                     [&](Archive& a) { queue.archive(a); }),
                ArchiveError, "queue 'Line' was saved with nobody at a place in it");
  const auto identify = [&](Archive& a) { a.identify(static_cast<Member&>(block)); };
  EXPECT_THROWS(load(saved([&](Archive& a) {
                       identify(a);
                       Dispose* pointer = &block;
                       member_reference(a, pointer);
                     }),
                     [&](Archive& a) {
                       identify(a);
                       QueueElement* pointer = nullptr;
                       member_reference(a, pointer);
                     }),
                ArchiveError, "the saved state refers to 'Block', which is of another kind here");
}

// Batches of three wait, work and leave; in the middle of a micro-step entities are ready, or on their way.
std::unique_ptr<Model> shop() {
  auto model = std::make_unique<Model>();
  model->add<EntityType>("Part");
  model->add<Resource>("Drill", 2.0);
  model->add<QueueElement>("Line");
  Create::Options options;
  options.interarrival = "EXPO(3)";
  options.batch = 3.0;
  auto& source = model->add<Create>("Source", options);
  auto& queue = model->add<Queue>("Wait", Queue::Options{"Line"});
  auto& seize = model->add<Seize>("Take", Seize::Options{{{"Drill"}}});
  auto& work = model->add<Delay>("Work", Delay::Options{"EXPO(1)"});
  auto& release = model->add<Release>("Free", std::vector<ResourceUnits>{{"Drill"}});
  auto& end = model->add<Dispose>("End");
  model->link(source.out, queue.in);
  model->link(queue.out, seize.in);
  model->link(seize.out, work.in);
  model->link(work.out, release.in);
  model->link(release.out, end.in);
  return model;
}

TEST(SimanArchive, HostsGoOnTheSameFromEveryMicroStep) {
  for (const HostingMode mode : {HostingMode::kTogether, HostingMode::kSeparate}) {
    const auto archive_all = [](Model& model, Archive& archive) {
      model.simulator->archive(archive);
      archive(model.streams, model.statistics);
    };
    const auto results = [](Model& model) { return saved([&](Archive& a) { a(model.statistics); }); };
    const auto whole = shop();
    whole->run(60, mode);
    std::string state;
    auto model = shop();
    model->build(mode);
    std::uint64_t steps = 0;
    for (; model->simulator->next_event_time() <= 60; ++steps) {
      model->simulator->step();
      state = saved([&](Archive& a) { archive_all(*model, a); });
      model = shop();
      model->build(mode);
      load(state, [&](Archive& a) { archive_all(*model, a); });
    }
    EXPECT_EQ(model->hosting->world().pool().alive(), whole->hosting->world().pool().alive());
    EXPECT_GT(steps, 70u);
    EXPECT_EQ(results(*model), results(*whole));
  }
}

}  // namespace
}  // namespace escapement::siman
