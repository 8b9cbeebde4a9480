// SPDX-License-Identifier: MIT
// The file that a trace goes to, with a limit on its lines where nobody asked for all of it.
#pragma once

#include <cstddef>
#include <fstream>
#include <limits>
#include <ostream>
#include <streambuf>
#include <string>

namespace escapement::cli {

class TraceFile {
 public:
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  // Throws InputError when the file cannot be written.
  TraceFile(const std::string& path, std::size_t most_lines);
  std::ostream& stream() { return stream_; }
  bool cut() const { return buffer_.cut(); }

 private:
  // Passes lines on until there were enough; the rest is dropped.
  class Buffer : public std::streambuf {
   public:
    Buffer(std::filebuf& file, std::size_t most) : file_(file), left_(most) {}
    bool cut() const { return cut_; }

   protected:
    int_type overflow(int_type c) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override { return file_.pubsync(); }

   private:
    std::filebuf& file_;
    std::size_t left_;
    bool cut_ = false;
  };

  std::filebuf file_;
  Buffer buffer_;
  std::ostream stream_;
};

}  // namespace escapement::cli
