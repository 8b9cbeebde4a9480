// SPDX-License-Identifier: MIT
// Distributions and laws of queueing theory beyond the means (D. Gross et al., Fundamentals of Queueing
// Theory): the states, stays and departures of M/M/1; Little's law per station and class; work that is
// conserved whatever the order of service; a preemptive class that does not feel the other one.
#include "studies/support.h"

namespace escapement::studies::queueing_laws {
namespace {

// lambda = 0.8, mu = 1: P(n) = 0.2 * 0.8^n, P(W > t) = exp(-0.2 t), whose 95 % quantile is 14.979. By Burke's
// theorem (1956) departures are a Poisson process: mean 1.25, E[gap^2] = 2 * 1.25^2, P(gap > 1.25) = 1/e, and
// two gaps in a row are independent, E[gap * next] = 1.25^2.
TEST(QueueingLaws, StatesStaysAndDeparturesOfMM1) {
  const StudyRun run = StudyRun::of(quoted(R"({
    'timeUnit': 'min', 'entities': {'Customer': {}}, 'resources': {'Server': {}},
    'variables': {'lastOut': {}, 'gap': {}, 'before': {}},
    'timePersistents': {
      'State0': {'value': 'EntitiesWIP(Customer) == 0'}, 'State1': {'value': 'EntitiesWIP(Customer) == 1'},
      'State2': {'value': 'EntitiesWIP(Customer) == 2'}, 'State5': {'value': 'EntitiesWIP(Customer) == 5'},
      'Over9': {'value': 'EntitiesWIP(Customer) > 9'}},
    'model': {'components': {
        'Arrivals': {'type': 'arena.Create', 'interarrival': 'EXPO(1.25)'},
        'Service': {'type': 'arena.Process', 'resources': 'Server', 'delay': 'EXPO(1)'},
        'Gap': {'type': 'arena.Assign', 'assignments': ['before = gap', 'gap = TNOW - lastOut', 'lastOut = TNOW']},
        'Over5': {'type': 'arena.Record', 'kind': 'Expression', 'value': 'TNOW - Entity.CreateTime > 5'},
        'Over15': {'type': 'arena.Record', 'kind': 'Expression', 'value': 'TNOW - Entity.CreateTime > 14.979'},
        'Gaps': {'type': 'arena.Record', 'kind': 'TimeBetween'},
        'LongGap': {'type': 'arena.Record', 'kind': 'Expression', 'value': 'gap > 1.25'},
        'Square': {'type': 'arena.Record', 'kind': 'Expression', 'value': 'gap * gap'},
        'Product': {'type': 'arena.Record', 'kind': 'Expression', 'value': 'gap * before'},
        'Done': {'type': 'arena.Dispose'}},
      'couplings': ['Arrivals -> Service -> Gap -> Over5 -> Over15 -> Gaps -> LongGap -> Square -> Product -> Done']},
    'experiment': {'warmup': 1000, 'length': 1001000}})"));
  // A run of 800 000 departures. Standard deviations, with the correlation of M/M/1: about 0.6 % for states
  // and 1 % for tails of stays; 0.3 % for the gaps.
  EXPECT_NEAR(run.average("State0"), 0.2, 0.2 * 0.02);
  EXPECT_NEAR(run.average("State1"), 0.16, 0.16 * 0.02);
  EXPECT_NEAR(run.average("State2"), 0.128, 0.128 * 0.02);
  EXPECT_NEAR(run.average("State5"), 0.2 * std::pow(0.8, 5), 0.065536 * 0.03);
  EXPECT_NEAR(run.average("Over9"), std::pow(0.8, 10), 0.1073742 * 0.06);
  EXPECT_NEAR(run.average("Over5"), std::exp(-1), 0.3678794 * 0.03);
  EXPECT_NEAR(run.average("Over15"), 0.05, 0.05 * 0.1);
  EXPECT_NEAR(run.average("Gaps"), 1.25, 1.25 * 0.005);
  EXPECT_NEAR(run.average("LongGap"), std::exp(-1), 0.3678794 * 0.005);
  EXPECT_NEAR(run.average("Square"), 3.125, 3.125 * 0.01);
  EXPECT_NEAR(run.average("Product"), 1.5625, 1.5625 * 0.01);
  double states = run.average("State0");  // fractions of time add up: those with customers are the busy ones
  EXPECT_NEAR(states + run.average("Server.NumberBusy"), 1, 1e-9);
}

// 300 customers of two classes; their arrivals, classes and services are the same whatever the order of
// service.
std::string one_server(const std::string& queue) {
  return quoted(
      "{'timeUnit': 'min', 'entities': {'A': {}, 'B': {}}, 'resources': {'Server': {}},"
      "'attributes': {'service': {}, 'came': {}, 'urgency': {}},"
      "'model': {'components': {"
      "'ComeA': {'type': 'arena.Create', 'entity': 'A', 'interarrival': 'EXPO(2.5)', 'maxArrivals': 150},"
      "'ComeB': {'type': 'arena.Create', 'entity': 'B', 'interarrival': 'EXPO(2.5)', 'maxArrivals': 150},"
      "'IsA': {'type': 'arena.Assign', 'assignments': ['urgency = 1', 'service = EXPO(0.9)']},"
      "'IsB': {'type': 'arena.Assign', 'assignments': ['urgency = 2', 'service = EXPO(1.3)']},"
      "'Mark': {'type': 'arena.Assign', 'assignments': ['came = TNOW']},"
      "'Serve': {'type': 'arena.Process', 'resources': 'Server', 'delay': 'service', 'queue': " +
      queue +
      "},"
      // what an entity adds to the integral of unfinished work: its service while it waits, then a triangle
      "'Work': {'type': 'arena.Record', 'kind': 'Expression',"
      "         'value': 'service * (TNOW - came - service) + service * service / 2'},"
      "'Done': {'type': 'arena.Dispose'}},"
      "'couplings': ['ComeA -> IsA -> Mark', 'ComeB -> IsB -> Mark', 'Mark -> Serve -> Work -> Done']}}");
}

TEST(QueueingLaws, WorkIsConserved) {
  const StudyRun fifo = StudyRun::of(one_server("{}"));
  const double work = fifo.average("Work") * 300, wait = fifo.average("Serve.Queue.WaitingTime");
  for (const char* order :
       {"{'ranking': 'LastInFirstOut'}", "{'ranking': 'LowestAttributeValue', 'by': 'urgency'}",
        "{'ranking': 'LowestAttributeValue', 'by': 'service'}",
        "{'ranking': 'HighestAttributeValue', 'by': 'service'}"}) {
    SCOPED_TRACE(order);
    const StudyRun other = StudyRun::of(one_server(order));
    EXPECT_NEAR(other.average("Work") * 300, work, 1e-9 * work);
    EXPECT_NEAR(other.average("Server.NumberBusy") * other.clock(),
                fifo.average("Server.NumberBusy") * fifo.clock(), 1e-9);
    EXPECT_NEAR(other.clock(), fifo.clock(), 1e-9);
  }
  // Waits do depend on the order: short services first wait least, long ones first most.
  EXPECT_LT(StudyRun::of(one_server("{'ranking': 'LowestAttributeValue', 'by': 'service'}"))
                .average("Serve.Queue.WaitingTime"),
            wait);
  EXPECT_GT(StudyRun::of(one_server("{'ranking': 'HighestAttributeValue', 'by': 'service'}"))
                .average("Serve.Queue.WaitingTime"),
            wait);
}

TEST(QueueingLaws, LittlesLawForStationsAndClasses) {
  for (const char* order :
       {"{}", "{'ranking': 'LastInFirstOut'}", "{'ranking': 'LowestAttributeValue', 'by': 'urgency'}"}) {
    SCOPED_TRACE(order);
    const StudyRun run = StudyRun::of(one_server(order));  // starts and ends empty, so the law is exact
    for (const char* type : {"A", "B"}) {
      const std::string t = type;
      EXPECT_NEAR(run.average(t + ".WIP") * run.clock(), run.average(t + ".TotalTime") * 150, 1e-9 * 150);
      EXPECT_EQ(run[t + ".NumberIn"].final_value, run[t + ".NumberOut"].final_value);
    }
    EXPECT_NEAR(run.average("Serve.Queue.NumberInQueue") * run.clock(),
                run.average("Serve.Queue.WaitingTime") * 300, 1e-9 * 300);
    EXPECT_NEAR(run.average("Server.NumberBusy") * run.clock(), run.average("Serve.VATime") * 300,
                1e-9 * 300);
  }
}

// The class that preempts sees the same as if it were alone, to the last digit but for the rounding of the
// clock.
TEST(QueueingLaws, APreemptiveClassDoesNotFeelTheOther) {
  const auto stay = [](int plain_customers) {
    return StudyRun::of(
               quoted("{'entities': {'Urgent': {}, 'Plain': {}}, 'queues': {'Line': {}}, 'resources': "
                      "{'Server': {}},"
                      "'model': {'components': {"
                      "'UrgentComes': {'type': 'arena.Create', 'entity': 'Urgent', 'interarrival': "
                      "'EXPO(2)', 'maxArrivals': 200},"
                      "'UrgentQueue': {'type': 'siman.Queue', 'queue': 'Line'},"
                      "'Take': {'type': 'siman.Preempt', 'resource': 'Server', 'priority': 1},"
                      "'UrgentWork': {'type': 'siman.Delay', 'duration': 'EXPO(1)'},"
                      "'PlainComes': {'type': 'arena.Create', 'entity': 'Plain', 'interarrival': 'EXPO(2)', "
                      "'maxArrivals': " +
                      std::to_string(plain_customers) +
                      "}, 'PlainQueue': {'type': 'siman.Queue', 'queue': 'Line'},"
                      "'Seize': {'type': 'siman.Seize', 'resources': 'Server', 'priority': 2},"
                      "'PlainWork': {'type': 'siman.Delay', 'duration': 'EXPO(1)'},"
                      "'Release': {'type': 'siman.Release', 'resources': 'Server'}, 'Done': {'type': "
                      "'arena.Dispose'}},"
                      "'couplings': ['UrgentComes -> UrgentQueue -> Take -> UrgentWork -> Release -> Done',"
                      "'PlainComes -> PlainQueue -> Seize -> PlainWork -> Release']}}"))
        .average("Urgent.TotalTime");
  };
  const double alone = stay(0);
  EXPECT_GT(alone, 1);
  EXPECT_NEAR(stay(200), alone, 1e-12 * alone);
}

}  // namespace
}  // namespace escapement::studies::queueing_laws
