// SPDX-License-Identifier: MIT
#include "escapement/registry/registry.h"

#include <gtest/gtest.h>

namespace escapement::registry {
namespace {

Factory plain() {
  return [](const std::string& name, const Arguments&, Environment&) {
    return std::make_unique<Component>(name);
  };
}

ComponentType type(std::string name, std::string section = "") {
  ComponentType t;
  t.name = std::move(name);
  t.section = std::move(section);
  return t;
}

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& e) {
    return e.what();
  }
  return "nothing thrown";
}

TEST(Registry, ListsTypesSorted) {
  Registry r;
  r.add(type("b.Two"), plain());
  r.add(type("a.One"), plain());
  r.add(type("z.Queue", "queues"), plain());
  r.add(type("a.Resource", "resources"), {});
  EXPECT_EQ(r.names(), (std::vector<std::string>{"a.One", "b.Two"}));
  ASSERT_EQ(r.types().size(), 4u);
  EXPECT_EQ(r.types()[1]->name, "a.Resource");
  ASSERT_EQ(r.sections().size(), 2u);
  EXPECT_EQ(r.sections()[0]->section, "queues");
}

TEST(Registry, FindsTypesAndFactories) {
  Registry r;
  r.add(type("a.One"), plain());
  EXPECT_EQ(r.find("a.One")->name, "a.One");
  EXPECT_EQ(r.find("a.Two"), nullptr);
  EXPECT_TRUE(r.factory("a.One"));
  EXPECT_EQ(message_of([&] { (void)r.factory("a.Two"); }),
            "Registry::factory: type 'a.Two' is not registered");
}

TEST(Registry, AddressesStayWhenTypesAreAdded) {
  Registry r;
  r.add(type("m"), plain());
  const ComponentType* m = r.find("m");
  for (char c = 'a'; c < 'm'; ++c) r.add(type(std::string(1, c)), plain());
  EXPECT_EQ(r.find("m"), m);
}

TEST(Registry, RefusesWhatWouldBeAmbiguous) {
  Registry r;
  r.add(type("a"), plain());
  r.add(type("q", "queues"), plain());
  EXPECT_EQ(message_of([&] { r.add(type("a"), plain()); }),
            "Registry::add: type 'a' is registered already; names must be unique");
  EXPECT_EQ(message_of([&] { r.add(type("p", "queues"), plain()); }),
            "Registry::add: section 'queues' of type 'p' belongs to type 'q' already");
  EXPECT_EQ(message_of([&] { r.add(type("b"), {}); }),
            "Registry::add: type 'b' has no factory; only elements may go without");
  EXPECT_EQ(message_of([&] { r.add(type(""), plain()); }), "Registry::add: a type needs a name");
  EXPECT_EQ(r.types().size(), 2u);
}

TEST(Registry, RefusesNamesThatItHasNot) {
  Registry registry;
  registry.refuse_type("siman.Event", "write it in C++");
  registry.refuse_section("recipes", "use sequences");
  for (const char* written : {"siman.Event", "EVENT", "arena.event"}) {
    ASSERT_NE(registry.refusal(written), nullptr) << written;
    EXPECT_EQ(*registry.refusal(written), "write it in C++");
  }
  EXPECT_EQ(registry.refusal("siman.Events"), nullptr);
  ASSERT_EQ(registry.refused_sections().size(), 1u);
  EXPECT_EQ(registry.refused_sections()[0].second, "use sequences");
  ComponentType type;
  type.name = "siman.Event";
  type.section = "recipes";
  registry.add(type, nullptr);
  EXPECT_EQ(registry.refusal("EVENT"), nullptr);  // now it is there
  EXPECT_TRUE(registry.refused_sections().empty());
}

}  // namespace
}  // namespace escapement::registry
