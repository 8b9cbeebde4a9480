// SPDX-License-Identifier: MIT
#include "escapement/modelica/print.h"

#include <algorithm>

#include "escapement/core/error.h"

namespace escapement::modelica {

namespace {

class Printer {
 public:
  explicit Printer(const FlatModel* model, const Function* function = nullptr)
      : model_(model), function_(function) {}

  std::string expression(const Expr* e, int outer = 0) const {
    if (e == nullptr) return "";
    switch (e->kind) {
      case ExprKind::kReal: {
        std::string text = to_text(e->number);
        if (text.find_first_of(".en") == std::string::npos) text += ".0";
        return e->number < 0 && outer > 0 ? "(" + text + ")" : text;
      }
      case ExprKind::kInteger:
        return e->integer < 0 && outer > 0 ? "(" + std::to_string(e->integer) + ")"
                                           : std::to_string(e->integer);
      case ExprKind::kBoolean:
        return e->integer != 0 ? "true" : "false";
      case ExprKind::kString:
        return quoted(e->text);
      case ExprKind::kEnumeration:
        return e->type.enumeration->name + "." +
               e->type.enumeration->literals[static_cast<std::size_t>(e->integer - 1)];
      case ExprKind::kVariable:
        return variable(e);
      case ExprKind::kLocal:
        return std::string(e->text) + (e->args.empty() ? "" : "[" + list(e->args) + "]");
      case ExprKind::kIterator:
        return std::string(e->text);
      case ExprKind::kTime:
        return "time";
      case ExprKind::kUnary: {
        const int mine = precedence(e->op);
        const std::string text_of =
            std::string(text(e->op)) + (e->op == Op::kNot ? " " : "") + expression(e->args[0], mine + 1);
        return mine < outer ? "(" + text_of + ")" : text_of;
      }
      case ExprKind::kBinary: {
        const int mine = precedence(e->op);
        const bool power = e->op == Op::kPower || e->op == Op::kElementPower;
        const std::string made = expression(e->args[0], power || is_relation(e->op) ? mine + 1 : mine) +
                                 (power ? "" : " ") + text(e->op) + (power ? "" : " ") +
                                 expression(e->args[1], mine + 1);
        return mine < outer ? "(" + made + ")" : made;
      }
      case ExprKind::kIf: {
        std::string made;
        std::size_t i = 0;
        for (; i + 1 < e->args.size(); i += 2)
          made +=
              (i == 0 ? "if " : " elseif ") + expression(e->args[i]) + " then " + expression(e->args[i + 1]);
        made += " else " + expression(e->args[i]);
        return outer > 0 ? "(" + made + ")" : made;
      }
      case ExprKind::kCall:
        return std::string(e->function != nullptr ? std::string_view(e->function->name) : e->text) + "(" +
               list(e->args) + ")";
      case ExprKind::kArray:
        if (e->args.empty()) return "fill(" + blank(e->type) + sizes(e->type) + ")";
        return "{" + list(e->args) + "}";
      case ExprKind::kComprehension: {
        std::string made = "{" + expression(e->args[0]) + " for ";
        for (std::size_t i = e->iterators.size(); i-- > 0;)  // in Modelica the last one is outermost
          made += iterator(e->iterators[i]) + (i == 0 ? "" : ", ");
        return made + "}";
      }
      case ExprKind::kRange: {
        const std::string step = e->args[1] == nullptr ? "" : expression(e->args[1], 5) + ":";
        const std::string made = expression(e->args[0], 5) + ":" + step + expression(e->args[2], 5);
        return outer > 0 ? "(" + made + ")" : made;
      }
      case ExprKind::kRecord:
        return e->type.record->name + "(" + list(e->args) + ")";
      case ExprKind::kField:
        return expression(e->args[0], 8) + "." + std::string(e->text);
      case ExprKind::kIndex: {
        std::string made = expression(e->args[0], 8) + "[";
        for (std::size_t i = 1; i < e->args.size(); ++i)
          made += (i == 1 ? "" : ", ") + expression(e->args[i]);
        return made + "]";
      }
      case ExprKind::kTuple: {
        std::string made = "(";
        for (std::size_t i = 0; i < e->args.size(); ++i)
          made += (i == 0 ? "" : ", ") + expression(e->args[i]);
        return made + ")";
      }
      case ExprKind::kColon:
        return ":";
      case ExprKind::kFunction: {
        std::string made = "function " + e->function->name + "(";
        bool first = true;
        for (std::size_t i = 0; i < e->args.size(); ++i) {
          if (e->args[i] == nullptr) continue;
          made += (first ? "" : ", ") + e->function->variables[i].name + " = " + expression(e->args[i]);
          first = false;
        }
        return made + ")";
      }
    }
    return "?";
  }

  void equations(const std::vector<Equation>& body, int depth, std::string& out) const {
    for (const Equation& one : body) equation(one, depth, out);
  }

  void equation(const Equation& one, int depth, std::string& out) const {
    const std::string margin(static_cast<std::size_t>(depth) * 2, ' ');
    const auto branches = [&](const char* first, const char* next, const char* then, const char* end) {
      for (std::size_t i = 0; i < one.branches.size(); ++i) {
        const EquationBranch& branch = one.branches[i];
        if (branch.condition == nullptr && i > 0)
          out += margin + "else\n";
        else
          out += margin + (i == 0 ? first : next) + " " + expression(branch.condition) + " " + then + "\n";
        equations(branch.body, depth + 1, out);
      }
      out += margin + "end " + end + ";\n";
    };
    switch (one.kind) {
      case EquationKind::kEqual:
        out += margin + expression(one.left) + " = " + expression(one.right) + ";\n";
        break;
      case EquationKind::kAssign:
        out += margin + expression(one.left) + " := " + expression(one.right) + ";\n";
        break;
      case EquationKind::kCall:
        out += margin + expression(one.left) + ";\n";
        break;
      case EquationKind::kIf:
        branches("if", "elseif", "then", "if");
        break;
      case EquationKind::kWhen:
        branches("when", "elsewhen", "then", "when");
        break;
      case EquationKind::kWhile:
        branches("while", "while", "loop", "while");
        break;
      case EquationKind::kFor:
        out += margin + "for ";
        for (std::size_t i = 0; i < one.iterators.size(); ++i)
          out += (i == 0 ? "" : ", ") + iterator(one.iterators[i]);
        out += " loop\n";
        equations(one.branches[0].body, depth + 1, out);
        out += margin + "end for;\n";
        break;
      case EquationKind::kBreak:
        out += margin + "break;\n";
        break;
      case EquationKind::kReturn:
        out += margin + "return;\n";
        break;
    }
  }

  std::string iterator(const Iterator& one) const {
    return std::string(one.name) + " in " + expression(one.range);
  }

  std::string binding(const Binding& one) const {
    if (one.iterators.empty()) return expression(one.value);
    std::string made = "{" + expression(one.value) + " for ";
    for (std::size_t i = one.iterators.size(); i-- > 0;)
      made += iterator(one.iterators[i]) + (i == 0 ? "" : ", ");
    return made + "}";
  }

  static std::string type_name(const Type& type) {
    switch (type.base) {
      case BaseType::kReal:
        return "Real";
      case BaseType::kInteger:
        return "Integer";
      case BaseType::kBoolean:
        return "Boolean";
      case BaseType::kString:
        return "String";
      case BaseType::kEnumeration:
        return type.enumeration->name;
      case BaseType::kRecord:
      case BaseType::kExternalObject:
        return type.record->name;
      case BaseType::kFunction:
        return "function";
      default:
        return "?";
    }
  }

  static std::string quoted(std::string_view text) {
    std::string made = "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\') made += '\\';
      if (c == '\n')
        made += "\\n";
      else
        made += c;
    }
    return made + "\"";
  }

 private:
  std::string list(Span<const Expr*> args) const {
    std::string made;
    for (std::size_t i = 0; i < args.size(); ++i) made += (i == 0 ? "" : ", ") + expression(args[i]);
    return made;
  }
  static std::string sizes(const Type& type) {
    std::string made;
    for (const std::int64_t size : type.dims) made += ", " + std::to_string(size);
    return made;
  }
  static std::string blank(const Type& type) {
    return type.base == BaseType::kBoolean  ? "false"
           : type.base == BaseType::kString ? "\"\""
           : type.base == BaseType::kReal   ? "0.0"
                                            : "0";
  }

  std::string variable(const Expr* e) const {
    if (model_ == nullptr || e->variable >= model_->variables.size())
      return "v" + std::to_string(e->variable);
    const Variable& v = model_->variables[e->variable];
    if (e->args.empty()) return v.name;
    std::string made;
    std::size_t at = 0;
    for (const NameSegment& segment : v.segments) {
      made += (made.empty() ? "" : ".") + segment.name;
      for (int i = 0; i < segment.rank; ++i) made += (i == 0 ? "[" : ", ") + expression(e->args[at++]);
      if (segment.rank > 0) made += "]";
    }
    return made;
  }

  const FlatModel* model_;
  const Function* function_;
};

std::string declared_name(const Variable& v) {
  std::string made;
  std::size_t at = 0;
  for (const NameSegment& segment : v.segments) {
    made += (made.empty() ? "" : ".") + segment.name;
    for (int i = 0; i < segment.rank; ++i) made += (i == 0 ? "[" : ", ") + std::to_string(v.type.dims[at++]);
    if (segment.rank > 0) made += "]";
  }
  return made;
}

void print_variable(const Variable& v, const Printer& printer, std::string& out) {
  out += "  ";
  if (v.is_final) out += "final ";
  if (v.variability == Variability::kConstant) out += "constant ";
  if (v.variability == Variability::kParameter) out += "parameter ";
  if (v.variability == Variability::kDiscrete && v.type.base == BaseType::kReal) out += "discrete ";
  if (v.causality == Causality::kInput) out += "input ";
  if (v.causality == Causality::kOutput) out += "output ";
  out += Printer::type_name(v.type) + " " + declared_name(v);
  std::string attributes;
  const std::pair<const char*, const Binding*> all[] = {
      {"quantity", &v.quantity}, {"unit", &v.unit},   {"displayUnit", &v.display_unit},
      {"start", &v.start},       {"fixed", &v.fixed}, {"nominal", &v.nominal},
      {"min", &v.min},           {"max", &v.max},     {"stateSelect", &v.state_select}};
  for (const auto& [name, binding] : all)
    if (binding->present()) {
      const bool each = binding->iterators.empty() && v.type.rank() > 0 && binding->value->type.is_scalar();
      attributes += (attributes.empty() ? "" : ", ") + std::string(each ? "each " : "") + name + " = " +
                    printer.binding(*binding);
    }
  if (!attributes.empty()) out += "(" + attributes + ")";
  if (v.binding.present()) out += " = " + printer.binding(v.binding);
  if (!v.comment.empty()) out += " " + Printer::quoted(v.comment);
  out += ";\n";
}

}  // namespace

std::string print_expression(const Expr* e, const FlatModel* model) {
  return Printer(model).expression(e);
}

std::string print_function(const Function& function) {
  const Printer printer(nullptr, &function);
  std::string out = std::string(function.is_pure ? "" : "impure ") + "function " + function.name + "\n";
  for (const FunctionVariable& v : function.variables) {
    out += "  ";
    if (v.causality == Causality::kInput) out += "input ";
    if (v.causality == Causality::kOutput) out += "output ";
    if (v.causality == Causality::kLocal) out += "protected ";
    out += Printer::type_name(v.type) + " " + v.name;
    for (std::size_t i = 0; i < v.sizes.size(); ++i)
      out +=
          (i == 0 ? "[" : ", ") + (v.sizes[i] == nullptr ? std::string(":") : printer.expression(v.sizes[i]));
    if (!v.sizes.empty()) out += "]";
    if (v.binding != nullptr) out += " = " + printer.expression(v.binding);
    out += ";\n";
  }
  for (const int input : function.partial)
    out += "  // the partial derivative, by " + function.variables[static_cast<std::size_t>(input)].name +
           ", of what follows\n";
  if (function.is_external) {
    out += "external \"" + function.external_language + "\" ";
    if (function.external_result != nullptr) out += printer.expression(function.external_result) + " = ";
    out += function.external_name + "(";
    for (std::size_t i = 0; i < function.external_arguments.size(); ++i)
      out += (i == 0 ? "" : ", ") + printer.expression(function.external_arguments[i]);
    out += ");\n";
  } else {
    out += "algorithm\n";
    printer.equations(function.body, 1, out);
  }
  return out + "end " + function.name + ";\n";
}

std::string print_flat(const FlatModel& model) {
  const Printer printer(&model);
  std::string out;
  for (const Function* function : model.functions)
    if (!function->is_record_constructor) out += print_function(*function) + "\n";
  out += "class " + model.name + (model.comment.empty() ? "" : " " + Printer::quoted(model.comment)) + "\n";
  for (const Variable& v : model.variables) print_variable(v, printer, out);
  const auto algorithms = [&](const std::vector<Algorithm>& list, const char* word) {
    for (const Algorithm& one : list) {
      out += word;
      if (one.iterators.empty()) {
        printer.equations(one.statements, 1, out);
        continue;
      }
      Equation loop;
      loop.kind = EquationKind::kFor;
      loop.iterators = one.iterators;
      loop.branches.push_back({nullptr, one.statements});
      printer.equation(loop, 1, out);
    }
  };
  if (!model.initial_equations.empty()) out += "initial equation\n";
  printer.equations(model.initial_equations, 1, out);
  algorithms(model.initial_algorithms, "initial algorithm\n");
  if (!model.equations.empty()) out += "equation\n";
  printer.equations(model.equations, 1, out);
  algorithms(model.algorithms, "algorithm\n");
  const Experiment& e = model.experiment;
  std::string settings;
  const std::pair<const char*, const std::optional<double>*> all[] = {
      {"StartTime", &e.start}, {"StopTime", &e.stop}, {"Tolerance", &e.tolerance}, {"Interval", &e.interval}};
  for (const auto& [name, value] : all)
    if (*value) settings += (settings.empty() ? "" : ", ") + std::string(name) + " = " + to_text(**value);
  if (!settings.empty()) out += "  annotation(experiment(" + settings + "));\n";
  return out + "end " + model.name + ";\n";
}

}  // namespace escapement::modelica
