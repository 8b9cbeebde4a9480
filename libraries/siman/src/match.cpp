// SPDX-License-Identifier: MIT
#include "escapement/siman/match.h"
#include "escapement/siman/member_reference.h"

#include <algorithm>

#include "escapement/core/error.h"
#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {

Match::Match(std::string name, Options options) : QueueHold(std::move(name)), options_(std::move(options)) {
  for (std::size_t i = 1; i <= options_.number; ++i) lines_.push_back(std::make_unique<Line>(*this, i));
}

registry::ComponentType Match::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Match";
  type.doc = "MATCH: entities wait in several queues until there is one in each, and go on together.";
  type.parameters = {
      "siman.Match",
      "",
      {integer("number").at_least(2).by_default("2").because("of queues: entries in1, in2 ..."),
       expression("match").because(
           "only entities of one value of this go together, usually an attribute; any entities when absent")},
      {}};
  type.ports_of = [](const Value& v) {
    const Value* number = v.find("number");
    const std::size_t count = number != nullptr && number->is(Value::Type::kNumber)
                                  ? static_cast<std::size_t>(number->number())
                                  : 2;
    std::vector<PortInfo> ports;
    for (std::size_t i = 1; i <= count; ++i)
      ports.push_back({"in" + std::to_string(i), true, "entity", "from a siman.Queue"});
    for (std::size_t i = 1; i <= count; ++i)
      ports.push_back(
          {"out" + std::to_string(i), false, "entity", "those that came by in" + std::to_string(i)});
    return ports;
  };
  type.ports = {{"in1", true, "entity", "from a siman.Queue; one entry for each queue"},
                {"in2", true, "entity", "from a siman.Queue"},
                {"out1", false, "entity", "those that came by in1; one exit for each queue"},
                {"out2", false, "entity", "those that came by in2"}};
  return type;
}

void Match::bind(Binder& binder) {
  match_ = binder.compile(*this, "match", options_.match, {.random = false, .text = true});
}

void Match::fed_at(Block& feeder, PortBase& entry) {
  fed_by(feeder);
  for (const auto& line : lines_)
    if (&line->in == &entry) {
      if (line->block != nullptr)
        throw BuildError("'" + line->block->path() + "' and '" + feeder.path() + "' lead to '" + path() +
                         "." + line->in_name + "'; an entry takes one queue: let the ways before it meet");
      line->block = static_cast<Queue*>(&feeder);
    }
}

void Match::check_links() {
  for (const auto& line : lines_) {
    if (line->block == nullptr)
      throw BuildError("nothing leads to '" + path() + "." + line->in_name +
                       "'; put a siman.Queue before each entry of a Match");
    if (!line->block->has_one_queue())
      throw BuildError(
          "'" + path() + "." + line->in_name + "' is led to by '" + line->block->path() +
          "', whose queue differs from entity to entity; name one queue for each entry of a Match");
    line->queue = &line->block->element();
    for (const auto& other : lines_)
      if (other != line && other->queue == line->queue)
        throw BuildError("'" + path() + "' has the queue '" + line->queue->path() +
                         "' before two of its entries; give each entry a queue of its own");
  }
}

void Match::start() {
  for (const auto& line : lines_) line->waiting.clear();
}

Match::Line& Match::line_of(const QueueElement& queue) {
  return **std::find_if(lines_.begin(), lines_.end(),
                        [&](const auto& line) { return line->queue == &queue; });
}

bool Match::wait(Entity& entity, QueueElement& queue) {
  EntityFrame frame(&entity);
  const double value = match_ ? match_.evaluate_checked(frame) : 0;
  entity.code = value;
  entity.waits_for = this;
  ++line_of(queue).waiting[value];
  for (const auto& line : lines_)
    if (!line->waiting.contains(value)) return false;
  for (const auto& line : lines_) {
    Entity* first = first_in(*line->queue);
    while (first->code != value) first = next_in(*line->queue, *first);
    give_up(*first);
    let_go(*first, line->out);
  }
  return true;
}

void Match::give_up(Entity& entity) {
  QueueHold::give_up(entity);
  auto& waiting = line_of(*entity.queue).waiting;
  const auto count = waiting.find(entity.code);
  if (--count->second == 0) waiting.erase(count);
}

void Match::archive(Archive& archive) {
  for (const auto& line : lines_) archive(line->waiting);
}

}  // namespace escapement::siman
