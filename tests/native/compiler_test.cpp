// SPDX-License-Identifier: MIT
// Machine code against the tape, bit by bit, on random terms (seed 20260117; ESCAPEMENT_FUZZ=N takes N times
// as many).
#include "escapement/native/compiler.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <thread>

namespace escapement::native {
namespace {

using equations::Operation;
using equations::OperationKind;
using equations::Program;
using equations::Term;
using equations::Terms;

constexpr std::uint64_t kSeed = 20260117;
constexpr std::size_t kVariables = 12;

// Bits, except that one NaN is as good as another.
bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) ||
         std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

// A pool of `count` operations on variables, constants and time, each on some that were made before.
std::vector<Term> random_terms(Terms& terms, std::size_t count, std::mt19937_64& random) {
  std::vector<Term> made{terms.time()};
  for (equations::VariableIndex v = 0; v < kVariables; ++v) made.push_back(terms.variable(v));
  for (const double value : {0.0, -0.0, 1.0, -1.0, 0.5, 1e300, 3.25}) made.push_back(terms.constant(value));
  std::vector<Operation> choice;
  for (const auto& one : equations::operations())
    if (one.kind != OperationKind::kLeaf) choice.push_back(one.operation);
  const std::size_t first = made.size();
  while (made.size() < first + count) {
    // Every operation comes up; arithmetic, which keeps values alive, oftener.
    const Operation operation =
        random() % 2 == 0 ? choice[random() % choice.size()]
                          : static_cast<Operation>(static_cast<int>(Operation::kAdd) + random() % 4);
    std::vector<Term> arguments;
    for (int i = 0; i < equations::info(operation).arguments; ++i)
      arguments.push_back(
          made[random() % 3 == 0 ? random() % made.size()
                                 : made.size() - 1 - random() % std::min<std::size_t>(made.size(), 20)]);
    made.push_back(terms.make(operation, arguments));
  }
  return made;
}

double random_value(std::mt19937_64& random) {
  switch (random() % 8) {
    case 0:
      return 0;
    case 1:
      return std::bit_cast<double>(random());  // any bits: infinities, NaN, numbers below the normal ones
    case 2:
      return static_cast<double>(random() % 7) - 3;
    default:
      return std::uniform_real_distribution<double>(-4, 4)(random);
  }
}

void compare(Program& native, const Terms& terms, std::span<const Term> results, std::mt19937_64& random) {
  const equations::Tape tape(terms, results);
  std::vector<double> values(kVariables), work, expected(results.size()), got(results.size());
  for (int trial = 0; trial < 20; ++trial) {
    for (double& value : values) value = random_value(random);
    const double time = random_value(random);
    tape.evaluate<double>(values, time, work, expected);
    native.evaluate(values, time, got);
    for (std::size_t i = 0; i < got.size(); ++i)
      ASSERT_TRUE(same(expected[i], got[i]))
          << "result " << i << ": tape " << expected[i] << ", code " << got[i];
  }
}

int effort() {
  const char* more = std::getenv("ESCAPEMENT_FUZZ");
  return more == nullptr ? 1 : std::max(1, std::atoi(more));
}

class CompilerTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!available()) GTEST_SKIP() << description();
  }
};

TEST_F(CompilerTest, RandomTermsGiveTheBitsOfTheTape) {
  std::mt19937_64 random(kSeed);
  for (int round = 0; round < 8 * effort(); ++round) {
    SCOPED_TRACE("seed " + std::to_string(kSeed) + ", round " + std::to_string(round));
    Terms terms;
    // Some within one piece, some over several.
    const std::vector<Term> all = random_terms(terms, 20 + random() % (round % 4 == 0 ? 1500 : 200), random);
    std::vector<Term> results(all.end() - 15, all.end());
    for (int i = 0; i < 10; ++i) results.push_back(all[random() % all.size()]);
    Program program(terms, results);
    Compiler compiler({.improve_after = 30});
    Program* one = &program;
    compiler.prepare({&one, 1}, true);
    ASSERT_TRUE(program.is_native());
    compare(program, terms, results, random);
    if (HasFatalFailure()) return;
    compare(program, terms, results, random);  // the 30th asks for better code
    compiler.wait();
    ASSERT_EQ(compiler.counters().improved, 1U);
    compare(program, terms, results, random);
    if (HasFatalFailure()) return;
  }
}

// Each operation alone, at values where it could differ: zeros of both signs, infinities, NaN.
TEST_F(CompilerTest, EachOperationAtSpecialValues) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  const double special[] = {0.0, -0.0,      1.0,        -1.0,         0.3,   -2.5,
                            7.0, kInfinite, -kInfinite, std::nan(""), 5e-324};
  Terms terms;
  std::vector<Term> results;
  for (const auto& one : equations::operations()) {
    if (one.kind == OperationKind::kLeaf) continue;
    std::vector<Term> arguments;
    for (equations::VariableIndex v = 0; v < one.arguments; ++v) arguments.push_back(terms.variable(v));
    results.push_back(terms.make(one.operation, arguments));
  }
  Program program(terms, results);
  const equations::Tape tape(terms, results);
  Compiler compiler;
  Program* one = &program;
  compiler.prepare({&one, 1}, true);
  ASSERT_TRUE(program.is_native());
  std::vector<double> work, expected(results.size()), got(results.size());
  for (const double a : special)
    for (const double b : special) {
      const std::vector<double> values{a, b, 42};
      tape.evaluate<double>(values, 0, work, expected);
      program.evaluate(values, 0, got);
      for (std::size_t i = 0; i < got.size(); ++i)
        EXPECT_TRUE(same(expected[i], got[i]))
            << equations::info(terms.operation(results[i])).name << " of " << a << " and " << b << ": tape "
            << expected[i] << ", code " << got[i];
    }
}

TEST_F(CompilerTest, ResultsMayBeNumbersVariablesAndTime) {
  Terms terms;
  const std::vector<Term> results{terms.constant(2.5), terms.variable(1), terms.time(), terms.variable(1)};
  Program program(terms, results);
  Compiler compiler;
  Program* one = &program;
  compiler.prepare({&one, 1}, true);
  ASSERT_TRUE(program.is_native());
  std::vector<double> got(4);
  program.evaluate(std::vector<double>{3, 4}, 5, got);
  EXPECT_EQ(got, (std::vector<double>{2.5, 4, 5, 4}));
}

// x + 1 and x + 1 of another pool are one; x + 2 is another.
TEST_F(CompilerTest, EqualProgramsShareTheirCode) {
  Compiler compiler;
  std::vector<Program> programs;
  for (const double add : {1.0, 1.0, 2.0}) {
    Terms terms;
    const std::vector<Term> results{terms.add(terms.variable(0), terms.constant(add))};
    programs.emplace_back(terms, results);
  }
  std::vector<Program*> all{&programs[0], &programs[1], &programs[2]};
  compiler.prepare(all, true);
  EXPECT_EQ(compiler.counters().programs, 3U);
  EXPECT_EQ(compiler.counters().shared, 1U);
  std::vector<double> got(1);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_TRUE(programs[i].is_native());
    programs[i].evaluate(std::vector<double>{10}, 0, got);
    EXPECT_EQ(got[0], i < 2 ? 11 : 12);
  }
}

// 4000 operations: translated after 1500 evaluations, which takes as long as these.
TEST_F(CompilerTest, ProgramsRunOnTheirTapesUntilCodePays) {
  Terms terms;
  Term sum = terms.variable(0);
  for (int i = 0; i < 2000; ++i) sum = terms.add(terms.multiply(sum, terms.variable(1)), terms.variable(2));
  const std::vector<Term> results{sum};
  Program program(terms, results);
  Compiler compiler;
  Program* one = &program;
  compiler.prepare({&one, 1});
  const std::vector<double> values{1, 0.999, 0.3};
  std::vector<double> first(1), got(1);
  program.evaluate(values, 0, first);
  for (int i = 1; i < 1499; ++i) program.evaluate(values, 0, got);
  EXPECT_FALSE(program.is_native());
  program.evaluate(values, 0, got);
  compiler.wait();
  EXPECT_TRUE(program.is_native());
  program.evaluate(values, 0, got);
  EXPECT_EQ(got, first);
}

TEST_F(CompilerTest, ProgramsOutliveTheirCompiler) {
  Terms terms;
  const std::vector<Term> results{terms.multiply(terms.variable(0), terms.variable(0))};
  Program program(terms, results);
  {
    Compiler compiler({.improve_after = 1});
    Program* one = &program;
    compiler.prepare({&one, 1}, true);
  }
  std::vector<double> got(1);
  program.evaluate(std::vector<double>{3}, 0, got);
  EXPECT_EQ(got[0], 9);
  EXPECT_TRUE(program.is_native());
}

// Two threads with programs of their own share code that is exchanged while they run.
TEST_F(CompilerTest, ThreadsShareCodeWhileItIsExchanged) {
  std::mt19937_64 random(kSeed);
  Terms terms;
  const std::vector<Term> all = random_terms(terms, 400, random);
  const std::vector<Term> results(all.end() - 10, all.end());
  Compiler compiler({.improve_after = 100});
  std::vector<double> values(kVariables, 0.75), expected(results.size()), work;
  equations::Tape(terms, results).evaluate<double>(values, 0.25, work, expected);
  std::atomic<int> wrong{0};
  const auto run = [&] {
    Program program(terms, results);
    Program* one = &program;
    compiler.prepare({&one, 1}, true);
    std::vector<double> got(results.size());
    for (int i = 0; i < 3000; ++i) {
      program.evaluate(values, 0.25, got);
      for (std::size_t k = 0; k < got.size(); ++k) wrong += same(expected[k], got[k]) ? 0 : 1;
    }
  };
  std::thread first(run), second(run);
  first.join();
  second.join();
  EXPECT_EQ(wrong, 0);
}

// Where there is no LLVM programs stay on their tapes, and somebody can be told why.
TEST(Compiler, SaysWhatItIs) {
  EXPECT_NE(description(), "");
  EXPECT_EQ(available(), description().starts_with("LLVM "));
  Terms terms;
  const std::vector<Term> results{terms.add(terms.variable(0), terms.time())};
  Program program(terms, results);
  Compiler compiler;
  Program* one = &program;
  compiler.prepare({&one, 1}, true);
  EXPECT_EQ(program.is_native(), available());
  std::vector<double> got(1);
  program.evaluate(std::vector<double>{1}, 2, got);
  EXPECT_EQ(got[0], 3);
}

}  // namespace
}  // namespace escapement::native
