// SPDX-License-Identifier: MIT
// A factory that makes cars to order (after the CarFactory example of DEVSLib). An order each 3 time units
// from 1. Four pistons one after the other, 0.2 each, and an engine body, 1, make an engine in 2; chassis,
// body and transmission take 1 each; with the engine they become a car in 2. So a car takes 1 + 2 + 2 = 5 and
// leaves at 6, 9, 12, ...
#include <gtest/gtest.h>

#include <deque>
#include <memory>

#include "coupled/simple_models.h"
#include "escapement/atomic/generator.h"
#include "escapement/atomic/recorder.h"

namespace escapement {
namespace {

// Makes `lot` parts for each order, one after the other.
struct Maker : Atomic {
  Maker(std::string name, const char* each, int lot) : Atomic(std::move(name)), each_(each), lot_(lot) {}
  InPort<double> order{*this, "order"};
  OutPort<double> part{*this, "part"};
  void external(Time) override {
    for (std::size_t i = 0; i < order.bag().size(); ++i) {
      if (todo_ == 0) start();
      todo_ += lot_;
    }
  }
  void output() override { part.put(1); }
  void internal() override {
    ++made_;
    if (--todo_ == 0) made_ = 0;
  }
  TimeAdvance time_advance() const override {
    return todo_ == 0 ? TimeAdvance::never() : TimeAdvance::at(plan_.tick(made_));
  }

 private:
  void start() { plan_ = Periodic(to_text(now()), each_), made_ = 1; }
  const char* each_;
  int lot_, todo_ = 0;
  Periodic plan_{"0", "1"};
  std::uint64_t made_ = 0;
};

// Takes so many parts of each kind and joins them.
struct Assembly : Atomic {
  Assembly(std::string name, Time duration, std::vector<int> needed)
      : Atomic(std::move(name)), duration_(duration), needed_(std::move(needed)), stock_(needed_.size(), 0) {
    for (std::size_t i = 0; i < needed_.size(); ++i) names.push_back("part" + std::to_string(i));
    for (const std::string& n : names) parts.push_back(std::make_unique<InPort<double>>(*this, n.c_str()));
  }
  std::vector<std::string> names;
  std::vector<std::unique_ptr<InPort<double>>> parts;
  OutPort<double> out{*this, "out"};
  void external(Time) override {
    for (std::size_t i = 0; i < parts.size(); ++i) stock_[i] += static_cast<int>(parts[i]->bag().size());
    start_when_ready();
  }
  void output() override { out.put(1); }
  void internal() override {
    due_ = kInfinity;
    start_when_ready();
  }
  TimeAdvance time_advance() const override { return TimeAdvance::at(due_); }

 private:
  void start_when_ready() {
    if (due_ != kInfinity) return;
    for (std::size_t i = 0; i < stock_.size(); ++i)
      if (stock_[i] < needed_[i]) return;
    for (std::size_t i = 0; i < stock_.size(); ++i) stock_[i] -= needed_[i];
    due_ = now() + duration_;
  }
  Time duration_, due_ = kInfinity;
  std::vector<int> needed_, stock_;
};

TEST(CarFactory, FifteenCarsOfSeventeenOrdersInFifty) {
  Coupled root("Factory");
  auto& orders = root.add<Generator>("Orders", GeneratorOptions{.ticks = Periodic("1", "3")});
  auto& cars = root.add<Recorder>("Cars");
  auto& engine = root.add<Coupled>("Engine");
  auto& engine_order = engine.add_input<double>("order");
  auto& engine_out = engine.add_output<double>("out");
  auto& pistons = engine.add<Maker>("Pistons", "0.2", 4);
  auto& block = engine.add<Maker>("Block", "1", 1);
  auto& joined = engine.add<Assembly>("Joined", 2.0, std::vector<int>{4, 1});
  engine.couple(engine_order, pistons.order);
  engine.couple(engine_order, block.order);
  engine.couple(pistons.part, *joined.parts[0]);
  engine.couple(block.part, *joined.parts[1]);
  engine.couple(joined.out, engine_out);
  auto& last = root.add<Assembly>("Last", 2.0, std::vector<int>{1, 1, 1, 1});
  root.couple(orders.out, engine_order);
  root.couple(engine_out, *last.parts[0]);
  int kind = 1;
  for (const char* name : {"Chassis", "Body", "Transmission"}) {
    auto& maker = root.add<Maker>(name, "1", 1);
    root.couple(orders.out, maker.order);
    root.couple(maker.part, *last.parts[static_cast<std::size_t>(kind++)]);
  }
  root.couple(last.out, cars.in);
  Simulator(flatten(root)).run(50);
  EXPECT_EQ(orders.sent(), 17u);
  ASSERT_EQ(cars.count(), 15u);
  for (std::size_t i = 0; i < cars.count(); ++i)
    EXPECT_EQ(cars.entries()[i].time, 6.0 + 3.0 * static_cast<double>(i));
}

}  // namespace
}  // namespace escapement
