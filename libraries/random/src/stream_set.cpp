// SPDX-License-Identifier: MIT
#include "escapement/random/stream_set.h"

#include <algorithm>
#include <vector>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "jump.h"

namespace escapement::random {
namespace {

std::string user_text(std::string_view user, std::uint64_t place) {
  if (user.empty()) return "stream number " + std::to_string(place + 1);
  return "the stream of '" + std::string(user) + "'";
}

}  // namespace

std::uint64_t stream_place(std::string_view name) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return hash;
}

StreamSet::StreamSet(const PackageSeed& seed, std::uint64_t replication)
    : seed_(seed), replication_(replication) {
  check_state(seed.words, "the package seed");
  static_cast<void>(Stream(seed.words, replication));  // refuses a replication that has no substream
}

Stream& StreamSet::named(std::string_view name) {
  if (name.empty()) {
    throw BuildError(
        "a random stream was asked for with an empty name; give the model path and field of what is random, "
        "such as "
        "'Drilling.delay', or ask for a stream by number");
  }
  return at(stream_place(name), name);
}

Stream& StreamSet::numbered(std::uint64_t number) {
  if (number == 0) throw BuildError("there is no random stream number 0; streams are numbered from 1");
  return at(number - 1, {});
}

Stream& StreamSet::at(std::uint64_t place, std::string_view user) {
  if (const auto found = streams_.find(place); found != streams_.end()) {
    if (found->second.user == user) return found->second.stream;
    throw BuildError(
        user_text(user, place) + " would deal the same numbers as " + user_text(found->second.user, place) +
        ": both are at place " + std::to_string(place) + " of the stream space; " +
        (user.empty() ? "use another stream number" : "rename one of the two, or give it a stream number"));
  }
  const State start = internal::jump(seed_.words, place, internal::kStreamExponent);
  Stream& stream = streams_.try_emplace(place, std::string(user), start, replication_).first->second.stream;
  stream.set_antithetic(antithetic_);
  stream.set_increased_precision(increased_precision_);
  return stream;
}

void StreamSet::set_antithetic(bool on) {
  antithetic_ = on;
  for (auto& [place, entry] : streams_) entry.stream.set_antithetic(on);
}

void StreamSet::set_increased_precision(bool on) {
  increased_precision_ = on;
  for (auto& [place, entry] : streams_) entry.stream.set_increased_precision(on);
}

void StreamSet::archive(Archive& archive) {
  PackageSeed seed = seed_;
  std::uint64_t replication = replication_, count = streams_.size();
  archive(seed.words, replication, antithetic_, increased_precision_, count);
  if (seed.words != seed_.words || replication != replication_)
    throw ArchiveError("the random streams were saved with another seed, or in replication " +
                       std::to_string(replication) + " rather than " + std::to_string(replication_) +
                       " (counted from 0)");
  std::vector<std::uint64_t> places;
  for (const auto& [place, entry] : streams_) places.push_back(place);
  std::sort(places.begin(), places.end());
  for (std::uint64_t i = 0; i < count; ++i) {
    std::uint64_t place = archive.saving() ? places[i] : 0;
    std::string user = archive.saving() ? streams_.at(place).user : "";
    archive(place, user);
    archive(at(place, user));
  }
}

}  // namespace escapement::random
