// SPDX-License-Identifier: MIT
#include "escapement/siman/statistic_elements.h"

#include <algorithm>
#include <limits>

#include "escapement/core/archive.h"
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
  type.may_end_run = [](const Value& v) { return v.find("limit") != nullptr; };
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
      {expression("value").must().because(
           "taken after every event, and integrated between events where it reads levels or TNOW; no "
           "attributes, no variates"),
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
  const std::size_t before = binder.moving_reads();
  expression_ = binder.compile_required(*this, "value", text_, {.entity = false, .random = false});
  moves_ = binder.follow_since(before, *this);
}

void DStat::start() {
  file_.start();
  since_ = now();
  if (moves_) statistic_->follow(this);
  EntityFrame frame(nullptr);
  const double value = expression_.evaluate_checked(frame);
  statistic_->set(now(), value);
  statistic_->clear(now());  // what it was before there was a value does not count
  file_.write(now(), value);
}

void DStat::observe() {
  EntityFrame frame(nullptr);
  const double value = expression_.evaluate_checked(frame);
  if (file_.writes() && value != statistic_->value()) [[unlikely]]
    file_.write(now(), value);
  statistic_->set(now(), value);
}

double DStat::value_at(double t) {
  const Time at = t;
  const ClockAt clock(*this, at);
  EntityFrame frame(nullptr);
  return expression_.evaluate_checked(frame);
}

namespace {

// An integral over an interval, that of the square, and extremes.
struct Area {
  double sum = 0, squares = 0;  // of v - origin
  double minimum = kInfinity, maximum = -kInfinity;
};

template <class Value>
Area gauss(double from, double to, double origin, Value value_at) {
  constexpr double kNodes[] = {0.3399810435848562648, 0.8611363115940525752};
  constexpr double kWeights[] = {0.6521451548625461426, 0.3478548451374538574};
  const double middle = 0.5 * (from + to), half = 0.5 * (to - from);
  Area area;
  for (int i = 0; i < 4; ++i) {
    const double v = value_at(middle + (i % 2 == 0 ? half : -half) * kNodes[i / 2]) - origin;
    area.sum += half * kWeights[i / 2] * v;
    area.squares += half * kWeights[i / 2] * v * v;
    area.minimum = std::min(area.minimum, v);
    area.maximum = std::max(area.maximum, v);
  }
  return area;
}

template <class Value>
Area adaptive(double from, double to, double origin, const Area& whole, int left, Value value_at) {
  constexpr double kTolerance = 1e-9;
  constexpr double kRounding = 64 * std::numeric_limits<double>::epsilon();
  const double middle = 0.5 * (from + to);
  if (left == 0 || !(middle > from && middle < to)) return whole;
  Area first = gauss(from, middle, origin, value_at), second = gauss(middle, to, origin, value_at);
  const auto apart = [](double a, double b, double c, double noise) {
    return std::abs(a + b - c) > kTolerance * (std::abs(a) + std::abs(b)) + noise;
  };
  // Over a short time v - origin is little more than the rounding of v, which no halving makes smaller.
  const double spread = std::max(std::abs(whole.minimum), std::abs(whole.maximum));
  const double rounding = kRounding * (std::abs(origin) + spread);
  const double noise = rounding * (to - from);
  if (apart(first.sum, second.sum, whole.sum, noise) ||
      apart(first.squares, second.squares, whole.squares, noise * (2 * spread + rounding))) {
    first = adaptive(from, middle, origin, first, left - 1, value_at);
    second = adaptive(middle, to, origin, second, left - 1, value_at);
  }
  return {first.sum + second.sum, first.squares + second.squares, std::min(first.minimum, second.minimum),
          std::max(first.maximum, second.maximum)};
}

}  // namespace

void Observed::fail_between_events(double t, const std::string& why) const {
  throw SimulationError(address(), t, why);
}

void DStat::bring_to(double t) {
  if (since_ < t) between_events(t, [&] { integrate_to(t); });
}

void DStat::integrate_to(double t) {
  constexpr int kHalvings = 40;
  const auto value = [this](double at) { return value_at(at); };
  while (since_ < t) {
    const double batch = statistic_->next_batch();
    const double end = batch > since_ && batch < t ? batch : t;
    const double first = value(since_), last = value(end), held = end - since_;
    const Area area = adaptive(since_, end, first, gauss(since_, end, first, value), kHalvings, value);
    const double mean = area.sum / held;
    statistic_->move(end, {first + mean, std::max(0.0, area.squares / held - mean * mean),
                           std::min({first, last, first + area.minimum}),
                           std::max({first, last, first + area.maximum}), last});
    since_ = end;
  }
}

void DStat::archive(Archive& archive) {
  file_.refuse_archive(archive, *this);
  archive(since_);
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
      {expression("value").must().because("such as TAVG(Wait) / MR(Clerk); no attributes, no variates"),
       ObservationFile::field()},
      {}};
  type.statistics = {{"", "output", "the value at the end"}};
  return type;
}

void Output::declare(Binder& binder) {
  binder.output(*this, path(), [this](double t_end) { return value_at(t_end); });
  if (!file_.empty()) binder.world().told_at_end.push_back(this);
}

double Output::value_at(double t) {
  const Time end = t;
  const ClockAt clock(*this, end);
  EntityFrame frame(nullptr);
  return expression_.evaluate(frame);  // no number, such as 0/0, is a value that is not there
}

void Output::bind(Binder& binder) {
  file_.bind(binder, *this);
  expression_ = binder.compile_required(*this, "value", text_, {.entity = false, .random = false});
}

void Terminator::bind(Binder& binder) {
  binder.world().note_terminator();
  expression_ = binder.compile_required(*this, "terminate", text_, {.entity = false, .random = false});
}

bool Terminator::reached() {
  EntityFrame frame(nullptr);
  return expression_.evaluate_truth(frame);
}

}  // namespace escapement::siman
