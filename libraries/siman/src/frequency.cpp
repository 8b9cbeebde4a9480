// SPDX-License-Identifier: MIT
#include "escapement/siman/frequency.h"

#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "escapement/siman/resource.h"
#include "escapement/siman/state_set.h"

namespace escapement::siman {

registry::ComponentType Frequency::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Frequency";
  type.section = "frequencies";
  type.doc = "A frequency: how often and how long a resource's state, or a value, was in each category.";
  Record category{"category",
                  "",
                  {string("name").must(), number("value").because("the category is this one value"),
                   number("low").because("or the values above this; no lower end when absent"),
                   number("high").because("up to and with this; no upper end when absent"),
                   boolean("restricted").by_default("true").because("part of the restricted percentages")},
                  [](const Value& v, std::vector<Diagnostic>& out) {
                    const bool range = v.find("low") != nullptr || v.find("high") != nullptr;
                    if ((v.find("value") != nullptr) == range)
                      out.push_back({v.where(), "a category is one value or a range",
                                     "give \"value\", or \"low\" and \"high\""});
                  }};
  type.parameters = {
      "frequency",
      "",
      {reference("resource", "resources").because("whose state is watched"),
       expression("value").because("or what is watched; no attributes, no variates"),
       list("categories", record("category", std::move(category))).because("of a value"),
       ObservationFile::field()},
      [](const Value& v, std::vector<Diagnostic>& out) {
        if ((v.find("resource") != nullptr) == (v.find("value") != nullptr))
          out.push_back({v.where(), "a frequency watches a resource or a value",
                         "give \"resource\" or \"value\", not both"});
        if ((v.find("value") != nullptr) != (v.find("categories") != nullptr))
          out.push_back({v.where(), "a frequency of a value needs categories, that of a resource has its own",
                         "give \"value\" and \"categories\" together"});
      }};
  type.statistics = {{"", "frequency", "visits and times by category"}};
  return type;
}

Frequency::Options Frequency::options_from(const registry::Arguments& arguments) {
  Options options;
  if (arguments.has("resource")) options.resource = reference_from(arguments, "resource");
  options.value = arguments.expression("value");
  options.file = ObservationFile::from(arguments);
  for (const registry::Arguments& each : arguments.records("categories")) {
    const bool restricted = each.boolean("restricted", true);
    try {
      options.categories.push_back(
          each.has("value")
              ? statistics::value_category(each.string("name", ""), each.number("value", 0), restricted)
              : statistics::range_category(each.string("name", ""), each.number("low", -kInfinity),
                                           each.number("high", kInfinity), restricted));
    } catch (const BuildError& e) {
      throw InputError(Diagnostic{each.object().where(), e.what(), ""});
    }
  }
  return options;
}

void Frequency::declare(Binder& binder) {
  if (!options_.resource.empty()) {
    resource_ = binder.find<Resource>(*this, options_.resource, "resource");
    if (resource_ == nullptr) return;
    options_.categories = resource_->state_categories();
  }
  statistic_ = &binder.frequency(*this, path(), options_.categories);
}

void Frequency::bind(Binder& binder) {
  file_.bind(binder, *this);
  if (!options_.resource.empty()) return;
  const std::size_t before = binder.moving_reads();
  value_ = binder.compile_required(*this, "value", options_.value, {.entity = false, .random = false});
  moves_ = binder.follow_since(before, *this);
}

void Frequency::start() {
  file_.start();
  since_ = now();
  if (moves_) statistic_->follow(this);
  EntityFrame frame(nullptr);
  const double value = resource_ != nullptr ? resource_->state_number() : value_.evaluate_checked(frame);
  statistic_->set(now(), value);
  file_.write(now(), value);
}

void Frequency::observe() {
  EntityFrame frame(nullptr);
  set(now(), resource_ != nullptr ? resource_->state_number() : value_.evaluate_checked(frame));
}

void Frequency::set(double t, double value) {
  if (file_.writes() && value != statistic_->value()) [[unlikely]]
    file_.write(t, value);
  statistic_->set(t, value);
}

double Frequency::value_at(double t) {
  const Time at = t;
  const ClockAt clock(*this, at);
  EntityFrame frame(nullptr);
  return value_.evaluate_checked(frame);
}

void Frequency::bring_to(double t) {
  if (!(t > since_)) return;
  between_events(t, [&] {
    const double before = value_at(since_);
    set(since_, before);  // a continuous part has jumped there, perhaps
    cross(since_, before, t, value_at(t));
  });
  since_ = t;
}

// F1.
void Frequency::cross(double from, double before, double to, double after) {
  if (!statistic_->passes_border(before, after)) return;
  const double middle = 0.5 * (from + to);
  if (!(middle > from && middle < to)) {
    set(to, after);
    return;
  }
  const double between = value_at(middle);
  cross(from, before, middle, between);
  cross(middle, between, to, after);
}

void Frequency::archive(Archive& archive) {
  file_.refuse_archive(archive, *this);
  archive(since_);
}

}  // namespace escapement::siman
