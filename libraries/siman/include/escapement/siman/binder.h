// SPDX-License-Identifier: MIT
// Binds a member to what it names: elements by outward search, expressions to compiled form. Faults are
// collected, so that one pass over a model tells them all.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "escapement/continuous/run.h"
#include "escapement/core/error.h"
#include "escapement/coupled/coupled.h"
#include "escapement/expressions/expression.h"
#include "escapement/registry/arguments.h"
#include "escapement/siman/block.h"
#include "escapement/siman/world.h"
#include "escapement/statistics/collector.h"

namespace escapement::siman {

using registry::ExpressionText;

// The name of an element and where it was written.
struct Reference {
  std::string name;
  SourceLocation where;
  Reference() = default;
  Reference(const char* text) : name(text) {}             // NOLINT(google-explicit-constructor)
  Reference(std::string text) : name(std::move(text)) {}  // NOLINT(google-explicit-constructor)
  bool empty() const { return name.empty(); }
};
Reference reference_from(const registry::Arguments& arguments, std::string_view field,
                         std::string absent = {});

std::vector<Reference> references_from(const registry::Arguments& arguments, std::string_view field);

// What an expression looks at.
struct EntityFrame : expressions::Frame {
  explicit EntityFrame(Entity* e) : entity(e) {}
  Entity* entity;  // nullptr where no entity is at hand; then no node asks for it
};

// What an expression may use.
struct ExpressionRules {
  bool entity = true;                     // attributes of the entity that moves
  bool random = true;                     // variates
  bool time = false;                      // "5 h" means five hours in the run's time unit
  std::optional<std::uint64_t> stream{};  // pinned for this field; else the stream named after path and field
  bool text = false;                      // a text, or a number: who asks looks which
  bool search_index = false;              // J is the one that this field itself runs through
};

// Members that observe into one statistic together.
struct Sharing {
  const Component* group = nullptr;  // none: the statistic is the member's own
  SourceLocation where{};            // of the statistic's name, when it was written somewhere
};

class Binder {
 public:
  Binder(World& world, std::vector<Diagnostic>& faults);

  World& world() { return world_; }

  // The element of class E that `name` means for `member`. A fault and nullptr when there is none; `section`
  // is the word for it in messages ("resource").
  template <class E>
  E* find(Member& member, const Reference& reference, std::string_view section) {
    Component* found = find_any(member, reference.name);
    if (E* element = dynamic_cast<E*>(found)) {
      use(member, *element);
      return element;
    }
    std::vector<std::string> known;
    for (Component* c : visible(member))
      if (dynamic_cast<E*>(c) != nullptr) known.push_back(name_from(member, *c));
    report_missing(member, reference, section, known, found);
    return nullptr;
  }

  // Compiles an expression of `member`'s field. An empty or faulty text gives an empty expression.
  expressions::Expression compile(Member& member, const std::string& field, const ExpressionText& text,
                                  const ExpressionRules& rules = {});
  // As compile(), but a constant value outside of [least, most] is a fault too.
  expressions::Expression compile_in(Member& member, const std::string& field, const ExpressionText& text,
                                     double least, double most, const ExpressionRules& rules = {});

  // As compile(), and compile_in(), but no text is a fault.
  expressions::Expression compile_required(Member& member, const std::string& field,
                                           const ExpressionText& text, const ExpressionRules& rules = {});

  // Makes the statistic of that full name for a member: its own, or one that the members of a group observe
  // into together. A name that is taken otherwise is a fault; what is answered then serves until the faults
  // are told.
  statistics::Counter& counter(Member& member, const std::string& name, const Sharing& sharing = {});
  statistics::Tally& tally(Member& member, const std::string& name, const Sharing& sharing = {});
  statistics::TimePersistent& time_persistent(Member& member, const std::string& name, double initial = 0);
  // BuildError of the categories becomes a fault.
  statistics::Frequency& frequency(Member& member, const std::string& name,
                                   const std::vector<statistics::Category>& categories);
  void output(Member& member, const std::string& name, std::function<double(double t_end)> value);
  void output_ratio(Member& member, const std::string& name, const statistics::TimePersistent& numerator,
                    const statistics::TimePersistent& denominator);
  // The full name of a statistic that is named in a member: a name is local to the coupled model around it.
  static std::string local_name(const Component& member, const std::string& name);

  void fault(const Component& component, SourceLocation where, std::string message, std::string remedy = {});
  // Notes that a member depends on an element's state.
  void use(Member& member, Member& element) { uses_.push_back({&member, &element}); }
  const std::vector<std::pair<Member*, Member*>>& uses() const { return uses_; }
  // Expression elements whose text is being compiled, the outermost first: to find circles.
  std::vector<const Member*>& expanding() { return expanding_; }
  // Notes that an expression reads what no element marks, such as the clock or a statistic.
  void read_unmarked() { ++unmarked_; }
  std::size_t unmarked_reads() const { return unmarked_; }
  // Notes that an expression reads what moves between events and can be asked for at any time since the last
  // one: a level, or the clock.
  void read_moving() { moving_.push_back(nullptr); }
  // The same of a variable of a continuous part, which can be asked for from the part's last event only.
  void read_moving(continuous::Part& part) { moving_.push_back(&part); }
  std::size_t moving_reads() const { return moving_.size(); }
  // Lets parts that were read since there were `reads` reads tell the follower. Whether there were any reads.
  bool follow_since(std::size_t reads, continuous::Follower& follower) const;
  // Notes that an expression reads a statistic that members anywhere may change.
  void use_all() {
    uses_all_ = true;
    read_unmarked();
  }
  bool uses_all() const { return uses_all_; }

  static Component* find_any(const Component& from, std::string_view name);
  // All components that a search outward from `member` can meet by a single name.
  static std::vector<Component*> visible(const Component& member);
  static std::string name_from(const Component& member, const Component& element);

 private:
  void report_missing(Member& member, const Reference& reference, std::string_view section,
                      const std::vector<std::string>& known, const Component* found);
  struct Claim {
    const Component* owner;
    const Component* group;
  };
  // Notes who makes a statistic; false, with a fault, when it may not.
  bool claim(const Member& member, const std::string& name, const Sharing& sharing);
  template <class Make>
  auto& make(Member& member, const std::string& name, const Sharing& sharing, Make make);

  World& world_;
  std::vector<Diagnostic>& faults_;
  std::map<std::string, Claim> claims_;
  statistics::Collector spare_;  // for names that are taken
  bool uses_all_ = false;
  std::size_t unmarked_ = 0;
  std::vector<continuous::Part*> moving_;  // nullptr: of no part
  std::vector<const Member*> expanding_;
  std::vector<std::pair<Member*, Member*>> uses_;
};

}  // namespace escapement::siman
