// SPDX-License-Identifier: MIT
// Processes in code: K1 to K8 of code.h, by hand.
#include "escapement/siman/code.h"

#include "escapement/core/archive.h"
#include "escapement/siman/attribute.h"
#include "escapement/siman/preempt.h"
#include "escapement/siman/queue_blocks.h"
#include "escapement/siman/signal.h"
#include "siman/shop.h"

#include <sstream>

namespace escapement::siman {
namespace {

using namespace testing_support;
using testing::ElementsAre;
using testing::HasSubstr;

// Times and words of what processes do, in order.
struct Diary {
  std::vector<std::string> lines;
  void note(const Context& c, const std::string& what) { lines.push_back(to_text(c.now()) + " " + what); }
};

struct Works : Shop {
  Works() {
    add<Resource>("Drill", 1.0);
    add<Resource>("Worker", 1.0);
  }
  // Code whose processes come at first, first + gap, ...
  Code& code(const char* name, double first, double gap, double count, Context::Body body) {
    auto& create = arrivals((std::string(name) + "Comes").c_str(), first, gap, count);
    auto& added = add<Code>(name, std::move(body));
    link(create.out, added.in);
    link(added.out, add<Dispose>((std::string(name) + "Leaves").c_str()).in);
    return added;
  }
  Diary diary;
};

TEST(Code, SeizesDelaysAndReleases) {
  // Service 5, arrivals at 0, 1, 2: 0-5, 5-10, 10-15. The waits are 0, 4, 8.
  Works works;
  Seizing* drill = nullptr;
  Code& code = works.code("Part", 0, 1, 3, [&](Context& c) -> Process {
    co_await c.seize(*drill);
    works.diary.note(c, "begins");
    co_await c.delay(5);
    c.release(*drill);
    works.diary.note(c, "ends");
  });
  Seizing uses(code, "Drill");
  drill = &uses;
  works.run();
  EXPECT_THAT(works.diary.lines,
              ElementsAre("0 begins", "5 ends", "5 begins", "10 ends", "10 begins", "15 ends"));
  EXPECT_EQ(works.tally("Part.Queue.WaitingTime"), 4);
  EXPECT_DOUBLE_EQ(works.average("Part.Queue.NumberInQueue"), 12 / 15.0);
  EXPECT_EQ(works.average("Drill.NumberBusy"), 1);
  EXPECT_EQ(works.tally("Job.VATime"), 5);
  EXPECT_EQ(works.tally("Job.WaitTime"), 4);
  EXPECT_EQ(code.processes(), 0u);
}

TEST(Code, CompetesWithBlocks) {
  // A block job has the drill from 0 to 10. At 1 a process waits with priority 2, at 2 a block job with
  // priority 1, at 3 a process with priority 1: they come in the order of priority, then of time.
  Works works;
  auto& block = works.job("Block", 0, {{"Drill"}}, 10);
  auto& urgent = works.job("Urgent", 2, {{"Drill"}}, 10, 1);
  Seizing* drill = nullptr;
  const auto body = [&](Context& c) -> Process {
    co_await c.seize(*drill, {.priority = c.now() == 1 ? 2 : 1});
    works.diary.note(c, "begins");
    co_await c.delay(10);
    c.release(*drill);
  };
  Code& code = works.code("Process", 1, 2, 2, body);
  Seizing uses(code, "Drill", {.queue = "Line"});
  drill = &uses;
  works.run();
  EXPECT_THAT(block.begin.times, ElementsAre(0));
  EXPECT_THAT(urgent.begin.times, ElementsAre(10));
  EXPECT_THAT(works.diary.lines, ElementsAre("20 begins", "30 begins"));
  EXPECT_EQ(works.tally("Line.WaitingTime"), (0 + 8 + 17 + 29) / 4.0);  // one queue for all four
}

TEST(Code, SeizesSeveralAtOnceAndByNumber) {
  // Both resources or none: the first pair has them from 0 to 5; at 6 another has the worker for 4, so the
  // second pair, at 7, waits to 10 though the drill is free. Of five tools each process takes 3.
  Works works;
  works.add<Resource>("Tools", 5.0);
  Seizing *both = nullptr, *tools = nullptr, *worker = nullptr;
  Code& pair = works.code("Pair", 0, 7, 2, [&](Context& c) -> Process {
    co_await c.seize(*both);
    works.diary.note(c, "pair");
    co_await c.delay(5);
    c.release(*both);
  });
  Code& single = works.code("Single", 6, 1, 1, [&](Context& c) -> Process {
    co_await c.seize(*worker);
    works.diary.note(c, "single");
    co_await c.delay(4);
    c.release(*worker);
  });
  Code& many = works.code("Many", 20, 1, 2, [&](Context& c) -> Process {
    co_await c.seize(*tools, {.units = 3});
    works.diary.note(c, "many");
    co_await c.delay(4);
    c.release(*tools, 3);
  });
  Seizing a(pair, {{"Drill"}, {"Worker"}}), b(single, "Worker"), d(many, "Tools");
  both = &a, worker = &b, tools = &d;
  works.run();
  EXPECT_THAT(works.diary.lines, ElementsAre("0 pair", "6 single", "10 pair", "20 many", "24 many"));
}

TEST(Code, PreemptsAndResumes) {
  // A block job works on the drill from 0, for 10, priority 2. A process preempts it from 3 to 7: it ends
  // at 14.
  Works works;
  auto& job = works.job("Job1", 0, {{"Drill"}}, 10, 2);
  Seizing* drill = nullptr;
  Code& code = works.code("Repair", 3, 1, 1, [&](Context& c) -> Process {
    co_await c.seize(*drill);
    co_await c.delay(4, Category::kOther);
    c.release(*drill);
    works.diary.note(c, "done");
  });
  Seizing uses(code, "Drill", {.priority = 1, .preempt = true});
  drill = &uses;
  works.run();
  EXPECT_THAT(works.diary.lines, ElementsAre("7 done"));
  EXPECT_THAT(job.end.times, ElementsAre(14));
}

TEST(Code, IsPreemptedByABlock) {
  // A process works from 0 for 10; a PREEMPT block takes the drill at 4 for 20: 24 + 6.
  Works works;
  Seizing* drill = nullptr;
  Code& code = works.code("Part", 0, 1, 1, [&](Context& c) -> Process {
    co_await c.seize(*drill);
    co_await c.delay(10);
    c.release(*drill);
    works.diary.note(c, "done");
  });
  Seizing uses(code, "Drill", {.priority = 2});
  drill = &uses;
  auto& create = works.arrivals("Comes", 4, 1.0, 1);
  auto& queue = works.add<Queue>("Enter", Queue::Options{"Line"});
  auto& preempt = works.add<Preempt>("Take", Preempt::Options{{"Drill"}, 1.0});
  auto& work = works.add<Delay>("Work", Delay::Options{20.0});
  auto& release = works.add<Release>("Give", std::vector<ResourceUnits>{{"Drill"}});
  auto& done = works.add<Dispose>("Done");
  works.link(create.out, queue.in);
  works.link(queue.out, preempt.in);
  works.link(preempt.out, work.in);
  works.link(work.out, release.in);
  works.link(release.out, done.in);
  works.run();
  EXPECT_THAT(works.diary.lines, ElementsAre("30 done"));
}

TEST(Code, AHandlerRunsAfterThePreemption) {
  // r-simmer/simmer #187. A customer seizes at 0 and works 5, and has a handler of 1 that replaces what is
  // left when it is interrupted. A blocker interrupts it at 2, and preempts the server for 20. So the handler
  // works from 22 to 23; the customer's time never goes backwards.
  Works works;
  Seizing *mine = nullptr, *its = nullptr;
  ProcessHandle customer;
  Code& first = works.code("Customer", 0, 1, 1, [&](Context& c) -> Process {
    customer = c.self();
    co_await c.seize(*mine);
    const auto interruption = co_await c.delay(5).or_interrupted();
    works.diary.note(c, interruption ? "interrupted, " + to_text(interruption->remaining) + " left" : "not");
    if (interruption) co_await c.delay(1);
    works.diary.note(c, "handled");
    c.release(*mine);
  });
  Code& second = works.code("Blocker", 2, 1, 1, [&](Context& c) -> Process {
    c.interrupt(customer);
    co_await c.seize(*its);
    works.diary.note(c, "blocks");
    co_await c.delay(20);
    c.release(*its);
    works.diary.note(c, "unblocks");
  });
  Seizing a(first, "Drill", {.priority = 2}), b(second, "Drill", {.priority = 1, .preempt = true});
  mine = &a, its = &b;
  works.run();
  EXPECT_THAT(works.diary.lines,
              ElementsAre("2 blocks", "2 interrupted, 3 left", "22 unblocks", "23 handled"));
}

TEST(Code, InterruptsOfAllKindsOfWaiting) {
  // Four processes wait from 0 for the drill, a signal, a condition, and for ever; each is interrupted at 1,
  // 2, 3, 4 with that cause. A fifth one's delay ends at 5, when it is to be interrupted: it is not.
  Works works;
  works.job("Block", 0, {{"Drill"}}, 100);
  std::vector<ProcessHandle> all;
  Seizing* drill = nullptr;
  Code& code = works.code("Part", 0, 0, 5, [&](Context& c) -> Process {
    const auto number = all.size();
    all.push_back(c.self());
    try {
      if (number == 0) co_await c.seize(*drill);
      if (number == 1) co_await c.wait(7);
      if (number == 2) co_await c.until([] { return false; });
      if (number == 3) co_await c.hold();
      if (number == 4) co_await c.delay(5);
      works.diary.note(c, "went on");
    } catch (const Interrupted& interrupted) {
      works.diary.note(c, "cause " + to_text(interrupted.cause()) + ", " + to_text(interrupted.remaining()));
    }
  });
  Seizing uses(code, "Drill");
  drill = &uses;
  works.code("Interrupts", 1, 1, 5, [&](Context& c) -> Process {
    const double cause = c.now();
    works.diary.note(c, c.interrupt(all[static_cast<std::size_t>(cause) - 1], cause) ? "yes" : "no");
    EXPECT_FALSE(c.interrupt(c.self()));
    EXPECT_FALSE(c.interrupt(ProcessHandle()));
    co_return;
  });
  works.run();
  EXPECT_THAT(works.diary.lines, ElementsAre("1 yes", "1 cause 1, 0", "2 yes", "2 cause 2, 0", "3 yes",
                                             "3 cause 3, 0", "4 yes", "4 cause 4, 0", "5 no", "5 went on"));
  EXPECT_TRUE(all[0].ended());
  EXPECT_EQ(works.average("Part.Queue.NumberInQueue") * 100, 1 + 2 + 3 + 4);
}

TEST(Code, PatienceEnds) {
  // r-simmer/simmer #227: service 10, patience 5, arrivals at 0 and 3; who has given up seizes again. 0-10;
  // the second gives up at 8, queues again, 10-20.
  Works works;
  Seizing* drill = nullptr;
  Code& code = works.code("Part", 0, 3, 2, [&](Context& c) -> Process {
    if (!co_await c.seize(*drill).within(5)) {
      works.diary.note(c, "gives up");
      co_await c.seize(*drill);
    }
    works.diary.note(c, "begins");
    co_await c.delay(10);
    c.release(*drill);
  });
  Seizing uses(code, "Drill");
  drill = &uses;
  works.run();
  EXPECT_THAT(works.diary.lines, ElementsAre("0 begins", "8 gives up", "10 begins"));
  EXPECT_EQ(works.simulator->now(), 20);
}

TEST(Code, SignalsConditionsAndHolds) {
  // One waits for signal 3, two until the drill is idle, one holds. A block job has the drill from 0 to 4; at
  // 6 a Signal block gives 3, at 8 a process lets the one that holds go on.
  Works works;
  works.job("Block", 0, {{"Drill"}}, 4);
  auto& drill = static_cast<Resource&>(*works.top.find_path("Drill"));
  ProcessHandle holder;
  works.code("Waits", 0, 0, 1, [&](Context& c) -> Process {
    co_await c.wait(3);
    works.diary.note(c, "signal");
  });
  int turns = 0;
  works.code("Looks", 1, 0, 2, [&](Context& c) -> Process {
    co_await c.until([&] { return drill.busy() == 0 && turns == 0; });
    turns = 1;
    works.diary.note(c, "idle");
    co_await c.delay(1);
    turns = 0;
    co_await c.until([] { return true; });
  });
  works.code("Holds", 0, 0, 1, [&](Context& c) -> Process {
    holder = c.self();
    co_await c.hold();
    works.diary.note(c, "resumed");
  });
  works.code("Lets", 8, 0, 1, [&](Context& c) -> Process {
    EXPECT_TRUE(c.resume(holder));
    EXPECT_FALSE(c.resume(holder));
    EXPECT_EQ(c.signal(4), 0);
    works.diary.note(c, "lets");
    co_return;
  });
  auto& create = works.arrivals("Comes", 6, 1.0, 1);
  auto& signal = works.add<Signal>("Signal", Signal::Options{3.0});
  auto& done = works.add<Dispose>("Done");
  works.link(create.out, signal.in);
  works.link(signal.out, done.in);
  works.run();
  EXPECT_THAT(works.diary.lines, ElementsAre("4 idle", "5 idle", "6 signal", "8 lets", "8 resumed"));
}

TEST(Code, StartsOthersAndAwaitsParts) {
  // A process starts one of another Code and one with a body of its own; both move after it. Its own part is
  // a coroutine too, and what it throws comes out of the await.
  Works works;
  Code& other = works.add<Code>("Second", [&](Context& c) -> Process {
    works.diary.note(c, "other");
    co_await c.delay(2);
    works.diary.note(c, "other ends");
  });
  const std::function<Process(Context&, double)> part = [&](Context& c, double time) -> Process {
    co_await c.delay(time);
    works.diary.note(c, "part");
    if (time > 2) throw std::runtime_error("too long");
  };
  works.code("Main", 0, 0, 1, [&](Context& c) -> Process {
    c.start(other);
    const ProcessHandle own = c.start([&](Context& own_context) -> Process {
      co_await own_context.delay(4);
      works.diary.note(own_context, "own ends");
    });
    works.diary.note(c, "main");
    co_await part(c, 1);
    try {
      co_await part(c, 5);
    } catch (const std::runtime_error& error) {
      works.diary.note(c, error.what());
    }
    EXPECT_TRUE(own.ended());
  });
  works.run();
  EXPECT_THAT(works.diary.lines, ElementsAre("0 main", "0 other", "1 part", "2 other ends", "4 own ends",
                                             "6 part", "6 too long"));
  EXPECT_EQ(works.count("System.NumberIn"), 3);
  EXPECT_EQ(works.count("System.NumberOut"), 3);
}

TEST(Code, FormulasAndAttributes) {
  // M/D/1 in words of studies: the delay is an expression of an attribute that the process sets.
  struct Maker : Code {
    using Code::Code;
    Seizing drill{*this, "Drill"};
    Formula work{*this, "work", "2 * size"};
    EntityField size{*this, "size"};
    Process run(Context& c) override {
      c[size] = c.now() + 1;
      co_await c.seize(drill);
      co_await c.delay(work, Category::kNonValueAdded);
      c.release(drill);
    }
  };
  Works works;
  works.add<Attribute>("size");
  auto& create = works.arrivals("Comes", 1, 1.0, 2);
  auto& maker = works.add<Maker>("Maker");
  auto& log = works.add<Log>("Log");
  auto& done = works.add<Dispose>("Done");
  works.link(create.out, maker.in);
  works.link(maker.out, log.in);
  works.link(log.out, done.in);
  works.run();
  EXPECT_THAT(log.times, ElementsAre(5, 11));  // 1 + 4, and 5 + 6
  EXPECT_EQ(works.tally("Job.NVATime"), 5);
}

TEST(Code, WhoIsTakenElsewhereLeavesItsProcess) {
  // At 2 a Remove block takes the process that holds out of its queue: it ends, and with it its process.
  Works works;
  int ended = 0;
  struct Guard {
    int& count;
    ~Guard() { ++count; }
  };
  Code& code = works.code("Holds", 0, 1, 2, [&](Context& c) -> Process {
    const Guard guard{ended};
    co_await c.hold();
    ADD_FAILURE() << "nobody resumes it";
  });
  auto& create = works.arrivals("Comes", 2, 1.0, 1);
  auto& remove = works.add<Remove>("Remove", QueuePlace{"Holds.Queue", 1.0});
  auto& done = works.add<Dispose>("Done");
  auto& gone = works.add<Dispose>("Gone");
  works.link(create.out, remove.in);
  works.link(remove.out, done.in);
  works.link(remove.removed, gone.in);
  works.run();
  EXPECT_EQ(ended, 1);
  EXPECT_EQ(code.processes(), 1u);
}

TEST(Code, WaitingProcessesAreDestroyedWithTheModel) {
  int alive = 0;
  struct Guard {
    int& count;
    explicit Guard(int& c) : count(c) { ++count; }
    Guard(const Guard&) = delete;
    ~Guard() { --count; }
  };
  constexpr int kMany = 100000;
  {
    Works works;
    const auto inner = [&alive](Context& c) -> Process {
      const Guard guard{alive};
      co_await c.hold();
    };
    Create::Options many{};
    many.batch = static_cast<double>(kMany);
    many.first = 1.0;
    many.max_batches = 1;
    auto& create = works.add<Create>("Come", many);
    auto& code = works.add<Code>("Hold", [&](Context& c) -> Process {
      const Guard guard{alive};
      co_await inner(c);
    });
    works.link(create.out, code.in);
    works.run();
    EXPECT_EQ(alive, 2 * kMany);
    EXPECT_EQ(code.processes(), static_cast<std::size_t>(kMany));
  }
  EXPECT_EQ(alive, 0);
}

TEST(Code, CannotBeSaved) {
  Works works;
  works.code("Part", 0, 1, 1, [](Context& c) -> Process { co_await c.hold(); });
  works.run();
  std::ostringstream out;
  Archive archive(out);
  works.simulator->archive(archive);
  ASSERT_EQ(archive.refusals().size(), 1u);
  EXPECT_THAT(archive.refusals()[0].text(),
              HasSubstr("it runs coroutines, which have no form outside of memory"));
}

TEST(Code, FailuresAreTold) {
  const auto failure = [](Context::Body body, double at = 3) {
    Works works;
    works.code("Part", at, 1, 1, std::move(body));
    return std::string(works.failure()->what());
  };
  EXPECT_THAT(failure([](Context& c) -> Process { co_await c.delay(-1); }),
              HasSubstr("at time 3 in Part: a delay is -1; it must be a finite time of 0 or more"));
  EXPECT_THAT(failure([](Context& c) -> Process { co_await c.hold().within(-2); }),
              HasSubstr("a process waits within -2; it must be a time of 0 or more"));
  EXPECT_THAT(failure([](Context& c) -> Process { co_await c.delay(2).within(1); }),
              HasSubstr("within() limits a wait in a queue, and a delay or a way is none"));
  EXPECT_THAT(failure([](Context&) -> Process {
                throw std::runtime_error("out of paint");
                co_return;
              }),
              HasSubstr("at time 3 in Part: out of paint"));
  EXPECT_THAT(failure([](Context& c) -> Process {
                c.fail("no paint");
                co_return;
              }),
              HasSubstr("at time 3 in Part: no paint"));
  EXPECT_THAT(failure(nullptr), HasSubstr("'Part' has nothing to run; override run(), or give it a body"));
  {
    Works works;
    ProcessHandle one;
    works.code("One", 0, 1, 1, [&](Context& c) -> Process {
      one = c.self();
      co_await c.delay(5);
    });
    works.code("Two", 2, 1, 1, [&](Context& c) -> Process {
      c.interrupt(one);
      co_return;
    });
    EXPECT_THAT(
        works.failure()->what(),
        HasSubstr("at time 2 in One: a process was interrupted and did not expect it: catch Interrupted"));
  }
  {
    Works works;
    Seizing* drill = nullptr;
    Code& code = works.code("Part", 0, 1, 1, [&](Context& c) -> Process {
      c.release(*drill, 0.5);
      co_return;
    });
    Seizing uses(code, "Drill");
    drill = &uses;
    EXPECT_THAT(works.failure()->what(),
                HasSubstr("a process releases 0.5 units of resource 'Drill'; it must be a whole number"));
  }
  {
    Works works;
    Code& code = works.code("Part", 0, 1, 1, nullptr);
    Seizing uses(code, "Dril"), elsewhere(code, "Drill", {.queue = "Lin"});
    Formula formula(code, "work", "1 + nothing");
    EntityField field(code, "nothing");
    const std::string faults = works.faults();
    EXPECT_THAT(faults, HasSubstr("'Dril'"));
    EXPECT_THAT(faults, HasSubstr("'Lin'"));
    EXPECT_THAT(faults, HasSubstr("'nothing'"));
    EXPECT_THROW(Seizing(code, {{"Drill"}, {"Worker"}}, {.preempt = true}), BuildError);
  }
}

}  // namespace
}  // namespace escapement::siman
