// SPDX-License-Identifier: MIT
#include "escapement/core/checkpoint_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <boost/crc.hpp>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"

namespace escapement {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "escapement checkpoint\n";
constexpr std::size_t kHeader = kMagic.size() + 4 + 8 + 8;

using Crc = boost::crc_optimal<64, 0x42F0E1EBA9EA3693u, 0xFFFFFFFFFFFFFFFFu, 0xFFFFFFFFFFFFFFFFu, true, true>;

// An open file that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return number_; }
  bool good() const { return number_ >= 0; }

 private:
  int number_;
};

[[noreturn]] void fail(const std::string& what, const std::string& path) {
  throw Error("cannot " + what + " '" + path + "': " + std::strerror(errno));
}

[[noreturn]] void refuse(const std::string& path, std::string message, std::string remedy) {
  throw InputError(Diagnostic{{path, 0, 0, ""}, std::move(message), std::move(remedy)});
}

template <class Number>
void append(std::string& text, Number number) {
  for (std::size_t byte = 0; byte < sizeof number; ++byte)
    text += static_cast<char>(static_cast<unsigned char>(number >> (8 * byte)));
}

template <class Number>
Number read_number(std::string_view text, std::size_t at) {
  Number number = 0;
  for (std::size_t byte = 0; byte < sizeof number; ++byte)
    number |= static_cast<Number>(static_cast<unsigned char>(text[at + byte])) << (8 * byte);
  return number;
}

void write_all(const Descriptor& file, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write the checkpoint", path);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

// Calls use(piece) for the whole content.
template <class Use>
void read_all(const std::string& path, Use use) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) refuse(path, "no such file", "");
  if (fs::is_directory(status)) refuse(path, "this is a folder, not a file", "");
  std::ifstream in(path, std::ios::binary);
  std::array<char, 65536> piece;
  do {
    in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    use(std::string_view(piece.data(), static_cast<std::size_t>(in.gcount())));
  } while (in.good());
  if (in.bad() || !in.eof()) refuse(path, "cannot read this file", "");
}

}  // namespace

std::uint64_t checksum(std::string_view bytes) {
  Crc crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

void FileStamp::archive(Archive& archive) {
  archive(size, checksum);
}

FileStamp stamp_of_file(const std::string& path) {
  Crc crc;
  FileStamp stamp;
  read_all(path, [&](std::string_view piece) {
    crc.process_bytes(piece.data(), piece.size());
    stamp.size += piece.size();
  });
  stamp.checksum = crc.checksum();
  return stamp;
}

void write_checkpoint_file(const std::string& path, std::string_view payload) {
  std::string header(kMagic);
  append(header, kCheckpointFormat);
  append(header, static_cast<std::uint64_t>(payload.size()));
  append(header, checksum(payload));
  const std::string part = path + ".part";
  {
    const Descriptor file(::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (!file.good()) fail("write the checkpoint", part);
    write_all(file, header, part);  // W1
    write_all(file, payload, part);
    if (::fsync(file.get()) != 0) fail("write the checkpoint", part);  // W2
  }
  if (std::rename(part.c_str(), path.c_str()) != 0) fail("replace the checkpoint", path);  // W3
  const std::string folder = fs::path(path).parent_path().string();
  sync_file(folder.empty() ? "." : folder);
}

void sync_file(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.good()) ::fsync(file.get());
}

bool is_checkpoint_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string begin(kMagic.size(), '\0');
  in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return in.gcount() == static_cast<std::streamsize>(begin.size()) && begin == kMagic;
}

std::string read_checkpoint_file(const std::string& path) {
  std::string text;
  read_all(path, [&](std::string_view piece) { text += piece; });
  if (!std::string_view(text).starts_with(kMagic))
    refuse(path, "this is no checkpoint", "name the file that was given to run --checkpoint");
  const std::string again = "run the study again from its beginning";
  if (text.size() < kHeader) refuse(path, "this checkpoint is cut short: its beginning is incomplete", again);
  const auto format = read_number<std::uint32_t>(text, kMagic.size());
  if (format != kCheckpointFormat)
    refuse(path,
           "this checkpoint is of format " + std::to_string(format) + ", and this program reads format " +
               std::to_string(kCheckpointFormat),
           "resume it with the program that wrote it, or " + again);
  const auto size = read_number<std::uint64_t>(text, kMagic.size() + 4);
  const auto sum = read_number<std::uint64_t>(text, kMagic.size() + 12);
  if (text.size() - kHeader != size)
    refuse(path,
           "this checkpoint is cut short or was changed: it has " + std::to_string(text.size() - kHeader) +
               " bytes of state, not " + std::to_string(size),
           again);
  text.erase(0, kHeader);
  if (checksum(text) != sum)
    refuse(path, "this checkpoint was changed after it was written: its checksum is wrong", again);
  return text;
}

}  // namespace escapement
