// SPDX-License-Identifier: MIT
// Names of statistics as values, as Arena's variables Part.NumberIn, Drilling.NumberOut, Drilling.WIP
// (Kelton, Sadowski and Zupick, "Expression Builder"): the count of a counter, the present value of what is
// time-persistent. The WIP of a module is how many came in and have not left, warm-up or not.
#include "statistic_words.h"

#include "escapement/expressions/errors.h"
#include "scope_nodes.h"

namespace escapement::siman {
namespace {

using expressions::NodePtr;
using expressions::ScopeError;

// The statistic that a name means: local to the model in which it stands, or further out.
template <class Find>
auto outward(ModelScope& scope, const std::string& name, Find find) {
  for (const Component* at = &scope.viewpoint(); at->parent() != nullptr; at = at->parent())
    if (auto* found = find(Binder::local_name(*at, name))) return found;
  return find(name);
}

}  // namespace

NodePtr statistic_value(ModelScope& scope, std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return nullptr;
  statistics::Collector& all = scope.binder().world().statistics();
  const auto told = [&scope] { scope.binder().use_all(); };
  const std::string whole(name);
  const auto counter_of = [&](const std::string& n) {
    return outward(scope, n, [&](const std::string& full) { return all.find_counter(full); });
  };
  if (const statistics::Counter* counter = counter_of(whole)) {
    told();
    return read_node([counter](const EntityFrame&) { return counter->value(); });
  }
  if (const auto* persistent =
          outward(scope, whole, [&](const std::string& n) { return all.find_time_persistent(n); })) {
    told();
    return read_node([persistent, &member = scope.member()](const EntityFrame&) {
      persistent->bring_to(member.now());
      return persistent->value();
    });
  }
  if (name.substr(dot) == ".WIP") {
    const std::string module(name.substr(0, dot));
    const statistics::Counter* const in = counter_of(module + ".NumberIn");
    const statistics::Counter* const gone = counter_of(module + ".NumberOut");
    if (in != nullptr && gone != nullptr) {
      told();
      return read_node([in, gone](const EntityFrame&) { return in->total() - gone->total(); });
    }
  }
  if (outward(scope, whole, [&](const std::string& n) { return all.find_tally(n); }) != nullptr)
    throw ScopeError("'" + whole + "' is a tally, which has many values",
                     "its average is TAVG(" + whole + "), its last value TVALUE(" + whole + ")");
  if (outward(scope, whole, [&](const std::string& n) { return all.find_output(n); }) != nullptr)
    throw ScopeError("'" + whole + "' is an output", "its present value is OVALUE(" + whole + ")");
  return nullptr;
}

}  // namespace escapement::siman
