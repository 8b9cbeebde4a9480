// SPDX-License-Identifier: MIT
#include "trace_file.h"

#include "escapement/core/error.h"

namespace escapement::cli {

TraceFile::TraceFile(const std::string& path, std::size_t most_lines)
    : buffer_(file_, most_lines), stream_(&buffer_) {
  if (file_.open(path, std::ios::out | std::ios::trunc | std::ios::binary) == nullptr)
    throw InputError(Diagnostic{{path, 0, 0, {}},
                                "cannot write the trace to this file",
                                "name a file in a directory that exists and may be written to"});
}

TraceFile::Buffer::int_type TraceFile::Buffer::overflow(int_type c) {
  const char byte = traits_type::to_char_type(c);
  return xsputn(&byte, 1) == 1 ? c : traits_type::eof();
}

std::streamsize TraceFile::Buffer::xsputn(const char* text, std::streamsize size) {
  if (left_ == kAll) return file_.sputn(text, size);
  std::streamsize taken = 0;
  for (; taken < size && left_ > 0; ++taken)
    if (text[taken] == '\n') --left_;
  if (taken < size) cut_ = true;
  return file_.sputn(text, taken) == taken ? size : 0;
}

}  // namespace escapement::cli
