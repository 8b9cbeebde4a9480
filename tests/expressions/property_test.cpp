// SPDX-License-Identifier: MIT
// Random expressions, printed with random spellings, against an evaluator that works on the tree they were
// made from and shares no code with the compiler.
#include <cmath>
#include <memory>
#include <random>

#include "support.h"

namespace escapement::expressions {
namespace {

const double kValues[] = {-2.0, -0.5, 0.0, 1.0, 3.25};
const char* const kNames[] = {"a", "Bb", "_c", "Part.Weight", "x1.y2.z3"};

struct Tree {
  enum Kind { kNumber, kName, kMinus, kNot, kBinary, kCall } kind = kNumber;
  double number = 0.0;
  std::size_t which = 0;  // name, operator or function
  std::vector<std::unique_ptr<Tree>> parts;
};

struct BinaryOperator {
  std::vector<const char*> spellings;
  int priority;
  double (*apply)(double, double);
};

const std::vector<BinaryOperator>& operators() {
  static const std::vector<BinaryOperator> table = {
      {{"||", ".OR.", ".or."}, 1, [](double a, double b) { return a != 0 || b != 0 ? 1.0 : 0.0; }},
      {{"&&", ".AND.", ".And."}, 1, [](double a, double b) { return a != 0 && b != 0 ? 1.0 : 0.0; }},
      {{"==", "=", ".EQ."}, 2, [](double a, double b) { return a == b ? 1.0 : 0.0; }},
      {{"<>", "!=", ".ne."}, 2, [](double a, double b) { return a != b ? 1.0 : 0.0; }},
      {{"<", ".LT."}, 2, [](double a, double b) { return a < b ? 1.0 : 0.0; }},
      {{"<=", ".LE."}, 2, [](double a, double b) { return a <= b ? 1.0 : 0.0; }},
      {{">", ".gt."}, 2, [](double a, double b) { return a > b ? 1.0 : 0.0; }},
      {{">=", ".GE."}, 2, [](double a, double b) { return a >= b ? 1.0 : 0.0; }},
      {{"+"}, 3, [](double a, double b) { return a + b; }},
      {{"-"}, 3, [](double a, double b) { return a - b; }},
      {{"*"}, 4, [](double a, double b) { return a * b; }},
      {{"/"}, 4, [](double a, double b) { return a / b; }},
      {{"**", "^"}, 6, [](double a, double b) { return std::pow(a, b); }},
  };
  return table;
}

double of(const Tree& t) {
  std::vector<double> v;
  for (const auto& part : t.parts) v.push_back(of(*part));
  switch (t.kind) {
    case Tree::kNumber:
      return t.number;
    case Tree::kName:
      return kValues[t.which];
    case Tree::kMinus:
      return -v[0];
    case Tree::kNot:
      return v[0] == 0 ? 1.0 : 0.0;
    case Tree::kBinary:
      return operators()[t.which].apply(v[0], v[1]);
    default:
      break;
  }
  switch (t.which) {
    case 0:
      return std::fabs(v[0]);
    case 1:
      return v[0] != 0 ? v[1] : v[2];
    case 2:
      return std::trunc(v[0]);
    default:
      return std::floor(v[0]);
  }
}

class Maker {
 public:
  explicit Maker(std::uint32_t seed) : engine_(seed) {}

  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(engine_); }

  std::unique_ptr<Tree> tree(int depth) {
    auto t = std::make_unique<Tree>();
    const std::size_t pick = depth == 0 ? below(2) : below(12);
    std::size_t parts = 0;
    if (pick == 0) {
      t->number = static_cast<double>(below(64)) / 4.0;
    } else if (pick == 1) {
      t->kind = Tree::kName;
      t->which = below(5);
    } else if (pick == 2 || pick == 3) {
      t->kind = pick == 2 ? Tree::kMinus : Tree::kNot;
      parts = 1;
    } else if (pick == 4) {
      t->kind = Tree::kCall;
      t->which = below(4);
      parts = t->which == 1 ? 3 : 1;
    } else {
      t->kind = Tree::kBinary;
      t->which = below(operators().size());
      parts = 2;
    }
    for (std::size_t i = 0; i < parts; ++i) t->parts.push_back(tree(depth - 1));
    return t;
  }

  // The fewest parentheses that the grammar allows, sometimes more, blanks at random.
  std::string print(const Tree& t) {
    switch (t.kind) {
      case Tree::kNumber:
        return to_text(t.number);
      case Tree::kName:
        return kNames[t.which];
      case Tree::kMinus:
        return "-" + operand(*t.parts[0], 5, true);
      case Tree::kNot: {
        // Any operator after ! and its operand needs parentheses around the !, so it is always in its own.
        static const char* const kSpellings[] = {"!", ".NOT.", ".not. "};
        return "(" + std::string(kSpellings[below(3)]) + operand(*t.parts[0], 7, true) + ")";
      }
      case Tree::kBinary: {
        const BinaryOperator& op = operators()[t.which];
        const bool power = op.priority == 6;
        const bool comparison = op.priority == 2;
        const std::string left = operand(*t.parts[0], op.priority, !power && !comparison);
        const std::string right = operand(*t.parts[1], power ? 5 : op.priority, power);
        return left + blank() + op.spellings[below(op.spellings.size())] + blank() + right;
      }
      default:
        break;
    }
    static const char* const kFunctions[] = {"Abs", "IF", "aint", "FLOOR"};
    std::string text = kFunctions[t.which] + blank() + "(";
    for (std::size_t i = 0; i < t.parts.size(); ++i)
      text += (i > 0 ? "," : "") + blank() + print(*t.parts[i]);
    return text + ")";
  }

 private:
  std::string blank() { return std::string(below(2), ' '); }

  static int priority(const Tree& t) {
    if (t.kind == Tree::kBinary) return operators()[t.which].priority;
    return t.kind == Tree::kMinus ? 5 : 7;
  }

  std::string operand(const Tree& t, int minimum, bool same_allowed) {
    const int own = priority(t);
    const bool bare = own > minimum || (own == minimum && same_allowed);
    return bare && below(5) > 0 ? print(t) : "(" + print(t) + ")";
  }

  std::mt19937 engine_;
};

TEST(Property, CompiledEqualsTree) {
  const std::uint32_t seed = 19991231;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Maker maker(seed);
  MapScope variables;
  MapScope constants;
  for (std::size_t i = 0; i < 5; ++i) {
    variables.variable(kNames[i], &kValues[i]);
    constants.constant(kNames[i], kValues[i]);
  }
  int compared = 0;
  int refused = 0;
  for (int round = 0; round < 20000; ++round) {
    const std::unique_ptr<Tree> tree = maker.tree(1 + round % 6);
    const std::string text = maker.print(*tree);
    const double expected = of(*tree);
    for (MapScope* scope : {&variables, &constants}) {
      std::vector<ExpressionError> faults;
      const Expression e = compile(text, *scope, faults);
      if (!e) {  // a constant part, such as 0/0, is not a number: the only allowed reason
        ++refused;
        ASSERT_TRUE(faults[0].message().ends_with("is not a number")) << text << "\n" << faults[0].what();
        continue;
      }
      Frame frame;
      const double value = e.evaluate(frame);
      ASSERT_TRUE(value == expected || (std::isnan(value) && std::isnan(expected)))
          << text << ": " << value << " instead of " << expected;
      EXPECT_TRUE(scope == &variables || e.is_constant()) << text;
      ++compared;
    }
  }
  EXPECT_GT(compared, 35000);
  EXPECT_GT(refused, 10);
}

}  // namespace
}  // namespace escapement::expressions
