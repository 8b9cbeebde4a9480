// SPDX-License-Identifier: MIT
#include "escapement/qss/engine.h"

#include <algorithm>

#include "engine_parts.h"
#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::qss {
namespace {

std::string path_of(const Component& owner, const std::string* label) {
  return label == nullptr ? owner.path() : owner.path() + "." + *label;
}

}  // namespace

std::string Element::path() const {
  return path_of(*owner_, label_.get());
}

void Element::fail(const Engine& engine, const std::string& message) const {
  throw SimulationError(path(), engine.now(), message);
}

std::string Function::path() const {
  return path_of(*owner_, label_.get());
}

void Function::fail(const Engine& engine, const std::string& message) const {
  throw SimulationError(path(), engine.now(), message);
}

void Engine::start(Time t) {
  now_ = t;
  for (int round = 0; round < kRounds; ++round) {  // S1
    for (std::uint32_t e = 0; e < element_count_; ++e) elements_[e].element->start(*this, round);
    for (std::uint32_t f = 0; f < function_count_; ++f) evaluate(f);
    published_.count = 0;
    for (std::uint32_t e = 0; e < element_count_; ++e) elements_[e].element->changed(*this);
  }
  for (std::uint32_t e = 0; e < element_count_; ++e) plan_next(e);  // S2
  find_next();
}

void Engine::run_instant(Time t) {
  long count = 0;
  do {
    if (++count > kWaveLimit) fail_in_loop();
    wave(t);
  } while (next_ == t);
  if (announced_) {
    announced_ = false;
    watch_->after(t);
  }
}

void Engine::wave(Time t) {
  if (tells_instants_ && t != now_) [[unlikely]]
    watch_->instant(t);
  now_ = t;
  ++mark_;
  ++waves_;
  touched_.count = 0;
  if (next_ == t) {  // W1
    imminent_.count = 0;
    if (element_count_ <= kFew) {
      for (std::uint32_t e = 0; e < element_count_; ++e)
        if (elements_[e].due == t) imminent_.add(e);
    } else {
      least_.clear();
      heap_.least(least_);
      if (least_.size() > 1) std::sort(least_.begin(), least_.end());
      for (const std::uint32_t e : least_) imminent_.add(e);
    }
    if (watch_ != nullptr && !announced_ &&
        std::any_of(imminent_.begin(), imminent_.end(),
                    [&](std::uint32_t e) { return elements_[e].element->makes_events(); }))
      announce(t, false);
    for (const std::uint32_t e : imminent_) {
      touch(e);
      elements_[e].element->due(*this);
    }
  }
  if (published_.count == 1)  // W2, W3
    follow_one();
  else if (published_.count > 0)
    follow_many();
  for (std::size_t m = 0; m < messages_.size(); ++m) {  // W3
    touch(messages_[m].to.element);
    elements_[messages_[m].to.element].element->message(*this, messages_[m].to.port, messages_[m].value);
  }
  published_.count = 0;
  messages_.clear();
  for (const std::uint32_t e : touched_) plan_next(e);  // W4
  find_next();
}

void Engine::touch(std::uint32_t element) {
  if (elements_[element].mark == mark_) return;
  elements_[element].mark = mark_;
  touched_.add(element);
}

void Engine::evaluate(std::uint32_t function) {
  const FunctionEntry& f = functions_[function];
  signals_[f.output] = {now_, f.function->evaluate(*this)};
  ++evaluations_;
}

void Engine::follow_one() {
  const Plan plan = plans_[*published_.items];
  for (std::uint32_t i = plan.functions; i < plan.readers; ++i) evaluate(follow_[i]);
  for (std::uint32_t i = plan.readers; i < plan.end; ++i) tell(follow_[i]);
}

void Engine::tell(std::uint32_t element) {
  touch(element);
  elements_[element].element->changed(*this);
}

void Engine::follow_many() {
  scratch_.clear();
  for (const SignalId s : published_)
    for (std::uint32_t i = plans_[s].functions; i < plans_[s].readers; ++i)
      if (functions_[follow_[i]].mark != mark_) {
        functions_[follow_[i]].mark = mark_;
        scratch_.push_back(follow_[i]);
      }
  std::sort(scratch_.begin(), scratch_.end());
  for (const std::uint32_t f : scratch_) evaluate(f);
  scratch_.clear();
  for (const SignalId s : published_)
    for (std::uint32_t i = plans_[s].readers; i < plans_[s].end; ++i) scratch_.push_back(follow_[i]);
  std::sort(scratch_.begin(), scratch_.end());
  scratch_.erase(std::unique(scratch_.begin(), scratch_.end()), scratch_.end());
  for (const std::uint32_t e : scratch_) tell(e);
}

void Engine::plan_next(std::uint32_t element) {
  ElementEntry& entry = elements_[element];
  const Time due = entry.element->next(*this);
  if (!(due >= now_)) entry.element->fail(*this, "its next event would be at " + to_text(due));
  entry.due = due;
  ++plans_made_;
  if (element_count_ <= kFew) return;
  if (due < kInfinity)
    heap_.set(element, due);
  else
    heap_.erase(element);
}

void Engine::find_next() {
  if (element_count_ > kFew) {
    next_ = heap_.empty() ? kInfinity : heap_.top_key();
    return;
  }
  Time next = kInfinity;
  for (std::uint32_t e = 0; e < element_count_; ++e) next = std::min(next, elements_[e].due);
  next_ = next;
}

void Engine::set(SignalId signal, const Signal& piece) {
  signals_[signal] = piece;
  note_published(signal);
}

void Engine::note_published(SignalId id) {
  if (published_.count == published_room_) {
    const std::vector<SignalId> before(published_.begin(), published_.end());
    published_room_ *= 2;
    published_more_.resize(published_room_);
    std::copy(before.begin(), before.end(), published_more_.begin());
    published_.items = published_more_.data();
  }
  published_.add(id);
}

void Engine::hand_over(std::uint32_t element, std::uint32_t port, double value) {
  messages_.push_back({{element, port}, value});
}

void Engine::publish(SignalId id, const Polynomial& piece) {
  signals_[id] = {now_, piece};
  note_published(id);
}

void Engine::send(OutputId output, double value) {
  for (const Target& target : outputs_[output]) messages_.push_back({target, value});
}

void Engine::fail_in_loop() const {
  std::vector<std::string> names;
  for (std::uint32_t e = 0; e < element_count_; ++e)
    if (elements_[e].due == now_) names.push_back(elements_[e].element->path());
  throw SimulationError(names.empty() ? "" : names.front(), now_,
                        "more than " + std::to_string(kWaveLimit) +
                            " events at one instant without time passing; still due: " + list_text(names));
}

void Engine::archive(Archive& archive) {
  std::vector<std::pair<Time, std::array<double, 4>>> pieces;
  for (std::uint32_t s = 0; s < signal_count_; ++s)
    pieces.emplace_back(signals_[s].since, signals_[s].piece.c);
  archive(pieces, now_, waves_, evaluations_, plans_made_);
  if (archive.loading()) {
    if (pieces.size() != signal_count_) throw ArchiveError("another number of signals was saved");
    for (std::size_t s = 0; s < signal_count_; ++s) signals_[s] = {pieces[s].first, {pieces[s].second}};
  }
  for (std::uint32_t e = 0; e < element_count_; ++e) elements_[e].element->archive(archive);
  std::vector<Time> due;
  for (std::uint32_t e = 0; e < element_count_; ++e) due.push_back(elements_[e].due);
  archive(due);
  if (archive.saving()) return;
  for (std::uint32_t e = 0; e < element_count_; ++e) {
    elements_[e].due = due[e];
    if (element_count_ <= kFew) continue;
    if (due[e] < kInfinity)
      heap_.set(e, due[e]);
    else
      heap_.erase(e);
  }
  find_next();
}

}  // namespace escapement::qss
