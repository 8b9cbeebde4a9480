// SPDX-License-Identifier: MIT
#include "escapement/core/archive.h"

#include <algorithm>
#include <new>
#include <stdexcept>

#include "escapement/core/dynamics.h"

namespace escapement {

Archive::Archive(std::ostream& out) : out_(std::make_unique<internal::SavingArchive>(out, *this)) {
  add_known_contents();
}

Archive::Archive(std::istream& in) {
  try {
    in_ = std::make_unique<internal::LoadingArchive>(in, *this);
  } catch (...) {
    rethrow();
  }
  add_known_contents();
}

Archive::~Archive() = default;

void Archive::rethrow() {
  try {
    throw;
  } catch (const cereal::Exception&) {
    throw ArchiveError("the saved state ends where more of it is expected; it was saved by another program");
  } catch (const std::bad_alloc&) {
    throw ArchiveError("the saved state asks for more memory than there is; it was saved by another program");
  } catch (const std::length_error&) {
    throw ArchiveError("the saved state asks for more memory than there is; it was saved by another program");
  }
}

void Archive::section(const std::string& name) {
  std::string found = name;
  (*this)(found);
  if (found != name)
    throw ArchiveError("the state of '" + name + "' is expected, but that of '" + found.substr(0, 100) +
                       "' was saved here; load it into the model that it was saved from");
}

void Archive::identify_any(const std::type_info& type, void* object) {
  Table& table = tables_[type];
  table.objects.push_back(object);
  table.numbers.emplace(object, table.objects.size());
}

void* Archive::reference_any(const std::type_info& type, void* pointer) {
  const Table& table = tables_[type];
  std::uint64_t number = 0;
  if (saving() && pointer != nullptr) {
    const auto found = table.numbers.find(pointer);
    if (found == table.numbers.end())
      throw InternalError("archive: a reference to a " + internal::readable_type_name(type) +
                          " that was not identified before");
    number = found->second;
  }
  (*this)(number);
  if (number > table.objects.size())
    throw ArchiveError("the saved state refers to " + internal::readable_type_name(type) + " number " +
                       std::to_string(number) + ", but there are " + std::to_string(table.objects.size()));
  return number == 0 ? nullptr : table.objects[number - 1];
}

void Archive::refuse(const Component& component, std::string reason, std::string remedy) {
  if (loading()) throw ArchiveError("the state of '" + component.path() + "' cannot be loaded: " + reason);
  refusals_.push_back({{"", 0, 0, component.path()},
                       "'" + component.path() + "' cannot be saved: " + std::move(reason),
                       std::move(remedy)});
}

void Archive::check_refusals() const {
  if (!refusals_.empty()) throw InputError(refusals_);
}

void Archive::add_content(internal::ContentType content) {
  const auto known = std::find_if(contents_.begin(), contents_.end(), [&](const internal::ContentType& c) {
    return c.name == content.name || same_type(*c.type, *content.type);
  });
  if (known == contents_.end()) {
    contents_.push_back(std::move(content));
  } else if (known->name != content.name || !same_type(*known->type, *content.type)) {
    throw InternalError("archive: the message type '" + content.name + "' (" + content.type->name() +
                        ") is known as '" + known->name + "' (" + known->type->name() +
                        ") already; a name and a type belong together one to one");
  }
}

void Archive::add_known_contents() {
  message_type<bool>("bool");
  message_type<int>("int");
  message_type<std::int64_t>("int64");
  message_type<double>("double");
  message_type<std::string>("string");
}

void Archive::archive_content(std::shared_ptr<const void>& content, const PortType*& type) {
  std::string name;
  if (saving() && type != nullptr) {
    for (const internal::ContentType& known : contents_)
      if (same_type(*known.type, *type)) name = known.name;
    if (name.empty() && component_ == nullptr)
      throw InternalError("archive: a message whose content is of the unknown type " + type->name());
    if (name.empty())
      refuse(*component_, "it holds a message whose content is of type " + type->name(),
             "call archive.message_type<" + type->name() + ">(name) in its archive() function");
  }
  (*this)(name);
  if (loading()) content = nullptr, type = nullptr;
  if (name.empty()) return;
  const auto known = std::find_if(contents_.begin(), contents_.end(),
                                  [&](const internal::ContentType& c) { return c.name == name; });
  if (known == contents_.end())
    throw ArchiveError("a message of type '" + name.substr(0, 100) + "' was saved, which nobody here knows");
  if (saving()) {
    known->save(*this, content.get());
  } else {
    content = known->load(*this);
    type = known->type;
  }
}

void Dynamics::archive(Archive& archive) {
  archive.refuse(*this, "its class does not say how its state is saved",
                 "override archive(Archive&) in the class, see docs/checkpoints.md");
}

}  // namespace escapement
