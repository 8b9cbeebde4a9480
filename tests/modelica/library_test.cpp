// SPDX-License-Identifier: MIT
#include "library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "support.h"

namespace escapement::modelica {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class LibraryTest : public ::testing::Test {
 protected:
  LibraryTest()
      : directory_(fs::temp_directory_path() / ("escapement_modelica_" + std::to_string(getpid()))) {
    write("Shop/package.mo", "within; package Shop constant Real g = 9.81; end Shop;");
    write("Shop/package.order", "Tools\nWheel\n");
    write("Shop/Wheel.mo",
          "within Shop; model Wheel parameter Real r = Tools.twice(2); Real x = g * r; end Wheel;");
    write("Shop/Broken.mo", "within Shop; model Broken Real x = ; end Broken;");
    write("Shop/Tools/package.mo", "within Shop; package Tools end Tools;");
    write("Shop/Tools/twice.mo",
          "within Shop.Tools; function twice input Real u; output Real y; algorithm y := 2 * u; end twice;");
    write("Old 1.0/package.mo", "package Old constant Integer version = 1; end Old;");
    write("Old 2.0/package.mo", "package Old constant Integer version = 2; end Old;");
  }
  ~LibraryTest() override { fs::remove_all(directory_); }
  void write(const fs::path& name, const std::string& text) {
    fs::create_directories((directory_ / name).parent_path());
    std::ofstream(directory_ / name) << text;
  }
  Source source() const {
    Source made;
    made.use_environment = false;
    made.libraries.push_back(directory_);
    return made;
  }
  fs::path directory_;
};

TEST_F(LibraryTest, reads_only_what_a_class_needs) {
  // Shop.Broken would be a fault, were it read.
  const auto model = flatten(source(), "Shop.Wheel");
  EXPECT_EQ(model->files.size(), 5u);  // the empty name, package, Wheel, Tools, twice
  EXPECT_THAT(print_flat(*model), HasSubstr("Real x = 9.81 * r;"));
  EXPECT_THAT(faults_of(source(), "Shop.Broken"), HasSubstr("Broken.mo:1:36: error: expected an expression"));
}

TEST_F(LibraryTest, takes_a_library_by_its_own_directory_too) {
  Source made;
  made.use_environment = false;
  made.libraries.push_back(directory_ / "Shop");
  EXPECT_THAT(faults_of(made, "Shop.Wheel"), IsEmpty());
}

TEST_F(LibraryTest, takes_the_newest_version) {
  Source made = source();
  made.texts.emplace_back("m.mo", "model M constant Integer v = Old.version; end M;");
  EXPECT_THAT(print_flat(*flatten(made, "M")), HasSubstr("v = 2"));
}

TEST_F(LibraryTest, lists_children_in_the_order_of_the_package) {
  Reporter reporter;
  Library library(reporter);
  library.add_directory(directory_);
  EXPECT_THAT(library.stored_children(library.top_level("Shop")),
              ::testing::ElementsAre("Tools", "Wheel", "Broken"));
}

TEST_F(LibraryTest, says_where_it_looked) {
  EXPECT_THAT(faults_of(source(), "Nowhere.M"), HasSubstr("looked in " + directory_.string()));
  Source none;
  none.use_environment = false;
  none.files.push_back(directory_ / "none.mo");
  EXPECT_THAT(faults_of(none, "M"), HasSubstr("none.mo: error: the file cannot be read"));
  none.files = {directory_};
  EXPECT_THAT(faults_of(none, "M"), HasSubstr("error: this is a folder, not a file"));
}

TEST_F(LibraryTest, compares_within_with_the_place) {
  write("Shop/Lost.mo", "within Other; model Lost end Lost;");
  EXPECT_THAT(faults_of(source(), "Shop.Lost"), HasSubstr("the file says 'within Other' and lies in 'Shop'"));
}

TEST_F(LibraryTest, puts_a_given_file_where_its_within_says) {
  Source made = source();
  made.texts.emplace_back("extra.mo", "within Shop.Tools; model Extra Real x = twice(time); end Extra;");
  EXPECT_THAT(faults_of(made, "Shop.Tools.Extra"), IsEmpty());
}

}  // namespace
}  // namespace escapement::modelica
