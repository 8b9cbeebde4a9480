// SPDX-License-Identifier: MIT
#include "escapement/equations/text.h"

#include <algorithm>

#include "text_reader.h"

namespace escapement::equations {

Term parse(std::string_view text, Terms& terms, const Names& names,
           std::vector<expressions::ExpressionError>& faults) {
  std::vector<expressions::ExpressionError> found;
  Term result;
  try {
    result = internal::TextReader(text, terms, names, found).read();
  } catch (const expressions::ExpressionError& fault) {
    found.push_back(fault);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.offset() < b.offset(); });
  faults.insert(faults.end(), found.begin(), found.end());
  return result;
}

Term parse(std::string_view text, Terms& terms, const Names& names) {
  std::vector<expressions::ExpressionError> faults;
  const Term result = parse(text, terms, names, faults);
  if (!faults.empty()) throw faults.front();
  return result;
}

namespace {

class Printer {
 public:
  Printer(const Terms& terms, const std::function<std::string(VariableIndex)>& name)
      : terms_(terms), name_(name) {}

  std::string print(Term term) {
    if (++printed_ > kMaximumPrinted || depth_ >= kMaximumTextDepth) return "...";
    ++depth_;
    std::string text = printed(term);
    --depth_;
    return text;
  }

 private:
  std::string printed(Term term) {
    const Operation operation = terms_.operation(term);
    const OperationInfo& about = info(operation);
    const auto arguments = terms_.arguments(term);
    switch (about.kind) {
      case OperationKind::kLeaf:
        if (operation == Operation::kConstant) return escapement::to_text(terms_.value(term));
        return operation == Operation::kTime ? "time" : name_(terms_.variable_index(term));
      case OperationKind::kIf:
        return "if " + print(arguments[0]) + " then " + print(arguments[1]) + " else " + print(arguments[2]);
      case OperationKind::kFunction:
      case OperationKind::kNoEvent: {
        std::string text = std::string(about.name) + "(";
        for (std::size_t i = 0; i < arguments.size(); ++i) text += (i != 0 ? ", " : "") + print(arguments[i]);
        return text + ")";
      }
      default:
        break;
    }
    if (operation == Operation::kNegate) return "-" + operand(arguments[0], 6);
    if (operation == Operation::kNot) return "not " + operand(arguments[0], about.priority);
    // A chain to the left needs no parentheses where the grammar has chains; comparisons and powers have
    // none.
    const bool chains = about.kind != OperationKind::kRelation && operation != Operation::kPower;
    const int left = about.priority + (chains ? 0 : 1);
    // Which of two comes first is the pool's choice where they may be swapped; the one that needs parentheses
    // goes first, where it needs none: x + y + z.
    const bool swapped = (operation == Operation::kAdd || operation == Operation::kMultiply) &&
                         binding(arguments[1]) == about.priority && binding(arguments[0]) > about.priority;
    const std::string space = about.priority == 7 ? "" : " ";
    return operand(arguments[swapped ? 1 : 0], left) + space + std::string(about.name) + space +
           operand(arguments[swapped ? 0 : 1], about.priority + 1);
  }

  int binding(Term term) const {
    return terms_.is_constant(term) && terms_.value(term) < 0 ? info(Operation::kNegate).priority
                                                              : info(terms_.operation(term)).priority;
  }
  // The term as an operand that must bind at least as tightly as this.
  std::string operand(Term term, int priority) {
    const int own = binding(term);
    const std::string text = print(term);
    return own < priority ? "(" + text + ")" : text;
  }
  const Terms& terms_;
  const std::function<std::string(VariableIndex)>& name_;
  std::size_t printed_ = 0;
  int depth_ = 0;
};

}  // namespace

std::string to_text(const Terms& terms, Term term, const std::function<std::string(VariableIndex)>& name) {
  return Printer(terms, name).print(term);
}

}  // namespace escapement::equations
