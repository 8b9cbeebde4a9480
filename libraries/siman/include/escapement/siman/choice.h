// SPDX-License-Identifier: MIT
// IF ... ELSEIF ... ELSE ... ENDIF and WHILE ... ENDWHILE (Pegden, Shannon and Sadowski 1995) in the form
// that suits a graph: what stands between them in a text are here the blocks behind an exit.
//
//   If      tests its conditions in order; the entity leaves by the exit of the first one that is true,
//   `then`,
//           `elseIf1`, `elseIf2` ..., or by `else`. The ways meet again where they are coupled to one entry.
//   While   the entity leaves by `body` while the condition is true, else by `done`. The end of the body
//   leads
//           back to `in`.
// No time passes; a loop without end in one instant is found and told (process_host.h).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"

namespace escapement::siman {

class If : public Block {
 public:
  struct Options {
    std::vector<ExpressionText> conditions;  // the first is `then`, others elseIf1, elseIf2 ...
    std::optional<std::uint64_t> stream{};
  };
  If(std::string name, Options options);
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  Entry in{*this, "in"};
  // From 0, in the order of the conditions; the last is `else`.
  Exit& exit(std::size_t index) { return exits_[index]->port; }

  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;

 private:
  struct Way {
    std::string name;
    Exit port;
    Way(Component& owner, std::string text) : name(std::move(text)), port(owner, name.c_str()) {}
  };
  Options options_;
  std::vector<std::unique_ptr<Way>> exits_;
  std::vector<expressions::Expression> conditions_;
};

class While : public Block {
 public:
  struct Options {
    ExpressionText condition{};
    std::optional<std::uint64_t> stream{};
  };
  While(std::string name, Options options) : Block(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();

  Entry in{*this, "in"};
  Exit body{*this, "body"};
  Exit done{*this, "done"};

  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;

 private:
  Options options_;
  expressions::Expression condition_;
};

}  // namespace escapement::siman
