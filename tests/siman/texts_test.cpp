// SPDX-License-Identifier: MIT
#include "escapement/siman/texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement::siman {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(Texts, HaveNumbersInTheOrderOfFirstUse) {
  Texts texts;
  EXPECT_EQ(texts.number_of(""), 0);
  EXPECT_EQ(texts.number_of("blue"), 1);
  EXPECT_EQ(texts.number_of("red"), 2);
  EXPECT_EQ(texts.number_of("blue"), 1);
  EXPECT_EQ(texts.text_of(2), "red");
  EXPECT_THAT([&] { texts.text_of(3); }, ThrowsMessage<InternalError>(HasSubstr("no text has the number 3")));
}

TEST(Texts, KeepTheirNumbersInASavedState) {
  Texts texts;
  texts.number_of("blue");
  texts.number_of("red");
  std::ostringstream out;
  {
    Archive archive(out);
    texts.archive(archive);
  }
  Texts same, other;
  same.number_of("blue");  // what the model itself writes
  std::istringstream in(out.str()), again(out.str());
  Archive archive(in);
  same.archive(archive);
  EXPECT_EQ(same.number_of("red"), 2);
  other.number_of("green");
  Archive second(again);
  EXPECT_THAT([&] { other.archive(second); },
              ThrowsMessage<ArchiveError>(
                  HasSubstr("the saved state has the text 'blue' where the model has 'green'")));
}

}  // namespace
}  // namespace escapement::siman
