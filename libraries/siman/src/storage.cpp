// SPDX-License-Identifier: MIT
#include "escapement/siman/storage.h"
#include "escapement/siman/member_reference.h"

#include <algorithm>

#include "escapement/expressions/errors.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/process_host.h"
#include "escapement/siman/set.h"
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

std::vector<registry::Field> StorageChoice::fields(const char* doc) {
  using namespace registry;
  return {
      reference("storage", "storages|sets").because(doc),
      expression("index").because("of a set: the number of its member, from 1"),
      reference("attribute", "attributes")
          .because(
              "instead of a name: an attribute that holds the number of the storage, as MEMBER gives it"),
      expression("expression").because("instead of a name: the number of the storage among all storages")};
}

void StorageChoice::check(const registry::Value& v, bool needed, std::vector<Diagnostic>& out) {
  int given = 0;
  for (const char* key : {"storage", "attribute", "expression"}) given += v.find(key) != nullptr;
  if (given > 1 || (needed && given == 0))
    out.push_back({v.where(), "a storage is named " + std::to_string(given) + " times",
                   "give one of \"storage\", \"attribute\" and \"expression\""});
  if (const registry::Value* index = v.find("index"); index != nullptr && v.find("storage") == nullptr)
    out.push_back({index->where(), "\"index\" has no effect here",
                   "name a set of storages by \"storage\", or remove it"});
}

StorageChoice::Options StorageChoice::options_from(const registry::Arguments& arguments) {
  Options options;
  if (arguments.has("storage")) options.storage = reference_from(arguments, "storage");
  options.index = arguments.expression("index");
  if (arguments.has("expression")) options.number = arguments.expression("expression");
  if (arguments.has("attribute")) {
    options.number = ExpressionText(arguments.string("attribute", ""));
    options.number.where = arguments.where("attribute");
  }
  return options;
}

void StorageChoice::bind(const Options& options, Member& owner, Binder& binder) {
  if (!options.number.empty()) {
    among_ = binder.world().elements<Storage>();
    for (Storage* each : among_) binder.use(owner, *each);
    what_ = "the storage numbers";
    which_ = binder.compile_required(owner, "expression", options.number, {.random = false});
    return;
  }
  auto* const set = dynamic_cast<Set*>(Binder::find_any(owner, options.storage.name));
  if (set == nullptr) {
    if (auto* storage = binder.find<Storage>(owner, options.storage, "storage")) among_ = {storage};
    which_ = expressions::Expression(1.0);
    if (!options.index.empty())
      binder.fault(owner, options.index.where,
                   "'" + options.storage.name + "' is no set, so an index says nothing",
                   "remove \"index\", or name a set of storages");
    return;
  }
  among_ = set->members_as<Storage>(binder, owner, options.storage, "Storage");
  what_ = options.storage.name;
  which_ = binder.compile_required(owner, "index", options.index, {.random = false});
}

Storage& StorageChoice::of(Entity& entity) const {
  EntityFrame frame(&entity);
  return *among_[expressions::checked_index(what_, which_.evaluate_checked(frame), among_.size())];
}

registry::ComponentType Store::descriptor() {
  registry::ComponentType type;
  type.name = "siman.Store";
  type.doc = "STORE: the entity is in a storage from here on.";
  type.parameters = {
      "siman.Store", "", StorageChoice::fields("the storage that it enters, or a set of them"),
      [](const registry::Value& v, std::vector<Diagnostic>& out) { StorageChoice::check(v, true, out); }};
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
      StorageChoice::fields(
          "the storage that it leaves, or a set of them; the one it entered last when none is said"),
      [](const registry::Value& v, std::vector<Diagnostic>& out) { StorageChoice::check(v, false, out); }};
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
