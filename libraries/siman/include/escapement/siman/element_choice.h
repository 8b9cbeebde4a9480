// SPDX-License-Identifier: MIT
// Which element a block means for the entity that comes, as Arena's modules ask for it (Kelton, Sadowski and
// Zupick, "Queue Type", "Storage Type"): one by its name; a member of a set, by its index; or one by its
// number among all of its kind, which an attribute or an expression gives, as MEMBER answers it.
//
//   {"queue": "Line"}   {"queue": "Lines", "index": "J"}   {"attribute": "line"}   {"expression":
//   "MEMBER(Lines, 2)"}
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "escapement/expressions/errors.h"
#include "escapement/registry/descriptor.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/set.h"

namespace escapement::siman {

// What an element is called: in messages, as a section of studies, and as the type of a set.
struct ElementKind {
  const char* word;
  const char* section;
  const char* set_type;
};

// The four keys by which a descriptor asks for an element.
struct ElementKeys {
  const char* name;
  const char* index = "index";
  const char* attribute = "attribute";
  const char* expression = "expression";
};

// What was written.
struct ElementName {
  Reference name{};         // of the element, or of a set of them
  ExpressionText index{};   // of a set: which member, from 1
  ExpressionText number{};  // instead of a name
  const char* index_key = "index";
  const char* number_key = "expression";  // the key that the number was given by

  ElementName() = default;
  ElementName(Reference reference) : name(std::move(reference)) {}  // NOLINT(google-explicit-constructor)
  ElementName(const char* text) : ElementName(Reference(text)) {}   // NOLINT(google-explicit-constructor)
  ElementName(std::string text)                                     // NOLINT(google-explicit-constructor)
      : ElementName(Reference(std::move(text))) {}
  bool empty() const { return name.empty() && number.empty(); }

  static std::vector<registry::Field> fields(const ElementKind& kind, const ElementKeys& keys,
                                             const std::string& doc);
  // At most one of name, attribute and expression, exactly one when it is needed; an index with a name only.
  static void check(const registry::Value& value, const ElementKind& kind, const ElementKeys& keys,
                    bool needed, std::vector<Diagnostic>& out);
  static ElementName from(const registry::Arguments& arguments, const ElementKeys& keys);
  // Whether any of the three is there.
  static bool given(const registry::Value& value, const ElementKeys& keys);
};

// The same, bound to elements of class E, which has a constant kKind.
template <class E>
class ElementChoice {
 public:
  using Options = ElementName;

  void bind(const ElementName& options, Member& owner, Binder& binder) {
    if (!options.number.empty()) {
      among_ = binder.world().template elements<E>();
      for (E* each : among_) binder.use(owner, *each);
      what_ = std::string("the ") + E::kKind.word + " numbers";
      which_ = binder.compile_required(owner, options.number_key, options.number, {.random = false});
      return;
    }
    auto* const set = dynamic_cast<Set*>(Binder::find_any(owner, options.name.name));
    if (set == nullptr) {
      if (E* const found = binder.find<E>(owner, options.name, E::kKind.word)) among_ = {found};
      which_ = expressions::Expression(1.0);
      if (!options.index.empty())
        binder.fault(
            owner, options.index.where, "'" + options.name.name + "' is no set, so an index says nothing",
            "remove \"" + std::string(options.index_key) + "\", or name a set of " + E::kKind.section);
      return;
    }
    among_ = set->members_as<E>(binder, owner, options.name, E::kKind.set_type);
    what_ = options.name.name;
    which_ = binder.compile_required(owner, options.index_key, options.index, {.random = false});
  }

  // All that it may be.
  const std::vector<E*>& among() const { return among_; }
  // The one that it is for every entity; nullptr when that differs.
  E* fixed() const {
    for (std::size_t i = 0; i < among_.size(); ++i)
      if (which_.constant() == static_cast<double>(i + 1)) return among_[i];
    return nullptr;
  }
  // The element for the entity. Throws EvaluationError when the index or number is none.
  E& of(Entity& entity) const {
    EntityFrame frame(&entity);
    return *among_[expressions::checked_index(what_, which_.evaluate_checked(frame), among_.size())];
  }

 private:
  std::vector<E*> among_;
  std::string what_;  // the index is one of
  expressions::Expression which_;
};

}  // namespace escapement::siman
