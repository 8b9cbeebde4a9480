// SPDX-License-Identifier: MIT
// Variables, their attributes, and the values of parameters.
#include "escapement/modelica/translate.h"

#include <algorithm>
#include <cmath>

#include "escapement/equations/tape.h"
#include "translator.h"

namespace escapement::modelica {
namespace {

constexpr equations::VariableIndex kNothing = static_cast<equations::VariableIndex>(-1);

bool has_scalars(const Variable& variable) {
  return variable.type.base == BaseType::kReal || variable.type.base == BaseType::kInteger ||
         variable.type.base == BaseType::kBoolean || variable.type.base == BaseType::kEnumeration;
}

// "row[2].cell.v[1]": the subscripts of an element, each where its dimension came from.
std::string element_name(const Variable& variable, std::size_t element) {
  std::vector<std::int64_t> subscripts(variable.type.dims.size());
  for (std::size_t d = subscripts.size(); d-- > 0;) {
    subscripts[d] = static_cast<std::int64_t>(element % static_cast<std::size_t>(variable.type.dims[d])) + 1;
    element /= static_cast<std::size_t>(variable.type.dims[d]);
  }
  std::string name;
  std::size_t at = 0;
  const auto add = [&](std::size_t rank) {
    for (std::size_t i = 0; i < rank; ++i)
      name += (i == 0 ? "[" : ",") + std::to_string(subscripts[at++]) + (i + 1 == rank ? "]" : "");
  };
  for (const NameSegment& segment : variable.segments) {
    name += (name.empty() ? "" : ".") + segment.name;
    add(std::min(static_cast<std::size_t>(segment.rank), subscripts.size() - at));
  }
  add(subscripts.size() - at);
  return name;
}

}  // namespace

Translator::Translator(const FlatModel& model)
    : model_(model), system_(result_.system), terms_(system_.terms) {}

void Translator::attempt(Place place, const std::function<void()>& action) {
  const std::size_t frames = frames_.size();
  const int depth = depth_;
  const auto tell = [&](Place where, const std::string& message) {
    frames_.resize(frames);
    depth_ = depth;
    whens_ = 0;
    when_values_ = nullptr;
    is_real_ = false;
    asserts_subscripts_ = true;
    faults_.push_back({model_.location(where.line != 0 ? where : place), message, {}});
  };
  try {
    action();
  } catch (const Untranslatable& fault) {
    tell(fault.place, fault.message);
  } catch (const std::out_of_range&) {
    tell(place, "an index or a field of this is not there");
  }
}

Translator::VariableIndex Translator::hidden_discrete(const std::string& name, double start) {
  equations::FlatVariable made;
  made.name = name;
  made.variability = equations::Variability::kDiscrete;
  made.start = start;
  return system_.add(std::move(made));
}

Translator::Term Translator::initial_flag() {
  if (!initial_flag_) {
    equations::FlatVariable made;
    made.name = "$initial";
    made.variability = equations::Variability::kParameter;
    initial_flag_ = system_.add(std::move(made));
    system_.initial_flag = initial_flag_;
  }
  return terms_.variable(*initial_flag_);
}

Translator::Term Translator::flag(std::optional<VariableIndex>& of, const char* name, double start) {
  if (!of) {
    equations::FlatVariable made;
    made.name = name;
    made.variability = equations::Variability::kParameter;
    made.start = start;
    of = system_.add(std::move(made));
  }
  return terms_.variable(*of);
}

double Translator::number_of(Term term, Place place) {
  if (const auto value = known(term)) return *value;
  std::map<VariableIndex, Term>
      values;  // 1/0 and its like, which known() leaves alone, and what stands on THETA
  for (const VariableIndex v : terms_.variables_in(term)) {
    if (!is_settled(v))
      throw Untranslatable{place, "the value of " + system_.text(term) + " must be known before it runs"};
    values.emplace(v, terms_.constant(*system_.variables[v].start));
  }
  if (terms_.depends_on_time(term))
    throw Untranslatable{place, "the value of " + system_.text(term) + " must be known before it runs"};
  const Term number = terms_.substitute(term, [&](VariableIndex v) { return &values.at(v); });
  return terms_.is_constant(number) ? terms_.value(number) : equations::evaluate(terms_, number, {}, 0);
}

void Translator::declare_variables() {
  first_.assign(model_.variables.size(), kNothing);
  count_.assign(model_.variables.size(), 0);
  for (std::uint32_t i = 0; i < model_.variables.size(); ++i)
    if (has_scalars(model_.variables[i])) declare(model_.variables[i], i);
}

void Translator::declare(const Variable& variable, std::uint32_t index) {
  count_[index] = static_cast<std::size_t>(scalar_count(variable.type));
  first_[index] = static_cast<VariableIndex>(system_.variables.size());
  for (std::size_t element = 0; element < count_[index]; ++element) {
    equations::FlatVariable made;
    made.name = element_name(variable, element);
    made.where = model_.location(variable.place);
    switch (variable.variability) {
      case Variability::kConstant:
      case Variability::kParameter:
        made.variability = equations::Variability::kParameter;
        break;
      case Variability::kDiscrete:
        made.variability = equations::Variability::kDiscrete;
        break;
      case Variability::kContinuous:
        made.variability = variable.type.base == BaseType::kReal ? equations::Variability::kContinuous
                                                                 : equations::Variability::kDiscrete;
        break;
    }
    if (variable.causality == Causality::kInput && !variable.binding.present() &&
        made.variability != equations::Variability::kParameter)
      made.variability = equations::Variability::kInput;
    result_.visible.push_back(system_.add(std::move(made)));
    declared_.push_back(index);
  }
}

const Variable* Translator::declared_as(VariableIndex v) const {
  if (system_.variables[v].variability == equations::Variability::kPrevious) {
    const auto of = std::find_if(system_.variables.begin(), system_.variables.end(),
                                 [&](const equations::FlatVariable& one) { return one.previous == v; });
    v = static_cast<VariableIndex>(of - system_.variables.begin());
  }
  return v < declared_.size() ? &model_.variables[declared_[v]] : nullptr;
}

// The value of a declaration for all elements. With iterators it is told element by element.
Symbol Translator::value_of(const Variable& variable, const Binding& binding) {
  const std::function<Symbol(std::size_t)> build = [&](std::size_t at) -> Symbol {
    if (at == binding.iterators.size()) return evaluate(*binding.value);
    // Equations over the same array of components use the same iterator: its value is theirs again
    // afterwards.
    const Symbol before = iterators_[binding.iterators[at].id];
    std::vector<Symbol> parts;
    for (std::int64_t i = 1; i <= variable.type.dims[at]; ++i) {
      iterators_[binding.iterators[at].id] = Symbol::scalar(terms_.constant(static_cast<double>(i)));
      parts.push_back(build(at + 1));
    }
    iterators_[binding.iterators[at].id] = before;
    return Symbol::array(std::move(parts));
  };
  return build(0);
}

// Parameters may stand on others that are declared later, so they are visited until no more can be told.
void Translator::bind_parameters() {
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < model_.variables.size(); ++i)
    if (first_[i] != kNothing && (model_.variables[i].variability == Variability::kConstant ||
                                  model_.variables[i].variability == Variability::kParameter))
      open.push_back(i);
  std::map<std::uint32_t, std::string> reasons;
  for (bool progress = true; progress && !open.empty();) {
    progress = false;
    std::vector<std::uint32_t> left;
    for (const std::uint32_t i : open) {
      const Variable& variable = model_.variables[i];
      const std::size_t frames = frames_.size();
      const int depth = depth_;
      try {
        std::vector<Term> values;
        bool computed = false;
        if (variable.binding.present()) {
          scalars_of(value_of(variable, variable.binding), values);
        } else if (variable.fixed.present() && attribute(variable, variable.fixed, 0) == 0.0) {
          computed = true;
          if (variable.start.present()) scalars_of(value_of(variable, variable.start), values);
        } else if (variable.start.present()) {
          scalars_of(value_of(variable, variable.start), values);
        }
        if (values.size() == 1 && count_[i] > 1) values.assign(count_[i], values.front());
        std::vector<double> numbers;
        for (const Term value : values) numbers.push_back(number_of(value, variable.place));
        numbers.resize(count_[i], 0);
        for (std::size_t k = 0; k < count_[i]; ++k) {
          equations::FlatVariable& one = system_.variables[first_[i] + k];
          if (!computed || variable.start.present()) one.start = numbers[k];
          one.computed = computed;
          if (k < values.size() && !is_theta(first_[i] + static_cast<VariableIndex>(k)) &&
              stands_on_theta(values[k]))
            one.value = values[k];
        }
        progress = true;
      } catch (const Untranslatable& fault) {
        frames_.resize(frames);
        depth_ = depth;
        reasons[i] = fault.message;
        left.push_back(i);
      } catch (const std::out_of_range&) {
        frames_.resize(frames);
        depth_ = depth;
        reasons[i] = "an index or a field of its value is not there";
        left.push_back(i);
      }
    }
    open = std::move(left);
  }
  for (const std::uint32_t i : open) {
    const Variable& variable = model_.variables[i];
    if (bind_computed(variable, i)) continue;
    faults_.push_back({model_.location(variable.place),
                       "the parameter '" + variable.name + "' has no value: " + reasons[i],
                       {}});
  }
}

// A parameter that stands on computed ones is computed with them.
bool Translator::bind_computed(const Variable& variable, std::uint32_t index) {
  if (!variable.binding.present()) return false;
  std::vector<Term> values;
  const std::size_t frames = frames_.size();
  const int depth = depth_;
  try {
    scalars_of(value_of(variable, variable.binding), values);
  } catch (const Untranslatable&) {
    frames_.resize(frames);
    depth_ = depth;
    return false;
  }
  if (values.size() == 1 && count_[index] > 1) values.assign(count_[index], values.front());
  if (values.size() != count_[index]) return false;
  for (const Term value : values)
    for (const VariableIndex v : terms_.variables_in(value))
      if (system_.variables[v].variability != equations::Variability::kParameter || system_.is_flag(v))
        return false;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const VariableIndex v = first_[index] + static_cast<VariableIndex>(k);
    system_.variables[v].computed = true;
    system_.initial_equations.push_back(
        {terms_.variable(v), values[k], model_.location(variable.binding.place), {}});
  }
  return true;
}

std::optional<double> Translator::attribute(const Variable& variable, const Binding& binding,
                                            std::size_t element) {
  if (!binding.present()) return std::nullopt;
  std::vector<Term> values;
  scalars_of(value_of(variable, binding), values);
  if (values.empty()) return std::nullopt;
  return number_of(values.size() == 1 ? values.front() : values.at(element), binding.place);
}

void Translator::set_attributes(const Variable& variable, std::uint32_t index) {
  const auto values = [&](const Binding& binding) {
    std::vector<Term> found;
    if (binding.present()) scalars_of(value_of(variable, binding), found);
    if (found.size() == 1) found.assign(count_[index], found.front());
    return found;
  };
  const std::vector<Term> start = values(variable.start), fixed = values(variable.fixed),
                          nominal = values(variable.nominal), select = values(variable.state_select);
  for (std::size_t k = 0; k < count_[index]; ++k) {
    equations::FlatVariable& one = system_.variables[first_[index] + k];
    const bool is_parameter = one.variability == equations::Variability::kParameter;
    if (k < start.size() && !is_parameter) one.start = number_of(start[k], variable.place);
    if (k < fixed.size() && !is_parameter) one.fixed = number_of(fixed[k], variable.place) != 0;
    if (k < nominal.size()) one.nominal = std::abs(number_of(nominal[k], variable.place));
    if (one.nominal == 0) one.nominal = 1;
    if (k < select.size())
      one.state_select = static_cast<equations::StateSelect>(
          std::clamp(static_cast<int>(number_of(select[k], variable.place)) - 1, 0, 4));
    if (variable.unit.present()) {
      const Symbol unit = evaluate(*variable.unit.value);
      if (unit.kind == Symbol::Kind::kText) one.unit = unit.text;
    }
  }
}

// Values of declarations of variables that are no parameters are equations.
void Translator::bind_values() {
  for (std::uint32_t i = 0; i < model_.variables.size(); ++i) {
    const Variable& variable = model_.variables[i];
    if (first_[i] == kNothing || !variable.binding.present() ||
        variable.variability == Variability::kConstant || variable.variability == Variability::kParameter)
      continue;
    attempt(variable.place, [&] {
      std::vector<Term> values;
      scalars_of(value_of(variable, variable.binding), values);
      if (values.size() == 1) values.assign(count_[i], values.front());
      for (std::size_t k = 0; k < count_[i]; ++k)
        add_scalar_equal(terms_.variable(first_[i] + static_cast<VariableIndex>(k)), values.at(k),
                         variable.binding.place, false);
    });
  }
}

// A Real that a when gives is discrete, and must be known as such before other equations are looked at.
void Translator::mark_when_targets(const std::vector<Equation>& body, bool in_when) {
  for (const Equation& one : body) {
    const bool inside = in_when || one.kind == EquationKind::kWhen;
    for (const EquationBranch& branch : one.branches) mark_when_targets(branch.body, inside);
    if (!in_when || (one.kind != EquationKind::kEqual && one.kind != EquationKind::kAssign)) continue;
    const auto mark = [&](const Expr* target) {
      if (target == nullptr || target->kind != ExprKind::kVariable || first_[target->variable] == kNothing)
        return;
      for (std::size_t k = 0; k < count_[target->variable]; ++k) {
        auto& variable = system_.variables[first_[target->variable] + k];
        if (variable.variability == equations::Variability::kContinuous)
          variable.variability = equations::Variability::kDiscrete;
      }
    };
    if (one.left != nullptr && one.left->kind == ExprKind::kTuple) {
      for (const Expr* target : one.left->args) mark(target);
    } else {
      mark(one.left);
    }
  }
}

void Translator::translate_equations() {
  mark_when_targets(model_.equations, false);
  for (const Algorithm& algorithm : model_.algorithms) mark_when_targets(algorithm.statements, false);
  mark_connected_discrete();
  for (const Equation& one : model_.equations)
    if (one.kind == EquationKind::kEqual)
      for (const auto& [to, from] : {std::pair(one.left, one.right), std::pair(one.right, one.left)})
        if (to != nullptr && to->kind == ExprKind::kVariable && to->args.empty() &&
            to->type.base == BaseType::kString && !model_.variables[to->variable].binding.present())
          texts_.emplace(to->variable, from);
  // Whens and algorithms first: what they give is settled then.
  const auto equations = [&](bool whens) {
    for (const Equation& one : model_.equations)
      if ((one.kind == EquationKind::kWhen) == whens)
        attempt(one.place, [&] { translate_equation(one, false); });
  };
  in_equations_ = true;
  equations(true);
  for (const Algorithm& one : model_.algorithms) attempt(one.place, [&] { translate_algorithm(one, false); });
  equations(false);
  in_equations_ = false;
  {
    const GuardedStretch stretch(guards_);
    guards_.push_back(initial_flag());
    for (const Equation& one : model_.initial_equations)
      attempt(one.place, [&] { translate_equation(one, true); });
  }
  for (const Algorithm& one : model_.initial_algorithms)
    attempt(one.place, [&] { translate_algorithm(one, true); });
}

// min and max hold up to rounding: what is 1 up to the solver's tolerance is no fault of a fraction.
void Translator::assert_ranges() {
  constexpr double kSlack = 1e-6;
  for (std::uint32_t i = 0; i < model_.variables.size(); ++i) {
    const Variable& variable = model_.variables[i];
    if (first_[i] == kNothing || variable.type.base != BaseType::kReal) continue;
    for (const Binding* bound : {&variable.min, &variable.max}) {
      if (!bound->present()) continue;
      attempt(bound->place, [&] {
        std::vector<Term> limits;
        scalars_of(value_of(variable, *bound), limits);
        if (limits.size() == 1) limits.assign(count_[i], limits.front());
        for (std::size_t k = 0; k < count_[i]; ++k)
          assert_range(first_[i] + static_cast<VariableIndex>(k), number_of(limits.at(k), bound->place),
                       bound == &variable.min, kSlack);
      });
    }
  }
}

void Translator::assert_range(VariableIndex v, double limit, bool is_least, double slack) {
  const equations::FlatVariable& one = system_.variables[v];
  if (std::abs(limit) >= 1e59) return;  // Modelica.Constants.inf and its like
  const std::string told =
      "'" + one.name + "' is to be at " + (is_least ? "least " : "most ") + to_text(limit);
  const double room = slack * std::max(std::abs(limit), std::abs(one.nominal));
  if (one.variability == equations::Variability::kParameter) {
    if (!is_settled(v)) return;
    if (is_least ? *one.start < limit - room : *one.start > limit + room)
      faults_.push_back({one.where, told + ", but its value is " + to_text(*one.start), {}});
    return;
  }
  const Term bound = terms_.constant(is_least ? limit - room : limit + room);
  system_.assertions.push_back(
      {terms_.make(is_least ? Operation::kGreaterEqual : Operation::kLessEqual, terms_.variable(v), bound),
       told,
       {},
       false,
       one.where});
}

// Only what has a derivative keeps what a reinit gives it (section 8.3.6).
void Translator::check_reinits() {
  for (const equations::Reinit& one : system_.reinits) {
    const equations::FlatVariable& state = system_.variables[one.state];
    const Term itself = terms_.variable(one.state);
    const bool renamed = std::any_of(
        system_.equations.begin(), system_.equations.end(), [&](const equations::FlatEquation& equation) {
          const Term other = equation.left == itself ? equation.right : equation.left;
          return (equation.left == itself || equation.right == itself) &&
                 terms_.operation(other) == Operation::kVariable;
        });
    if (state.derivative || renamed || state.state_select == equations::StateSelect::kAlways) continue;
    Diagnostic fault;
    fault.where = one.where;
    fault.message = "reinit() sets '" + state.name + "', of which no equation has the derivative";
    fault.remedy = "reinit a variable x that der(x) makes a state";
    faults_.push_back(std::move(fault));
  }
}

// Which of several would count, if they fire together, nobody says (section 8.3.6).
void Translator::check_reinit_alone(const equations::Reinit& made) {
  const auto other = std::find_if(system_.reinits.begin(), system_.reinits.end(),
                                  [&](const equations::Reinit& one) { return one.state == made.state; });
  if (other == system_.reinits.end()) return;
  const std::string& state = system_.variables[made.state].name;
  Diagnostic fault;
  fault.where = made.where;
  fault.message = "reinit() sets '" + state + "' in two when-equations, this one and that at " +
                  other->where.file + ":" + std::to_string(other->where.line) + ":" +
                  std::to_string(other->where.column) + "; it may be set in one only";
  fault.remedy = "put both into one, the one that counts first: 'when a then reinit(" + state +
                 ", ...); elsewhen b then reinit(" + state + ", ...); end when'";
  faults_.push_back(std::move(fault));
}

Translated Translator::run() {
  declare_variables();
  find_theta();
  initial_flag();
  bind_parameters();
  for (std::uint32_t i = 0; i < model_.variables.size(); ++i)
    if (first_[i] != kNothing)
      attempt(model_.variables[i].place, [&] { set_attributes(model_.variables[i], i); });
  has_path_ = true;
  translate_equations();
  in_equations_ = true;
  bind_values();
  in_equations_ = has_path_ = false;
  assert_ranges();
  check_reinits();
  match_discrete();
  check_discrete_values();
  system_.separate_homotopy();
  if (!faults_.empty()) throw InputError(std::move(faults_));
  result_.parameters.assign(system_.variables.size(), 0);
  for (VariableIndex v = 0; v < system_.variables.size(); ++v)
    if (system_.variables[v].variability == equations::Variability::kParameter)
      result_.parameters[v] = system_.variables[v].start.value_or(0);
  return std::move(result_);
}

Translated translate(const FlatModel& model) {
  return Translator(model).run();
}

}  // namespace escapement::modelica
