// SPDX-License-Identifier: MIT
// Runs the benchmarks and, after Google Benchmark's own table, prints the ratio of each pair "X/blocks" or
// "X/kernel" against "X/hand": the framework's cost over a hand-written loop, measured in this very run.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <map>
#include <string>

namespace {

class RatioReporter : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      if (run.error_occurred) {
        failed_ = true;
        continue;
      }
      // The best of the repetitions: the others were disturbed.
      const auto items = run.counters.find("items_per_second");
      if (run.run_type != Run::RT_Iteration || items == run.counters.end()) continue;
      double& best = best_[{run.run_name.function_name, run.run_name.args}];
      if (items->second > best) best = items->second;
    }
  }

  void print_ratios() const {
    std::printf("\n%-40s %14s %14s %8s\n", "pair", "framework ns", "by hand ns", "ratio");
    for (const auto& [key, items] : best_) {
      const auto& [name, arguments] = key;
      const std::size_t slash = name.rfind('/');
      if (slash == std::string::npos || name.substr(slash, 5) == "/hand") continue;
      for (const char* hand_side : {"/hand", "/hand_with_statistics"}) {
        const auto hand = best_.find({name.substr(0, slash) + hand_side, arguments});
        if (hand == best_.end()) continue;
        const std::string pair = name + (arguments.empty() ? "" : " " + arguments) + " : " + (hand_side + 1);
        std::printf("%-40s %14.1f %14.1f %8.2f\n", pair.c_str(), 1e9 / items, 1e9 / hand->second,
                    hand->second / items);
      }
    }
  }
  bool failed() const { return failed_; }

 private:
  std::map<std::pair<std::string, std::string>, double> best_;  // by name and arguments
  bool failed_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.print_ratios();
  return reporter.failed() ? 1 : 0;
}
