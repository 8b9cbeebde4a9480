// SPDX-License-Identifier: MIT
// A bank in code: customers are C++ coroutines that compete for the tellers of a process model.
//
// First a day by hand. One teller serves for 4; customers come at 0, 1, 2, 3 and 20 and wait for 7 at the
// most. At 9 the manager takes the teller away for 5 (a preemption), and at 22 the alarm sends everybody
// home. So they are served from 0 to 4 and 4 to 8; the third from 8 to 9 and, when the teller is back, from
// 14 to 17; the fourth gives up at 10; the last is served from 20 and runs out at 22. Then M/M/1: a million
// customers at 90 % load, with the streams of examples/mm1. They wait 8.86055516676 on the mean, which two
// independent programs agree on.
#include <cmath>
#include <iostream>

#include "escapement/core/simulator.h"
#include "escapement/coupled/flatten.h"
#include "escapement/siman/code.h"
#include "escapement/siman/create.h"
#include "escapement/siman/process_hosting.h"
#include "escapement/siman/resource.h"

using namespace escapement;
using namespace escapement::siman;

// A model with what process blocks need around it.
struct Bank {
  random::StreamSet streams{{}, 0};
  statistics::Collector statistics;
  registry::Environment environment{streams, statistics, 1, 1, {}, "min", ""};
  Coupled top{"Bank"};
  ProcessHosting hosting{environment};

  Bank() {
    top.add<EntityType>("Person");
    top.add<Resource>("Teller", 1.0);
  }
  void come(Code& code, ExpressionText first, ExpressionText gap, double most) {
    Create::Options options;
    options.first = std::move(first);
    options.interarrival = std::move(gap);
    options.max_batches = most;
    top.couple(top.add<Create>(code.name() + "Comes", options).out, code.in);
  }
  void run() { Simulator(flatten(top, &hosting)).run(); }
};

class Customer : public Code {
 public:
  Customer(std::string name, ExpressionText time)
      : Code(std::move(name)), service(*this, "service", std::move(time)) {}
  Seizing teller{*this, "Teller", {.priority = 2}};
  Formula service;
  double patience = kInfinity;
  bool tells = false;
  std::vector<ProcessHandle> inside{};
  std::string report{};

  Process run(Context& c) override {
    const double came = c.now();
    const std::string name = "Customer of " + to_text(came);
    if (tells) inside.push_back(c.self());
    if (!co_await c.seize(teller).within(patience)) {
      tell(c, name + " gives up");
      co_return;
    }
    const auto alarm = co_await c.delay(service).or_interrupted();
    c.release(teller);
    tell(c, name + (alarm ? " runs out" : " is served"));
  }

 private:
  void tell(const Context& c, const std::string& what) {
    if (tells) report += to_text(c.now()) + " " + what + "\n";
  }
};

std::string a_day() {
  Bank bank;
  auto& customers = bank.top.add<Customer>("Customer", 4.0);
  customers.patience = 7;
  customers.tells = true;
  bank.come(customers, 0.0, "IF(TNOW < 3, 1, 17)", 5);
  struct Manager : Code {
    using Code::Code;
    Seizing teller{*this, "Teller", {.priority = 1, .preempt = true}};
    Process run(Context& c) override {
      co_await c.seize(teller);
      co_await c.delay(5, Category::kOther);
      c.release(teller);
    }
  };
  bank.come(bank.top.add<Manager>("Manager"), 9.0, {}, 1);
  bank.come(bank.top.add<Code>("Alarm",
                               [&](Context& c) -> Process {
                                 for (const ProcessHandle& customer : customers.inside) c.interrupt(customer);
                                 co_return;
                               }),
            22.0, {}, 1);
  bank.run();
  return customers.report;
}

double mean_wait() {
  Bank bank;
  bank.come(bank.top.add<Customer>("Customer", "EXPO(1, 2)"), "EXPO(1 / 0.9, 1)", "EXPO(1 / 0.9, 1)",
            1000000);
  bank.run();
  return bank.statistics.find_tally("Customer.Queue.WaitingTime")->average().value();
}

int main() {
  const std::string day = a_day();
  const double wait = mean_wait();
  std::cout << day << "mean wait in M/M/1: " << to_text(wait) << '\n';
  const bool right = day ==
                         "4 Customer of 0 is served\n8 Customer of 1 is served\n10 Customer of 3 gives up\n"
                         "17 Customer of 2 is served\n22 Customer of 20 runs out\n" &&
                     std::abs(wait - 8.86055516676) < 5e-12;
  return right ? 0 : 1;
}
