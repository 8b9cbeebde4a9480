// SPDX-License-Identifier: MIT
// Which parameters are the universal time constant of infinitely fast processes (equations/fast_process.h).
#include <algorithm>
#include <map>

#include "translator.h"

namespace escapement::modelica {
namespace {

// A parameter of this name without a value, with the value 1, or with that of another such parameter is the
// universal time constant of infinitely fast processes (equations/fast_process.h). Libraries have parameters
// of this name that are something else; they have other values.
constexpr std::string_view kTheta = "THETA";

}  // namespace

// Element by element, for an array of components has a parameter of this name for each, and each may stand on
// another one. Names that go round in a circle are none.
void Translator::find_theta() {
  std::map<VariableIndex, VariableIndex> others;  // whose value is another parameter
  for (std::uint32_t i = 0; i < model_.variables.size(); ++i) {
    const Variable& variable = model_.variables[i];
    if (count_[i] == 0 ||
        (variable.variability != Variability::kParameter && variable.variability != Variability::kConstant) ||
        variable.type.base != BaseType::kReal || variable.segments.empty() ||
        variable.segments.back().name != kTheta)
      continue;
    std::vector<Term> values;
    const std::size_t frames = frames_.size();
    const int depth = depth_;
    try {
      if (variable.binding.present()) scalars_of(value_of(variable, variable.binding), values);
    } catch (const Untranslatable&) {  // not known yet, so neither 1 nor a name alone
      frames_.resize(frames);
      depth_ = depth;
      continue;
    } catch (const std::out_of_range&) {  // bind_parameters tells it
      frames_.resize(frames);
      depth_ = depth;
      continue;
    }
    if (!variable.binding.present()) values.assign(count_[i], terms_.constant(1));
    if (values.size() == 1) values.assign(count_[i], values.front());
    for (std::size_t k = 0; k < std::min(count_[i], values.size()); ++k) {
      const VariableIndex v = first_[i] + static_cast<VariableIndex>(k);
      if (terms_.is_constant(values[k])) {
        if (terms_.value(values[k]) == 1) system_.theta.push_back(v);
      } else if (const auto named = terms_.variables_in(values[k]);
                 named.size() == 1 && values[k] == terms_.variable(named.front())) {
        others.emplace(v, named.front());
      }
    }
  }
  for (bool progress = true; progress;) {
    progress = false;
    for (auto at = others.begin(); at != others.end();) {
      if (!is_theta(at->second)) {
        ++at;
        continue;
      }
      system_.theta.push_back(at->first);
      at = others.erase(at);
      progress = true;
    }
  }
  std::sort(system_.theta.begin(), system_.theta.end());
  for (const VariableIndex v : system_.theta) system_.variables[v].start = 1;
}

bool Translator::is_theta(VariableIndex v) const {
  return std::find(system_.theta.begin(), system_.theta.end(), v) != system_.theta.end();
}

bool Translator::stands_on_theta(Term term) const {
  if (system_.theta.empty()) return false;
  const std::vector<VariableIndex> found = terms_.variables_in(term);
  return std::any_of(found.begin(), found.end(),
                     [&](VariableIndex v) { return is_theta(v) || system_.variables[v].value.has_value(); });
}

}  // namespace escapement::modelica
