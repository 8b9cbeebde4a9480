// SPDX-License-Identifier: MIT
// A set (SETS): an ordered list of elements of one kind, numbered from 1. Resources are seized through it by
// a rule (selection.h); MEMBER, MEMIDX and NUMMEM read it in expressions, where an element stands for its
// number among all of its kind, in the order of the model's paths.
#pragma once

#include <string>
#include <vector>

#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"

namespace escapement::siman {

class Set : public Member {
 public:
  struct Options {
    std::string kind{};  // one of set_kinds(); empty: that of the first member
    std::vector<Reference> members;
  };
  Set(std::string name, Options options) : Member(std::move(name)), options_(std::move(options)) {}
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);
  // "Resource", "Queue", "Counter", "Tally", "EntityType" ...
  static std::vector<std::string> kinds();

  void bind(Binder& binder) override { members(binder); }
  void archive(Archive&) override {}

  // The members, found on the first asking: what binds before this set may ask. A fault and an empty list
  // when one is missing or of another kind.
  const std::vector<Member*>& members(Binder& binder);
  // As members(), each as an E; a fault of `by` when the set is of another kind.
  template <class E>
  std::vector<E*> members_as(Binder& binder, Member& by, const Reference& reference, const char* kind) {
    std::vector<E*> all;
    for (Member* member : members(binder)) {
      E* element = dynamic_cast<E*>(member);
      if (element == nullptr) {
        binder.fault(by, reference.where,
                     "'" + by.address() + "' needs a set of type " + kind + "; '" + reference.name +
                         "' holds '" + member->path() + "'",
                     "name another set");
        return {};
      }
      binder.use(by, *element);
      all.push_back(element);
    }
    return all;
  }

 private:
  Options options_;
  bool found_ = false;
  std::vector<Member*> members_;
};

}  // namespace escapement::siman
