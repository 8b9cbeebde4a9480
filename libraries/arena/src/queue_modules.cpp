// SPDX-License-Identifier: MIT
#include "escapement/arena/queue_modules.h"

#include "escapement/siman/storage.h"

namespace escapement::arena {
namespace {

// The block's own descriptor under Arena's name.
registry::ComponentType renamed(registry::ComponentType type, const char* name, const char* doc) {
  type.composition = type.name;
  type.parameters.name = type.name = name;
  type.doc = doc;
  return type;
}

const std::vector<std::string> kSearchKinds = {"Queue", "Batch", "Expression"};

}  // namespace

Remove::Remove(std::string name, siman::QueuePlace place) : Module(std::move(name)) {
  auto& remove = block<siman::Remove>("Remove", std::move(place));
  entry(remove.in);
  exit(remove.out);
  exit(remove.removed, "removed");
}

registry::ComponentType Remove::descriptor() {
  return renamed(siman::Remove::descriptor(), "arena.Remove", "Remove: takes an entity out of a queue.");
}

Pickup::Pickup(std::string name, siman::Pickup::Options options) : Module(std::move(name)) {
  auto& pickup = block<siman::Pickup>("Pickup", std::move(options));
  entry(pickup.in);
  exit(pickup.out);
}

registry::ComponentType Pickup::descriptor() {
  return renamed(siman::Pickup::descriptor(), "arena.Pickup",
                 "Pickup: takes entities out of a queue and adds them to the group of the one that comes.");
}

Dropoff::Dropoff(std::string name, siman::Dropoff::Options options) : Module(std::move(name)) {
  auto& dropoff = block<siman::Dropoff>("Dropoff", std::move(options));
  entry(dropoff.in);
  exit(dropoff.out);
  exit(dropoff.members, "members");
}

registry::ComponentType Dropoff::descriptor() {
  return renamed(siman::Dropoff::descriptor(), "arena.Dropoff", "Dropoff: lets members of a group go.");
}

Search::Search(std::string name, siman::Search::Options options) : Module(std::move(name)) {
  auto& search = block<siman::Search>("Search", std::move(options));
  entry(search.in);
  exit(search.found, "found");
  exit(search.not_found, "notFound");
}

registry::ComponentType Search::descriptor() {
  using namespace registry;
  ComponentType type =
      renamed(siman::Search::descriptor(), "arena.Search",
              "Search: finds an entity in a queue or a batch, or an index, and leaves it in J.");
  type.composition = "siman.Search or siman.FindJ";
  type.parameters.fields.insert(
      type.parameters.fields.begin(),
      choice("kind", kSearchKinds).by_default("Queue with a queue, else Batch").because("what is searched"));
  type.parameters.check = [both = type.parameters.check](const Value& v, std::vector<Diagnostic>& out) {
    both(v, out);
    const Value* kind = v.find("kind");
    const Value* queue = nullptr;
    for (const char* key : {"queue", "attribute", "expression"})
      if (queue == nullptr) queue = v.find(key);
    if (kind == nullptr) return;
    if (kind->text() == kSearchKinds[0] && queue == nullptr)
      out.push_back({kind->where(), "a search of a queue needs \"queue\"", "add it"});
    if (kind->text() != kSearchKinds[0] && queue != nullptr)
      out.push_back(
          {queue->where(), "\"queue\" has no meaning in a search of kind " + kind->text(), "remove it"});
    if (kind->text() == kSearchKinds[2] && v.find("to") == nullptr)
      out.push_back({kind->where(), "a search of an expression needs \"to\"", "add where J ends"});
  };
  return type;
}

siman::Search::Options Search::options_from(const registry::Arguments& arguments) {
  if (arguments.string("kind", "") == kSearchKinds[2]) return siman::FindJ::options_from(arguments);
  return siman::Search::options_from(arguments);
}

Store::Store(std::string name, siman::StorageChoice::Options storage) : Module(std::move(name)) {
  auto& store = block<siman::Store>("Store", std::move(storage));
  entry(store.in);
  exit(store.out);
}

registry::ComponentType Store::descriptor() {
  return renamed(siman::Store::descriptor(), "arena.Store",
                 "Store: the entity is in a storage from here on.");
}

Unstore::Unstore(std::string name, siman::StorageChoice::Options storage) : Module(std::move(name)) {
  auto& unstore = block<siman::Unstore>("Unstore", std::move(storage));
  entry(unstore.in);
  exit(unstore.out);
}

registry::ComponentType Unstore::descriptor() {
  return renamed(siman::Unstore::descriptor(), "arena.Unstore", "Unstore: the entity leaves a storage.");
}

}  // namespace escapement::arena
