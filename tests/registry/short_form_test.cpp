// SPDX-License-Identifier: MIT
#include "escapement/registry/short_form.h"

#include <gtest/gtest.h>

namespace escapement::registry {
namespace {

Record process() {
  const Record seize{"seizure", "", {reference("resource", "resources"), integer("quantity")}, {}};
  const Field one = record_or("", seize, FieldType::kReference, "resource");
  return {
      "process", "", {one_or_list("resources", one), map("named", one), list("all", one), number("n")}, {}};
}

Value text(const char* t) {
  Value v{std::string(t)};
  v.set_where({"f.json", 1, 7, ""});
  return v;
}

TEST(ShortForm, IsWrittenOutWhereverItStands) {
  Value named = Value::object({});
  named.set("a", text("Saw"));
  Value use = Value::object({});
  use.set("resources", text("Drill"));
  use.set("named", std::move(named));
  use.set("all", Value::array({text("Drill"), text("Lathe")}));
  use.set("n", Value(1.0));
  use.set("unknown", text("x"));
  expand_short_forms(use, process());
  const std::string expected = R"({"resources":{"resource":"Drill"},"named":{"a":{"resource":"Saw"}},)"
                               R"("all":[{"resource":"Drill"},{"resource":"Lathe"}],"n":1,"unknown":"x"})";
  EXPECT_EQ(use.json(), expected);
  EXPECT_EQ(use.find("resources")->where().column, 7);
  expand_short_forms(use, process());
  EXPECT_EQ(use.json(), expected);
}

}  // namespace
}  // namespace escapement::registry
