// SPDX-License-Identifier: MIT
#include "escapement/core/port_type.h"

#include <gtest/gtest.h>

#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace escapement {
namespace {

template <class T>
std::string printed(const T& value) {
  std::ostringstream out;
  port_type<T>().print(out, &value);
  return out.str();
}

struct Plain {
  int a;
};

TEST(PortType, PrintsWhatCanBePrintedAndNamesTheRest) {
  EXPECT_EQ(printed(0.1), "0.1");
  EXPECT_EQ(printed(42), "42");
  EXPECT_EQ(printed(std::string("text")), "text");
  EXPECT_EQ(printed(Plain{1}), "<escapement::(anonymous namespace)::Plain>");
}

TEST(PortType, TellsHowMessagesAreKept) {
  EXPECT_TRUE(port_type<double>().in_slot);
  EXPECT_FALSE(port_type<std::string>().in_slot);
  EXPECT_FALSE(port_type<std::string>().exclusive);
  EXPECT_TRUE(port_type<std::unique_ptr<int>>().exclusive);
  EXPECT_EQ(port_type<double>().destroy, nullptr);
  EXPECT_NE(port_type<std::vector<int>>().destroy, nullptr);
  EXPECT_EQ(port_type<int>().name(), "int");
}

TEST(PortType, SameTypeIsByType) {
  EXPECT_TRUE(same_type(port_type<int>(), port_type<int>()));
  EXPECT_FALSE(same_type(port_type<int>(), port_type<unsigned>()));
}

}  // namespace
}  // namespace escapement
