// SPDX-License-Identifier: MIT
// BRANCH: the entity, or copies of it, take branches (Pegden, Shannon and Sadowski, Introduction to
// Simulation Using SIMAN; Tallinn sheets on SIMAN blocks).
//
//   B1  Rules are tested in order. `if` is taken when its condition is true, `with` by probability (all
//   `with`
//       rules of a block share one random number, their probabilities add up to at most 1), `always` always,
//       `else` when fewer than `max` branches were taken before it.
//   B2  At most `max` branches are taken. An `always` that comes after that is a run-time error.
//   B3  The entity itself takes the first branch taken; each further one gets a copy, which moves after it.
//   B4  When none is taken the entity ends.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "escapement/random/stream.h"
#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"

namespace escapement::siman {

class Branch : public Block {
 public:
  enum class Rule { kIf, kWith, kAlways, kElse };
  struct Option {
    Rule rule;
    ExpressionText value{};  // condition or probability
    std::string exit{};      // name of the port; empty: "out1", "out2" ... by place
  };
  struct Options {
    std::vector<Option> rules;
    double max_branches = std::numeric_limits<double>::infinity();
    std::optional<std::uint64_t> stream{};
    const char* field = "rules";  // what messages and the stream of the chance call it
  };
  Branch(std::string name, Options options);
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  Entry in{*this, "in"};
  Exit& exit(std::size_t index) { return exits_[index]->port; }

  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;
  void archive(Archive&) override {}

 private:
  struct NamedExit {
    std::string name;
    Exit port;
    NamedExit(Component& owner, std::string text) : name(std::move(text)), port(owner, name.c_str()) {}
  };
  struct Test {
    Rule rule;
    expressions::Expression value;
    bool only_looks;  // the value takes no random number
    // Of a condition `left == right` with a constant: the left side, when it is evaluated here, or else that
    // it is the one of the test before.
    const expressions::Node* left = nullptr;
    bool same_left = false;
    double right = 0;
  };
  bool is_taken(const Test& test, EntityFrame& frame, double& left) const {
    if (test.left == nullptr && !test.same_left) return test.value.evaluate_truth(frame);
    if (!test.same_left) left = test.left->evaluate(frame);
    return left == test.right;
  }
  void find_common_sides();
  void find_ways();
  Block* choose(Entity& entity) const;
  Block* choose_by_number(Entity& entity) const;
  Block* take_branches(Entity& entity);
  Options options_;
  std::vector<std::unique_ptr<NamedExit>> exits_;
  std::vector<Test> tests_;
  random::Stream* stream_ = nullptr;
  bool chooses_ = false;  // one branch at the most, by conditions that only look
  // Where all of them test one thing against whole numbers: what is tested, and the exit for each number from
  // `least_` to `most_`.
  const expressions::Node* tested_ = nullptr;
  double least_ = 0, most_ = 0;
  std::vector<std::size_t> ways_;  // exits_.size(): none
  std::size_t other_way_ = 0;      // for all other values
};

}  // namespace escapement::siman
