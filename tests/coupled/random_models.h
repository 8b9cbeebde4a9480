// SPDX-License-Identifier: MIT
// Random nested models for the conformance test: a description, from which the kernel's model, the flat model
// and the reference's model are made. What a model does follows from a hash of its name and its state.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "coupled/reference_simulator.h"
#include "escapement/atomic/atomic.h"
#include "escapement/core/archive.h"
#include "escapement/coupled/coupled.h"

namespace escapement::testing_support {

inline std::uint64_t mix(std::uint64_t x) {  // splitmix64
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

class HashBehaviour : public reference::Behaviour {
 public:
  HashBehaviour(std::uint64_t seed, int inputs, int outputs)
      : state_(mix(seed)), inputs_(inputs), outputs_(outputs) {}
  int inputs() const override { return inputs_; }
  std::uint64_t state() const override { return state_; }
  // A few advances only, so that models coincide often; at most three zero ones in a row.
  double time_advance() const override {
    constexpr double kAdvances[] = {0.5, 1, 0.1, 0.25, 1.0 / 3, 2, 7};
    const std::uint64_t h = mix(state_ + 1);
    if (h % 4 == 0 && zeros_ < 3) return 0;
    if (h % 11 == 0) return std::numeric_limits<double>::infinity();
    return kAdvances[h / 64 % 7];
  }
  std::vector<std::pair<int, int>> output() const override {
    std::vector<std::pair<int, int>> puts;
    const std::uint64_t h = mix(state_ + 2);
    for (std::uint64_t i = 0; i < h % 4 && outputs_ > 0; ++i) {
      const std::uint64_t g = mix(h + i);
      puts.push_back(
          {static_cast<int>(g % static_cast<std::uint64_t>(outputs_)), static_cast<int>(g / 16 % 1000)});
    }
    return puts;
  }
  void internal() override { become(mix(state_ + 3), time_advance() == 0); }
  void external(double elapsed, const std::vector<std::vector<int>>& bags) override {
    std::uint64_t h = state_;
    for (const auto& bag : bags) {
      for (const int value : bag) h = mix(h ^ static_cast<std::uint64_t>(value));
      h = mix(h + 5);
    }
    become(mix(h + static_cast<std::uint64_t>(elapsed * 1000)), elapsed == 0);
  }
  void archive(Archive& archive) { archive(state_, zeros_); }

 private:
  void become(std::uint64_t state, bool no_time_passed) {
    state_ = state;
    zeros_ = no_time_passed ? zeros_ + 1 : 0;
  }
  std::uint64_t state_;
  int inputs_, outputs_, zeros_ = 0;
};

// The kernel's atomic around the same behaviour.
class HashAtomic : public Atomic {
 public:
  HashAtomic(std::string name, std::uint64_t seed, int inputs, int outputs)
      : Atomic(std::move(name)), seed_(seed), behaviour_(seed, inputs, outputs), outputs_(outputs) {
    static const char* const kIn[] = {"in0", "in1", "in2"};
    static const char* const kOut[] = {"out0", "out1", "out2"};
    for (int i = 0; i < inputs; ++i) ins.push_back(std::make_unique<InPort<int>>(*this, kIn[i]));
    for (int i = 0; i < outputs; ++i) outs.push_back(std::make_unique<OutPort<int>>(*this, kOut[i]));
  }
  std::vector<std::unique_ptr<InPort<int>>> ins;
  std::vector<std::unique_ptr<OutPort<int>>> outs;

  void initialize() override { behaviour_ = HashBehaviour(seed_, behaviour_.inputs(), outputs_); }
  void output() override {
    for (const auto& [port, value] : behaviour_.output()) outs[static_cast<std::size_t>(port)]->put(value);
  }
  void internal() override { behaviour_.internal(); }
  void external(Time elapsed) override {
    std::vector<std::vector<int>> bags;
    for (const auto& in : ins) bags.emplace_back(in->bag().begin(), in->bag().end());
    behaviour_.external(elapsed, bags);
  }
  TimeAdvance time_advance() const override { return behaviour_.time_advance(); }
  void print_state(std::ostream& out) const override { out << behaviour_.state(); }
  void archive(Archive& archive) override { behaviour_.archive(archive); }

 private:
  std::uint64_t seed_;
  HashBehaviour behaviour_;
  int outputs_;
};

// The description. A node without children is atomic. Names have three letters, so that "Abc.Def" and
// "Abc_Def" stand in the same order among their like.
struct Spec {
  std::string name;
  int inputs = 0, outputs = 0;
  std::uint64_t seed = 0;
  bool coupled = false;
  std::vector<Spec> children;
  struct Line {
    int from, from_port, to, to_port;  // child number, or -1 for the coupled model itself
  };
  std::vector<Line> lines;
};

inline Spec random_spec(std::mt19937_64& random, int depth, std::string name) {
  const auto below = [&](std::uint64_t n) { return static_cast<int>(random() % n); };
  Spec s;
  s.name = std::move(name);
  s.inputs = 1 + below(3);
  s.outputs = 1 + below(3);
  s.seed = random();
  s.coupled = depth > 0 && (depth == 4 || below(3) != 0);
  if (!s.coupled) return s;
  const int count = below(5);
  for (int i = 0; i < count; ++i)
    s.children.push_back(random_spec(random, depth - 1, "M" + std::to_string(10 + (7 * i) % 50)));
  std::map<std::tuple<int, int, int, int>, bool> seen;
  for (int i = below(4 * static_cast<std::uint64_t>(count) + 3); i > 0; --i) {
    Spec::Line l{below(static_cast<std::uint64_t>(count) + 1) - 1, 0,
                 below(static_cast<std::uint64_t>(count) + 1) - 1, 0};
    if (l.from == l.to && l.from >= 0) continue;
    // Straight from input to output only upwards in number, so that no circle misses every atomic.
    if (l.from == -1 && l.to == -1 && below(3) != 0) continue;
    const Spec& from = l.from < 0 ? s : s.children[static_cast<std::size_t>(l.from)];
    const Spec& to = l.to < 0 ? s : s.children[static_cast<std::size_t>(l.to)];
    l.from_port = below(static_cast<std::uint64_t>(l.from < 0 ? from.inputs : from.outputs));
    l.to_port = below(static_cast<std::uint64_t>(l.to < 0 ? to.outputs : to.inputs));
    if (!seen.insert({{l.from, l.from_port, l.to, l.to_port}, true}).second) continue;
    s.lines.push_back(l);
  }
  return s;
}

// The kernel's tree, components and couplings added in the order that `random` shuffles (nullptr: as they
// are).
struct Built {
  Component* component;
  std::vector<PortBase*> ins, outs;
};

inline Built build_atomic(Coupled& owner, const Spec& s, const std::string& name) {
  auto& a = owner.add<HashAtomic>(name, s.seed, s.inputs, s.outputs);
  Built b{&a, {}, {}};
  for (auto& p : a.ins) b.ins.push_back(p.get());
  for (auto& p : a.outs) b.outs.push_back(p.get());
  return b;
}

inline Built fill(Coupled& c, const Spec& s, std::mt19937_64* random) {
  Built b{&c, {}, {}};
  for (int i = 0; i < s.inputs; ++i) b.ins.push_back(&c.add_input<int>("in" + std::to_string(i)));
  for (int i = 0; i < s.outputs; ++i) b.outs.push_back(&c.add_output<int>("out" + std::to_string(i)));
  std::vector<std::size_t> order(s.children.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::vector<Spec::Line> lines = s.lines;
  if (random != nullptr) {
    std::shuffle(order.begin(), order.end(), *random);
    std::shuffle(lines.begin(), lines.end(), *random);
  }
  std::vector<Built> children(s.children.size());
  for (const std::size_t i : order) {
    const Spec& child = s.children[i];
    children[i] =
        child.coupled ? fill(c.add<Coupled>(child.name), child, random) : build_atomic(c, child, child.name);
  }
  for (const Spec::Line& l : lines) {
    const Built& from = l.from < 0 ? b : children[static_cast<std::size_t>(l.from)];
    const Built& to = l.to < 0 ? b : children[static_cast<std::size_t>(l.to)];
    c.couple(*(l.from < 0 ? from.ins : from.outs)[static_cast<std::size_t>(l.from_port)],
             *(l.to < 0 ? to.outs : to.ins)[static_cast<std::size_t>(l.to_port)]);
  }
  return b;
}

inline std::unique_ptr<reference::Node> build_reference(const Spec& s, const std::string& path,
                                                        reference::Coordinator* above) {
  std::unique_ptr<reference::Node> node;
  if (!s.coupled) {
    node = std::make_unique<reference::AtomicSimulator>(
        std::make_unique<HashBehaviour>(s.seed, s.inputs, s.outputs));
  } else {
    auto c = std::make_unique<reference::Coordinator>();
    for (const Spec& child : s.children)
      c->components[child.name] =
          build_reference(child, path.empty() ? child.name : path + "." + child.name, c.get());
    const auto name_of = [&](int i) {
      return i < 0 ? std::string() : s.children[static_cast<std::size_t>(i)].name;
    };
    for (const Spec::Line& l : s.lines)
      c->couplings[{name_of(l.from), l.from_port}].push_back({name_of(l.to), l.to_port});
    node = std::move(c);
  }
  node->above = above;
  node->name = s.name;
  node->path = path;
  return node;
}

}  // namespace escapement::testing_support
