// SPDX-License-Identifier: MIT
#include "escapement/modelica/scalarize.h"

#include <algorithm>

#include "expand_expression.h"

namespace escapement::modelica {

namespace {

class Scalarizer {
 public:
  explicit Scalarizer(const FlatModel& model)
      : model_(model), made_(std::make_unique<FlatModel>()), expand_(model, *made_) {}

  std::unique_ptr<FlatModel> run() {
    made_->name = model_.name;
    made_->comment = model_.comment;
    made_->files = model_.files;
    made_->functions = model_.functions;
    made_->experiment = model_.experiment;
    made_->warnings = model_.warnings;
    for (const Variable& variable : model_.variables) declare(variable);
    for (std::size_t i = 0; i < model_.variables.size(); ++i)
      values(model_.variables[i], expand_.first(static_cast<std::uint32_t>(i)));
    equations(model_.equations, made_->equations);
    equations(model_.initial_equations, made_->initial_equations);
    algorithms(model_.algorithms, made_->algorithms);
    algorithms(model_.initial_algorithms, made_->initial_algorithms);
    return std::move(made_);
  }

 private:
  void declare(const Variable& variable) {
    expand_.add_first(static_cast<std::uint32_t>(made_->variables.size()));
    const std::int64_t count = scalar_count(variable.type);
    for (std::int64_t k = 0; k < count; ++k) {
      Variable one;
      std::vector<std::int64_t> index(variable.type.rank());
      std::int64_t rest = k;
      for (std::size_t d = index.size(); d-- > 0;) {
        index[d] = rest % variable.type.dims[d] + 1;
        rest /= variable.type.dims[d];
      }
      std::size_t at = 0;
      for (const NameSegment& segment : variable.segments) {
        one.name += (one.name.empty() ? "" : ".") + segment.name;
        for (int i = 0; i < segment.rank; ++i) one.name += (i == 0 ? "[" : ",") + std::to_string(index[at++]);
        if (segment.rank > 0) one.name += "]";
      }
      one.segments.push_back({one.name, 0});
      one.type = variable.type;
      one.type.dims = {};
      one.variability = variable.variability;
      one.causality = variable.causality;
      one.is_flow = variable.is_flow;
      one.is_protected = variable.is_protected;
      one.is_final = variable.is_final;
      one.evaluated = variable.evaluated;
      one.comment = variable.comment;
      one.place = variable.place;
      made_->variables.push_back(std::move(one));
    }
  }

  // One value for each element, or one for all.
  std::vector<const Expr*> elements(const Binding& binding, std::size_t number = 0) {
    if (number == binding.iterators.size()) return expand_.elements(binding.value);
    std::vector<const Expr*> all;
    for (const Expr* value : expand_.elements(binding.iterators[number].range)) {
      expand_.bind(binding.iterators[number].id, value);
      for (const Expr* part : elements(binding, number + 1)) all.push_back(part);
      expand_.unbind();
    }
    return all;
  }

  void values(const Variable& variable, std::uint32_t first) {
    const auto count = static_cast<std::size_t>(scalar_count(variable.type));
    static constexpr Binding Variable::*kAll[] = {
        &Variable::binding,      &Variable::start,       &Variable::fixed,    &Variable::nominal,
        &Variable::min,          &Variable::max,         &Variable::quantity, &Variable::unit,
        &Variable::display_unit, &Variable::state_select};
    for (const auto which : kAll) {
      const Binding& binding = variable.*which;
      if (!binding.present() || count == 0) continue;
      const std::vector<const Expr*> all = elements(binding);
      if (all.empty()) continue;
      for (std::size_t i = 0; i < count; ++i) {
        Binding one;
        one.place = binding.place;
        one.value = all[all.size() == count ? i : i % all.size()];
        made_->variables[first + i].*which = one;
      }
    }
  }

  void equations(const std::vector<Equation>& body, std::vector<Equation>& to) {
    for (const Equation& one : body) equation(one, to);
  }

  static bool leaves_early(const std::vector<Equation>& body) {
    for (const Equation& one : body) {
      if (one.kind == EquationKind::kBreak || one.kind == EquationKind::kReturn) return true;
      for (const EquationBranch& branch : one.branches)
        if (leaves_early(branch.body)) return true;
    }
    return false;
  }

  void loop(const Equation& one, std::size_t number, std::vector<Equation>& to) {
    if (number == one.iterators.size()) return equations(one.branches[0].body, to);
    for (const Expr* value : expand_.elements(one.iterators[number].range)) {
      expand_.bind(one.iterators[number].id, value);
      loop(one, number + 1, to);
      expand_.unbind();
    }
  }

  // A loop that may be left early stays, its iterators too; what they subscript is chosen in the simulation.
  void kept_loop(const Equation& one, std::size_t number, Equation made, std::vector<Equation>& to) {
    const Iterator& iterator = one.iterators[number];
    const Expr* range = expand_.whole(iterator.range);
    made.iterators =
        made_->arena.copy(std::vector<Iterator>{{made_->arena.copy(iterator.name), iterator.id, range}});
    expand_.bind(iterator.id, nullptr);
    EquationBranch part;
    if (number + 1 < one.iterators.size())
      kept_loop(one, number + 1, made, part.body);
    else
      equations(one.branches[0].body, part.body);
    expand_.unbind();
    made.branches.push_back(std::move(part));
    to.push_back(std::move(made));
  }

  void equation(const Equation& one, std::vector<Equation>& to) {
    Equation made;
    made.kind = one.kind;
    made.place = one.place;
    made.origin = made_->arena.copy(one.origin);
    made.from_connection = one.from_connection;
    switch (one.kind) {
      case EquationKind::kFor:
        if (leaves_early(one.branches[0].body)) return kept_loop(one, 0, made, to);
        return loop(one, 0, to);
      case EquationKind::kEqual:
      case EquationKind::kAssign: {
        if (one.left->type.base == BaseType::kRecord && !one.left->type.is_scalar() &&
            one.left->kind != ExprKind::kTuple) {
          const std::vector<const Expr*> left = expand_.records(one.left), right = expand_.records(one.right);
          if (left.size() != right.size())
            expand_.fail(one.place, "the two sides have " + std::to_string(left.size()) + " and " +
                                        std::to_string(right.size()) + " elements");
          for (std::size_t i = 0; i < left.size(); ++i) {
            Equation part = made;
            part.left = left[i];
            part.right = right[i];
            to.push_back(std::move(part));
          }
          return;
        }
        const bool whole = one.left->kind == ExprKind::kTuple || one.left->type.base == BaseType::kRecord ||
                           (one.left->type.rank() > 0 &&
                            (expand_.is_whole_call(one.right) || expand_.is_whole_call(one.left)));
        if (whole) {
          made.left = expand_.whole(one.left);
          made.right = expand_.whole(one.right);
          to.push_back(std::move(made));
          return;
        }
        const std::vector<const Expr*> left = expand_.elements(one.left), right = expand_.elements(one.right);
        if (left.size() != right.size())
          expand_.fail(one.place, "the two sides have " + std::to_string(left.size()) + " and " +
                                      std::to_string(right.size()) + " elements");
        // An assignment of a whole array reads all of it before it writes any.
        const bool in_place = one.kind == EquationKind::kAssign && left.size() > 1;
        if (in_place && expand_.mentions(right, left)) {
          made.left = expand_.whole(one.left);
          made.right = expand_.whole(one.right);
          to.push_back(std::move(made));
          return;
        }
        for (std::size_t i = 0; i < left.size(); ++i) {
          Equation scalar = made;
          scalar.left = left[i];
          scalar.right = right[i];
          to.push_back(std::move(scalar));
        }
        return;
      }
      case EquationKind::kCall: {
        if (one.left->kind == ExprKind::kCall && one.left->function == nullptr &&
            one.left->text == "reinit") {
          const std::vector<const Expr*> states = expand_.elements(one.left->args[0]),
                                         given = expand_.elements(one.left->args[1]);
          for (std::size_t i = 0; i < states.size(); ++i) {
            Equation scalar = made;
            scalar.left = expand_.call_like(one.left, {states[i], given[i % given.size()]});
            to.push_back(std::move(scalar));
          }
          return;
        }
        made.left = expand_.whole(one.left);
        to.push_back(std::move(made));
        return;
      }
      case EquationKind::kIf:
      case EquationKind::kWhen:
      case EquationKind::kWhile:
        for (const EquationBranch& branch : one.branches) {
          const bool* known = branch.condition == nullptr || one.kind != EquationKind::kIf
                                  ? nullptr
                                  : expand_.known_condition(branch.condition);
          if (known != nullptr && !*known) continue;
          if (known != nullptr || (branch.condition == nullptr && made.branches.empty())) {
            if (made.branches.empty()) return equations(branch.body, to);
            EquationBranch last;
            equations(branch.body, last.body);
            made.branches.push_back(std::move(last));
            break;
          }
          EquationBranch part;
          part.condition = branch.condition == nullptr ? nullptr : expand_.whole(branch.condition);
          equations(branch.body, part.body);
          made.branches.push_back(std::move(part));
        }
        if (!made.branches.empty()) to.push_back(std::move(made));
        return;
      case EquationKind::kBreak:
      case EquationKind::kReturn:
        to.push_back(std::move(made));
        return;
    }
  }

  void turn(const Algorithm& one, std::size_t number, std::vector<Algorithm>& to) {
    if (number == one.iterators.size()) {
      Algorithm made;
      made.origin = made_->arena.copy(one.origin);
      made.place = one.place;
      equations(one.statements, made.statements);
      to.push_back(std::move(made));
      return;
    }
    for (const Expr* value : expand_.elements(one.iterators[number].range)) {
      expand_.bind(one.iterators[number].id, value);
      turn(one, number + 1, to);
      expand_.unbind();
    }
  }

  void algorithms(const std::vector<Algorithm>& from, std::vector<Algorithm>& to) {
    for (const Algorithm& one : from) turn(one, 0, to);
  }

  const FlatModel& model_;
  std::unique_ptr<FlatModel> made_;
  ExpandExpression expand_;
};

}  // namespace

std::unique_ptr<FlatModel> scalarize(const FlatModel& model) {
  return Scalarizer(model).run();
}

}  // namespace escapement::modelica
