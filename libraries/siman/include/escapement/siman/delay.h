// SPDX-License-Identifier: MIT
// DELAY: the entity stays for a time, which is drawn when it comes and charged to one category when it ends.
// With a storage, it is in that storage as long as it is here, interrupted or not.
//
// A delay can be interrupted: by the loss of a resource that the entity holds (interruptions.h), then it goes
// on with the time that was left; or by an Interrupt block, then the entity leaves by `interrupted`.
#pragma once

#include <optional>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"
#include "escapement/siman/storage.h"

namespace escapement::siman {

class Delay : public Block {
 public:
  struct Options {
    ExpressionText duration;
    Category allocation = Category::kValueAdded;
    std::optional<std::uint64_t> stream{};
    const char* field = "duration";  // what messages and the stream call it
    Reference storage{};             // that the entity is in meanwhile; empty: none
  };
  Delay(std::string name, Options options) : Block(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments, const char* field = "duration");

  Entry in{*this, "in"};
  Exit out{*this, "out"};
  Exit interrupted{*this, "interrupted", true};  // those that an Interrupt block sends on

  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;
  void due(Entity* entity) override;
  void archive(Archive& archive) override;

  // The entity is delayed here from now on; `duration` is finite, 0 or more.
  void begin(Entity& entity, double duration, Category allocation);
  // The entity, which is delayed here, stops: what is left of its time is in entity.remaining; what has
  // passed is charged. It stays here until resume() or until somebody moves it on.
  void suspend(Entity& entity);
  // It goes on with what is left.
  void resume(Entity& entity);
  // An entity that was suspended leaves: it is moved on by the caller.
  void let_go(Entity& entity);
  // For Interrupt: remembers who is here from now on.
  void track() { tracked_ = watched_ = true; }
  // All that are delayed here, or the one of that record, leave by `interrupted`, in order of coming; the
  // time left goes to the attribute of that slot, if there is one. One whose delay ends now stays.
  void interrupt(std::optional<std::size_t> slot, std::optional<double> record = {});

 private:
  [[noreturn]] void refuse(double duration) const;
  inline void begin_here(Entity& entity, double duration, Category allocation);
  void come(Entity& entity);
  void go(Entity& entity);
  Options options_;
  expressions::Expression duration_;
  Storage* storage_ = nullptr;
  bool watched_ = false;  // tracked, or with a storage
  bool tracked_ = false;
  std::vector<Entity*> here_;  // while tracked
};

}  // namespace escapement::siman
