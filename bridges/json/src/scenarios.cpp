// SPDX-License-Identifier: MIT
#include "escapement/json/scenarios.h"

#include <algorithm>
#include <map>

namespace escapement::json {
namespace {

using experiment::Compare;
using experiment::Comparison;
using registry::Value;
using Diagnostics = std::vector<Diagnostic>;

const Value* part(const Study& study, const char* key) {
  const Value* experiment = study.experiment_value();
  return experiment == nullptr ? nullptr : experiment->find(key);
}

std::string text_or(const Value& value, const char* key, std::string absent = {}) {
  const Value* found = value.find(key);
  return found == nullptr ? absent : found->text();
}

double number_or(const Value& value, const char* key, double absent) {
  const Value* found = value.find(key);
  return found == nullptr ? absent : found->number();
}

std::vector<std::string> texts(const Value& value) {
  std::vector<std::string> result;
  if (!value.is(Value::Type::kArray)) return {value.text()};
  for (const Value& item : value.items()) result.push_back(item.text());
  return result;
}

std::string level_text(const Value& level) {
  return level.is(Value::Type::kString) ? level.text() : level.json();
}

struct Factor {
  std::string name;
  std::string path;
  std::vector<std::string> levels;
  SourceLocation where;
};

std::vector<Factor> factors_of(const Value& value) {
  std::vector<Factor> factors;
  for (const Value::Member& member : value.members()) {
    Factor factor{member.key, text_or(member.value, "path"), {}, member.key_where};
    if (const Value* levels = member.value.find("levels"))
      for (const Value& level : levels->items()) factor.levels.push_back(level_text(level));
    factors.push_back(std::move(factor));
  }
  return factors;
}

// "d = -a*b": the factor that is set, and the product that sets it.
struct Generator {
  std::size_t factor = 0;
  std::vector<std::size_t> product;
  bool minus = false;
};

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

class Generators {
 public:
  Generators(const std::vector<Factor>& factors, Diagnostics& faults) : factors_(factors), faults_(faults) {}

  std::vector<Generator> read(const Value& list) {
    std::vector<Generator> all;
    for (const Factor& factor : factors_)
      if (factor.levels.size() != 2)
        faults_.push_back({factor.where,
                           "factor '" + factor.name + "' has " + std::to_string(factor.levels.size()) +
                               " levels; a design with \"generators\" takes exactly 2 of each factor",
                           "leave two levels, or leave \"generators\" out for the full design"});
    for (const Value& item : list.items()) read(item, all);
    for (std::size_t i = 0; i < all.size(); ++i)
      for (const Generator& other : all)
        if (std::count(other.product.begin(), other.product.end(), all[i].factor) > 0)
          faults_.push_back({list.items()[i].where(),
                             "factor '" + factors_[all[i].factor].name +
                                 "' is set by a generator and stands in the product of one",
                             "write products of factors that no generator sets"});
    return all;
  }

 private:
  std::optional<std::size_t> factor(const std::string& name, const SourceLocation& where) {
    std::vector<std::string> known;
    for (std::size_t i = 0; i < factors_.size(); ++i) {
      if (factors_[i].name == name) return i;
      known.push_back(factors_[i].name);
    }
    faults_.push_back({where, "'" + name + "' is no factor", "factors are " + list_text(known)});
    return std::nullopt;
  }

  void read(const Value& item, std::vector<Generator>& all) {
    const std::string& text = item.text();
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
      faults_.push_back({item.where(), "the generator '" + text + "' has no '='", "write \"d = a*b*c\""});
      return;
    }
    Generator generator;
    const auto set = factor(trimmed(text.substr(0, equals)), item.where());
    std::string rest = trimmed(text.substr(equals + 1));
    if (rest.starts_with('-')) {
      generator.minus = true;
      rest = trimmed(rest.substr(1));
    }
    bool known = set.has_value();
    for (std::size_t at = 0; at <= rest.size();) {
      const std::size_t star = std::min(rest.find('*', at), rest.size());
      const auto one = factor(trimmed(rest.substr(at, star - at)), item.where());
      if (one) generator.product.push_back(*one);
      known = known && one;
      at = star + 1;
    }
    if (!known) return;
    generator.factor = *set;
    for (const Generator& other : all)
      if (other.factor == generator.factor)
        faults_.push_back(
            {item.where(), "factor '" + factors_[*set].name + "' is set by two generators", "leave one"});
    all.push_back(std::move(generator));
  }

  const std::vector<Factor>& factors_;
  Diagnostics& faults_;
};

std::vector<Scenario> design(const std::vector<Factor>& factors, const std::vector<Generator>& generators) {
  std::vector<bool> set(factors.size());
  for (const Generator& generator : generators) set[generator.factor] = true;
  std::vector<Scenario> all;
  std::vector<std::size_t> level(factors.size(), 0);
  while (true) {
    for (const Generator& generator : generators) {
      bool plus = !generator.minus;  // coded levels: second is +1
      for (const std::size_t f : generator.product) plus = plus == (level[f] == 1);
      level[generator.factor] = plus ? 1 : 0;
    }
    Scenario scenario;
    for (std::size_t f = 0; f < factors.size(); ++f) {
      const std::string& value = factors[f].levels[level[f]];
      scenario.name += (f == 0 ? "" : " ") + factors[f].name + "=" + value;
      scenario.settings.push_back(factors[f].path + "=" + value);
    }
    all.push_back(std::move(scenario));
    bool carry = true;
    for (std::size_t f = factors.size(); f > 0 && carry; --f) {
      if (set[f - 1]) continue;
      carry = ++level[f - 1] == factors[f - 1].levels.size();
      if (carry) level[f - 1] = 0;
    }
    if (carry) return all;
  }
}

Comparison comparison_of(const Value& value) {
  Comparison compare;
  const std::string method = text_or(value, "method", "paired");
  compare.method = method == "best"        ? Compare::kBest
                   : method == "screening" ? Compare::kScreening
                   : method == "select"    ? Compare::kSelect
                                           : Compare::kPaired;
  if (text_or(value, "goal", "smallest") == "largest") compare.goal = experiment::Goal::kLargest;
  compare.confidence = number_or(value, "confidence", compare.confidence);
  compare.response = text_or(value, "response");
  compare.base = text_or(value, "base");
  if (const Value* indifference = value.find("indifference")) compare.indifference = indifference->number();
  compare.two_stage = text_or(value, "procedure", "sequential") == "two-stage";
  return compare;
}

void check_response(const ScenarioPlan& plan, const std::string& response, const SourceLocation& where,
                    Diagnostics& faults) {
  if (plan.responses.empty())
    faults.push_back({where, "there is nothing to compare: the study names no \"responses\"",
                      "add \"responses\": [names of statistics] to the experiment"});
  else if (!response.empty() &&
           std::find(plan.responses.begin(), plan.responses.end(), response) == plan.responses.end())
    faults.push_back({where, "'" + response + "' is none of the \"responses\"",
                      "write one of " + list_text(plan.responses)});
}

void check_comparison(const ScenarioPlan& plan, const std::int64_t replications, Diagnostics& faults) {
  const Comparison& compare = *plan.compare;
  check_response(plan, compare.response, plan.compare_where, faults);
  if (plan.scenarios.size() < 2)
    faults.push_back({plan.compare_where, "\"compare\" needs two scenarios or more",
                      "name them in \"scenarios\" or by \"factors\""});
  if (replications < 2)
    faults.push_back(
        {plan.compare_where,
         "\"compare\" needs 2 replications or more; the experiment asks for " + std::to_string(replications),
         "write \"replications\": 10"});
  if (compare.method == Compare::kSelect && !compare.indifference)
    faults.push_back({plan.compare_where, "the method \"select\" needs an \"indifference\"",
                      "write the difference of means that is too small to matter"});
  if (compare.method != Compare::kSelect && compare.two_stage)
    faults.push_back({plan.compare_where, "\"procedure\" is for the method \"select\" alone",
                      "write \"method\": \"select\", or leave \"procedure\" out"});
  if (compare.method == Compare::kSelect && plan.antithetic)
    faults.push_back({plan.compare_where, "\"antithetic\" does not go with the method \"select\"",
                      "leave one out: select takes replications one by one"});
  if (compare.method == Compare::kSelect && compare.two_stage && plan.common_asked)
    faults.push_back(
        {plan.compare_where,
         "the two-stage procedure needs independent scenarios, and \"randomNumbers\" are \"common\"",
         "leave \"randomNumbers\" out, or take the procedure \"sequential\""});
  if (plan.antithetic && replications < 4)
    faults.push_back({plan.compare_where,
                      "\"compare\" needs 2 antithetic pairs or more; the experiment asks for " +
                          std::to_string(replications) + " replications",
                      "write \"replications\": 10"});
  if (compare.method == Compare::kSelect && plan.until)
    faults.push_back({plan.until_where, "\"until\" does not go with the method \"select\"",
                      "leave one out: select decides itself how often to run"});
  std::vector<std::string> names;
  for (const Scenario& scenario : plan.scenarios) names.push_back(scenario.name);
  if (!compare.base.empty() && std::find(names.begin(), names.end(), compare.base) == names.end())
    faults.push_back({plan.compare_where, "the base '" + compare.base + "' is no scenario",
                      "write one of " + list_text(names)});
}

}  // namespace

std::vector<registry::Field> scenario_fields() {
  using namespace registry;
  Record factor;
  factor.name = "factor";
  factor.doc = "A parameter and the values that it takes.";
  factor.fields = {string("path").must().because("address of the parameter, as for --set"),
                   list("levels", any("")).must().because("its values")};
  Record compare;
  compare.name = "compare";
  compare.doc = "How scenarios are compared.";
  compare.fields = {
      choice("method", {"paired", "best", "screening", "select"})
          .by_default("paired")
          .because("differences from the base, which may be best, which cannot be, or replications until one "
                   "is chosen"),
      choice("goal", {"smallest", "largest"}).by_default("smallest").because("which mean is the best"),
      number("confidence")
          .above(0)
          .at_most(0.9999)
          .by_default("0.95")
          .because("probability that all statements hold together"),
      string("response").because("the response that is compared; the first when absent"),
      string("base").because("paired: the scenario that others are compared with; the first when absent"),
      number("indifference").above(0).because("select: a difference of means too small to matter"),
      choice("procedure", {"sequential", "two-stage"})
          .by_default("sequential")
          .because("select: that of Kim and Nelson, or that of Rinott, for which scenarios are independent"),
  };
  Record control;
  control.name = "control";
  control.doc = "A statistic whose true mean is known; it is regressed out of the responses.";
  control.fields = {string("statistic").must().because("such as the value-added time of a delay"),
                    number("mean").must().because("its true mean; a scenario that changes it sets it too")};
  Record until;
  until.name = "until";
  until.doc = "Replications are added until a half-width is reached.";
  until.fields = {
      number("halfWidth").above(0).must().because("of the 95 % interval of each scenario"),
      string("response").because("the response that is meant; the first when absent"),
      integer("most").at_least(2).at_most(1e6).by_default("1000").because("replications of a scenario"),
  };
  return {
      map("scenarios", one_or_list("", string("")))
          .because(
              "by name: changes of parameters, such as [\"Clerk.capacity=2\"], for escapement experiment"),
      map("factors", registry::record("", factor))
          .because("instead of scenarios: all combinations of levels are run"),
      list("generators", string("")).because("texts \"d = a*b*c\": a fraction of a two-level design"),
      list("responses", string("")).because("names of statistics that escapement experiment tells"),
      registry::record("compare", compare).because("how escapement experiment compares scenarios"),
      record_or("until", until, FieldType::kNumber, "halfWidth")
          .because("escapement experiment adds replications until this half-width is reached"),
      registry::record("control", control)
          .because("a control variate: escapement experiment corrects means by it and tells what it saved"),
      choice("randomNumbers", {"common", "independent"})
          .by_default("common")
          .because("whether scenarios see the same random numbers"),
      list("observations", string(""))
          .because("names of statistics whose observations escapement experiment keeps one by one"),
      list("steadyState", string(""))
          .because(
              "names of statistics of which a warm-up, a Welch plot and intervals from one run are told"),
  };
}

std::vector<std::string> steady_state_names(const Study& study) {
  const Value* names = part(study, "steadyState");
  return names == nullptr ? std::vector<std::string>() : texts(*names);
}

double control_mean(const Study& study) {
  const Value* control = part(study, "control");
  return control == nullptr ? 0 : number_or(*control, "mean", 0);
}

double scenario_count(const Study& study) {
  double count = 1;
  if (const Value* scenarios = part(study, "scenarios"))
    count = static_cast<double>(scenarios->members().size());
  if (const Value* value = part(study, "factors")) {
    for (const Factor& factor : factors_of(*value)) count *= static_cast<double>(factor.levels.size());
    if (const Value* generators = part(study, "generators"))
      for (std::size_t i = 0; i < generators->items().size(); ++i) count /= 2;
  }
  return count;
}

ScenarioPlan scenario_plan(const Study& study) {
  ScenarioPlan plan;
  Diagnostics faults;
  const Value* scenarios = part(study, "scenarios");
  const Value* factors_value = part(study, "factors");
  const Value* generators_value = part(study, "generators");
  if (scenarios != nullptr && factors_value != nullptr)
    faults.push_back({factors_value->where(), "\"scenarios\" and \"factors\" cannot stand together",
                      "write the combinations as scenarios, or all changes as factors"});
  if (generators_value != nullptr && factors_value == nullptr)
    faults.push_back(
        {generators_value->where(), "\"generators\" without \"factors\"", "name the factors first"});
  if (scenarios != nullptr)
    for (const Value::Member& member : scenarios->members())
      plan.scenarios.push_back({member.key, texts(member.value)});
  if (factors_value != nullptr) {
    const std::vector<Factor> factors = factors_of(*factors_value);
    for (const Factor& factor : factors)
      if (factor.levels.empty())
        faults.push_back(
            {factor.where, "factor '" + factor.name + "' has no levels", "write \"levels\": [1, 2]"});
    std::vector<Generator> generators;
    if (generators_value != nullptr) generators = Generators(factors, faults).read(*generators_value);
    if (faults.empty() && !factors.empty()) plan.scenarios = design(factors, generators);
  }
  for (const Scenario& scenario : plan.scenarios)
    for (const std::string& setting : scenario.settings)
      for (const char* key :
           {"replications", "threads", "scenarios", "factors", "responses", "compare", "until", "antithetic",
            "control.statistic", "randomNumbers", "observations", "steadyState"})
        if (setting.starts_with(std::string("experiment.") + key) ||
            setting.starts_with("experiment.control="))
          faults.push_back(
              {(scenarios != nullptr ? scenarios : factors_value)->where(),
               "scenario '" + scenario.name + "' changes '" + setting + "', which is one for all scenarios",
               "change it in the experiment, or on the command line"});
  if (plan.scenarios.empty()) plan.scenarios.push_back({"AsIs", {}});
  plan.antithetic = study.experiment().antithetic;
  if (const Value* control = part(study, "control")) {
    plan.control = text_or(*control, "statistic");
    plan.control_where = control->where();
  }
  if (const Value* numbers = part(study, "randomNumbers")) {
    plan.independent = numbers->text() == "independent";
    plan.common_asked = !plan.independent;
  }
  if (const Value* observations = part(study, "observations")) plan.observations = texts(*observations);
  plan.steady_state = steady_state_names(study);
  if (const Value* responses = part(study, "responses")) {
    plan.responses = texts(*responses);
    plan.responses_where = responses->where();
  }
  if (const Value* until = part(study, "until")) {
    plan.until.emplace();
    plan.until_where = until->where();
    if (until->is(Value::Type::kNumber)) {
      plan.until->half_width = until->number();
    } else {
      plan.until->half_width = number_or(*until, "halfWidth", 0);
      plan.until->response = text_or(*until, "response");
      plan.until->most = static_cast<std::int64_t>(number_or(*until, "most", 1000));
    }
    check_response(plan, plan.until->response, plan.until_where, faults);
  }
  if (const Value* compare = part(study, "compare")) {
    plan.compare = comparison_of(*compare);
    plan.compare_where = compare->where();
    if (plan.compare->method == Compare::kSelect && plan.compare->two_stage && !plan.common_asked)
      plan.independent = true;
    if (faults.empty()) check_comparison(plan, study.experiment().replications, faults);
  }
  if (!faults.empty()) throw InputError(std::move(faults));
  return plan;
}

Study load_scenario(const Study& base, const Scenario& scenario, const LoadOptions& options) {
  LoadOptions all = options;
  all.sets.insert(all.sets.end(), scenario.settings.begin(), scenario.settings.end());
  all.directory = base.directory();
  const auto& sources = base.sources();
  all.read = [&sources](const std::string& path, const SourceLocation& asked_at) {
    const auto found = sources.find(path);
    return found == sources.end() ? read_file(path, asked_at) : found->second;
  };
  try {
    return Study::load(base.file(), base.registry(), all);
  } catch (const InputError& e) {
    Diagnostics faults = e.diagnostics();
    const Value* scenarios = part(base, "scenarios");
    const Value* written = scenarios == nullptr ? part(base, "factors") : scenarios->find(scenario.name);
    for (Diagnostic& fault : faults) {
      for (std::size_t i = 0; i < scenario.settings.size(); ++i) {
        if (fault.where.file != "--set " + scenario.settings[i] || written == nullptr) continue;
        const bool listed = scenarios != nullptr && written->is(Value::Type::kArray);
        fault.where = listed ? written->items()[i].where() : written->where();
        fault.message = "'" + scenario.settings[i] + "': " + fault.message;
        break;
      }
      fault.message = "scenario '" + scenario.name + "': " + fault.message;
    }
    throw InputError(std::move(faults));
  }
}

}  // namespace escapement::json
