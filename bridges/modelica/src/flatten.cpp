// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdlib>
#include <set>

#include "environment.h"
#include "escapement/modelica/front_end.h"
#include "flattener.h"

namespace escapement::modelica {

namespace {
constexpr int kMostRestarts = 500;
}

SourceLocation FlatModel::location(Place place) const {
  SourceLocation where;
  if (place.file < files.size()) where.file = files[place.file];
  where.line = static_cast<int>(place.line);
  where.column = place.column;
  return where;
}

Flattener::Flattener(Library& library, Reporter& reporter, std::set<const ast::Element*> expand)
    : library_(library),
      reporter_(reporter),
      flat_(std::make_unique<FlatModel>()),
      arena_(flat_->arena),
      tree_(library, reporter, flat_->arena, flat_->enumerations) {
  tree_.expand_elements() = std::move(expand);
}

std::unique_ptr<FlatModel> Flattener::run(std::string_view class_name, bool check_balance) {
  ClassNode* holder = nullptr;
  std::string_view missing;
  Member* member = tree_.class_by_text(class_name, &holder, &missing);
  if (member == nullptr) {
    const bool outermost = holder == nullptr || holder == &tree_.root();
    std::vector<std::string> names = outermost ? library_.given_classes() : tree_.known_names(*holder, true);
    std::string near(nearest_name(missing, names));
    if (!near.empty()) {
      const auto at = static_cast<std::size_t>(missing.data() - class_name.data());
      near = "did you mean '" + std::string(class_name.substr(0, at)) + near + "'?";
    }
    if (outermost)
      near += (near.empty() ? "" : " ") + library_.searched();
    else if (near.empty())
      near = "'" + tree_.full_name(*holder) + "' holds " + list_text(names);
    reporter_.error({}, "there is no class '" + std::string(class_name) + "'", near);
    return nullptr;
  }
  if (reporter_.errors() > 0) return nullptr;  // what was read is broken
  try {
    flat_->name = std::string(class_name);
    model_ = tree_.root_instance(*member);
    tree_.expand(*model_);
    const ast::ClassKind kind = tree_.kind_of(*model_);
    if (model_->definition == nullptr || kind == ast::ClassKind::kFunction ||
        kind == ast::ClassKind::kPackage) {
      const std::vector<std::string> models =
          kind == ast::ClassKind::kPackage ? tree_.models_in(*model_) : std::vector<std::string>();
      reporter_.fail(
          model_->definition == nullptr ? Place{} : model_->definition->place,
          "'" + flat_->name + "' is a " + std::string(ast::kind_name(kind)) + " and cannot be simulated",
          "name a model or a block" + (models.empty() ? "" : ": " + list_text(models)));
    }
    if (model_->definition->partial)
      reporter_.fail(model_->definition->place, "'" + flat_->name + "' is partial and cannot be simulated",
                     "name a class that is complete");
    flat_->comment = unescape(model_->definition->description);
    walk(*model_, 0);
    for (std::size_t i = 0; i < instances_.size(); ++i) class_connections(*instances_[i]);
    settle_buses();
    settle_graph();
    for (std::size_t i = 0; i < order_.size(); ++i) describe_variable(*order_[i]);
    check_cycles();
    for (ClassNode* node : instances_) {
      const std::string path = node->instance->component == nullptr
                                   ? std::string()
                                   : tree_.path_of(*node->instance->component) + node->element_suffix;
      origin_ = arena_.copy(std::string_view(path));
      reporter_.set_path(path);
      class_equations(*node);
    }
    reporter_.set_path({});
    origin_ = {};
    check_declared_discrete();
    connection_equations();
    experiment();
    finish_variables();
    if (reporter_.errors() == 0 && check_balance) report_balance();
  } catch (Abandon) {
  } catch (const NotConstant& fault) {
    reporter_.error(fault.place, "this cannot be worked out: " + fault.reason);
  } catch (const NeedUnrolling&) {
    reporter_.error(model_->definition->place,
                    "an iterator picks among components of different structure where loops cannot be "
                    "unrolled: not supported yet");
  }
  return std::move(flat_);
}

// Variables in the order of their declaration; what was made to be asked for only comes out as used or not at
// all.
void Flattener::finish_variables() {
  // What an expandable connector declares and nobody connects or uses is not there (section 9.1.3).
  std::vector<bool> used(flat_->variables.size(), false);
  for (const Expr* use : variable_uses_) used[use->variable] = true;
  order_.erase(std::remove_if(order_.begin(), order_.end(),
                              [&](Member* member) {
                                const ClassNode* around = member->holder->instance;
                                const auto number = static_cast<std::size_t>(member->variable);
                                if (around->component == nullptr ||
                                    !tree_.is_expandable(*around->component->node) || used[number] ||
                                    flat_->variables[number].binding.present())
                                  return false;
                                absent_.insert(member);
                                return true;
                              }),
               order_.end());
  std::vector<std::uint32_t> place(flat_->variables.size(), 0);
  std::vector<Variable> sorted;
  std::vector<bool> taken(flat_->variables.size(), false);
  for (Member* member : order_) {
    const auto number = static_cast<std::uint32_t>(member->variable);
    if (taken[number]) continue;
    taken[number] = true;
    flat_->variables[number].evaluated = member->structural;
    place[number] = static_cast<std::uint32_t>(sorted.size());
    sorted.push_back(std::move(flat_->variables[number]));
  }
  for (std::size_t i = 0; i < taken.size(); ++i)
    if (!taken[i] && absent_.count(variable_members_[i]) == 0) {
      place[i] = static_cast<std::uint32_t>(sorted.size());
      sorted.push_back(std::move(flat_->variables[i]));
    }
  for (Expr* use : variable_uses_) use->variable = place[use->variable];
  flat_->variables = std::move(sorted);
  mark_discrete();
  keep_used_functions();
}

// Reals that a when sets are discrete (section 4.4.4).
void Flattener::mark_discrete() {
  const std::function<void(const Expr*)> mark = [&](const Expr* e) {
    if (e == nullptr) return;
    if (e->kind == ExprKind::kVariable) {
      Variable& variable = flat_->variables[e->variable];
      if (variable.variability == Variability::kContinuous) variable.variability = Variability::kDiscrete;
    }
    if (e->kind == ExprKind::kRecord || e->kind == ExprKind::kTuple || e->kind == ExprKind::kArray)
      for (const Expr* part : e->args) mark(part);
  };
  for (const Expr* e : when_targets_) mark(e);
  for (const Expr* e : pre_uses_)
    if (e->kind == ExprKind::kVariable &&
        flat_->variables[e->variable].variability == Variability::kContinuous)
      reporter_.error(e->place,
                      "pre(), edge() or change() of the continuous variable '" +
                          flat_->variables[e->variable].name + "' stands outside of a when",
                      "only discrete variables have left limits there");
}

void Flattener::keep_used_functions() {
  std::set<const Function*> used;
  const std::function<void(const Function*)> use_function = [&](const Function* function) {
    if (function == nullptr || !used.insert(function).second) return;
    const std::function<void(const Expr*)> use = [&](const Expr* e) {
      if (e == nullptr) return;
      use_function(e->function);
      for (const Expr* part : e->args) use(part);
      for (const Iterator& iterator : e->iterators) use(iterator.range);
    };
    const std::function<void(const std::vector<Equation>&)> body = [&](const std::vector<Equation>& list) {
      for (const Equation& one : list) {
        use(one.left);
        use(one.right);
        for (const Iterator& iterator : one.iterators) use(iterator.range);
        for (const EquationBranch& branch : one.branches) {
          use(branch.condition);
          body(branch.body);
        }
      }
    };
    for (const FunctionVariable& variable : function->variables) {
      use(variable.binding);
      for (const Expr* size : variable.sizes) use(size);
    }
    for (const DerivativeAnnotation& one : function->derivatives) use_function(one.function);
    for (const InverseAnnotation& one : function->inverses) use_function(one.function);
    body(function->body);
    for (const Expr* argument : function->external_arguments) use(argument);
  };
  Function whole;  // the model itself, as what calls
  whole.body = flat_->equations;
  whole.body.insert(whole.body.end(), flat_->initial_equations.begin(), flat_->initial_equations.end());
  for (const auto* list : {&flat_->algorithms, &flat_->initial_algorithms})
    for (const Algorithm& algorithm : *list)
      whole.body.insert(whole.body.end(), algorithm.statements.begin(), algorithm.statements.end());
  for (const Variable& variable : flat_->variables)
    for (const Binding* binding : {&variable.binding, &variable.start, &variable.fixed, &variable.nominal,
                                   &variable.min, &variable.max})
      if (binding->present()) whole.external_arguments.push_back(binding->value);
  use_function(&whole);
  std::vector<const Function*> kept;
  for (const Function* function : flat_->functions)
    if (used.count(function) > 0) kept.push_back(function);
  flat_->functions = std::move(kept);
}

void Flattener::experiment() {
  const std::function<const ast::Modification*(const ClassNode&)> find =
      [&](const ClassNode& node) -> const ast::Modification* {
    if (node.definition != nullptr && node.definition->annotation != nullptr)
      for (const ast::Argument& argument : node.definition->annotation->arguments)
        if (argument.name == "experiment") return argument.modification;
    return nullptr;
  };
  const ast::Modification* found = find(*model_);
  if (found == nullptr) return;
  for (const ast::Argument& argument : found->arguments) {
    if (argument.modification == nullptr || argument.modification->value == nullptr) continue;
    std::optional<double>* to = argument.name == "StartTime"   ? &flat_->experiment.start
                                : argument.name == "StopTime"  ? &flat_->experiment.stop
                                : argument.name == "Tolerance" ? &flat_->experiment.tolerance
                                : argument.name == "Interval"  ? &flat_->experiment.interval
                                                               : nullptr;
    if (to == nullptr) continue;
    Context context;
    context.scope = model_;
    try {
      const std::optional<Value> value = try_evaluate(expression(*argument.modification->value, context));
      if (value && !value->is_array()) *to = value->number;
    } catch (Abandon) {
    }
  }
}

std::unique_ptr<FlatModel> flatten(const Source& source, const std::string& class_name, bool check_balance) {
  Reporter reporter;
  Library library(reporter);
  for (const auto& path : source.libraries) library.add_directory(path);
  if (source.use_environment)
    if (const char* path = std::getenv("MODELICAPATH")) {
      std::string rest(path);
      for (std::size_t at = 0; at <= rest.size();) {
        const std::size_t end = std::min(rest.find(':', at), rest.size());
        if (end > at) library.add_directory(rest.substr(at, end - at));
        at = end + 1;
      }
    }
  for (const auto& path : source.files) library.add_file(path);
  for (const auto& [name, text] : source.texts) library.add_text(name, text);
  std::string name = class_name;
  if (name.empty()) {
    if (library.given_classes().size() == 1)
      name = library.given_classes().front();
    else
      reporter.error(
          {},
          library.given_classes().empty() ? "there is no class to work on" : "the files hold several classes",
          library.given_classes().empty() ? "give a file that holds one"
                                          : "choose with --class: " + list_text(library.given_classes()));
  }
  std::set<const ast::Element*> expand;
  for (int restart = 0; reporter.errors() == 0; ++restart) {
    Reporter attempt = reporter;
    try {
      std::unique_ptr<FlatModel> model;
      Flattener flattener(library, reporter, expand);
      model = flattener.run(name, check_balance);
      reporter.throw_if_errors();
      model->warnings = reporter.diagnostics();
      model->files = reporter.files();
      return model;
    } catch (const NeedExpansion& need) {
      if (restart == kMostRestarts || !expand.insert(need.element).second) {
        reporter.error(need.element->place, "the elements of '" + std::string(need.element->name) +
                                                "' differ in structure in a way that is not supported yet");
        break;
      }
      reporter.forget_faults_since(attempt);
    }
  }
  reporter.throw_if_errors();
  return nullptr;
}

}  // namespace escapement::modelica
