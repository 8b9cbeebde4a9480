// SPDX-License-Identifier: MIT
#include "escapement/siman/statistic_elements.h"

#include <algorithm>

#include "escapement/core/error.h"
#include "escapement/siman/process_host.h"

namespace escapement::siman {

namespace {

const std::vector<std::string> kClear = {"Statistics", "System", "None"};  // in the order of Counter::Clear

}  // namespace

Counter::Counter(std::string name, double limit, Reference file, Clear clear)
    : Member(std::move(name)), limit_(limit), file_(std::move(file)), clear_(clear) {}

Counter::Clear Counter::clear_from(const registry::Arguments& arguments) {
  const std::string word = arguments.string("clear", kClear[0]);
  return static_cast<Clear>(std::find(kClear.begin(), kClear.end(), word) - kClear.begin());
}

registry::ComponentType Counter::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Counter";
  type.section = "counters";
  type.doc = "A counter that blocks add to.";
  type.parameters = {
      "counter",
      "",
      {number("limit").because("the replication ends when the count reaches it; no limit when absent"),
       choice("clear", kClear)
           .by_default(kClear[0])
           .because(
               "when the count begins at 0 again: at the end of the warm-up, too; or at the start of each "
               "replication only; None: never, for studies of one replication"),
       ObservationFile::field()},
      {}};
  type.statistics = {{"", "counter", "the count"}};
  return type;
}

void Counter::declare(Binder& binder) {
  counter_ = &binder.counter(*this, path());
  if (clear_ != Clear::kStatistics) counter_->go_on_after_warmup();
  if (clear_ == Clear::kNone && binder.world().environment().replications > 1)
    binder.fault(
        *this, {},
        "counter '" + path() +
            "' is to go on from one replication to the next, but replications are independent and may "
            "run side by side",
        "set \"clear\" to \"System\", or run one replication");
}

void Counter::add(double by) {
  counter_->increment(by);
  file_.write(now(), counter_->value());
  if (counter_->value() >= limit_) world().stop();
}

registry::ComponentType TallyElement::descriptor() {
  registry::ComponentType type;
  type.name = "siman.TallyElement";
  type.section = "tallies";
  type.doc = "A tally that blocks observe into.";
  type.parameters = {"tally", "", {ObservationFile::field()}, {}};
  type.statistics = {{"", "tally", "the observations"}};
  return type;
}

void TallyElement::declare(Binder& binder) {
  tally_ = &binder.tally(*this, path());
}

registry::ComponentType DStat::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.DStat";
  type.section = "timePersistents";
  type.doc = "A time-persistent statistic of an expression of the state, such as NQ(Line) + NR(Clerk).";
  type.parameters = {
      "time-persistent statistic",
      "",
      {expression("value").must().because("taken after every event; no attributes, no variates"),
       ObservationFile::field()},
      {}};
  type.statistics = {{"", "timePersistent", "the value over time"}};
  return type;
}

void DStat::declare(Binder& binder) {
  statistic_ = &binder.time_persistent(*this, path());
}

void DStat::bind(Binder& binder) {
  file_.bind(binder, *this);
  expression_ = binder.compile_required(*this, "value", text_, {.entity = false, .random = false});
}

void DStat::start() {
  file_.start();
  EntityFrame frame(nullptr);
  const double value = expression_.evaluate_checked(frame);
  statistic_->set(now(), value);
  file_.write(now(), value);
}

void DStat::observe() {
  EntityFrame frame(nullptr);
  const double value = expression_.evaluate_checked(frame);
  if (file_.writes() && value != statistic_->value()) [[unlikely]]
    file_.write(now(), value);
  statistic_->set(now(), value);
}

registry::ComponentType Output::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Output";
  type.section = "outputStatistics";
  type.doc = "An output: an expression that is evaluated once, at the end of each replication.";
  type.parameters = {
      "output",
      "",
      {expression("value").must().because("such as TAVG(Wait) / MR(Clerk); no attributes, no variates")},
      {}};
  type.statistics = {{"", "output", "the value at the end"}};
  return type;
}

void Output::declare(Binder& binder) {
  binder.output(*this, path(), [this](double t_end) {
    const Time end = t_end;
    const ClockAt clock(*this, end);
    EntityFrame frame(nullptr);
    return expression_.evaluate(frame);  // no number, such as 0/0, is a value that is not there
  });
}

void Output::bind(Binder& binder) {
  expression_ = binder.compile_required(*this, "value", text_, {.entity = false, .random = false});
}

void Terminator::bind(Binder& binder) {
  expression_ = binder.compile_required(*this, "terminate", text_, {.entity = false, .random = false});
}

bool Terminator::reached() {
  EntityFrame frame(nullptr);
  return expression_.evaluate_truth(frame);
}

}  // namespace escapement::siman
