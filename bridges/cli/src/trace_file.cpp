// SPDX-License-Identifier: MIT
#include "trace_file.h"

#include <filesystem>

#include "escapement/core/archive.h"
#include "escapement/core/checkpoint_file.h"
#include "escapement/core/error.h"

namespace escapement::cli {

TraceFile::TraceFile(const std::string& path, std::size_t most_lines, bool resumes)
    : buffer_(file_, path, most_lines, resumes), stream_(&buffer_) {
  const auto how = std::ios::out | std::ios::binary | (resumes ? std::ios::in : std::ios::trunc);
  if (file_.open(path, how) != nullptr) return;
  throw InputError(Diagnostic{{path, 0, 0, {}},
                              resumes ? "the trace of the run is not here any more, or cannot be written"
                                      : "cannot write the trace to this file",
                              resumes ? "put it back, or run the study again from its beginning"
                                      : "name a file in a directory that exists and may be written to"});
}

TraceFile::Buffer::int_type TraceFile::Buffer::overflow(int_type c) {
  const char byte = traits_type::to_char_type(c);
  return xsputn(&byte, 1) == 1 ? c : traits_type::eof();
}

std::streamsize TraceFile::Buffer::xsputn(const char* text, std::streamsize size) {
  if (left_ == kAll) return write(text, size);
  std::streamsize taken = 0;
  for (; taken < size && left_ > 0; ++taken)
    if (text[taken] == '\n') --left_;
  if (taken < size) cut_ = true;
  return write(text, taken) == taken ? size : 0;
}

std::streamsize TraceFile::Buffer::write(const char* text, std::streamsize size) {
  const std::streamsize written = file_.sputn(text, size);
  written_ += static_cast<std::uint64_t>(written);
  return written;
}

int TraceFile::Buffer::sync() {
  const int status = file_.pubsync();
  if (old_rest_ && written_ > 0) {
    std::error_code error;
    std::filesystem::resize_file(path_, written_, error);
    if (error) return -1;
    old_rest_ = false;
  }
  return status;
}

void TraceFile::Buffer::archive(Archive& archive) {
  std::uint64_t limit = left_;
  archive(written_, limit, cut_);
  if (archive.saving()) return sync_file(path_);
  left_ = static_cast<std::size_t>(limit);
  file_.pubsync();
  std::error_code error;
  const std::uint64_t size = std::filesystem::file_size(path_, error);
  if (error || size < written_)
    throw ArchiveError("the trace '" + path_ + "' is shorter than it was: " + std::to_string(written_) +
                       " bytes were written at the checkpoint");
  file_.pubseekpos(static_cast<std::streamoff>(written_), std::ios::out);
  std::filesystem::resize_file(path_, written_, error);
  if (error) throw ArchiveError("the trace '" + path_ + "' cannot be cut back: " + error.message());
  old_rest_ = false;
}

}  // namespace escapement::cli
