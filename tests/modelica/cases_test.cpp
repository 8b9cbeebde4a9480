// SPDX-License-Identifier: MIT
// Models of each construct beside what they are when flat (flat/*.mo and *.flat), and models that break a
// rule beside the message for it (faults/*.mo: the description of a class is a part of the message).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "library.h"
#include "support.h"

namespace escapement::modelica {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<fs::path> files(const char* folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(fs::path(ESCAPEMENT_MODELICA_CASES) / folder))
    if (entry.path().extension() == ".mo") found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

Source only(const fs::path& file) {
  Source source;
  source.use_environment = false;
  source.files.push_back(file);
  return source;
}

TEST(Flattening, gives_what_can_be_derived_by_hand) {
  for (const fs::path& file : files("flat")) {
    std::istringstream expected(read(fs::path(file).replace_extension(".flat")));
    std::string block, line, functions;
    while (std::getline(expected, line)) {
      block += line + "\n";
      if (line.rfind("end ", 0) != 0) continue;
      const std::string name = line.substr(4, line.size() - 5);
      if (block.find("function ") == 0 || block.find("\nfunction ") != std::string::npos) {
        functions += block;
        block.clear();
        continue;
      }
      while (!block.empty() && block.front() == '\n') block.erase(0, 1);
      try {
        std::string made = print_flat(*flatten(only(file), name));
        const std::size_t start = made.find("class " + name);
        const std::string front = made.substr(0, start);
        EXPECT_EQ(made.substr(start), block) << file << " " << name;
        for (std::istringstream in(front); std::getline(in, line);)
          EXPECT_THAT(functions, HasSubstr(line)) << name;
      } catch (const InputError& error) {
        ADD_FAILURE() << file << " " << name << "\n" << error.what();
      }
      block.clear();
    }
  }
}

TEST(Flattening, tells_what_breaks_a_rule) {
  for (const fs::path& file : files("faults")) {
    Reporter reporter;
    const auto parsed = parse(file.string(), read(file), reporter);
    ASSERT_EQ(reporter.errors(), 0u) << file;
    ASSERT_GT(parsed->tree.classes.size(), 5u);
    for (const ast::Class* one : parsed->tree.classes) {
      const std::string name(one->name);
      const std::string message = faults_of(only(file), name);
      EXPECT_THAT(message, HasSubstr(std::string(one->description))) << name;
      // The message comes with its place.
      EXPECT_THAT(message, ::testing::ContainsRegex(":[0-9]+:[0-9]+: error: ")) << name;
    }
  }
}

TEST(Flattening, tells_all_faults_of_a_class_in_one_pass) {
  const std::string message = faults_of(R"(model M
  Real a = b;
  Boolean c = 1 + true;
equation
  connect(a, d);
end M;)");
  EXPECT_THAT(message, HasSubstr("test.mo:2:12: error: there is no variable or class 'b' here"));
  EXPECT_THAT(message,
              HasSubstr("test.mo:3:17: error: '+' is applied to values of types Integer and Boolean"));
  EXPECT_THAT(message, HasSubstr("test.mo:5:14: error: there is no variable or class 'd' here"));
}

TEST(Flattening, says_what_was_meant) {
  EXPECT_THAT(faults_of("model M Real speed = 1; Real y = sped; end M;"), HasSubstr("did you mean 'speed'?"));
  EXPECT_THAT(faults_of("model M end M;", "N"), HasSubstr("there is no class 'N'"));
  EXPECT_THAT(faults_of("model A end A; model B end B;"), HasSubstr("choose with --class: 'A' or 'B'"));
  EXPECT_THAT(faults_of("partial model M end M;"), HasSubstr("'M' is partial and cannot be simulated"));
  EXPECT_THAT(faults_of("package P end P;"), HasSubstr("'P' is a package and cannot be simulated"));
  const char* const drives =
      "package P model Motor end Motor; model Gear end Gear; partial model Q end Q; end P;";
  EXPECT_THAT(faults_of(drives, "P"), HasSubstr("name a model or a block: 'P.Motor' or 'P.Gear'"));
  EXPECT_THAT(faults_of(drives, "P.Moter"), HasSubstr("did you mean 'P.Motor'?"));
  EXPECT_THAT(faults_of(drives, "P.Zylinder"), HasSubstr("'P' holds 'Motor', 'Gear' or 'Q'"));
  EXPECT_THAT(faults_of("model M end M;", "P.M"), HasSubstr("no library was given"));
}

// Only signals of a bus come from what is connected; its parameters are set like those of any component.
TEST(Flattening, gives_parameters_of_a_bus_their_values) {
  EXPECT_EQ(faults_of(R"(model M
  expandable connector Bus
    parameter Integer n = 1;
    Real x[n];
  end Bus;
  connector Out = output Real;
  Out y[2] = {1, 2};
  Bus bus(n = 2);
equation
  connect(y, bus.x);
end M;)"),
            "");
}

// Elements that differ in size cannot stay one array: each becomes an instance of its own.
TEST(Flattening, takes_arrays_of_unlike_components_apart) {
  const std::string text = flat_text(R"(model M
  model Line
    parameter Integer n = 1;
    Real x[n];
  equation
    for i in 1:n loop
      x[i] = i;
    end for;
  end Line;
  Line line[2](n = {1, 2});
end M;)");
  EXPECT_THAT(text, HasSubstr("Real line[1].x[1];"));
  EXPECT_THAT(text, HasSubstr("Real line[2].x[2];"));
}

// An outer element without an inner one: the model gets it, with a warning (section 5.4).
TEST(Flattening, adds_an_inner_that_is_missing) {
  const auto model = flatten(source_of(R"(model M
  model World
    parameter Real g = 9.81;
  end World;
  model Part
    outer World world;
    Real w = world.g;
  end Part;
  Part a, b;
end M;)"),
                             "M");
  ASSERT_EQ(model->warnings.size(), 1u);  // one for all
  EXPECT_THAT(model->warnings[0].message,
              HasSubstr("'a.world' is outer, and nothing around it declares it inner"));
  EXPECT_THAT(print_flat(*model), HasSubstr("Real b.w = world.g;"));
}

}  // namespace
}  // namespace escapement::modelica
