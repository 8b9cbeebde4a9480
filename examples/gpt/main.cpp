// SPDX-License-Identifier: MIT
// Generator, processor, transducer: the first experiment of the field.
//
// A generator sends jobs 1, 2, 3, ... at times 1, 2, 3, ...; a processor serves one at a time for 2 time
// units and loses what comes while it is busy; a transducer watches both until time 10, then stops the
// generator. Expected: a job that comes at the very instant of a completion is taken (confluent: internal,
// then external), so jobs 1, 3, 5, 7 leave at 3, 5, 7, 9: throughput 4 / 10, turnaround 2.
#include <iostream>

#include "escapement/atomic/atomic.h"
#include "escapement/atomic/generator.h"
#include "escapement/atomic/transducer.h"
#include "escapement/core/simulator.h"
#include "escapement/core/trace.h"
#include "escapement/coupled/coupled.h"
#include "escapement/coupled/flatten.h"

using namespace escapement;

class Server : public Atomic {
 public:
  Server(std::string name, Time service_time) : Atomic(std::move(name)), service_time_(service_time) {}

  InPort<double> in{*this, "in"};
  OutPort<double> out{*this, "out"};

  void external(Time /*elapsed*/) override {
    if (due_ != kInfinity) return;  // busy: the job is lost
    job_ = in.bag().front();
    due_ = now() + service_time_;
  }
  void output() override { out.put(job_); }
  void internal() override { due_ = kInfinity; }
  TimeAdvance time_advance() const override { return TimeAdvance::at(due_); }
  void print_state(std::ostream& text) const override { text << (due_ == kInfinity ? "idle" : "busy"); }

 private:
  Time service_time_;
  Time due_ = kInfinity;
  double job_ = 0;
};

int main() {
  Coupled experiment{"Experiment"};
  auto& generator = experiment.add<Generator>("Generator", GeneratorOptions{.increment = 1});
  auto& server = experiment.add<Server>("Server", 2.0);
  auto& transducer = experiment.add<Transducer>("Transducer", 10.0);
  experiment.couple(generator.out, server.in);
  experiment.couple(generator.out, transducer.arrived);
  experiment.couple(server.out, transducer.solved);
  experiment.couple(transducer.out, generator.stop);

  CsvTrace trace(std::cout, {.path = "Server"});
  Simulator simulator(flatten(experiment));
  simulator.add_observer(trace);
  simulator.run(12);

  const Transducer::Result result = transducer.result();
  std::cout << "throughput " << result.throughput << ", mean turnaround " << result.mean_turnaround << '\n';
  return result.solved == 4 && result.throughput == 0.4 && result.mean_turnaround == 2 ? 0 : 1;
}
