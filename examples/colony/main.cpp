// SPDX-License-Identifier: MIT
// A colony of cells: structure that changes while the model runs. Each cell divides once per time unit; the
// new cell is a model of its own, which divides a time unit later. After n time units there are 2^n cells.
#include <cstdio>
#include <string>
#include <utility>

#include "escapement/atomic/atomic.h"
#include "escapement/core/simulator.h"
#include "escapement/coupled/coupled.h"
#include "escapement/coupled/flatten.h"
#include "escapement/coupled/structure_change.h"

using namespace escapement;

class Cell : public Atomic {
 public:
  Cell(std::string name, Coupled& dish) : Atomic(std::move(name)), dish_(dish) {}

  void initialize() override { due_ = now() + 1; }
  void internal() override {
    StructureChange change(*this);
    change.add<Cell>(dish_, name() + "_" + std::to_string(++divisions_), dish_);
    due_ = now() + 1;
  }
  TimeAdvance time_advance() const override { return TimeAdvance::at(due_); }

 private:
  Coupled& dish_;
  Time due_ = 0;
  int divisions_ = 0;
};

int main() {
  Coupled dish{"Dish"};
  dish.add<Cell>("Cell", dish);
  Simulator simulator(flatten(dish));
  for (int t = 1; t <= 10; ++t) {
    simulator.run(t);
    std::printf("after %2d time units: %zu cells\n", t, simulator.model_count());
    if (simulator.model_count() != std::size_t{1} << t) return 1;
  }
  return 0;
}
