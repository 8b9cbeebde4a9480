// SPDX-License-Identifier: MIT
#include "escapement/core/checkpoint_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/expect_throw.h"
#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "json/temporary_folder.h"

namespace escapement {
namespace {

namespace fs = std::filesystem;

class CheckpointFile : public ::testing::Test {
 protected:
  testing_support::TemporaryFolder folder_;
  const std::string path_ = folder_.path("run.checkpoint");
  const std::string payload_ = std::string("state\0of a run", 14);

  std::string bytes() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void put(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }
};

// The check value that catalogues of CRCs give for CRC-64/XZ, over the digits 1 to 9.
TEST_F(CheckpointFile, ChecksumIsTheOneOfXz) {
  EXPECT_EQ(checksum("123456789"), 0x995DC9BBDF1939FAu);
  EXPECT_EQ(checksum(""), 0u);
}

TEST_F(CheckpointFile, IsReadAsItWasWrittenAndReplaced) {
  EXPECT_FALSE(is_checkpoint_file(path_));
  write_checkpoint_file(path_, "older and longer than the next one");
  write_checkpoint_file(path_, payload_);
  EXPECT_TRUE(is_checkpoint_file(path_));
  EXPECT_EQ(read_checkpoint_file(path_), payload_);
  EXPECT_FALSE(fs::exists(path_ + ".part"));
  write_checkpoint_file(path_, "");
  EXPECT_EQ(read_checkpoint_file(path_), "");
}

TEST_F(CheckpointFile, WhatAnInterruptedWriteLeftIsNoObstacle) {
  write_checkpoint_file(path_, payload_);
  std::ofstream(path_ + ".part") << "half of";
  EXPECT_EQ(read_checkpoint_file(path_), payload_);
  write_checkpoint_file(path_, "next");
  EXPECT_EQ(read_checkpoint_file(path_), "next");
}

TEST_F(CheckpointFile, CutShortAnywhereIsRefused) {
  write_checkpoint_file(path_, payload_);
  const std::string whole = bytes();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    put(whole.substr(0, length));
    EXPECT_THROWS(read_checkpoint_file(path_), InputError, ".*(no checkpoint|cut short).*");
  }
  put(whole + "x");
  EXPECT_THROWS(read_checkpoint_file(path_), InputError,
                ".*cut short or was changed: it has 15 bytes of state, not 14.*");
}

TEST_F(CheckpointFile, AnyChangedBitIsRefused) {
  write_checkpoint_file(path_, payload_);
  const std::string whole = bytes();
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = whole;
      changed[at] = static_cast<char>(changed[at] ^ (1 << bit));
      put(changed);
      EXPECT_THROWS(read_checkpoint_file(path_), InputError,
                    ".*(no checkpoint|of format|cut short|its checksum is wrong).*");
    }
}

TEST_F(CheckpointFile, AnotherFormatIsToldByNumber) {
  write_checkpoint_file(path_, payload_);
  std::string newer = bytes();
  newer[22] = static_cast<char>(kCheckpointFormat + 1);  // after the first line
  put(newer);
  EXPECT_THROWS(
      read_checkpoint_file(path_), InputError,
      ".*this checkpoint is of format 2, and this program reads format 1.*resume it with the program "
      "that wrote it.*");
}

TEST_F(CheckpointFile, OtherFilesAreRefused) {
  EXPECT_THROWS(read_checkpoint_file(path_), InputError, ".*run.checkpoint: error: no such file");
  EXPECT_THROWS(read_checkpoint_file(folder_.path("")), InputError, ".*this is a folder, not a file");
  put("{\"model\": {}}, a study and no checkpoint, longer than a header");
  EXPECT_THROWS(read_checkpoint_file(path_), InputError, ".*this is no checkpoint.*run --checkpoint.*");
  EXPECT_FALSE(is_checkpoint_file(path_));
}

TEST_F(CheckpointFile, AFailedWriteIsToldAndLeavesTheOldOne) {
  EXPECT_THROWS(write_checkpoint_file(folder_.path("no/run.checkpoint"), payload_), Error,
                "cannot write the checkpoint '.*run.checkpoint.part': No such file or directory");
  fs::create_directories(folder_.path("full/inside"));
  EXPECT_THROWS(write_checkpoint_file(folder_.path("full"), payload_), Error,
                "cannot replace the checkpoint '.*full': .*");
  EXPECT_TRUE(fs::is_directory(folder_.path("full/inside")));
}

TEST_F(CheckpointFile, StampsTellWhetherAFileChanged) {
  put("123456789");
  const FileStamp stamp = stamp_of_file(path_);
  EXPECT_EQ(stamp, (FileStamp{9, 0x995DC9BBDF1939FAu}));
  put("123456780");
  EXPECT_NE(stamp_of_file(path_), stamp);
  EXPECT_THROWS(stamp_of_file(folder_.path("none")), InputError, ".*no such file");
  sync_file(folder_.path("none"));
}

}  // namespace
}  // namespace escapement
