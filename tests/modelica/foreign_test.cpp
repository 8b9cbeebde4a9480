// SPDX-License-Identifier: MIT
// Equivalents of external C functions: what they are documented to give.
#include "foreign.h"

#include <gmock/gmock.h>
#include <matio.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>

#include "escapement/equations/tape.h"
#include "random_terms.h"
#include "running.h"
#include "table_file.h"
#include "xorshift.h"

namespace escapement::modelica {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct Folder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("escapement_foreign_" + std::to_string(::getpid()));
  Folder() { std::filesystem::create_directories(path); }
  ~Folder() { std::filesystem::remove_all(path); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path / name) << text;
    return (path / name).string();
  }
};

const std::vector<std::string> kNoFiles;

ForeignCall called(std::string_view name, std::vector<Value> arguments) {
  ForeignCall call{name, std::move(arguments), &kNoFiles};
  EXPECT_TRUE(run_foreign(call)) << name;
  return call;
}

std::string fault_of(std::string_view name, std::vector<Value> arguments) {
  ForeignCall call{name, std::move(arguments), &kNoFiles};
  try {
    run_foreign(call);
    return {};
  } catch (const ForeignFault& fault) {
    return fault.what();
  }
}

TEST(Foreign, MathematicsOfC) {
  EXPECT_EQ(called("hypot", {Value::real(3), Value::real(4)}).result.number, 5);
  EXPECT_NEAR(called("cbrt", {Value::real(-27)}).result.number, -3, 1e-15);
  EXPECT_THAT(fault_of("log", {Value::real(-1)}), HasSubstr("log(-1.000000) has no value"));
  ForeignCall unknown{"my_function", {}, &kNoFiles};
  EXPECT_FALSE(run_foreign(unknown));
}

TEST(Foreign, NumbersAndWordsInTexts) {
  const auto scan = [](std::string_view name, const std::string& text, double from) {
    return called(name, {Value::string(text), Value::integer(from), Value::boolean(false), {}, {}});
  };
  ForeignCall call = scan("ModelicaStrings_scanReal", "  -2.5e1x", 1);
  EXPECT_EQ(call.outputs[0].second.number, 9);  // the x
  EXPECT_EQ(call.outputs[1].second.number, -25);
  call = scan("ModelicaStrings_scanInteger", "a12b", 2);
  EXPECT_EQ(call.outputs[0].second.number, 4);
  EXPECT_EQ(call.outputs[1].second.number, 12);
  call = scan("ModelicaStrings_scanInteger", "none", 1);
  EXPECT_EQ(call.outputs[0].second.number, 1);  // where it began
  call = called("ModelicaStrings_scanIdentifier", {Value::string(" f_1(x)"), Value::integer(1), {}, {}});
  EXPECT_EQ(call.outputs[1].second.text, "f_1");
  call = called("ModelicaStrings_scanString", {Value::string("= \"a b\";"), Value::integer(2), {}, {}});
  EXPECT_EQ(call.outputs[0].second.number, 8);
  EXPECT_EQ(call.outputs[1].second.text, "a b");
  // By the definition of the function: 0xAAAAAAAA ^ (0xAAAAAAAA << 7) ^ (97 * (0xAAAAAAAA >> 3)), and so on.
  EXPECT_EQ(called("ModelicaStrings_hashString", {Value::string("a")}).result.number, -357913953);
  EXPECT_EQ(called("ModelicaStrings_hashString", {Value::string("abc")}).result.number, 633864072);
}

// Worked out from the published algorithms with whole numbers of any size.
TEST(Foreign, RandomNumbersAreThoseOfTheAlgorithms) {
  std::vector<std::int32_t> state{1, 0};
  EXPECT_EQ(xorshift::next("xorshift64star", state), 0.7808350500503596);
  EXPECT_THAT(state, ElementsAre(-1989354211, 1206177355));
  state = {1, 0, 2, 0};
  EXPECT_EQ(xorshift::next("xorshift128plus", state), 0.5000000000004547);
  EXPECT_THAT(state, ElementsAre(2, 0, 8388677, 0));
  state.assign(33, 0);
  for (std::size_t i = 0; i < 16; ++i) state[2 * i] = static_cast<std::int32_t>(i) + 1;
  EXPECT_EQ(xorshift::next("xorshift1024star", state), 0.2513150092458146);
  EXPECT_EQ(state[2], 2097155);
  EXPECT_EQ(state[32], 1);
  EXPECT_THAT(fault_of("ModelicaRandom_xorshift64star", {Value::array({Value::integer(1)}), {}, {}}),
              HasSubstr("has 2 numbers, not 1"));
}

// The model computes them as terms in doubles: the same bits, from any state.
TEST(Foreign, RandomNumbersAsTermsAreTheSame) {
  constexpr unsigned kSeed = 20231;
  std::mt19937 random(kSeed);
  for (const char* name : {"xorshift64star", "xorshift128plus", "xorshift1024star"}) {
    std::vector<std::int32_t> state(xorshift::state_size(name));
    for (std::int32_t& word : state) word = static_cast<std::int32_t>(random());
    if (state.size() == 33) state.back() = 14;  // over the end of the words
    for (int round = 0; round < 3; ++round) {
      equations::Terms terms;
      std::vector<equations::Term> before;
      for (const std::int32_t word : state) before.push_back(terms.constant(word));
      const std::optional<RandomTerms> next = next_random(terms, name, before);
      ASSERT_TRUE(next) << name;
      EXPECT_EQ(equations::evaluate(terms, next->value, {}, 0), xorshift::next(name, state))
          << name << " seed " << kSeed;
      for (std::size_t i = 0; i < state.size(); ++i)
        EXPECT_EQ(equations::evaluate(terms, next->state[i], {}, 0), state[i]) << name << ' ' << i;
    }
  }
}

// 2x + y = 3, x + 3y = 5: x = 0.8, y = 1.4.
TEST(Foreign, LinearSystems) {
  const auto row = [](double a, double b) { return Value::array({Value::real(a), Value::real(b)}); };
  const Value n = Value::integer(2), one = Value::integer(1);
  ForeignCall call =
      called("dgesv", {n, one, Value::array({row(2, 1), row(1, 3)}), n, row(0, 0), row(3, 5), n, {}});
  const Value& x = call.outputs[2].second;
  EXPECT_NEAR(x.parts[0].number, 0.8, 1e-15);
  EXPECT_NEAR(x.parts[1].number, 1.4, 1e-15);
  call = called("dgesv", {n, one, Value::array({row(1, 1), row(1, 1)}), n, row(0, 0), row(3, 5), n, {}});
  EXPECT_GT(call.outputs[3].second.number, 0);  // singular
}

// The line nearest to (0, 0), (1, 0), (2, 1) is x/2 - 1/6.
TEST(Foreign, LeastSquares) {
  const auto row = [](double a, double b) { return Value::array({Value::real(a), Value::real(b)}); };
  const auto solve = [](const Value& a, const Value& b) {
    const Value none{};
    return called("dgelsy",
                  {none, none, none, a, none, b, none, none, Value::real(0), none, none, none, none});
  };
  const Value b = Value::array({Value::real(0), Value::real(0), Value::real(1)});
  const ForeignCall call = solve(Value::array({row(1, 0), row(1, 1), row(1, 2)}), b);
  const Value& x = call.outputs[0].second;
  ASSERT_EQ(x.parts.size(), 3u);  // the solution is in its first rows
  EXPECT_NEAR(x.parts[0].number, -1.0 / 6, 1e-15);
  EXPECT_NEAR(x.parts[1].number, 0.5, 1e-15);
  EXPECT_EQ(call.outputs[1].second.number, 2);  // rank
  const auto fault = [&](const Value& a, const Value& right) -> std::string {
    try {
      solve(a, right);
    } catch (const ForeignFault& why) {
      return why.what();
    }
    return "";
  };
  EXPECT_THAT(fault(Value::array({row(1, 2), row(2, 4), row(3, 6)}), b),
              ::testing::HasSubstr("column 2 depends on those before it"));
  EXPECT_THAT(fault(Value::array({row(1, 2)}), Value::array({Value::real(1), Value::real(0)})),
              ::testing::HasSubstr("of 1 rows and 2 columns"));
}

TEST(TableFile, TextCsvAndMatlab) {
  const Folder folder;
  const std::string text =
      folder.write("t.txt",
                   "#1\n# two tables\ndouble a(2,3) # comment\n 1 2 3\n4,5;6\nfloat b(1,2)\n"
                   "7\t8 # the last\n");
  EXPECT_THAT(read_matrix(text, "a"), ElementsAre(ElementsAre(1, 2, 3), ElementsAre(4, 5, 6)));
  EXPECT_THAT(read_matrix(text, "b"), ElementsAre(ElementsAre(7, 8)));
  const std::string csv = folder.write("t.csv", "time;v\n0;1.5\n1;2.5\n");
  EXPECT_THAT(read_matrix(csv, "any", ';', 1), ElementsAre(ElementsAre(0, 1.5), ElementsAre(1, 2.5)));
  const std::string mat = (folder.path / "t.mat").string();
  double data[] = {1, 3, 2, 4};  // by columns
  std::size_t dims[] = {2, 2};
  mat_t* file = Mat_CreateVer(mat.c_str(), nullptr, MAT_FT_MAT5);
  matvar_t* variable = Mat_VarCreate("m", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, data, 0);
  Mat_VarWrite(file, variable, MAT_COMPRESSION_NONE);
  Mat_VarFree(variable);
  Mat_Close(file);
  EXPECT_THAT(read_matrix(mat, "m"), ElementsAre(ElementsAre(1, 2), ElementsAre(3, 4)));
}

TEST(TableFile, WhatIsWrongIsToldWithTheFile) {
  const Folder folder;
  const auto fault = [&](const std::string& path, const std::string& name, int lines = 0) {
    try {
      read_matrix(path, name, ',', lines);
      return std::string();
    } catch (const TableFileFault& told) {
      return std::string(told.what());
    }
  };
  EXPECT_THAT(fault("/none/there.txt", "a"), HasSubstr("the file '/none/there.txt' cannot be read"));
  const std::string text = folder.write("t.txt", "#1\ndouble a(2,2)\n1 2 3\n");
  EXPECT_THAT(fault(text, "a"), HasSubstr("t.txt:4: a number is missing"));
  EXPECT_THAT(fault(text, "b"), HasSubstr("has no table 'b': it has 'a'"));
  EXPECT_THAT(fault(folder.write("n.txt", "double a(1,1)\n1\n"), "a"), HasSubstr("begins with \"#1\""));
  EXPECT_THAT(fault(folder.write("s.txt", "#1\ndouble a(1;1)\n1\n"), "a"), HasSubstr("no (rows,columns)"));
  EXPECT_THAT(fault(folder.write("s2.txt", "#1\ndouble a\n1\n"), "a"), HasSubstr("a size is missing"));
  EXPECT_THAT(fault(folder.write("h.csv", "a,b\n1,2\n"), ""), HasSubstr("h.csv:2: 'a' is no number"));
  EXPECT_THAT(fault(folder.write("r.csv", "1,2\n1\n"), ""),
              HasSubstr("a row of 1 numbers follows rows of 2"));
  EXPECT_THAT(fault(folder.write("e.csv", "\n"), ""), HasSubstr("has no numbers"));
  EXPECT_THAT(fault(folder.write("m.mat", "no matrix"), "m"), HasSubstr("cannot be read as a MATLAB file"));
}

TEST(Foreign, FilesBesideTheModelAndInLibraries) {
  const Folder folder;
  folder.write("lines.txt", "one\ntwo\n");
  const std::vector<std::string> files{"", (folder.path / "Model.mo").string(),
                                       (folder.path / "Lib 1.0" / "package.mo").string()};
  EXPECT_EQ(found_file("lines.txt", files), (folder.path / "lines.txt").string());
  EXPECT_EQ(found_file("modelica://Lib/Data/a.txt", files), (folder.path / "Lib 1.0/Data/a.txt").string());
  ForeignCall call{"ModelicaInternal_readLine", {Value::string("lines.txt"), Value::integer(2), {}}, &files};
  EXPECT_TRUE(run_foreign(call));
  EXPECT_EQ(call.result.text, "two");
  ForeignCall other{"ModelicaInternal_stat", {Value::string("modelica://Else/a.txt")}, &files};
  EXPECT_THROW(run_foreign(other), ForeignFault);
}

}  // namespace
}  // namespace escapement::modelica
