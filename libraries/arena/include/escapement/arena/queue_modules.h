// SPDX-License-Identifier: MIT
// Arena's modules that reach into queues and groups: Remove, Pickup, Dropoff, Search, and Store and Unstore
// for storages. Each is the SIMAN block of its name; see siman/queue_blocks.h, siman/pickup.h,
// siman/search.h, siman/storage.h.
#pragma once

#include "escapement/arena/module.h"
#include "escapement/siman/pickup.h"
#include "escapement/siman/queue_blocks.h"
#include "escapement/siman/search.h"
#include "escapement/siman/storage.h"

namespace escapement::arena {

class Remove : public Module {
 public:
  Remove(std::string name, siman::QueuePlace place);
  static registry::ComponentType descriptor();
};

class Pickup : public Module {
 public:
  Pickup(std::string name, siman::Pickup::Options options);
  static registry::ComponentType descriptor();
};

class Dropoff : public Module {
 public:
  Dropoff(std::string name, siman::Dropoff::Options options);
  static registry::ComponentType descriptor();
};

class Search : public Module {
 public:
  Search(std::string name, siman::Search::Options options);
  static registry::ComponentType descriptor();
  static siman::Search::Options options_from(const registry::Arguments& arguments);
};

class Store : public Module {
 public:
  Store(std::string name, siman::StorageChoice::Options storage);
  static registry::ComponentType descriptor();
};

class Unstore : public Module {
 public:
  explicit Unstore(std::string name, siman::StorageChoice::Options storage = {});
  static registry::ComponentType descriptor();
};

}  // namespace escapement::arena
