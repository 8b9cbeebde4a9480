// SPDX-License-Identifier: MIT
// MATCH: entities wait in several queues, one before each entry, until there is one in each; then these go on
// together (Pegden, Shannon and Sadowski 1995; Arena's Match).
//
//   M1  An entity that comes evaluates what it is matched by, if anything.
//   M2  If in every other queue somebody waits with the same value, the first of these in each queue, and the
//       entity in its own, leave; they become ready in the order of the entries, each by the exit of its
//       number.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "escapement/siman/holding.h"

namespace escapement::siman {

class Match : public QueueHold {
 public:
  struct Options {
    std::size_t number = 2;  // of queues, 2 or more
    ExpressionText match{};  // empty: any entities
  };
  Match(std::string name, Options options);
  static registry::ComponentType descriptor();

  // From 0; the ports are in1, in2 ... and out1, out2 ...
  Entry& in(std::size_t index) { return lines_[index]->in; }
  Exit& out(std::size_t index) { return lines_[index]->out; }

  void bind(Binder& binder) override;
  void fed_at(Block& feeder, PortBase& entry) override;
  void check_links() override;
  void start() override;
  void archive(Archive& archive) override;
  bool wait(Entity& entity, QueueElement& queue) override;
  void give_up(Entity& entity) override;

 private:
  struct Line {
    std::string in_name, out_name;
    Entry in;
    Exit out;
    const Queue* block = nullptr;
    QueueElement* queue = nullptr;
    std::unordered_map<double, std::size_t> waiting{};  // by value
    Line(Component& owner, std::size_t number)
        : in_name("in" + std::to_string(number)),
          out_name("out" + std::to_string(number)),
          in(owner, in_name.c_str()),
          out(owner, out_name.c_str()) {}
  };
  Line& line_of(const QueueElement& queue);

  Options options_;
  expressions::Expression match_;
  std::vector<std::unique_ptr<Line>> lines_;
};

}  // namespace escapement::siman
