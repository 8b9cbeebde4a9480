// SPDX-License-Identifier: MIT
// Saves the state of a model, or loads it: one type, and one function of the model, for both directions.
//
//   void archive(Archive& archive) override { archive(phase_, due_, jobs_); }
//
// What can be archived: numbers, enumerations, std::string, std::optional, std::pair, std::tuple,
// std::variant and the containers of the standard library of such, and every class with a member
// archive(Archive&). Doubles keep every bit. cereal writes the bytes, in its portable binary form
// (little-endian on any machine).
//
// State and structure. Only what a run changes belongs in an archive: parameters, ports, couplings and
// pointers to other components are there again when the model has been built again. So loading is: build the
// same model, let it be initialised, archive.
//
//   P1  Both directions make the same calls in the same order; whether one is made may depend only on
//       parameters and on what was archived before it. section() marks places: a load that has got out of
//       step is told at the next mark.
//   P2  Pointers to objects of the model: identify() the objects in the same order on both sides, then
//       reference() keeps a pointer as the number of its object, 0 for nullptr.
//   P3  What several models share is archived by the first of them that comes: if (archive.first(shared)) ...
//   P4  A part that cannot be saved calls refuse(). Saving goes on, so that one pass finds all such parts;
//       whoever saves asks check_refusals() before the bytes are used.
//
// An archive serves one save or one load, by one thread. After a throw the bytes, or the model that was being
// loaded, are to be thrown away.
#pragma once

#include <cereal/archives/portable_binary.hpp>
#include <cereal/types/array.hpp>
#include <cereal/types/deque.hpp>
#include <cereal/types/list.hpp>
#include <cereal/types/map.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/set.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/tuple.hpp>
#include <cereal/types/unordered_map.hpp>
#include <cereal/types/unordered_set.hpp>
#include <cereal/types/utility.hpp>
#include <cereal/types/variant.hpp>
#include <cereal/types/vector.hpp>
#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <typeindex>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "escapement/core/archive_fwd.h"
#include "escapement/core/component.h"
#include "escapement/core/error.h"
#include "escapement/core/port_type.h"

namespace escapement {

// A saved state cannot be loaded: it ends too early, or belongs to another model.
class ArchiveError : public Error {
 public:
  using Error::Error;
};

template <class T>
concept Archivable = requires(T& value, Archive& archive) {
  value.archive(archive);
};

namespace internal {

// How the content of a message is saved.
struct ContentType {
  std::string name;
  const PortType* type;
  void (*save)(Archive&, const void*);
  std::shared_ptr<const void> (*load)(Archive&);
};

// cereal's archives, which hand what has a member archive(Archive&) back to their owner.
struct SavingArchive final : cereal::PortableBinaryOutputArchive {
  SavingArchive(std::ostream& out, Archive& whole) : PortableBinaryOutputArchive(out), owner(whole) {}
  Archive& owner;
};
struct LoadingArchive final : cereal::PortableBinaryInputArchive {
  LoadingArchive(std::istream& in, Archive& whole) : PortableBinaryInputArchive(in), owner(whole) {}
  Archive& owner;
};

}  // namespace internal

class Archive {
 public:
  explicit Archive(std::ostream& out);
  explicit Archive(std::istream& in);
  ~Archive();
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  bool saving() const { return out_ != nullptr; }
  bool loading() const { return in_ != nullptr; }

  // Saves the values, or loads them. Throws ArchiveError when there is less to load than is asked for.
  template <class... T>
  void operator()(T&... values) {
    (each(values), ...);
  }

  // Marks a place. Throws ArchiveError, with both names, when another mark stands there.
  void section(const std::string& name);

  // Gives an object the next number among those of its type T.
  template <class T>
  void identify(T& object) {
    identify_any(typeid(T), &object);
  }
  // Keeps a pointer to an object that was identified as a T. Throws InternalError when saving a pointer to
  // another object, ArchiveError when loading a number that no object has.
  template <class T>
  void reference(T*& pointer) {
    pointer = static_cast<T*>(reference_any(typeid(T), pointer));
  }
  // True at the first call with this object.
  template <class T>
  bool first(const T& object) {
    return seen_.insert(&object).second;
  }

  // Contents of messages (message.h) are archived by the name of their type: bool, int, std::int64_t, double
  // and std::string are known; a model that stores others in a mailbox makes them known in its archive()
  // function, in any order and as often as it likes: archive.message_type<Job>("Job"). T can be
  // default-constructed.
  template <class T>
  void message_type(std::string name) {
    add_content({std::move(name), &port_type<T>(),
                 [](Archive& archive, const void* content) {
                   T copy(*static_cast<const T*>(content));
                   archive(copy);
                 },
                 [](Archive& archive) -> std::shared_ptr<const void> {
                   auto content = std::make_shared<T>();
                   archive(*content);
                   return content;
                 }});
  }

  // Notes that a part cannot be saved, or throws ArchiveError when loading.
  void refuse(const Component& component, std::string reason, std::string remedy);
  const std::vector<Diagnostic>& refusals() const { return refusals_; }
  // Throws InputError with all refusals, if there are any.
  void check_refusals() const;

  // For Message.
  void archive_content(std::shared_ptr<const void>& content, const PortType*& type);
  // The component whose state follows, named when a part of it refuses.
  void set_component(const Component& component) { component_ = &component; }

 private:
  template <class T>
  void each(T& value) {
    if constexpr (Archivable<T>) {
      value.archive(*this);
    } else if (out_ != nullptr) {
      (*out_)(value);
    } else {
      try {
        (*in_)(value);
      } catch (...) {
        rethrow();
      }
    }
  }
  void identify_any(const std::type_info& type, void* object);
  void* reference_any(const std::type_info& type, void* pointer);
  void add_content(internal::ContentType content);
  [[noreturn]] static void rethrow();
  void add_known_contents();

  struct Table {
    std::unordered_map<const void*, std::uint64_t> numbers;  // from 1
    std::vector<void*> objects;
  };
  std::unique_ptr<internal::SavingArchive> out_;
  std::unique_ptr<internal::LoadingArchive> in_;
  std::unordered_map<std::type_index, Table> tables_;
  std::unordered_set<const void*> seen_;
  std::vector<internal::ContentType> contents_;
  std::vector<Diagnostic> refusals_;
  const Component* component_ = nullptr;
};

}  // namespace escapement

namespace cereal {

// Elements of containers.
template <escapement::Archivable T>
void CEREAL_SAVE_FUNCTION_NAME(PortableBinaryOutputArchive& archive, const T& value) {
  const_cast<T&>(value).archive(dynamic_cast<escapement::internal::SavingArchive&>(archive).owner);
}
template <escapement::Archivable T>
void CEREAL_LOAD_FUNCTION_NAME(PortableBinaryInputArchive& archive, T& value) {
  value.archive(dynamic_cast<escapement::internal::LoadingArchive&>(archive).owner);
}

}  // namespace cereal
