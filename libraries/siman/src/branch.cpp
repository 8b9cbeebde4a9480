// SPDX-License-Identifier: MIT
#include "escapement/siman/branch.h"

#include <algorithm>
#include <cmath>

#include "escapement/core/error.h"
#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {
namespace {

std::string exit_name(const std::string& given, std::size_t index) {
  return given.empty() ? "out" + std::to_string(index + 1) : given;
}

registry::Record rule_record() {
  using namespace registry;
  return {"branch rule",
          "",
          {expression("if").because("taken when this is true"),
           expression("with").at_least(0).at_most(1).because("taken with this probability, 0 to 1"),
           boolean("always").because("taken always"),
           boolean("else").because("taken when fewer than maxBranches were taken before it"),
           string("exit").because("name of the port; out1, out2 ... when absent")},
          [](const Value& v, std::vector<Diagnostic>& out) {
            int kinds = 0;
            for (const char* key : {"if", "with", "always", "else"}) kinds += v.find(key) != nullptr;
            if (kinds != 1)
              out.push_back({v.where(), "a branch rule has " + std::to_string(kinds) + " conditions",
                             "give exactly one of if, with, always, else"});
            for (const char* key : {"always", "else"})
              if (const Value* on = v.find(key);
                  on != nullptr && on->is(Value::Type::kBoolean) && !on->boolean())
                out.push_back(
                    {on->where(), std::string("\"") + key + "\" is false", "write true, or another rule"});
          }};
}

}  // namespace

Branch::Branch(std::string name, Options options) : Block(std::move(name)), options_(std::move(options)) {
  for (std::size_t i = 0; i < options_.rules.size(); ++i)
    exits_.push_back(std::make_unique<NamedExit>(*this, exit_name(options_.rules[i].exit, i)));
}

registry::ComponentType Branch::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Branch";
  type.doc = "BRANCH: the entity, or copies of it, take branches by condition or by chance.";
  type.parameters = {
      "siman.Branch",
      "",
      {list("rules", record("rule", rule_record())).must().because("tested in order; each has an exit"),
       integer("maxBranches").at_least(1).because("branches taken at the most; no limit when absent"),
       stream_field()},
      {}};
  type.ports_of = [](const Value& v) {
    std::vector<PortInfo> ports = {entity_in()};
    if (const Value* rules = v.find("rules"))
      for (std::size_t i = 0; i < rules->items().size(); ++i) {
        const Value* name = rules->items()[i].find("exit");
        ports.push_back({exit_name(name == nullptr ? "" : name->text(), i), false, "entity",
                         "branch " + std::to_string(i + 1)});
      }
    return ports;
  };
  type.ports = {entity_in(), {"out1", false, "entity", "the first branch; one output for each rule"}};
  return type;
}

Branch::Options Branch::options_from(const registry::Arguments& arguments) {
  Options options;
  for (const registry::Arguments& rule : arguments.records("rules")) {
    Option option{};
    option.rule = rule.has("if")       ? Rule::kIf
                  : rule.has("with")   ? Rule::kWith
                  : rule.has("always") ? Rule::kAlways
                                       : Rule::kElse;
    if (option.rule == Rule::kIf) option.value = rule.expression("if");
    if (option.rule == Rule::kWith) option.value = rule.expression("with");
    option.exit = rule.string("exit", "");
    options.rules.push_back(std::move(option));
  }
  if (arguments.has("maxBranches"))
    options.max_branches = static_cast<double>(arguments.integer("maxBranches", 1));
  options.stream = stream_from(arguments);
  return options;
}

void Branch::bind(Binder& binder) {
  double total = 0;
  bool chance = false;
  for (const Option& option : options_.rules) {
    const std::size_t draws = binder.unmarked_reads();
    expressions::Expression value;
    if (option.rule == Rule::kIf)
      value = binder.compile_required(*this, "if", option.value, {.stream = options_.stream});
    if (option.rule == Rule::kWith) {
      chance = true;
      if (option.value.empty())
        binder.fault(*this, {}, "'" + address() + "' has a branch without a probability");
      value = binder.compile_in(*this, "probability", option.value, 0, 1, {.random = false});
      total += value.constant().value_or(0);
      if (total > 1 + 1e-9) {
        binder.fault(*this, option.value.where,
                     "the probabilities of '" + address() + "' add up to " + to_text(total),
                     "they may add up to 1 at the most");
        total = 0;
      }
    }
    tests_.push_back({option.rule, std::move(value), binder.unmarked_reads() == draws});
  }
  if (!chance) return find_common_sides();
  random::StreamSet& streams = binder.world().environment().streams;
  try {
    stream_ = options_.stream ? &streams.numbered(*options_.stream)
                              : &streams.named(address() + "." + options_.field);
  } catch (const BuildError& e) {
    binder.fault(*this, {}, e.what());
  }
}

namespace {

// The text of the left side where an equality ends in "== <name or whole number>", else empty. Then that
// comparison is the outermost, for no comparison follows another without parentheses.
std::string_view left_side(std::string_view text) {
  const std::size_t at = text.rfind("==");
  if (at == std::string_view::npos) return {};
  std::string_view right = text.substr(at + 2);
  while (!right.empty() && right.front() == ' ') right.remove_prefix(1);
  const bool word = !right.empty() && std::all_of(right.begin(), right.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
  });
  return word ? text.substr(0, at) : std::string_view{};
}

}  // namespace

// Many tests of one thing, such as `kind == 1`, `kind == 2` ...: equal texts mean equal sides, for names are
// found in the same place. Nothing happens between tests when one branch is taken.
void Branch::find_common_sides() {
  const auto looks = [](const Test& test) {
    return test.rule == Rule::kElse || (test.rule == Rule::kIf && test.only_looks);
  };
  chooses_ = options_.max_branches == 1 && std::all_of(tests_.begin(), tests_.end(), looks);
  if (!chooses_) return;
  std::string_view before;
  for (Test& test : tests_) {
    const auto equality = test.value.equality();
    if (!equality) {
      before = {};
      continue;
    }
    const std::string_view side = left_side(test.value.text());
    test.right = equality->right;
    test.same_left = !side.empty() && side == before;
    test.left = test.same_left ? nullptr : equality->left;
    before = side;
  }
  find_ways();
}

// One test is as quick as a look into the table.
void Branch::find_ways() {
  constexpr std::size_t kFewest = 2, kWidest = 1000;
  const auto end =
      std::find_if(tests_.begin(), tests_.end(), [](const Test& test) { return test.rule == Rule::kElse; });
  const auto count = static_cast<std::size_t>(end - tests_.begin());
  if (count < kFewest || tests_.front().left == nullptr) return;
  if (!std::all_of(tests_.begin() + 1, end, [](const Test& test) { return test.same_left; })) return;
  const auto by_number = [](const Test& a, const Test& b) { return a.right < b.right; };
  const double least = std::min_element(tests_.begin(), end, by_number)->right;
  const double most = std::max_element(tests_.begin(), end, by_number)->right;
  constexpr double kLargest = 1e9;
  if (!(least >= -kLargest && most <= kLargest && most - least < static_cast<double>(kWidest))) return;
  if (std::any_of(tests_.begin(), end, [](const Test& test) { return test.right != std::floor(test.right); }))
    return;
  tested_ = tests_.front().left;
  least_ = least;
  most_ = most;
  other_way_ = end == tests_.end() ? exits_.size() : count;
  ways_.assign(static_cast<std::size_t>(most - least) + 1, other_way_);
  for (std::size_t i = count; i-- > 0;)  // of two tests for one number the first counts
    ways_[static_cast<std::size_t>(tests_[i].right - least)] = i;
}

Block* Branch::choose_by_number(Entity& entity) const {
  EntityFrame frame(&entity);
  const double value = tested_->evaluate(frame);
  std::size_t way = other_way_;
  if (value >= least_ && value <= most_) {
    const auto whole = static_cast<std::int64_t>(value);
    if (static_cast<double>(whole) == value) way = ways_[whole - static_cast<std::int64_t>(least_)];
  }
  if (way < exits_.size()) [[likely]]
    return exits_[way]->port.next();
  world().destroy(entity, now(), false);  // B4
  return nullptr;
}

Block* Branch::choose(Entity& entity) const {
  EntityFrame frame(&entity);
  double left = 0;
  for (std::size_t i = 0; i < tests_.size(); ++i)
    if (tests_[i].rule == Rule::kElse || is_taken(tests_[i], frame, left)) return exits_[i]->port.next();
  world().destroy(entity, now(), false);  // B4
  return nullptr;
}

Block* Branch::enter(Entity& entity) {
  if (tested_ != nullptr) return choose_by_number(entity);
  return chooses_ ? choose(entity) : take_branches(entity);
}

Block* Branch::take_branches(Entity& entity) {
  EntityFrame frame(&entity);
  const double draw = stream_ == nullptr ? 0 : stream_->uniform();  // B1: one for all `with` rules
  double cumulative = 0;
  double taken = 0;
  Block* way = nullptr;
  for (std::size_t i = 0; i < tests_.size(); ++i) {
    const Test& test = tests_[i];
    bool take = false;
    // Enough branches are taken; but a condition that draws a number draws it at each passage.
    if (test.only_looks && test.rule == Rule::kIf && taken >= options_.max_branches) continue;
    switch (test.rule) {
      case Rule::kIf:
        take = test.value.evaluate_truth(frame);
        break;
      case Rule::kWith: {
        const double from = cumulative;
        cumulative += test.value.evaluate_checked(frame);
        take = draw >= from && draw < cumulative;
        break;
      }
      case Rule::kAlways:
        if (taken >= options_.max_branches)  // B2
          host().fail(
              *this,
              "the rule 'always' for exit '" + exits_[i]->name + "' comes after " + to_text(taken) +
                  " branches were taken, which is the most allowed; put it first or raise maxBranches");
        take = true;
        break;
      case Rule::kElse:
        take = true;  // below the greatest number, see B2
        break;
    }
    if (!take || taken >= options_.max_branches) continue;
    if (++taken == 1) {  // B3
      way = exits_[i]->port.next();
    } else {
      Entity& copy = world().duplicate(entity, now());
      host().make_ready(copy, exits_[i]->port.leave(copy));
    }
  }
  if (taken == 0) world().destroy(entity, now(), false);  // B4
  return way;
}

}  // namespace escapement::siman
