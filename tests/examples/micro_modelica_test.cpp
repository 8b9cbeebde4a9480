// SPDX-License-Identifier: MIT
// Every equation model of examples/ as micro-Modelica: written by the program, read back by it, and run to
// the same values; or refused with the construct that the subset has no word for.
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "escapement/cli/program.h"

namespace escapement {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Model {
  std::string component, class_name, type, file;
};

std::pair<int, std::string> program(const std::vector<std::string>& arguments) {
  std::ostringstream out, err;
  const int code = cli::run_program(arguments, {out, err});
  return {code, code == 0 ? out.str() : err.str()};
}

json finals(std::vector<std::string> arguments, const std::string& until) {
  arguments.insert(arguments.begin(), "run");
  for (const char* more : {"--solver", "liqss3", "--tolerance", "1e-6", "--intervals", "1", "--format",
                           "json", "--quiet", "--until"})
    arguments.emplace_back(more);
  arguments.push_back(until);
  const auto [code, text] = program(arguments);
  EXPECT_EQ(code, 0) << text;
  return code == 0 ? json::parse(text).at("final") : json::object();
}

TEST(MicroModelica, HoldsWhatItCanOfEveryExample) {
  const fs::path here = fs::temp_directory_path() / ("escapement_micro_" + std::to_string(getpid()));
  fs::create_directories(here);
  std::string refused, moved;
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(ESCAPEMENT_EXAMPLES))
    if (fs::exists(entry.path() / "study.json")) folders.push_back(entry.path());
  std::sort(folders.begin(), folders.end());
  for (const fs::path& folder : folders) {
    const std::string study = (folder / "study.json").string();
    const json root = json::parse(std::ifstream(study), nullptr, true, true);
    if (!root.contains("model") || !root["model"].contains("components")) continue;
    for (const auto& [component, value] : root["model"]["components"].items()) {
      const std::string type = value.value("type", "");
      if (type != "ode" && type != "modelica") continue;
      const std::string label = folder.filename().string() + "." + component;
      SCOPED_TRACE(label);
      std::vector<std::string> flatten = {"flatten", study, "--to", "micro-modelica", "--class", component};
      std::vector<std::string> source = {study};
      if (type == "modelica") {
        const std::string file = (folder / value.at("file").get<std::string>()).string();
        flatten = {"flatten", file, "--to", "micro-modelica"};
        source = {file};
        if (value.contains("class"))
          for (std::vector<std::string>* list : {&flatten, &source})
            list->insert(list->end(), {"--class", value["class"].get<std::string>()});
      }
      const auto [code, text] = program(flatten);
      if (code != 0) {
        EXPECT_THAT(text, testing::HasSubstr("micro-Modelica cannot express"));
        refused += label + " ";
        continue;
      }
      moved += label + " ";
      const std::string file = (here / "Micro.mo").string();
      std::ofstream(file) << text;
      const std::string until = folder.filename() == "interleaved-converter" ? "0.0005" : "2.5";
      const json first = finals(source, until), second = finals({file}, until);
      std::istringstream lines(text);
      std::string line;
      int compared = 0;
      while (std::getline(lines, line)) {
        const std::size_t is = line.find(" is ");
        if (!line.starts_with("  // ") || is == std::string::npos) continue;
        const std::string name = (type == "ode" ? component + "." : "") + line.substr(is + 4);
        const std::string micro = line.substr(5, is - 5);
        if (!first.contains(name) || !second.contains(micro)) continue;
        ++compared;
        const double right = first[name];
        EXPECT_NEAR(second[micro].get<double>(), right, 1e-4 * (1 + std::abs(right))) << name;
      }
      EXPECT_GT(compared, 0) << text;
    }
  }
  fs::remove_all(here);
  // Inputs, and infinitely fast processes.
  EXPECT_EQ(refused,
            "bottling-plant.Tank fast-processes.Circuit fast-processes.Reaction reservoir.Reservoir "
            "stamping-drive.Drive "
            "two-tanks.Large two-tanks.Small ");
  EXPECT_EQ(moved,
            "interleaved-converter.Converter pendulum-clock.Pendulum springy-stairs.Ball stairs.Ball "
            "thermostat.Room ");
}

}  // namespace
}  // namespace escapement
