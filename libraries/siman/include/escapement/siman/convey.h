// SPDX-License-Identifier: MIT
// CONVEY: an entity that has cells of a conveyor is carried to a station; the time is charged to Transfer.
// EXIT: it gives its cells back, and those that wait may get theirs; they move after it.
// START and STOP: the conveyor moves on, with another velocity if one is given, or stands, at once.
// See conveyor.h.
#pragma once

#include <optional>

#include "escapement/siman/conveyor.h"
#include "escapement/siman/destination.h"

namespace escapement::siman {

class Convey : public Block {
 public:
  struct Options {
    Reference conveyor;
    Destination::Options destination;
    std::optional<std::uint64_t> stream{};
  };
  Convey(std::string name, Options options) : Block(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  Entry in{*this, "in"};

  void bind(Binder& binder) override;
  void check_links() override { destination_.check_block(*this); }
  Block* enter(Entity& entity) override;
  void archive(Archive&) override {}

 private:
  Options options_;
  Conveyor* conveyor_ = nullptr;
  Destination destination_;
};

// The block is called Exit; in C++ that is the name of a port.
class ExitConveyor : public Passage {
 public:
  ExitConveyor(std::string name, Reference conveyor)
      : Passage(std::move(name)), reference_(std::move(conveyor)) {}
  static registry::ComponentType descriptor();
  static Reference options_from(const registry::Arguments& arguments) {
    return reference_from(arguments, "conveyor");
  }

  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;

 private:
  Reference reference_;
  Conveyor* conveyor_ = nullptr;
};

class StartConveyor : public Passage {
 public:
  struct Options {
    Reference conveyor;
    ExpressionText velocity{};  // empty: the same as before
    std::optional<std::uint64_t> stream{};
  };
  StartConveyor(std::string name, Options options) : Passage(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);

  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;

 private:
  Options options_;
  Conveyor* conveyor_ = nullptr;
  expressions::Expression velocity_;
};

class StopConveyor : public Passage {
 public:
  StopConveyor(std::string name, Reference conveyor)
      : Passage(std::move(name)), reference_(std::move(conveyor)) {}
  static registry::ComponentType descriptor();
  static Reference options_from(const registry::Arguments& arguments) {
    return reference_from(arguments, "conveyor");
  }

  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;

 private:
  Reference reference_;
  Conveyor* conveyor_ = nullptr;
};

}  // namespace escapement::siman
