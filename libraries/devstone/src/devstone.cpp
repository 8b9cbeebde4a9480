// SPDX-License-Identifier: MIT
#include "escapement/devstone/devstone.h"

#include <vector>

#include "escapement/atomic/atomic.h"
#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::devstone {
namespace {

class Stone : public Atomic {
 public:
  Stone(std::string name, const Loads& loads) : Atomic(std::move(name)), loads_(loads) {}
  InPort<int> in{*this, "in"};
  OutPort<int> out{*this, "out"};
  void initialize() override { active_ = false; }
  void output() override { out.put(last_); }
  void internal() override {
    active_ = false;
    if (loads_.internal != 0) worked_ = do_work(loads_.internal, worked_);
  }
  void external(Time /*elapsed*/) override {
    last_ = in.bag().front();
    active_ = true;
    if (loads_.external != 0) worked_ = do_work(loads_.external, worked_);
  }
  TimeAdvance time_advance() const override { return active_ ? TimeAdvance::after(0) : TimeAdvance::never(); }
  void archive(Archive& archive) override { archive(last_, active_); }

 private:
  const Loads& loads_;
  int last_ = 0;
  std::uint32_t worked_ = 1;
  bool active_ = false;
};

class Level : public Coupled {
 public:
  Level(std::string name, Kind kind, int width, int depth, const Loads& loads)
      : Coupled(std::move(name)), kind_(kind), loads_(loads) {
    if (two_inputs()) in2 = &add_input<int>("in2");
    if (kind == Kind::kHO) out2 = &add_output<int>("out2");
    if (depth == 1) {
      auto& only = add<Stone>("A", loads_);
      couple(in, only.in);
      couple(only.out, out);
      return;
    }
    inner_ = &add<Level>("L", kind, width, depth - 1, loads_);
    couple(in, inner_->in);
    couple(inner_->out, out);
    if (kind == Kind::kHO) couple(*in2, *inner_->in2);
    if (kind == Kind::kHOmod)
      add_triangle(width - 1);
    else
      add_chain(width - 1);
  }
  InPort<int> in{*this, "in"};
  OutPort<int> out{*this, "out"};
  InPort<int>* in2 = nullptr;
  OutPort<int>* out2 = nullptr;

 private:
  bool two_inputs() const { return kind_ == Kind::kHO || kind_ == Kind::kHOmod; }

  void add_chain(int count) {
    Stone* last = nullptr;
    for (int i = 0; i < count; ++i) {
      auto& stone = add<Stone>("A" + std::to_string(i), loads_);
      couple(kind_ == Kind::kHO ? *in2 : in, stone.in);
      if (kind_ != Kind::kLI && last != nullptr) couple(last->out, stone.in);
      if (kind_ == Kind::kHO) couple(stone.out, *out2);
      last = &stone;
    }
  }

  // Row 0 and row 1 have `count` atomics, each further row one less. Row 0 takes the second input and feeds
  // the inner level; every atomic of row 1 feeds all of row 0; from row 2 on, atomic i feeds atomic i + 1 of
  // the row before. The first atomic of every row takes the second input.
  void add_triangle(int count) {
    std::vector<Stone*> first, before;
    for (int i = 0; i < count; ++i) {
      first.push_back(&add<Stone>("R0_" + std::to_string(i), loads_));
      couple(*in2, first.back()->in);
      couple(first.back()->out, *inner_->in2);
    }
    for (int row = 1; row <= count; ++row) {
      std::vector<Stone*> present;
      for (int i = 0; i <= count - row; ++i) {
        auto& stone = add<Stone>("R" + std::to_string(row) + "_" + std::to_string(i), loads_);
        if (i == 0) couple(*in2, stone.in);
        if (row == 1)
          for (Stone* target : first) couple(stone.out, target->in);
        else
          couple(stone.out, before[static_cast<std::size_t>(i) + 1]->in);
        present.push_back(&stone);
      }
      before = std::move(present);
    }
  }

  Kind kind_;
  const Loads& loads_;
  Level* inner_ = nullptr;
};

void check_size(int width, int depth) {
  if (width < 1 || depth < 1)
    throw BuildError("a DEVStone model has width and depth of 1 or more, not " + std::to_string(width) +
                     " and " + std::to_string(depth));
  // Models nest as deep as the stack allows; and more atomics than this fit into no memory.
  constexpr int kDeepest = 20000;
  constexpr double kMostAtomics = 1e8;
  if (depth > kDeepest)
    throw BuildError("a DEVStone model of depth " + std::to_string(depth) + " nests too deep; the most is " +
                     std::to_string(kDeepest));
  if (static_cast<double>(width) * depth > kMostAtomics)
    throw BuildError("a DEVStone model of width " + std::to_string(width) + " and depth " +
                     std::to_string(depth) + " has more than 100 million atomics");
}

void add_counts(const Coupled& coupled, Counts& counts) {
  for (const auto& child : coupled.components()) {
    if (const auto* inner = dynamic_cast<const Coupled*>(child.get()))
      add_counts(*inner, counts);
    else
      ++counts.atomics;
  }
  for (const Coupling& c : coupled.couplings()) {
    if (&c.from->owner() == &coupled)
      ++counts.external_input_couplings;
    else if (&c.to->owner() == &coupled)
      ++counts.external_output_couplings;
    else
      ++counts.internal_couplings;
  }
}

}  // namespace

const char* kind_name(Kind kind) {
  switch (kind) {
    case Kind::kLI:
      return "LI";
    case Kind::kHI:
      return "HI";
    case Kind::kHO:
      return "HO";
    case Kind::kHOmod:
      return "HOmod";
  }
  return "unknown";
}

Kind kind_of(std::string_view name) {
  for (const Kind kind : {Kind::kLI, Kind::kHI, Kind::kHO, Kind::kHOmod})
    if (name == kind_name(kind)) return kind;
  throw BuildError("there is no DEVStone model '" + std::string(name) + "'; there are LI, HI, HO and HOmod");
}

Counts expected_counts(Kind kind, int width, int depth) {
  check_size(width, depth);
  const auto w = static_cast<std::uint64_t>(width), d = static_cast<std::uint64_t>(depth);
  const std::uint64_t g = w * (w - 1) / 2;
  const std::uint64_t levels = d - 1;  // that hold more than the last atomic
  Counts c;
  c.atomics = (kind == Kind::kHOmod ? w - 1 + g : w - 1) * levels + 1;
  c.external_output_couplings = kind == Kind::kHO ? w * levels + 1 : d;
  const std::uint64_t chain = w > 1 ? (w - 2) * levels : 0;
  switch (kind) {
    case Kind::kLI:
      c.external_input_couplings = w * levels + 1;
      c.transitions = (w - 1) * levels + 1;
      break;
    case Kind::kHI:
      c.internal_couplings = chain;
      c.external_input_couplings = w * levels + 1;
      c.transitions = g * levels + 1;
      break;
    case Kind::kHO:
      c.internal_couplings = chain;
      c.external_input_couplings = (w + 1) * levels + 1;
      c.transitions = g * levels + 1;
      break;
    case Kind::kHOmod:
      c.internal_couplings = ((w - 1) * (w - 1) + g) * levels;
      c.external_input_couplings = (2 * w - 1) * levels + 1;
      // Level l gets 1 + (l - 1)(w - 1) bags at its second input, as long as the first row fires above.
      c.transitions = 1 + levels * (w - 1) * (w - 1);
      for (std::uint64_t l = 1; l <= levels; ++l) c.transitions += (1 + (l - 1) * (w - 1)) * (w - 1 + g);
      break;
  }
  return c;
}

Counts counted(const Coupled& root) {
  Counts counts;
  add_counts(root, counts);
  return counts;
}

void Model::send_input(Simulator& simulator, Time at) const {
  simulator.inject(*in, 1, at);
  if (in2 != nullptr) simulator.inject(*in2, 1, at);
}

Model build(Kind kind, int width, int depth, Loads loads) {
  check_size(width, depth);
  Model model;
  model.loads = std::make_unique<const Loads>(loads);
  auto root = std::make_unique<Level>(kind_name(kind), kind, width, depth, *model.loads);
  model.in = &root->in;
  model.in2 = root->in2;
  model.root = std::move(root);
  return model;
}

}  // namespace escapement::devstone
