// SPDX-License-Identifier: MIT
#include "escapement/core/port.h"

#include <gtest/gtest.h>

#include "core/expect_throw.h"
#include "core/small_network.h"
#include "escapement/core/mailbox.h"

namespace escapement {
namespace {

TEST(Port, KnowsItsPlaceAndType) {
  testing_support::Log log;
  testing_support::Node node("N", log);
  EXPECT_EQ(node.in.path(), "N.in");
  EXPECT_TRUE(node.in.is_input());
  EXPECT_FALSE(node.out.is_input());
  EXPECT_EQ(&node.out.owner(), &node);
  EXPECT_TRUE(same_type(node.in.type(), port_type<int>()));
  EXPECT_EQ(node.in.index(), PortBase::kNoIndex);
  EXPECT_FALSE(node.out.optional());
  node.out.make_optional();
  EXPECT_TRUE(node.out.optional());
  EXPECT_TRUE(node.in.empty());
  EXPECT_EQ(node.in.bag().size(), 0u);
}

TEST(Port, NamesAreUniqueInAComponent) {
  struct Twice : Component {
    using Component::Component;
    InPort<int> a{*this, "same"};
    OutPort<int> b{*this, "same"};
  };
  EXPECT_THROWS(Twice("T"), BuildError, "'T' has two ports named 'same'; give one another name");
}

TEST(Port, APipeEndIsOnePortToAPerson) {
  struct Ends : Component {
    using Component::Component;
    PipeEnd pipe{*this, "pipe"};
  } ends("E");
  EXPECT_EQ(ends.find_port("pipe"), static_cast<PortBase*>(&ends.pipe));
  EXPECT_STREQ(ends.pipe.outgoing().name(), "pipe");
  struct TwoPipes : Component {
    using Component::Component;
    PipeEnd a{*this, "pipe"};
    PipeEnd b{*this, "pipe"};
  };
  EXPECT_THROWS(TwoPipes("T"), BuildError, "'T' has two ports named 'pipe'; give one another name");
}

}  // namespace
}  // namespace escapement
