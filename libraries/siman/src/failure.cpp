// SPDX-License-Identifier: MIT
#include "escapement/siman/failure.h"

#include <cmath>

#include "escapement/core/error.h"
#include "escapement/siman/process_host.h"
#include "escapement/siman/state_set.h"
#include "fields.h"

namespace escapement::siman {
namespace {

const std::vector<std::string> kStates = {"Idle", "Busy", "Inactive"};

}  // namespace

registry::ComponentType Failure::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Failure";
  type.section = "failures";
  type.doc = "A failure: when a resource that names it breaks down and how long the repair takes.";
  type.parameters = {
      "failure",
      "",
      {choice("type", {"Time", "Count"})
           .by_default("Time")
           .because("whether it comes after a time or after a number of releases of the resource"),
       expression("upTime").at_least(0).in("time").because(
           "type Time: until it comes, drawn at the start and after each repair"),
       choice("uptimeIn", kStates)
           .because(
               "type Time: the up time passes only while the resource is in this state; always when absent"),
       expression("count").at_least(1).because("type Count: it comes on that release"),
       expression("downTime").at_least(0).in("time").must().because("how long the repair takes"),
       stream_field()},
      [](const Value& v, std::vector<Diagnostic>& out) {
        const Value* kind = v.find("type");
        const bool counts = kind != nullptr && kind->text() == "Count";
        const char* needed = counts ? "count" : "upTime";
        if (v.find(needed) == nullptr)
          out.push_back(
              {v.where(),
               std::string("a failure of type ") + (counts ? "Count" : "Time") + " needs \"" + needed + "\"",
               "add it"});
        for (const char* other : {counts ? "upTime" : "count", counts ? "uptimeIn" : "count"})
          if (const Value* value = v.find(other)) {
            out.push_back({value->where(),
                           std::string("\"") + other + "\" has no effect in a failure of type " +
                               (counts ? "Count" : "Time"),
                           "remove it, or change \"type\""});
            break;
          }
      }};
  return type;
}

Failure::Options Failure::options_from(const registry::Arguments& arguments) {
  Options options;
  if (arguments.string("type", "Time") == "Count") options.kind = Kind::kCount;
  options.up_time = arguments.expression("upTime");
  options.count = arguments.expression("count");
  options.down_time = arguments.expression("downTime");
  options.uptime_in = resource_state_from(arguments.string("uptimeIn", ""));
  options.stream = stream_from(arguments);
  return options;
}

void Failure::bind(Binder& binder) {
  const ExpressionRules time{.entity = false, .time = true, .stream = options_.stream};
  const auto compile = [&](const char* field, const ExpressionText& text, double least,
                           const ExpressionRules& rules) {
    if (text.empty())
      binder.fault(*this, {}, "failure '" + path() + "' lacks '" + field + "'",
                   "a failure needs a time or a count until it comes, and a time of repair");
    return binder.compile_in(*this, field, text, least, kInfinity, rules);
  };
  down_time_ = compile("downTime", options_.down_time, 0, time);
  if (kind() == Kind::kTime)
    up_time_ = compile("upTime", options_.up_time, 0, time);
  else
    count_ = compile("count", options_.count, 1, {.entity = false, .stream = options_.stream});
  if (up_time_.constant() == 0 && down_time_.constant() == 0)
    binder.fault(*this, options_.up_time.where,
                 "failure '" + path() + "' comes and goes without time passing",
                 "give an up time or a down time above 0");
}

double Failure::draw(const expressions::Expression& expression, const char* what) {
  EntityFrame frame(nullptr);
  const double value = expression.evaluate(frame);
  if (!(value >= 0))
    host().fail(*this, std::string("the ") + what + " '" + expression.text() + "' is " + to_text(value) +
                           "; it must be 0 or more (MX(0, ...) keeps it so)");
  return value;
}

double Failure::draw_up_time() {
  return draw(up_time_, "up time");
}

double Failure::draw_down_time() {
  return draw(down_time_, "down time");
}

std::uint64_t Failure::draw_count() {
  EntityFrame frame(nullptr);
  const double value = count_.evaluate(frame);
  if (!(value >= 1) || value != std::floor(value) || value > Resource::kMostUnits)
    host().fail(*this, "the count '" + count_.text() + "' is " + to_text(value) +
                           "; it must be a whole number of 1 or more");
  return static_cast<std::uint64_t>(value);
}

}  // namespace escapement::siman
