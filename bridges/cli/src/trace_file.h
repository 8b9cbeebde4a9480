// SPDX-License-Identifier: MIT
// The file that a trace goes to, with a limit on its lines where nobody asked for all of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <limits>
#include <ostream>
#include <streambuf>
#include <string>
#include <utility>

#include "escapement/core/archive_fwd.h"

namespace escapement::cli {

class TraceFile {
 public:
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  // Throws InputError when the file cannot be written. When `resumes` it must be there, and what it holds
  // stays until something else is written to it or archive() cuts it back.
  TraceFile(const std::string& path, std::size_t most_lines, bool resumes = false);
  std::ostream& stream() { return stream_; }
  bool cut() const { return buffer_.cut(); }
  // How far it is; loading cuts the file back to there. Throws ArchiveError when the file is shorter.
  void archive(Archive& archive) { buffer_.archive(archive); }

 private:
  // Passes lines on until there were enough; the rest is dropped.
  class Buffer : public std::streambuf {
   public:
    Buffer(std::filebuf& file, std::string path, std::size_t most, bool old_rest)
        : file_(file), path_(std::move(path)), left_(most), old_rest_(old_rest) {}
    bool cut() const { return cut_; }
    void archive(Archive& archive);

   protected:
    int_type overflow(int_type c) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override;

   private:
    std::streamsize write(const char* text, std::streamsize size);

    std::filebuf& file_;
    std::string path_;
    std::size_t left_;
    bool cut_ = false;
    bool old_rest_;  // behind what was written now there may be text of the run that was interrupted
    std::uint64_t written_ = 0;
  };

  std::filebuf file_;
  Buffer buffer_;
  std::ostream stream_;
};

}  // namespace escapement::cli
