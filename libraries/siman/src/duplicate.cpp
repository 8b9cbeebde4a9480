// SPDX-License-Identifier: MIT
#include "escapement/siman/duplicate.h"

#include <cmath>

#include "escapement/core/error.h"
#include "escapement/siman/members.h"
#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {
namespace {

constexpr double kMostCopies = 1e7;

std::string copy_exit_name(std::size_t index, std::size_t count) {
  return count == 1 ? "copy" : "copy" + std::to_string(index + 1);
}

}  // namespace

Duplicate::Duplicate(std::string name, Options options)
    : Passage(std::move(name)), options_(std::move(options)), wanted_(options_.copies.size()) {
  for (std::size_t i = 0; i < options_.copies.size(); ++i)
    exits_.push_back(std::make_unique<CopyExit>(*this, copy_exit_name(i, options_.copies.size())));
}

registry::ComponentType Duplicate::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Duplicate";
  type.doc = "DUPLICATE: copies of an entity leave beside it.";
  type.parameters = {
      "siman.Duplicate",
      "",
      {one_or_list("copies", expression("number").at_least(0))
           .by_default("1")
           .because("number of copies that leave by exit copy; or a list, for copy1, copy2 ..."),
       number("percentTimes")
           .at_least(0)
           .at_most(100)
           .because("percentage of the entity's times by category that all copies together get, in equal "
                    "parts, the entity keeping the rest; each copy has all of them when absent"),
       stream_field()},
      {}};
  type.ports_of = [](const Value& v) {
    std::vector<PortInfo> ports = {entity_in(), entity_out("the entity itself")};
    const Value* copies = v.find("copies");
    const std::size_t count =
        copies != nullptr && copies->is(Value::Type::kArray) ? copies->items().size() : 1;
    for (std::size_t i = 0; i < count; ++i)
      ports.push_back({copy_exit_name(i, count), false, "entity", "copies"});
    return ports;
  };
  type.ports = {entity_in(), entity_out("the entity itself"), {"copy", false, "entity", "its copies"}};
  return type;
}

Duplicate::Options Duplicate::options_from(const registry::Arguments& arguments) {
  Options options;
  options.copies = arguments.has("copies") ? arguments.expressions("copies")
                                           : std::vector<ExpressionText>{ExpressionText(1.0)};
  if (arguments.has("percentTimes")) options.share_percent = arguments.number("percentTimes", 0);
  options.stream = stream_from(arguments);
  return options;
}

void Duplicate::bind(Binder& binder) {
  for (const ExpressionText& copies : options_.copies)
    counts_.push_back(
        binder.compile_in(*this, options_.copies_field, copies, 0, kMostCopies, {.stream = options_.stream}));
}

Block* Duplicate::enter(Entity& entity) {
  EntityFrame frame(&entity);
  std::size_t total = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const double count = counts_[i].evaluate_checked(frame);
    if (!(count >= 0 && count == std::floor(count) && count <= kMostCopies))
      host().fail(*this, std::string("the number of ") + options_.copies_field + " '" + counts_[i].text() +
                             "' is " + to_text(count) + "; it must be a whole number from 0 to " +
                             to_text(kMostCopies));
    total += wanted_[i] = static_cast<std::size_t>(count);
  }
  const double share = total == 0 ? 0 : options_.share_percent.value_or(0) / 100;
  for (std::size_t i = 0; i < wanted_.size(); ++i)
    for (std::size_t c = 0; c < wanted_[i]; ++c) {
      Entity& copy = world().duplicate(entity, now());
      if (options_.share_percent) scale_times(copy, share / static_cast<double>(total));
      host().make_ready(copy, exits_[i]->port.leave(copy));
    }
  if (share > 0) scale_times(entity, 1 - share);
  return out.leave(entity);
}

}  // namespace escapement::siman
