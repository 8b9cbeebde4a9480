// SPDX-License-Identifier: MIT
// A storage (STORAGES): a place, real or thought of, whose entities are counted while they do other things;
// STORE and UNSTORE take them in and out, in no time. NSTO(storage) is their number. An entity that ends
// leaves its storages.
#pragma once

#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"
#include "escapement/siman/element_choice.h"
#include "escapement/statistics/time_persistent.h"

namespace escapement::siman {

class Storage : public Member {
 public:
  using Member::Member;
  static constexpr ElementKind kKind{"storage", "storages", "Storage"};
  static registry::ComponentType descriptor();

  void declare(Binder& binder) override;
  void start() override { size_ = 0; }
  void archive(Archive& archive) override;
  bool marks_changes() const override { return true; }

  double size() const { return size_; }
  void enter(Entity& entity);
  // The entity leaves this storage, once if it came more often; false when it is not in it.
  bool leave(Entity& entity);

 private:
  void change(double by);

  double size_ = 0;
  statistics::TimePersistent* number_ = nullptr;
};

// Which storage a block means: "storage", "index", "attribute", "expression".
using StorageChoice = ElementChoice<Storage>;
inline constexpr ElementKeys kStorageKeys{"storage"};

class Store : public Passage {
 public:
  Store(std::string name, StorageChoice::Options storage)
      : Passage(std::move(name)), options_(std::move(storage)) {}
  static registry::ComponentType descriptor();

  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;

 private:
  StorageChoice::Options options_;
  StorageChoice storage_;
};

// Without a storage, the entity leaves the one that it entered last. An entity that is not in the storage is
// a run-time error.
class Unstore : public Passage {
 public:
  explicit Unstore(std::string name, StorageChoice::Options storage = {})
      : Passage(std::move(name)), options_(std::move(storage)) {}
  static registry::ComponentType descriptor();

  void bind(Binder& binder) override;
  Block* enter(Entity& entity) override;

 private:
  StorageChoice::Options options_;
  StorageChoice storage_;
};

}  // namespace escapement::siman
