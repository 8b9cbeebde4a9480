// SPDX-License-Identifier: MIT
// Arena's functions of queues, resources, entity types and statistics (Rockwell Automation, Arena Variables
// Guide): one table of signatures with what makes their nodes.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <type_traits>

#include "element_argument.h"
#include "escapement/expressions/errors.h"
#include "escapement/siman/attribute.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/queue_element.h"
#include "escapement/siman/resource.h"
#include "escapement/siman/schedule.h"
#include "escapement/siman/set.h"
#include "escapement/siman/statistic_elements.h"
#include "escapement/siman/variable.h"
#include "model_scope.h"
#include "scope_nodes.h"

namespace escapement::siman {
namespace {

using expressions::Argument;
using expressions::NodePtr;
using expressions::ParameterKind;
using expressions::ScopeError;
using expressions::Signature;
using CallArguments = std::span<Argument>;
using Make = std::function<NodePtr(ModelScope&, CallArguments)>;

// THALF and DHALF give this where a half-width cannot be told, as Arena gives a very large number.
constexpr double kNoHalfWidth = 1e100;

struct FunctionEntry {
  Signature signature;
  Make make;
};

Signature one_name(std::string name, std::string parameter, std::string doc) {
  return {std::move(name), {}, {{std::move(parameter), ParameterKind::kName}}, std::move(doc)};
}

// An element by its name or, as MEMBER gives it, by its number.
Signature one_element(std::string name, std::string parameter, std::string doc) {
  return {std::move(name), {}, {{std::move(parameter), ParameterKind::kNameOrExpression}}, std::move(doc)};
}

template <class E, class Read>
FunctionEntry of_element(const char* name, const char* kind, const char* doc, Read read) {
  return {one_element(name, kind, doc), [kind, read](ModelScope& scope, CallArguments a) -> NodePtr {
            ElementArgument<E> element(scope, a[0], 0, kind);
            if constexpr (std::is_same_v<E, EntityType>) scope.binder().use_all();
            if (const E* named = element.named())
              return read_node([named, read](const EntityFrame&) { return read(*named); });
            return read_node(
                [element = std::move(element), read](EntityFrame& f) { return read(element.get(f)); });
          }};
}

// A statistic is named by the element that collects it, or by the name under which it is reported, which is
// searched for outward.
template <class S, class Find, class Names>
S& statistic(ModelScope& scope, const Argument& argument, const char* kind, Find find, Names is_kind) {
  statistics::Collector& collector = scope.binder().world().statistics();
  Component* element = Binder::find_any(scope.viewpoint(), argument.text);
  S* found = element == nullptr ? nullptr : find(collector, element->path());
  scope.binder().read_unmarked();
  if (auto* member = dynamic_cast<Member*>(element); member != nullptr && found != nullptr)
    scope.binder().use(scope.member(), *member);
  else
    scope.binder().use_all();
  for (const Component* at = &scope.viewpoint(); found == nullptr && at->parent() != nullptr;
       at = at->parent())
    found = find(collector, Binder::local_name(*at, std::string(argument.text)));
  if (found != nullptr) return *found;
  std::vector<std::string> known;
  for (const std::string& name : collector.names())
    if (is_kind(collector, name)) known.push_back(name);
  ModelScope::refuse(argument, 0, kind, known);
}

template <class Read>
FunctionEntry of_tally(const char* name, const char* doc, Read read) {
  return {one_element(name, "tally", doc), [read](ModelScope& scope, CallArguments a) -> NodePtr {
            const auto find = [](statistics::Collector& c, const std::string& n) { return c.find_tally(n); };
            if (!a[0].is_name() || is_number_name(scope, a[0])) {
              scope.binder().use_all();
              return read_node([element = ElementArgument<TallyElement>(scope, a[0], 0, "tally"),
                                read](EntityFrame& f) { return read(element.get(f).statistic()); });
            }
            auto& tally = statistic<statistics::Tally>(scope, a[0], "tally", find, find);
            return read_node([&tally, read](const EntityFrame&) { return read(tally); });
          }};
}

template <class Read>
FunctionEntry of_dstat(const char* name, const char* doc, Read read) {
  Signature signature = one_name(name, "time-persistent statistic", doc);
  signature.aliases = {"C" + std::string(name + 1)};  // CSTATS: here they are of one kind
  return {std::move(signature), [read](ModelScope& scope, CallArguments a) {
            const auto find = [](statistics::Collector& c, const std::string& n) {
              return c.find_time_persistent(n);
            };
            auto& dstat =
                statistic<statistics::TimePersistent>(scope, a[0], "time-persistent statistic", find, find);
            return read_node([&dstat, read, &member = scope.member()](const EntityFrame&) {
              dstat.bring_to(member.now());
              return read(dstat, member.now());
            });
          }};
}

double half_width(const statistics::HalfWidth& h) {
  return h.value.value_or(kNoHalfWidth);
}

const Entity* at_rank(const QueueElement& queue, double rank) {
  return rank >= 1 ? queue.at_rank(static_cast<std::size_t>(rank)) : nullptr;
}

FunctionEntry queue_attribute(const char* name, bool sum) {
  Signature signature{name, {}, {{"queue", ParameterKind::kNameOrExpression}}, {}};
  if (sum) {
    signature.doc = "sum of an attribute over the entities that wait in the queue";
  } else {
    signature.doc = "value of an attribute of the entity at a rank of the queue; 0 when nobody is there";
    signature.parameters.push_back({"rank", ParameterKind::kExpression});
  }
  signature.parameters.push_back({"attribute", ParameterKind::kName});
  return {std::move(signature), [sum](ModelScope& scope, CallArguments a) -> NodePtr {
            ElementArgument<QueueElement> in(scope, a[0], 0, "queue");
            const std::size_t last = a.size() - 1;
            auto read = scope.reader(a[last], last);
            if (sum)
              return read_node([in = std::move(in), read = std::move(read)](EntityFrame& f) {
                const QueueElement& queue = in.get(f);
                double total = 0;
                for (const Entity* e = queue.first(); e != nullptr; e = queue.next(*e)) total += read(*e);
                return total;
              });
            return read_node(
                [in = std::move(in), read = std::move(read), rank = std::move(a[1].node)](EntityFrame& f) {
                  const Entity* e = at_rank(in.get(f), rank->evaluate(f));
                  return e == nullptr ? 0.0 : read(*e);
                });
          }};
}

// Of the entity at a rank of a queue: where it is and goes.
FunctionEntry queue_itinerary(const char* name, const char* what, std::int32_t Itinerary::*field) {
  return {{name,
           {},
           {{"queue", ParameterKind::kNameOrExpression}, {"rank", ParameterKind::kExpression}},
           std::string(what) + " of the entity at a rank of the queue; 0 when nobody is there"},
          [field](ModelScope& scope, CallArguments a) -> NodePtr {
            return read_node([in = ElementArgument<QueueElement>(scope, a[0], 0, "queue"), field,
                              rank = std::move(a[1].node)](EntityFrame& f) {
              const Entity* e = at_rank(in.get(f), rank->evaluate(f));
              return e == nullptr ? 0.0 : static_cast<double>(e->itinerary.*field);
            });
          }};
}

std::vector<double> member_numbers(ModelScope& scope, const Argument& argument) {
  std::vector<double> numbers;
  for (const Member* member : scope.element<Set>(argument, 0, "set").members(scope.binder()))
    numbers.push_back(static_cast<double>(member->ordinal()));
  return numbers;
}

std::vector<FunctionEntry> set_functions() {
  const Signature member{"MEMBER",
                         {},
                         {{"set", ParameterKind::kName}, {"index", ParameterKind::kExpression}},
                         "number of the set's member at the index, from 1"};
  const Signature index{"MEMIDX",
                        {},
                        {{"set", ParameterKind::kName}, {"element", ParameterKind::kNameOrExpression}},
                        "index in the set of an element, given by name or number; 0 when it is no member"};
  return {
      {one_name("NUMMEM", "set", "number of members of the set"),
       [](ModelScope& scope, CallArguments a) {
         return expressions::make_constant(static_cast<double>(member_numbers(scope, a[0]).size()));
       }},
      {member,
       [](ModelScope& scope, CallArguments a) {
         return read_node([numbers = member_numbers(scope, a[0]), at = std::move(a[1].node)](EntityFrame& f) {
           const double i = at->evaluate(f);
           if (!(i >= 1 && i <= static_cast<double>(numbers.size())) || i != std::floor(i))
             throw expressions::EvaluationError("the index of MEMBER is " + to_text(i) +
                                                "; it must be a whole number from 1 to " +
                                                std::to_string(numbers.size()));
           return numbers[static_cast<std::size_t>(i) - 1];
         });
       }},
      {index, [](ModelScope& scope, CallArguments a) -> NodePtr {
         std::vector<double> numbers = member_numbers(scope, a[0]);
         const auto place = [numbers = std::move(numbers)](double number) {
           const auto found = std::find(numbers.begin(), numbers.end(), number);
           return found == numbers.end() ? 0.0 : static_cast<double>(found - numbers.begin() + 1);
         };
         if (a[1].is_name()) {
           if (!is_number_name(scope, a[1]))
             return expressions::make_constant(
                 place(static_cast<double>(scope.element<Member>(a[1], 1, "element").ordinal())));
           a[1].node = scope.name(a[1].text);
         }
         return read_node(
             [place, x = std::move(a[1].node)](EntityFrame& f) { return place(x->evaluate(f)); });
       }}};
}

std::vector<FunctionEntry> make_table() {
  std::vector<FunctionEntry> table;
  table.push_back(
      of_element<QueueElement>("NQ", "queue", "number of entities in the queue",
                               [](const QueueElement& q) { return static_cast<double>(q.size()); }));
  table.push_back(of_element<Resource>("NR", "resource", "units of the resource that are busy",
                                       [](const Resource& r) { return r.busy(); }));
  table.push_back(of_element<Resource>("MR", "resource",
                                       "units of the resource that are scheduled: its capacity",
                                       [](const Resource& r) { return r.capacity(); }));
  table.push_back(
      of_element<Resource>("STATE", "resource",
                           "state of the resource: IDLE, BUSY, INACTIVE or FAILED, or its number in "
                           "the resource's state set",
                           [](const Resource& r) { return r.state_number(); }));
  table.push_back(of_element<Resource>("RESUTIL", "resource",
                                       "busy share of the scheduled units at this moment",
                                       [](const Resource& r) { return r.utilization(); }));
  table.push_back(of_element<Resource>("RESSEIZES", "resource", "units seized so far",
                                       [](const Resource& r) { return r.total_seized(); }));
  table.push_back(of_element<EntityType>("EntitiesIn", "entity type", "entities of the type that came in",
                                         [](const EntityType& t) { return t.number_in(); }));
  table.push_back(of_element<EntityType>("EntitiesOut", "entity type", "entities of the type that left",
                                         [](const EntityType& t) { return t.number_out(); }));
  table.push_back(of_element<EntityType>("EntitiesWIP", "entity type",
                                         "entities of the type that are in the system",
                                         [](const EntityType& t) { return t.wip(); }));
  table.push_back({one_name("SCHEDVALUE", "schedule", "present value of a schedule of constants"),
                   [](ModelScope& scope, CallArguments a) {
                     auto& schedule = scope.element<Schedule>(a[0], 0, "schedule");
                     schedule.note_read();
                     return read_node([&schedule, &member = scope.member()](const EntityFrame&) {
                       if (!schedule.is_constant())
                         throw expressions::EvaluationError("SCHEDVALUE needs a schedule of constants; '" +
                                                            schedule.path() + "' is none");
                       return schedule.value_at(member.now());
                     });
                   }});
  for (FunctionEntry& entry : set_functions()) table.push_back(std::move(entry));
  table.push_back(queue_attribute("AQUE", false));
  table.push_back(queue_attribute("SAQUE", true));
  table.push_back(queue_itinerary("MQUE", "station (Entity.Station)", &Itinerary::station));
  table.push_back(queue_itinerary("NSQUE", "sequence (Entity.Sequence)", &Itinerary::sequence));
  table.push_back(queue_itinerary("ISQUE", "step of the sequence (Entity.Jobstep)", &Itinerary::jobstep));
  using statistics::Tally;
  table.push_back(of_tally("TAVG", "average of a tally; 0 before the first observation",
                           [](const Tally& t) { return t.average().value_or(0); }));
  table.push_back(
      of_tally("TMIN", "least value of a tally", [](const Tally& t) { return t.minimum().value_or(0); }));
  table.push_back(
      of_tally("TMAX", "greatest value of a tally", [](const Tally& t) { return t.maximum().value_or(0); }));
  table.push_back(of_tally("TSTD", "standard deviation of a tally",
                           [](const Tally& t) { return t.standard_deviation().value_or(0); }));
  table.push_back(of_tally("THALF", "95 % half-width of a tally; 1e100 when it cannot be told",
                           [](const Tally& t) { return half_width(t.half_width()); }));
  table.push_back(of_tally("TNUM", "number of observations of a tally",
                           [](const Tally& t) { return static_cast<double>(t.observations()); }));
  table.push_back(
      of_tally("TVALUE", "last observation of a tally", [](const Tally& t) { return t.last().value_or(0); }));
  using statistics::TimePersistent;
  table.push_back(of_dstat("DAVG", "time average of a time-persistent statistic",
                           [](const TimePersistent& d, double t) { return d.average(t); }));
  table.push_back(of_dstat("DMIN", "least value of a time-persistent statistic",
                           [](const TimePersistent& d, double) { return d.minimum(); }));
  table.push_back(of_dstat("DMAX", "greatest value of a time-persistent statistic",
                           [](const TimePersistent& d, double) { return d.maximum(); }));
  table.push_back(of_dstat("DSTD", "standard deviation of a time-persistent statistic",
                           [](const TimePersistent& d, double t) { return d.standard_deviation(t); }));
  table.push_back(of_dstat("DHALF",
                           "95 % half-width of a time-persistent statistic; 1e100 when it cannot be told",
                           [](const TimePersistent& d, double t) { return half_width(d.half_width(t)); }));
  table.push_back(of_dstat("DTPD", "time over which a time-persistent statistic was collected",
                           [](const TimePersistent& d, double t) { return t - d.start(); }));
  table.push_back(of_dstat("DVALUE", "present value of a time-persistent statistic",
                           [](const TimePersistent& d, double) { return d.value(); }));
  table.push_back(
      {one_element("NC", "counter", "value of a counter"), [](ModelScope& scope, CallArguments a) -> NodePtr {
         if (!a[0].is_name() || is_number_name(scope, a[0])) {
           scope.binder().use_all();
           return read_node([element = ElementArgument<Counter>(scope, a[0], 0, "counter")](EntityFrame& f) {
             return element.get(f).value();
           });
         }
         const auto find = [](statistics::Collector& c, const std::string& n) { return c.find_counter(n); };
         auto& counter = statistic<statistics::Counter>(scope, a[0], "counter", find, find);
         return read_node([&counter](const EntityFrame&) { return counter.value(); });
       }});
  table.push_back(of_element<Counter>("MC", "counter", "limit of a counter; 1e100 when it has none",
                                      [](const Counter& c) { return std::min(c.limit(), kNoHalfWidth); }));
  table.push_back(
      {one_name("OVALUE", "output", "present value of an output"), [](ModelScope& scope, CallArguments a) {
         const auto find = [](statistics::Collector& c, const std::string& n) { return c.find_output(n); };
         const auto& output = statistic<const statistics::Output>(scope, a[0], "output", find, find);
         return read_node(
             [&output, &member = scope.member()](const EntityFrame&) { return output.value(member.now()); });
       }});
  for (ModelFunction& function : holding_functions())
    table.push_back({std::move(function.signature), std::move(function.make)});
  for (ModelFunction& function : calendar_functions())
    table.push_back({std::move(function.signature), std::move(function.make)});
  for (ModelFunction& function : text_functions())
    table.push_back({std::move(function.signature), std::move(function.make)});
  for (ModelFunction& function : transfer_functions())
    table.push_back({std::move(function.signature), std::move(function.make)});
  return table;
}

const std::vector<FunctionEntry>& table() {
  static const std::vector<FunctionEntry> entries = make_table();
  return entries;
}

}  // namespace

const std::vector<Signature>& model_functions() {
  static const std::vector<Signature> signatures = [] {
    std::vector<Signature> all;
    for (const FunctionEntry& entry : table()) all.push_back(entry.signature);
    return all;
  }();
  return signatures;
}

NodePtr make_model_function(std::size_t place, ModelScope& scope, CallArguments arguments) {
  return table()[place].make(scope, arguments);
}

}  // namespace escapement::siman
