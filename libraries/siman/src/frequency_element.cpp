// SPDX-License-Identifier: MIT
#include "escapement/siman/frequency_element.h"

#include "escapement/core/error.h"
#include "escapement/siman/resource.h"

namespace escapement::siman {
namespace {

std::vector<statistics::Category> resource_states() {
  using State = Resource::State;
  const auto category = [](const char* name, State state) {
    return statistics::value_category(name, static_cast<double>(state));
  };
  return {category("IDLE", State::kIdle), category("BUSY", State::kBusy),
          category("INACTIVE", State::kInactive), category("FAILED", State::kFailed)};
}

}  // namespace

registry::ComponentType FrequencyElement::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Frequency";
  type.section = "frequencies";
  type.doc = "How often and how long a value, or a resource's state, was in each of several categories.";
  Record category{
      "category",
      "",
      {string("name").must(), number("value").because("exactly this value"),
       number("low").because("above this one ..."), number("high").because("... up to this one, it included"),
       boolean("restricted")
           .by_default("true")
           .because("takes part in the restricted percentages")},
      [](const Value& v, std::vector<Diagnostic>& out) {
        const bool range = v.find("low") != nullptr || v.find("high") != nullptr;
        if (range == (v.find("value") != nullptr))
          out.push_back({v.where(), "a category is one value or a range",
                         "give \"value\", or \"low\" and \"high\" (one of them for a range without an end)"});
      }};
  type.parameters = {
      "frequency",
      "",
      {expression("value").because("taken after every event; no attributes, no variates"),
       reference("resource", "resources")
           .because("instead of a value: the state of this resource, IDLE, BUSY, INACTIVE or FAILED; with "
                    "categories its number as STATE(resource) tells it"),
       list("categories", record("category", std::move(category)))
           .because("a value in several belongs to the first, one in none is out of range; the states of a "
                    "resource when absent")},
      [](const Value& v, std::vector<Diagnostic>& out) {
        const Value* value = v.find("value");
        if ((value == nullptr) == (v.find("resource") == nullptr))
          out.push_back({v.where(), "a frequency watches a value or a resource", "give exactly one of them"});
        else if (value != nullptr && v.find("categories") == nullptr)
          out.push_back({value->where(), "a frequency of a value needs \"categories\"", "add them"});
      }};
  type.statistics = {{"", "frequency", "visits, time and share of each category"}};
  return type;
}

FrequencyElement::Options FrequencyElement::options_from(const registry::Arguments& arguments) {
  Options options;
  options.value = arguments.expression("value");
  if (arguments.has("resource")) options.resource = reference_from(arguments, "resource");
  for (const registry::Arguments& each : arguments.records("categories")) {
    const std::string name = each.string("name", "");
    const bool restricted = each.boolean("restricted", true);
    options.categories.push_back(
        each.has("value") ? statistics::value_category(name, each.number("value", 0), restricted)
                          : statistics::range_category(name, each.number("low", -kInfinity),
                                                       each.number("high", kInfinity), restricted));
  }
  return options;
}

void FrequencyElement::declare(Binder& binder) {
  if (options_.categories.empty() && !options_.resource.empty()) {
    automatic_ = true;
    options_.categories = resource_states();
  }
  statistic_ = binder.frequency(*this, path(), options_.categories);
}

void FrequencyElement::bind(Binder& binder) {
  if (!options_.resource.empty()) {
    resource_ = binder.find<Resource>(*this, options_.resource, "resource");
    return;
  }
  expression_ =
      binder.compile_required(*this, "value", options_.value, {.entity = false, .random = false});
}

void FrequencyElement::observe() {
  if (resource_ != nullptr) {
    statistic_->set(now(), automatic_ ? static_cast<double>(resource_->state()) : resource_->state_number());
    return;
  }
  EntityFrame frame(nullptr);
  statistic_->set(now(), expression_.evaluate_checked(frame));
}

}  // namespace escapement::siman
