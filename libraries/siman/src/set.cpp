// SPDX-License-Identifier: MIT
#include "escapement/siman/set.h"

#include "escapement/siman/entity_type.h"
#include "escapement/siman/queue_element.h"
#include "escapement/siman/resource.h"
#include "escapement/siman/sequence.h"
#include "escapement/siman/station_element.h"
#include "escapement/siman/statistic_elements.h"
#include "escapement/siman/storage.h"
#include "escapement/siman/transporter.h"

namespace escapement::siman {
namespace {

struct SetKind {
  const char* name;
  bool (*holds)(const Component&);
};

template <class E>
bool is_a(const Component& component) {
  return dynamic_cast<const E*>(&component) != nullptr;
}

// One line makes a kind of element eligible.
constexpr SetKind kSetKinds[] = {
    {"Resource", is_a<Resource>},  {"Queue", is_a<QueueElement>},    {"Counter", is_a<Counter>},
    {"Tally", is_a<TallyElement>}, {"EntityType", is_a<EntityType>}, {"Station", is_a<StationElement>},
    {"Sequence", is_a<Sequence>},  {"Storage", is_a<Storage>},       {"Transporter", is_a<Transporter>},
};

const SetKind* kind_of(const Component& component) {
  for (const SetKind& kind : kSetKinds)
    if (kind.holds(component)) return &kind;
  return nullptr;
}

}  // namespace

std::vector<std::string> Set::kinds() {
  std::vector<std::string> names;
  for (const SetKind& kind : kSetKinds) names.emplace_back(kind.name);
  return names;
}

registry::ComponentType Set::descriptor() {
  using namespace registry;
  ComponentType type;
  type.name = "siman.Set";
  type.section = "sets";
  type.doc = "A set: an ordered list of elements of one kind, numbered from 1.";
  type.parameters = {"set",
                     "",
                     {choice("type", kinds()).because("kind of the members; that of the first when absent"),
                      list("members", reference("member", "")).must().because("their names, in order")},
                     {}};
  return type;
}

Set::Options Set::options_from(const registry::Arguments& arguments) {
  Options options;
  options.kind = arguments.string("type", "");
  options.members = references_from(arguments, "members");
  return options;
}

const std::vector<Member*>& Set::members(Binder& binder) {
  if (found_) return members_;
  found_ = true;
  if (options_.members.empty()) binder.fault(*this, {}, "set '" + path() + "' has no members", "name one");
  for (const Reference& reference : options_.members) {
    Member* member = binder.find<Member>(*this, reference, "element");
    if (member == nullptr) continue;
    const SetKind* kind = kind_of(*member);
    if (kind == nullptr) {
      binder.fault(*this, reference.where, "'" + reference.name + "' cannot be a member of a set",
                   "sets hold elements of type " + list_text(kinds()));
      continue;
    }
    if (options_.kind.empty()) options_.kind = kind->name;
    if (options_.kind != kind->name)
      binder.fault(*this, reference.where,
                   "set '" + path() + "' is of type " + options_.kind + ", but '" + reference.name +
                       "' is of type " + kind->name,
                   "a set holds elements of one type");
    members_.push_back(member);
  }
  return members_;
}

}  // namespace escapement::siman
