// SPDX-License-Identifier: MIT
// What a connect equation names: scalar connectors, seen from inside or outside.
#include "connections.h"
#include "environment.h"
#include "flattener.h"

namespace escapement::modelica {

using ast::ClassKind;

// The scalar elements of what a reference names, in row-major order, and their shape.
void Flattener::connect_ends(const ast::Expr& written, Context& context, std::vector<ConnectEnd>& ends,
                             std::vector<std::int64_t>& shape) {
  if (written.kind != ast::ExprKind::kReference)
    reporter_.fail(written.place, "connect() takes two connectors, and this is an expression",
                   "name a component, with constant subscripts if need be");
  for (const LocalIterator& iterator : context.iterators)
    if (iterator.name == written.parts[0].name)
      reporter_.fail(written.place, "the iterator '" + std::string(iterator.name) + "' is no connector");
  ClassNode* found_in = nullptr;
  Member* member = written.global ? nullptr : tree_.lookup(context.scope, written.parts[0].name, &found_in);
  if (member == nullptr) unknown_name(written, context);
  if (member->kind != MemberKind::kComponent)
    reporter_.fail(written.place,
                   "'" + reference_text(written) + "' is a class, and connect() takes components");
  if (!member->holder->instance->is_instance || found_in->instance != context.scope->instance)
    reporter_.fail(written.place, "'" + reference_text(written) + "' is no component of this class",
                   "connect() takes components of the class that it stands in");
  tree_.type_component(*member);
  ConnectEnd start;
  start.index = context.index;
  start.outside = tree_.kind_of(*member->node) == ClassKind::kConnector;
  if (member->is_outer && !member->is_inner) {
    member = &target(*member);
    start.outside = false;  // a connector of a surrounding class is seen from below
    start.index.resize(context_iterators(*member->holder).size());
  }
  follow(*member, written, 0, start, context, ends, shape, true);
}

void Flattener::follow(Member& member, const ast::Expr& written, std::size_t at, ConnectEnd so_far,
                       Context& context, std::vector<ConnectEnd>& ends, std::vector<std::int64_t>& shape,
                       bool first) {
  tree_.type_component(member);
  if (!is_present(member)) {
    so_far.absent = true;
    so_far.member = &member;
    ends.push_back(so_far);
    return;
  }
  const ast::RefPart& part = written.parts[at];
  const ClassKind kind = tree_.kind_of(*member.node);
  if (at > 0 && at + 1 < written.parts.size() && (kind == ClassKind::kModel || kind == ClassKind::kBlock))
    reporter_.error(part.place, "'" + reference_text(written) + "' goes through a component of a component",
                    "connect() takes connectors of the class and of its components");
  const Span<std::int64_t> dims = own_dims(member);
  const bool builtin = tree_.builtin_node(*member.node) != nullptr;
  if (!builtin && !dims.empty() && tree_.expand_elements().count(member.element) > 0) expand_array(member);
  const std::vector<const Expr*> subs =
      subscripts(part.subscripts, context, nullptr, dims, reference_text(written));
  std::vector<std::vector<std::int64_t>> chosen;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    chosen.emplace_back();
    const Expr* sub = d < subs.size() ? subs[d] : nullptr;
    if (sub == nullptr || sub->kind == ExprKind::kColon) {
      for (std::int64_t i = 1; i <= dims[d]; ++i) chosen.back().push_back(i);
      if (first) shape.push_back(dims[d]);
      continue;
    }
    const Value value = connect_subscript(sub, context);
    if (!value.is_array()) {
      chosen.back().push_back(static_cast<std::int64_t>(value.number));
    } else {
      for (const Value& one : value.parts) chosen.back().push_back(static_cast<std::int64_t>(one.number));
      if (first) shape.push_back(static_cast<std::int64_t>(value.parts.size()));
    }
    for (const std::int64_t i : chosen.back())
      if (i < 1 || i > dims[d])
        reporter_.fail(part.place, "the subscript " + std::to_string(i) + " of '" + reference_text(written) +
                                       "' is outside of 1 to " + std::to_string(dims[d]));
  }
  std::int64_t total = 1;
  for (const auto& list : chosen) total *= static_cast<std::int64_t>(list.size());
  if (total > 10'000'000)
    reporter_.not_supported(part.place, "a connection of more than 10 million connectors");
  for (std::int64_t k = 0; k < total; ++k) {
    std::int64_t rest = k;
    std::vector<std::int64_t> mine(chosen.size());
    for (std::size_t d = chosen.size(); d-- > 0;) {
      mine[d] = chosen[d][static_cast<std::size_t>(rest % static_cast<std::int64_t>(chosen[d].size()))];
      rest /= static_cast<std::int64_t>(chosen[d].size());
    }
    ConnectEnd here = so_far;
    here.member = &member;
    here.node = member.node;
    if (member.expanded) {
      std::size_t offset = 0;
      for (std::size_t d = 0; d < mine.size(); ++d)
        offset = offset * static_cast<std::size_t>(dims[d]) + static_cast<std::size_t>(mine[d] - 1);
      here.node = member.elements[offset];
    } else {
      here.index.insert(here.index.end(), mine.begin(), mine.end());
    }
    if (at + 1 == written.parts.size()) {
      ends.push_back(std::move(here));
      continue;
    }
    Context inner = context;
    inner.in_connect = true;
    Member* next = tree_.find(*here.node, written.parts[at + 1].name);
    if (next == nullptr && tree_.is_expandable(*here.node)) {
      here.undeclared = &written.parts[at + 1];
      ends.push_back(std::move(here));
      if (at + 2 != written.parts.size())
        reporter_.not_supported(
            written.place,
            "a connection to a part of an element that an expandable connector does not declare");
      continue;
    }
    if (next == nullptr) next = next_member(*here.node, member, written, at + 1, inner);
    if (next->kind != MemberKind::kComponent)
      reporter_.fail(written.parts[at + 1].place,
                     "'" + reference_text(written) + "' is a class, and connect() takes components");
    tree_.type_component(*next);
    if (next->is_protected && tree_.kind_of(*here.node) != ClassKind::kConnector)
      reporter_.error(written.parts[at + 1].place,
                      "'" + reference_text(written) + "' is protected and cannot be connected",
                      "make the connector public");
    Member* final_member = next->is_outer && !next->is_inner ? &target(*next) : next;
    follow(*final_member, written, at + 1, here, context, ends, shape, first && k == 0);
  }
  if (total == 0 && at + 1 < written.parts.size()) {
    // Nothing there; its shape still tells that the other side has to be as empty.
    return;
  }
}

Value Flattener::connect_subscript(const Expr* sub, Context& context) {
  if (uses_iterator(sub, context)) throw NeedUnrolling{0};
  try {
    Environment environment;
    const std::vector<Iterator> iterators = context_iterators(*context.scope);
    for (std::size_t i = 0; i < iterators.size() && i < context.index.size(); ++i)
      environment.iterators.emplace_back(iterators[i].id,
                                         Value::integer(static_cast<double>(context.index[i])));
    ++marking_;
    struct Leave {
      int& count;
      ~Leave() { --count; }
    } leave{marking_};
    return evaluate(sub, environment);
  } catch (const NotConstant& fault) {
    reporter_.fail(sub->place, "a subscript in connect() is not known before the simulation: " + fault.reason,
                   "use constants, parameters and iterators");
  }
}

std::string Flattener::shape_text(const std::vector<std::int64_t>& shape) const {
  if (shape.empty()) return "(one connector)";
  std::string text = "(size ";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i == 0 ? "" : " x ") + std::to_string(shape[i]);
  return text + ")";
}

}  // namespace escapement::modelica
