// SPDX-License-Identifier: MIT
#include "escapement/siman/storage.h"
#include "escapement/siman/member_reference.h"

#include <algorithm>

#include "escapement/siman/entity_type.h"
#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {

registry::ComponentType Storage::descriptor() {
  registry::ComponentType type;
  type.name = "siman.Storage";
  type.section = "storages";
  type.doc = "A storage: counts the entities that are in it, whatever else they do.";
  type.parameters = {"storage", "", {}, {}};
  type.statistics = {{"NumberInStorage", "timePersistent", "entities in the storage"}};
  return type;
}

void Storage::declare(Binder& binder) {
  number_ = &binder.time_persistent(*this, path() + ".NumberInStorage");
}

void Storage::change(double by) {
  size_ += by;
  number_->set(now(), size_);
  changed();
}

void Storage::enter(Entity& entity) {
  entity.storages.push_back(this);
  change(1);
}

bool Storage::leave(Entity& entity) {
  const auto last = std::find(entity.storages.rbegin(), entity.storages.rend(), this);
  if (last == entity.storages.rend()) return false;
  entity.storages.erase(std::next(last).base());
  change(-1);
  return true;
}

registry::ComponentType Store::descriptor() {
  registry::ComponentType type;
  type.name = "siman.Store";
  type.doc = "STORE: the entity is in a storage from here on.";
  type.parameters = {
      "siman.Store", "",
      ElementName::fields(Storage::kKind, kStorageKeys, "the storage that it enters, or a set of them"),
      [](const registry::Value& v, std::vector<Diagnostic>& out) {
        ElementName::check(v, Storage::kKind, kStorageKeys, true, out);
      }};
  type.ports = {entity_in(), entity_out()};
  return type;
}

void Store::bind(Binder& binder) {
  storage_.bind(options_, *this, binder);
}

Block* Store::enter(Entity& entity) {
  storage_.of(entity).enter(entity);
  return out.leave(entity);
}

registry::ComponentType Unstore::descriptor() {
  registry::ComponentType type;
  type.name = "siman.Unstore";
  type.doc = "UNSTORE: the entity leaves a storage.";
  type.parameters = {
      "siman.Unstore", "",
      ElementName::fields(
          Storage::kKind, kStorageKeys,
          "the storage that it leaves, or a set of them; the one it entered last when none is said"),
      [](const registry::Value& v, std::vector<Diagnostic>& out) {
        ElementName::check(v, Storage::kKind, kStorageKeys, false, out);
      }};
  type.ports = {entity_in(), entity_out()};
  return type;
}

void Unstore::bind(Binder& binder) {
  if (!options_.empty())
    storage_.bind(options_, *this, binder);
  else
    binder.use_all();  // it may be any
}

Block* Unstore::enter(Entity& entity) {
  Storage* const storage = !options_.empty()         ? &storage_.of(entity)
                           : entity.storages.empty() ? nullptr
                                                     : entity.storages.back();
  if (storage == nullptr || !storage->leave(entity))
    host().fail(*this, "an entity of type '" + entity.type->path() + "' is not in " +
                           (storage == nullptr ? "any storage" : "storage '" + storage->path() + "'") +
                           "; let it pass a Store first");
  return out.leave(entity);
}

void Storage::archive(Archive& archive) {
  archive(size_);
}

}  // namespace escapement::siman
