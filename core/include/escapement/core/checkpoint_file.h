// SPDX-License-Identifier: MIT
// Files that hold the state of a run, and that a run which is killed at any moment leaves whole.
//
// A file is: the line "escapement checkpoint", the number of its format (32 bits), the length of the payload
// (64 bits), its checksum (64 bits), the payload; numbers little-endian. Writing:
//   W1  Write all of it to FILE.part, beside it.
//   W2  fsync that file.
//   W3  Rename it to FILE, which replaces the old one in one step, and fsync the directory.
// So FILE is the old one until W3 and the new one after it, whatever ends the program or the machine in
// between.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "escapement/core/archive_fwd.h"

namespace escapement {

// Of the layout above and of what models archive; raised when either changes.
inline constexpr std::uint32_t kCheckpointFormat = 1;

// CRC-64 of the ECMA-182 polynomial, as in xz: finds every change of up to 64 bits in a row, and misses any
// other with a chance of 2^-64.
std::uint64_t checksum(std::string_view bytes);

// What tells whether a file is still the same.
struct FileStamp {
  std::uint64_t size = 0;
  std::uint64_t checksum = 0;
  void archive(Archive& archive);
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
// Throws InputError when the file cannot be read.
FileStamp stamp_of_file(const std::string& path);

// Throws Error, with the system's reason, when the file cannot be written; the old one is then left alone.
void write_checkpoint_file(const std::string& path, std::string_view payload);

// The payload. Throws InputError when there is no such file, when it is no checkpoint, of another format, cut
// short, or changed.
std::string read_checkpoint_file(const std::string& path);

// Whether the file begins as a checkpoint does; false when there is none.
bool is_checkpoint_file(const std::string& path);

// Waits until what was written to the file is on the disk; does nothing when there is no such file.
void sync_file(const std::string& path);

}  // namespace escapement
