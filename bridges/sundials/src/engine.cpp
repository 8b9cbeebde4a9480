// SPDX-License-Identifier: MIT
#include "engine.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::sundials::internal {
namespace {

std::vector<Relation> relations_of(const System& system, std::size_t quanta) {
  std::vector<Relation> relations;
  for (const Condition& condition : system.conditions()) relations.push_back(condition.relation);
  relations.insert(relations.end(), quanta, Relation::kAtLeast);
  return relations;
}

std::vector<char> driven_of(const System& system, const std::vector<Engine::Quantum>& quanta) {
  std::vector<char> driven;
  for (const Condition& condition : system.conditions()) driven.push_back(condition.driven ? 1 : 0);
  for (const Engine::Quantum& one : quanta) driven.push_back(one.variable >= system.size() ? 1 : 0);
  return driven;
}

std::vector<std::string> texts_of(const System& system) {
  std::vector<std::string> texts;
  for (const Condition& condition : system.conditions()) texts.push_back(condition.text);
  return texts;
}

}  // namespace

Engine::Engine(std::unique_ptr<System> system, const Options& options, std::vector<Quantum> quanta,
               std::vector<double> initial_inputs)
    : system_(std::move(system)),
      quanta_(std::move(quanta)),
      bases_(quanta_.size(), 0.0),
      condition_count_(system_->conditions().size()),
      output_count_(system_->output_names().size()),
      crossings_(relations_of(*system_, quanta_.size()), driven_of(*system_, quanta_), system_->followed()),
      zeno_(texts_of(*system_)),
      y_(system_->size()),
      dy_(system_->size()),
      probe_(system_->size()),
      shown_(system_->size() + output_count_),
      tolerance_(options.tolerance) {
  input_values_ = std::move(initial_inputs);
  input_values_.resize(system_->input_names().size());
  for (const double value : input_values_) inputs_.push_back({0, {value, 0, 0, 0}});
  Options limited = options;
  limited.maximum_step = std::min(options.maximum_step, system_->longest_step());
  integrator_ = make_integrator(*system_, *this, limited);
}

Engine::Passed Engine::point_at(double t) {
  Passed point{t, {}};
  state(t, probe_.data());
  system_->remembered(t, probe_.data(), at(t), point.values);
  largest_.resize(point.values.size(), 0);
  for (std::size_t i = 0; i < largest_.size(); ++i)
    largest_[i] = std::max(largest_[i], std::abs(point.values[i]));
  return point;
}

// By quarters, and by halves of the stretch where these are too few for a cubic. Its error at the middle of
// the pieces is 9/384 of the fourth difference. What depends on time alone may be steep where the solver sees
// nothing.
void Engine::tell_passed(const Passed& from, const Passed& middle, const Passed& to, int depth) {
  constexpr double kCubic = 9.0 / 384;
  constexpr int kDeepest = 16;
  const Passed first = point_at(from.t + (middle.t - from.t) / 2),
               third = point_at(middle.t + (to.t - middle.t) / 2);
  bool fits = depth >= kDeepest || !(first.t > from.t && third.t < to.t);
  if (!fits) {
    fits = true;
    for (std::size_t i = 0; i < largest_.size(); ++i) {
      const double fourth =
          from.values[i] - 4 * first.values[i] + 6 * middle.values[i] - 4 * third.values[i] + to.values[i];
      fits = fits && !(kCubic * std::abs(fourth) > tolerance_ * largest_[i]);
    }
  }
  if (!fits) {
    tell_passed(from, first, middle, depth + 1);
    tell_passed(middle, third, to, depth + 1);
    return;
  }
  for (const Passed* one : {&first, &middle, &third, &to}) system_->passed(one->t, one->values);
}

// Tells a system with a memory what has passed since reached_.
void Engine::pass_to(double t) {
  if (system_->remembers() && t > reached_)
    tell_passed(point_at(reached_), point_at(reached_ + (t - reached_) / 2), point_at(t), 0);
  reached_ = t;
}

const double* Engine::at(double t) {
  if (moving_)
    for (std::size_t i = 0; i < inputs_.size(); ++i) input_values_[i] = inputs_[i].at(t);
  return input_values_.data();
}

void Course::archive(Archive& archive) {
  archive(since, c);
}

bool Engine::goes_on_as(std::size_t i, const Course& course) const {
  if (course.stays() && inputs_[i].stays()) return course.c[0] == inputs_[i].c[0];
  return course.since == inputs_[i].since && course.c == inputs_[i].c;
}

void Engine::start(double t) {
  system_->start(t, y_, dy_, at(t));
  for (std::size_t i = 0; i < y_.size(); ++i)
    if (!std::isfinite(y_[i]))
      throw Error("the start value of '" + system_->state_name(i) + "' is " + to_text(y_[i]) +
                  ", but it must be finite");
  fired_.clear();
  handle_now_ = at_once_ = false;
  begin_at(t);
  restarts_ = 0;  // the start is none
  if (!quanta_.empty()) {
    values(t, shown_.data());
    for (std::size_t i = 0; i < quanta_.size(); ++i) bases_[i] = shown_[quanta_[i].variable];
  }
  crossings_.settle(t, *this);
}

void Engine::at(double t, double* g) {
  state(t, probe_.data());
  const std::size_t followed = system_->followed();
  if (condition_count_ > 0 || followed > 0) system_->condition_values(t, probe_.data(), at(t), g);
  if (followed > 0) system_->followed_values(g + condition_count_ + quanta_.size());
  for (std::size_t i = 0; i < condition_count_; ++i)
    if (std::isnan(g[i])) [[unlikely]]
      throw Error("the condition '" + system_->conditions()[i].text + "' cannot be told at time " +
                  to_text(t) + ": its value is nan");
  if (quanta_.empty()) return;
  values(t, shown_.data());
  for (std::size_t i = 0; i < quanta_.size(); ++i)
    g[condition_count_ + i] = std::abs(shown_[quanta_[i].variable] - bases_[i]) - quanta_[i].size;
}

void Engine::state(double t, double* y) const {
  if (t == restart_time_)  // exactly, where dense output is good to the tolerance only
    std::copy(restarted_.begin(), restarted_.end(), y);
  else
    integrator_->interpolate(t, y);
}

void Engine::values(double t, double* out) {
  state(t, out);
  if (output_count_ > 0) system_->outputs(t, out, at(t), out + y_.size());
}

void Engine::bring_to(double t) {
  state(t, y_.data());
  if (system_->implicit() && end_ > restart_time_) integrator_->interpolate_derivative(t, dy_.data());
}

// C7 without the conditions: y_ and dy_ are where it starts from.
void Engine::begin_at(double t) {
  origin_ = {t, y_, dy_, 0, {}};
  ++restarts_;
  system_->integration_begins();
  integrator_->restart(t, y_, dy_);
  restart_time_ = reached_ = end_ = t;
  restarted_ = y_;
  ask_next_stop(t);
}

void Engine::ask_next_stop(double t) {
  stop_ = system_->next_stop(t);
  if (!(stop_ > t))
    throw InternalError("next_stop() of a system answers " + to_text(stop_) + ", which is not after " +
                        to_text(t));
  origin_.stops.emplace_back(origin_.steps, stop_);
}

// Solvers go on with steps so short that time does not change any more, for instance where the solution has a
// pole; some of them may be taken on the way to longer ones.
void Engine::take_step() {
  constexpr int kPatience = 100;
  const double before = end_;
  for (int i = 0; i < kPatience; ++i) {
    end_ = integrator_->step(stop_);
    ++origin_.steps;
    system_->step_taken();
    if (end_ > before) return;
  }
  integrator_->interpolate(end_, probe_.data());
  std::size_t largest = 0;
  for (std::size_t i = 0; i < probe_.size(); ++i)
    if (!(std::abs(probe_[i]) <= std::abs(probe_[largest]))) largest = i;
  throw Error(
      "the solver needs steps so short that time stands still at " + to_text(end_) + ", where '" +
      system_->state_name(largest) + "' is " + to_text(probe_[largest]) +
      ": the solution grows without bound there, or a right side jumps without a condition that says so");
}

// The solver may have stepped on to where a variable that it does not need, or a condition, has no value any
// more, perhaps beyond the end of the run. Then the step is looked at as far as there is one, to `end`, which
// comes as near to that place as it takes.
bool Engine::search_up_to(double& end) {
  constexpr double kNear = 1e-10;  // of the time since the last restart
  double from = reached_;
  while (true) {
    try {
      return crossings_.search(from, end, *this, from == restart_time_);
    } catch (const Error&) {
      from = crossings_.left();
      const double nearer = from + (end - from) / 2;
      if (!(nearer - from > kNear * (end - restart_time_)) || !(nearer > from)) throw;
      end = nearer;
    }
  }
}

void Engine::plan() {
  if (at_once_) {  // C7
    due_ = reached_;
    kind_ = Due::kConditions;
    return;
  }
  fired_.clear();
  if (!(end_ > reached_)) take_step();
  // A stop may have come up inside of the step.
  double end = std::min(end_, stop_);
  if (search_up_to(end)) {
    due_ = crossings_.time();
    kind_ = Due::kConditions;
    fired_ = crossings_.fired();
    if (crossings_.jumped()) {
      system_->jumped(crossings_.before_jump(), due_);
      handle_now_ = true;
    }
    return;
  }
  due_ = end;
  kind_ = end >= stop_ ? Due::kStop : Due::kStepEnd;
}

void Engine::pass_step_end() {
  pass_to(due_);
}

std::span<const std::size_t> Engine::of_system(const std::vector<std::size_t>& fired) const {
  const auto end =
      std::find_if(fired.begin(), fired.end(), [&](std::size_t i) { return i >= condition_count_; });
  return {fired.data(), static_cast<std::size_t>(end - fired.begin())};
}

void Engine::emit(std::vector<Sent>& to) {
  state(due_, probe_.data());
  system_->emit(due_, probe_, at(due_), of_system(fired_), to);
}

// What is newly true after a change fires at once; what the system has dealt with itself does not.
void Engine::look_again(double t) {
  fired_ = crossings_.newly_true(t, *this);
  if (system_->settles_itself()) std::erase_if(fired_, [&](std::size_t i) { return i < condition_count_; });
  at_once_ = !fired_.empty();
}

Change Engine::fire() {
  const double t = due_;
  const bool handles = std::exchange(handle_now_, false) || t >= stop_ || !of_system(fired_).empty();
  const std::vector<std::size_t> fired = std::exchange(fired_, {});
  at_once_ = false;
  pass_to(t);
  if (fired.size() > of_system(fired).size()) {
    values(t, shown_.data());
    for (std::size_t i = of_system(fired).size(); i < fired.size(); ++i) {
      const std::size_t q = fired[i] - condition_count_;
      bases_[q] = shown_[quanta_[q].variable];
    }
  }
  Change change = Change::kNothing;
  if (handles) {
    bring_to(t);
    change = system_->handle(t, y_, at(t), of_system(fired));
    if (change != Change::kNothing) {
      ++events_;
      zeno_.note(t, of_system(fired));
    }
  }
  if (change == Change::kSystem) {
    for (std::size_t i = 0; i < y_.size(); ++i)
      if (!std::isfinite(y_[i]))
        throw Error("an event at time " + to_text(t) + " sets '" + system_->state_name(i) + "' to " +
                    to_text(y_[i]) + ", but it must be finite");
    begin_at(t);
  } else if (handles) {
    ask_next_stop(t);
  }
  look_again(t);
  return change;
}

Change Engine::finish(double t) {
  pass_to(t);
  bring_to(t);
  const Change change = system_->finish(t, y_, at(t));
  if (change != Change::kNothing) {
    ++events_;
    restart_time_ = t;
    restarted_ = y_;
  }
  return change;
}

bool Engine::set_inputs(double t, const std::vector<std::pair<std::size_t, Course>>& news) {
  bool differs = false;
  for (const auto& [i, course] : news) {
    for (std::size_t k = 0; k < course.c.size(); ++k)
      if (!std::isfinite(course.c[k]))
        throw Error("the input '" + system_->input_names()[i] + "' gets " +
                    (k == 0 ? to_text(course.c[k]) : "a derivative of " + to_text(course.c[k])) +
                    ", but it must be finite");
    differs = differs || !goes_on_as(i, course);
  }
  if (!differs) return false;
  const std::vector<std::size_t> pending = at_once_ ? fired_ : std::vector<std::size_t>();
  pass_to(t);
  bring_to(t);
  crossings_.settle(t, *this);  // as they are with the old values
  for (const auto& [i, course] : news) {
    inputs_[i] = course;
    input_values_[i] = course.at(t);
  }
  moving_ = std::any_of(inputs_.begin(), inputs_.end(), [](const Course& one) { return !one.stays(); });
  ++events_;
  begin_at(t);
  fired_.clear();
  const std::vector<std::size_t> risen = crossings_.newly_true(t, *this);
  std::set_union(pending.begin(), pending.end(), risen.begin(), risen.end(), std::back_inserter(fired_));
  handle_now_ = system_->handles_inputs();
  at_once_ = !fired_.empty() || handle_now_;
  return true;
}

continuous::Counters Engine::counters() const {
  continuous::Counters sum = integrator_->counters();
  sum += loaded_;
  sum.events = events_;
  sum.restarts = restarts_;
  sum.state_choices = system_->state_choices();
  return sum;
}

void Engine::Origin::archive(Archive& archive) {
  archive(time, y, dy, steps, stops);
}

void Engine::archive(Archive& archive) {
  continuous::Counters counted = counters();
  Origin origin = origin_;
  archive(inputs_, input_values_, moving_, bases_, origin, reached_, due_, kind_, fired_, handle_now_,
          at_once_, counted, events_, restarts_, largest_);
  system_->archive(archive);
  zeno_.archive(archive);
  crossings_.archive(archive);
  if (!archive.loading()) return;
  // The same steps again.
  y_ = origin.y;
  dy_ = origin.dy;
  system_->integration_begins_again();
  integrator_->restart(origin.time, y_, dy_);
  restarted_ = y_;
  restart_time_ = end_ = origin.time;
  std::size_t next = 0;
  for (std::uint64_t step = 0;; ++step) {
    while (next < origin.stops.size() && origin.stops[next].first == step)
      stop_ = origin.stops[next++].second;
    if (step == origin.steps) break;
    end_ = integrator_->step(stop_);
    system_->step_taken();
  }
  origin_ = std::move(origin);
  const continuous::Counters again = integrator_->counters();
  loaded_.steps = counted.steps - again.steps;  // may wrap around, and back when they are added
  loaded_.rejected = counted.rejected - again.rejected;
  loaded_.evaluations = counted.evaluations - again.evaluations;
  loaded_.jacobians = counted.jacobians - again.jacobians;
}

}  // namespace escapement::sundials::internal
