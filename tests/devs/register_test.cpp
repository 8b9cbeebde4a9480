// SPDX-License-Identifier: MIT
#include "escapement/devs/register.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "escapement/core/simulator.h"
#include "escapement/coupled/flatten.h"

namespace escapement::devs {
namespace {

using registry::Value;

TEST(RegisterDevs, KnowsTheReadyMadeAtomics) {
  registry::Registry registry;
  register_devs(registry);
  for (const char* name : {"devs.Generator", "devs.Processor", "devs.Recorder", "devs.Switch",
                           "devs.Alternator", "devs.Transducer"}) {
    const registry::ComponentType* type = registry.find(name);
    ASSERT_NE(type, nullptr) << name;
    EXPECT_FALSE(type->doc.empty());
    EXPECT_FALSE(type->ports.empty());
    EXPECT_TRUE(registry.factory(name));
  }
}

}  // namespace
}  // namespace escapement::devs
