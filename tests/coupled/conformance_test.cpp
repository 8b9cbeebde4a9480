// SPDX-License-Identifier: MIT
// The kernel against the reference simulator on random nested models, and against the same models flattened
// by hand.
#include <gtest/gtest.h>

#include <set>

#include "coupled/random_models.h"
#include "coupled/simple_models.h"

namespace escapement {
namespace {

using testing_support::Lines;
using testing_support::Spec;

constexpr Time kHorizon = 40;

// "time/step path kind elapsed state", as the reference writes it.
class StateLog : public Observer {
 public:
  Lines lines;
  void on_transition(const Instant& i, const Dynamics& model, Transition kind, Time elapsed, Time) override {
    if (kind == Transition::kInitial) return;
    std::ostringstream line;
    line.precision(17);
    line << i.time << '/' << i.micro_step << ' ' << model.path() << ' ' << transition_name(kind) << ' '
         << elapsed << ' ';
    model.print_state(line);
    lines.push_back(line.str());
  }
};

Lines run_kernel(Coupled& root, SimulatorCounts* counts = nullptr) {
  StateLog log;
  Simulator sim(flatten(root));
  sim.add_observer(log);
  sim.run(kHorizon);
  if (counts != nullptr) *counts = sim.counts();
  return log.lines;
}

// Flattening by hand: atomics get the name of their path with '_' for '.', and every coupling chain is
// followed by plain recursion over the description.
class HandFlattened {
 public:
  explicit HandFlattened(const Spec& spec) {
    place(spec, {}, "");
    for (const auto& [path, spec_of] : atomics_)
      for (int port = 0; port < spec_of->outputs; ++port) follow(spec, path, port, path, port);
  }
  Coupled root{"Root"};

 private:
  using Path = std::vector<int>;
  void place(const Spec& s, const Path& path, const std::string& prefix) {
    if (!s.coupled) {
      atomics_[path] = &s;
      built_[path] = testing_support::build_atomic(root, s, prefix);
      return;
    }
    for (std::size_t i = 0; i < s.children.size(); ++i) {
      Path inner = path;
      inner.push_back(static_cast<int>(i));
      place(s.children[i], inner, prefix.empty() ? s.children[i].name : prefix + "_" + s.children[i].name);
    }
  }
  static const Spec& at(const Spec& top, const Path& path) {
    const Spec* s = &top;
    for (const int i : path) s = &s->children[static_cast<std::size_t>(i)];
    return *s;
  }
  // A message leaves `path` by output `port`.
  void follow(const Spec& top, const Path& source, int source_port, const Path& path, int port) {
    if (path.empty()) return;
    Path owner(path.begin(), path.end() - 1);
    lines(top, source, source_port, owner, path.back(), port);
  }
  void lines(const Spec& top, const Path& source, int source_port, const Path& owner, int from, int port) {
    for (const Spec::Line& l : at(top, owner).lines) {
      if (l.from != from || l.from_port != port) continue;
      if (l.to < 0) {
        follow(top, source, source_port, owner, l.to_port);
        continue;
      }
      Path to = owner;
      to.push_back(l.to);
      if (at(top, to).coupled)
        lines(top, source, source_port, to, -1, l.to_port);
      else if (source != to)
        wire(source, source_port, to, l.to_port);
      else
        loops_ = true;
    }
  }
  void wire(const Path& source, int source_port, const Path& to, int to_port) {
    if (!wired_.insert({source, source_port, to, to_port}).second) loops_ = true;
    if (!loops_)
      root.couple(*built_[source].outs[static_cast<std::size_t>(source_port)],
                  *built_[to].ins[static_cast<std::size_t>(to_port)]);
  }
  std::map<Path, const Spec*> atomics_;
  std::map<Path, testing_support::Built> built_;
  std::set<std::tuple<Path, int, Path, int>> wired_;

 public:
  // A way from a model back to itself, or two ways to one input: legal nested, but no single flat coupling.
  bool loops_ = false;
};

TEST(Conformance, RandomNestedModelsAgreeWithTheAbstractSimulator) {
  constexpr int kModels = 10000;
  std::uint64_t transitions = 0, confluent_or_external = 0, messages = 0, steps = 0;
  int flat_ones = 0, circles = 0;
  for (int i = 0; i < kModels; ++i) {
    const std::uint64_t seed = 90210 + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const Spec spec = testing_support::random_spec(random, 4, "Root");

    Coupled root("Root");
    testing_support::fill(root, spec, nullptr);
    SimulatorCounts counts;
    Lines kernel;
    try {
      kernel = run_kernel(root, &counts);
    } catch (const BuildError& error) {  // wires through coupled models in a circle: not a DEVS network
      ASSERT_NE(std::string(error.what()).find("in a circle"), std::string::npos) << error.what();
      ++circles;
      continue;
    }
    transitions += counts.internal_transitions;
    confluent_or_external += counts.external_transitions;
    messages += counts.messages;
    steps += counts.micro_steps;
    const auto reference_root = testing_support::build_reference(spec, "", nullptr);
    const Lines reference = testing_support::reference::run(*reference_root, kHorizon);
    ASSERT_EQ(kernel, reference);

    Coupled shuffled("Root");
    testing_support::fill(shuffled, spec, &random);
    ASSERT_EQ(run_kernel(shuffled), kernel);

    HandFlattened flat(spec);
    if (flat.loops_) continue;
    ++flat_ones;
    Lines flat_lines = run_kernel(flat.root);
    for (std::string& line : kernel)
      for (char& c : line)
        if (c == '.' && &c - line.data() > static_cast<std::ptrdiff_t>(line.find(' ')) &&
            &c - line.data() < static_cast<std::ptrdiff_t>(line.find(' ', line.find(' ') + 1)))
          c = '_';
    ASSERT_EQ(flat_lines, kernel);
  }
  std::printf(
      "seeds from 90210: %d models, %d flattened by hand, %d circles refused; %llu internal and %llu "
      "external "
      "transitions, %llu messages, %llu micro-steps\n",
      kModels, flat_ones, circles, static_cast<unsigned long long>(transitions),
      static_cast<unsigned long long>(confluent_or_external), static_cast<unsigned long long>(messages),
      static_cast<unsigned long long>(steps));
  EXPECT_GT(transitions, 10000u);
  EXPECT_GT(confluent_or_external, 3000u);
  EXPECT_GT(flat_ones, kModels / 10);
  EXPECT_LT(circles, kModels / 4);
}

}  // namespace
}  // namespace escapement
