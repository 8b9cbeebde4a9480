// SPDX-License-Identifier: MIT
#include "escapement/qss/engine.h"

#include <algorithm>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::qss {
namespace {

constexpr std::size_t kFew = 16;  // so many due times are scanned faster than kept in a heap

std::string path_of(const Component& owner, const std::string& label) {
  return label.empty() ? owner.path() : owner.path() + "." + label;
}

}  // namespace

std::string Element::path() const {
  return path_of(*owner_, label_);
}

void Element::fail(const Engine& engine, const std::string& message) const {
  throw SimulationError(path(), engine.now(), message);
}

std::string Function::path() const {
  return path_of(*owner_, label_);
}

void Function::fail(const Engine& engine, const std::string& message) const {
  throw SimulationError(path(), engine.now(), message);
}

void Engine::start(Time t) {
  now_ = t;
  started_ = true;
  for (int round = 0; round < kRounds; ++round) {  // S1
    for (Element* element : elements_) element->start(*this, round);
    for (std::uint32_t f = 0; f < functions_.size(); ++f) evaluate(f);
    published_.clear();
    for (Element* element : elements_) element->changed(*this);
  }
  for (std::uint32_t e = 0; e < elements_.size(); ++e) plan_next(e);  // S2
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
  now_ = t;
  ++mark_;
  ++waves_;
  touched_.clear();
  if (next_ == t) {  // W1
    imminent_.clear();
    if (elements_.size() <= kFew) {
      for (std::uint32_t e = 0; e < due_.size(); ++e)
        if (due_[e] == t) imminent_.push_back(e);
    } else {
      heap_.least(imminent_);
      if (imminent_.size() > 1) std::sort(imminent_.begin(), imminent_.end());
    }
    if (watch_ != nullptr && !announced_ &&
        std::any_of(imminent_.begin(), imminent_.end(),
                    [&](std::uint32_t e) { return elements_[e]->makes_events(); }))
      announce(t, false);
    for (const std::uint32_t e : imminent_) {
      touch(e);
      elements_[e]->due(*this);
    }
  }
  if (published_.size() == 1)  // W2, W3
    follow_one();
  else if (!published_.empty())
    follow_many();
  for (std::size_t m = 0; m < messages_.size(); ++m) {  // W3
    touch(messages_[m].to.element);
    elements_[messages_[m].to.element]->message(*this, messages_[m].to.port, messages_[m].value);
  }
  published_.clear();
  messages_.clear();
  for (const std::uint32_t e : touched_) plan_next(e);  // W4
  find_next();
}

void Engine::touch(std::uint32_t element) {
  if (element_mark_[element] == mark_) return;
  element_mark_[element] = mark_;
  touched_.push_back(element);
}

void Engine::evaluate(std::uint32_t function) {
  Function& f = *functions_[function];
  signals_[f.output] = {now_, f.evaluate(*this)};
  ++evaluations_;
}

void Engine::follow_one() {
  const Plan plan = plans_[published_.front()];
  const std::uint32_t* const follow = follow_.data();
  for (std::uint32_t i = plan.functions; i < plan.readers; ++i) evaluate(follow[i]);
  for (std::uint32_t i = plan.readers; i < plan.end; ++i) tell(follow[i]);
}

void Engine::tell(std::uint32_t element) {
  touch(element);
  elements_[element]->changed(*this);
}

void Engine::follow_many() {
  scratch_.clear();
  for (const SignalId s : published_)
    for (std::uint32_t i = plans_[s].functions; i < plans_[s].readers; ++i)
      if (function_mark_[follow_[i]] != mark_) {
        function_mark_[follow_[i]] = mark_;
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
  const Time due = elements_[element]->next(*this);
  if (!(due >= now_)) elements_[element]->fail(*this, "its next event would be at " + to_text(due));
  due_[element] = due;
  if (elements_.size() <= kFew) return;
  if (due < kInfinity)
    heap_.set(element, due);
  else
    heap_.erase(element);
}

void Engine::find_next() {
  if (elements_.size() > kFew) {
    next_ = heap_.empty() ? kInfinity : heap_.top_key();
    return;
  }
  next_ = kInfinity;
  for (const Time due : due_) next_ = std::min(next_, due);
}

void Engine::set(SignalId signal, const Signal& piece) {
  signals_[signal] = piece;
  published_.push_back(signal);
}

void Engine::hand_over(std::uint32_t element, std::uint32_t port, double value) {
  messages_.push_back({{element, port}, value});
}

void Engine::publish(SignalId id, const Polynomial& piece) {
  signals_[id] = {now_, piece};
  published_.push_back(id);
}

void Engine::send(OutputId output, double value) {
  for (const Target& target : outputs_[output]) messages_.push_back({target, value});
}

void Engine::fail_in_loop() const {
  std::vector<std::string> names;
  for (std::size_t e = 0; e < elements_.size(); ++e)
    if (due_[e] == now_) names.push_back(elements_[e]->path());
  throw SimulationError(names.empty() ? "" : names.front(), now_,
                        "more than " + std::to_string(kWaveLimit) +
                            " events at one instant without time passing; still due: " + list_text(names));
}

void Engine::archive(Archive& archive) {
  std::vector<std::pair<Time, std::array<double, 4>>> pieces;
  for (const Signal& s : signals_) pieces.emplace_back(s.since, s.piece.c);
  archive(pieces, now_, waves_, evaluations_);
  if (archive.loading()) {
    if (pieces.size() != signals_.size()) throw ArchiveError("another number of signals was saved");
    for (std::size_t s = 0; s < signals_.size(); ++s) signals_[s] = {pieces[s].first, {pieces[s].second}};
  }
  for (Element* element : elements_) element->archive(archive);
  std::vector<Time> due = due_;
  archive(due);
  if (archive.saving()) return;
  for (std::uint32_t e = 0; e < elements_.size(); ++e) {
    due_[e] = due[e];
    if (elements_.size() <= kFew) continue;
    if (due[e] < kInfinity)
      heap_.set(e, due[e]);
    else
      heap_.erase(e);
  }
  find_next();
}

}  // namespace escapement::qss
