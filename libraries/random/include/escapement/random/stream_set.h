// SPDX-License-Identifier: MIT
// All streams of one replication, found by the name of what is random or by number.
//
// The generator's cycle is taken as 2^64 places of 2^127 steps each, counted from the package seed: the
// stream at place k begins k 2^127 steps after it.
//   numbered(k)  k = 1, 2, 3 ...: place k - 1, as the k-th stream object of the published RngStreams package
//   named(n)     place hash(n), with n the model path and field, "Shop.Drilling.delay"
// so a source of randomness keeps its numbers whatever else is added to, removed from or renamed in a model,
// and two scenarios share common random numbers where they share names.
//
// hash is FNV-1a with 64 bits over the bytes of the name: h = 14695981039346656037; for each byte b:
// h = (h xor b) 1099511628211 mod 2^64 (G. Fowler, L. C. Noll, K.-P. Vo). For n names the chance that any two
// share a place is about n^2 2^-65; it is found and told rather than borne. The period falls short of 2^191
// by the fraction 1.6e-5, so the last places lie over the first ones at an odd offset; for two streams to
// meet there is as unlikely as for two random places to be less than a run's length apart.
//
// Replication r (from 0) uses substream r of every stream, so replications never overlap, and seed S with
// replication r shares no stretch with seed S + 1 and replication r - 1.
//
// One set per replication; not for use by several threads at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "escapement/core/archive_fwd.h"
#include "escapement/random/seed.h"
#include "escapement/random/stream.h"

namespace escapement::random {

// The 64-bit FNV-1a hash of a name: its place in the space of streams.
std::uint64_t stream_place(std::string_view name);

class StreamSet {
 public:
  // Throws InputError when the seed breaks the rules of seed.h or the replication is 2^51 or more.
  explicit StreamSet(const PackageSeed& seed = {}, std::uint64_t replication = 0);

  StreamSet(const StreamSet&) = delete;
  StreamSet& operator=(const StreamSet&) = delete;

  // The stream of the source of randomness `name`, made at the first call; the reference holds for the life
  // of the set. Keep it: a look-up costs far more than a number. Throws BuildError when the name is empty, or
  // when its place is already taken by another name or by a numbered stream; both are named, and the set is
  // as it was.
  Stream& named(std::string_view name);

  // Stream `number`, from 1. Throws BuildError for 0, and when a name already holds that place.
  Stream& numbered(std::uint64_t number);

  // For all streams of the set, those made later too.
  void set_antithetic(bool on);
  void set_increased_precision(bool on);

  const PackageSeed& seed() const { return seed_; }
  std::uint64_t replication() const { return replication_; }
  std::size_t size() const { return streams_.size(); }  // streams made so far

  // All streams made so far; loading makes those that are not there yet. ArchiveError when the set was saved
  // with another seed or replication, or a place belongs to another name.
  void archive(Archive& archive);

 private:
  struct Entry {
    Entry(std::string who, const State& start, std::uint64_t substream)
        : user(std::move(who)), stream(start, substream) {}
    std::string user;  // the name, or empty for a numbered stream
    Stream stream;
  };

  Stream& at(std::uint64_t place, std::string_view user);

  PackageSeed seed_;
  std::uint64_t replication_;
  bool antithetic_ = false;
  bool increased_precision_ = false;
  std::unordered_map<std::uint64_t, Entry> streams_;  // by place; nodes never move
};

}  // namespace escapement::random
