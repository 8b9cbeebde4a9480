// SPDX-License-Identifier: MIT
// DUPLICATE: copies of an entity leave beside it (Pegden, Shannon and Sadowski 1995; Arena's Separate,
// "duplicate original").
//
//   D1  For each exit of copies, in order, its number is evaluated and so many copies become ready; the
//   entity
//       itself goes on at once by `out`.
//   D2  Copies have the entity's attributes, serial number, creation time and group; they hold no resources.
//   D3  With a share of p %, the copies of all exits together get p % of the entity's times and costs by
//       category, in equal parts, and the entity keeps the rest; without one each has all of them, as after a
//       Branch.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"

namespace escapement::siman {

class Duplicate : public Passage {
 public:
  struct Options {
    std::vector<ExpressionText> copies;   // one exit for each: "copy", or "copy1", "copy2" ...
    std::optional<double> share_percent;  // 0 to 100
    const char* copies_field = "copies";
    std::optional<std::uint64_t> stream{};
  };
  Duplicate(std::string name, Options options);
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  Exit& copies(std::size_t index = 0) { return exits_[index]->port; }

  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;

 private:
  struct CopyExit {
    std::string name;
    Exit port;
    CopyExit(Component& owner, std::string text) : name(std::move(text)), port(owner, name.c_str()) {}
  };
  Options options_;
  std::vector<std::unique_ptr<CopyExit>> exits_;
  std::vector<expressions::Expression> counts_;
  std::vector<std::size_t> wanted_;
};

}  // namespace escapement::siman
