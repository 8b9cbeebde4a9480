// SPDX-License-Identifier: MIT
#include "escapement/core/archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <sstream>

#include "core/expect_throw.h"
#include "core/small_network.h"
#include "escapement/core/message.h"

namespace escapement {
namespace {

using ::testing::ElementsAre;

struct Job {
  int number = 0;
  std::vector<double> sizes;
  void archive(Archive& archive) { archive(number, sizes); }
  friend bool operator==(const Job&, const Job&) = default;
};

enum class Colour : std::uint8_t { kRed, kBlue };

template <class Save>
std::string saved(Save save) {
  std::ostringstream out;
  Archive archive(out);
  save(archive);
  return std::move(out).str();
}

template <class Load>
void load(const std::string& bytes, Load load_from) {
  std::istringstream in(bytes);
  Archive archive(in);
  load_from(archive);
}

TEST(Archive, KeepsEveryBitOfADouble) {
  const double nan = std::bit_cast<double>(std::uint64_t{0x7ff8000000001234});
  for (const double value : {0.1, -0.0, 5e-324, std::numeric_limits<double>::infinity(), nan}) {
    double before = value, after = 1;
    load(saved([&](Archive& a) { a(before); }), [&](Archive& a) { a(after); });
    EXPECT_EQ(std::bit_cast<std::uint64_t>(before), std::bit_cast<std::uint64_t>(after));
  }
}

TEST(Archive, TakesContainersAndClassesInEachOther) {
  std::map<std::string, std::vector<Job>> jobs = {{"a", {{1, {0.5}}, {2, {}}}}, {"", {}}};
  std::optional<Job> one = Job{7, {1, 2}}, none;
  std::pair<Colour, bool> pair = {Colour::kBlue, true};
  std::variant<int, std::string> either = std::string("x\0y", 3);
  const std::string bytes = saved([&](Archive& a) { a(jobs, one, none, pair, either); });
  decltype(jobs) jobs2;
  std::optional<Job> one2, none2 = Job{};
  std::pair<Colour, bool> pair2;
  std::variant<int, std::string> either2;
  load(bytes, [&](Archive& a) {
    EXPECT_TRUE(a.loading());
    a(jobs2, one2, none2, pair2, either2);
  });
  EXPECT_EQ(jobs2, jobs);
  EXPECT_EQ(one2, one);
  EXPECT_EQ(none2, none);
  EXPECT_EQ(pair2, pair);
  EXPECT_EQ(either2, either);
}

TEST(Archive, TellsWhenTheBytesEnd) {
  Job job{3, {1, 2, 3}};
  const std::string bytes = saved([&](Archive& a) { a(job); });
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_THROWS(load(bytes.substr(0, length),
                       [](Archive& a) {
                         Job cut;
                         a(cut);
                       }),
                  ArchiveError, "the saved state ends where more of it is expected.*");
  std::uint64_t huge = std::numeric_limits<std::uint64_t>::max();
  EXPECT_THROWS(load(saved([&](Archive& a) { a(huge); }),
                     [](Archive& a) {
                       std::vector<double> values;
                       a(values);
                     }),
                ArchiveError, "the saved state asks for more memory than there is.*");
}

TEST(Archive, SectionsTellALoadThatIsOutOfStep) {
  const std::string bytes = saved([](Archive& a) { a.section("Drill"); });
  load(bytes, [](Archive& a) { a.section("Drill"); });
  EXPECT_THROWS(load(bytes, [](Archive& a) { a.section("Saw"); }), ArchiveError,
                "the state of 'Saw' is expected, but that of 'Drill' was saved here.*");
}

TEST(Archive, PointersAreKeptAsNumbersByType) {
  int a1 = 0, a2 = 0, b1 = 0, b2 = 0;
  double d = 0;
  const std::string bytes = saved([&](Archive& a) {
    a.identify(a1);
    a.identify(a2);
    a.identify(d);
    int *second = &a2, *null = nullptr;
    double* number = &d;
    a.reference(second);
    a.reference(null);
    a.reference(number);
  });
  load(bytes, [&](Archive& a) {
    a.identify(b1);
    a.identify(b2);
    a.identify(d);
    int *second = nullptr, *null = &b1;
    double* number = nullptr;
    a.reference(second);
    a.reference(null);
    a.reference(number);
    EXPECT_EQ(second, &b2);
    EXPECT_EQ(null, nullptr);
    EXPECT_EQ(number, &d);
  });
  EXPECT_THROWS(load(bytes,
                     [&](Archive& a) {
                       a.identify(b1);
                       int* second = nullptr;
                       a.reference(second);
                     }),
                ArchiveError, "the saved state refers to int number 2, but there are 1");
  EXPECT_THROWS(saved([&](Archive& a) {
                  int* unknown = &a1;
                  a.reference(unknown);
                }),
                InternalError, "archive: a reference to a int that was not identified before");
}

TEST(Archive, WhatIsSharedComesFirstOnce) {
  const int shared = 0, other = 0;
  saved([&](Archive& a) {
    EXPECT_TRUE(a.first(shared));
    EXPECT_TRUE(a.first(other));
    EXPECT_FALSE(a.first(shared));
  });
}

TEST(Archive, ADynamicsThatSaysNothingRefusesAndAllRefusalsAreTold) {
  testing_support::Log log;
  testing_support::Node a("A", log), b("B", log);
  std::ostringstream out;
  Archive archive(out);
  a.archive(archive);
  b.archive(archive);
  ASSERT_EQ(archive.refusals().size(), 2u);
  EXPECT_EQ(archive.refusals()[1].where.pointer, "B");
  EXPECT_THROWS(archive.check_refusals(), InputError,
                "error: 'A' cannot be saved: its class does not say how its state is saved.*override "
                "archive.*'B' cannot be saved.*");
  EXPECT_THROWS(load(saved([](Archive&) {}), [&](Archive& in) { a.archive(in); }), ArchiveError,
                "the state of 'A' cannot be loaded: its class does not say how its state is saved");
}

TEST(Archive, MessagesOfKnownTypesAreKept) {
  std::vector<Message> before = {Message(1), Message(2, 0.5), Message(3, "text"), Message(4, Job{5, {6}})};
  const auto archive_all = [](Archive& a, std::vector<Message>& messages) {
    a.message_type<Job>("Job");
    a.message_type<Job>("Job");
    a(messages);
  };
  const std::string bytes = saved([&](Archive& a) { archive_all(a, before); });
  std::vector<Message> after;
  load(bytes, [&](Archive& a) { archive_all(a, after); });
  ASSERT_EQ(after.size(), 4u);
  EXPECT_FALSE(after[0].has_content());
  EXPECT_EQ(after[1].content<double>(), 0.5);
  EXPECT_EQ(after[2].content<std::string>(), "text");
  EXPECT_EQ(after[3].content<Job>(), (Job{5, {6}}));
  EXPECT_EQ(after[3].type(), 4);
  EXPECT_THROWS(load(bytes, [&](Archive& a) { a(after); }), ArchiveError,
                "a message of type 'Job' was saved, which nobody here knows");
}

TEST(Archive, MessagesOfOtherTypesAreRefusedWithTheirType) {
  testing_support::Log log;
  testing_support::Node owner("Box", log);
  Message message(1, Job{});
  std::ostringstream out;
  Archive archive(out);
  EXPECT_THROWS(archive(message), InternalError,
                "archive: a message whose content is of the unknown type .*Job");
  archive.set_component(owner);
  archive(message);
  EXPECT_THROWS(
      archive.check_refusals(), InputError,
      ".*'Box' cannot be saved: it holds a message whose content is of type .*Job.*message_type<.*Job.*");
  EXPECT_THROWS(archive.message_type<Job>("int"), InternalError,
                "archive: the message type 'int' \\(.*Job\\) is known as 'int' \\(int\\) already.*");
}

}  // namespace
}  // namespace escapement
