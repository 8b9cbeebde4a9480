// SPDX-License-Identifier: MIT
// Operators that ask what is connected: cardinality, inStream and actualStream (Modelica 3.6, chapter 15
// and 3.7.4). The mixing formula is that of section 15.2: the others' flows out of their connectors weigh
// their streams.
#include <algorithm>

#include "connections.h"
#include "environment.h"
#include "flattener.h"

namespace escapement::modelica {

const Expr* Flattener::connector_operator(std::string_view name, const ast::Expr& written, Context& context) {
  const std::string text(name);
  if (written.args.empty() || !written.named.empty())
    reporter_.fail(written.place, text + "() lacks its argument");
  if (name.substr(0, 11) == "Connections" || name == "rooted") return graph_operator(name, written, context);
  if (written.args.size() != 1) reporter_.fail(written.place, text + "() takes one argument");
  if (name == "cardinality") {
    std::vector<ConnectEnd> ends;
    Context inner = context;
    inner.index = first_index(context);
    const std::vector<Iterator> around = context_iterators(*context.scope);
    std::optional<int> common;
    do {  // as many for each element of the arrays around, or the elements are taken apart
      std::vector<std::int64_t> shape;
      ends.clear();
      connect_ends(*written.args[0], inner, ends, shape);
      if (ends.size() != 1 || around.empty()) break;
      const auto here = cardinality_.find({ends[0].member, ends[0].index});
      const int count = here == cardinality_.end() ? 0 : here->second;
      if (common && *common != count) throw NeedExpansion{iterator_owner_.at(around.front().id)->element};
      common = count;
    } while (next_index(inner.index, around));
    if (ends.size() == 1 && !ends[0].absent &&
        tree_.kind_of(*ends[0].member->node) != ast::ClassKind::kConnector)
      reporter_.fail(written.place, "cardinality() is applied to what is no connector");
    if (ends.size() != 1)
      reporter_.fail(written.place, "cardinality() is applied to an array of connectors", "name one of them");
    const auto found = cardinality_.find({ends[0].member, ends[0].index});
    return integer_literal(found == cardinality_.end() ? 0 : found->second, written.place);
  }
  const Expr* e = expression(*written.args[0], context);
  if (e->kind == ExprKind::kArray || e->type.rank() > 0) {
    // An array of streams: each on its own.
    std::vector<const Expr*> parts;
    if (e->type.rank() != 1 || e->type.dims[0] < 0)
      reporter_.not_supported(written.place, text + "() of an array of more than one dimension");
    for (std::int64_t i = 1; i <= e->type.dims[0]; ++i)
      parts.push_back(stream_of(name, index(e, {integer_literal(i, written.place)}, written.place),
                                written.place, context));
    if (parts.empty()) return e;
    return array_of(std::move(parts), written.place);
  }
  return stream_of(name, e, written.place, context);
}

std::vector<std::int64_t> Flattener::first_index(const Context& context) {
  return std::vector<std::int64_t>(context_iterators(*context.scope).size(), 1);
}

const Expr* Flattener::stream_of(std::string_view name, const Expr* e, Place place, Context& context) {
  const std::string text(name);
  if (e->kind != ExprKind::kVariable || !variable_members_[e->variable]->stream)
    reporter_.fail(place, text + "() is applied to what is no stream variable of a connector",
                   "it takes such a variable");
  Member& member = *variable_members_[e->variable];
  const Type& type = flat_->variables[e->variable].type;
  std::size_t at = 0;
  for (std::size_t d = 0; d < e->args.size(); ++d) {
    if (e->args[d]->kind != ExprKind::kInteger) {
      if (uses_iterator(e->args[d], context)) throw NeedUnrolling{0};
      if (e->args[d]->kind == ExprKind::kIterator)
        if (const auto owner = iterator_owner_.find(e->args[d]->iterator); owner != iterator_owner_.end())
          throw NeedExpansion{owner->second->element};
      const Value value = uniform_value(e->args[d], "subscript");
      at = at * static_cast<std::size_t>(type.dims[d]) + static_cast<std::size_t>(value.number) - 1;
    } else {
      at = at * static_cast<std::size_t>(type.dims[d]) + static_cast<std::size_t>(e->args[d]->integer - 1);
    }
  }
  const Expr* inside = in_stream(member, at, place, 0);
  if (name == "inStream") return inside;
  const Expr* flow = flow_beside(member, e, place);
  Expr* made = make(ExprKind::kIf, place, Type{BaseType::kReal});
  made->args = arena_.copy(
      std::vector<const Expr*>{binary(Op::kGreater, flow, real_literal(0, place), place), inside, e});
  return call("smooth", {integer_literal(0, place), made}, Type{BaseType::kReal}, place);
}

// The flow variable of the connector that holds a stream variable, at the same index of the connector.
const Expr* Flattener::flow_beside(Member& stream, const Expr* like, Place place) {
  for (Member* other : stream.holder->instance->members) {
    if (other->kind != MemberKind::kComponent) continue;
    tree_.type_component(*other);
    if (!other->flow) continue;
    std::vector<const Expr*> subs(like->args.begin(), like->args.end());
    subs.resize(context_iterators(*stream.holder).size());
    return member_reference(*other, std::move(subs), place);
  }
  reporter_.fail(stream.element->place, "a connector with stream variables has no flow variable",
                 "declare one");
}

const Expr* Flattener::mixed(const std::vector<std::uint32_t>& others, Place place, int depth) {
  if (depth > 100) reporter_.fail(place, "streams are connected in a circle");
  const auto value = [&](std::uint32_t node) {
    const Connections::Face face = connections_.face(node);
    return face.outside ? in_stream(*face.member, node - face.first, place, depth + 1)
                        : scalar_of(node, place);
  };
  if (others.size() == 1) return value(others[0]);
  const Expr* above = nullptr;
  const Expr* below = nullptr;
  for (const std::uint32_t node : others) {
    const Connections::Face face = connections_.face(node);
    const Expr* flow = flow_beside(*face.member, scalar_of(node, place), place);
    const Expr* out = face.outside ? flow : unary(Op::kNegate, flow, place);
    const Expr* weight = call("max", {out, real_literal(1e-10, place)}, Type{BaseType::kReal}, place);
    const Expr* term = binary(Op::kMultiply, weight, value(node), place);
    above = above == nullptr ? term : binary(Op::kAdd, above, term, place);
    below = below == nullptr ? weight : binary(Op::kAdd, below, weight, place);
  }
  return binary(Op::kDivide, above, below, place);
}

const Expr* Flattener::in_stream(Member& member, std::size_t at, Place place, int depth) {
  const std::uint32_t* first = connections_.find(member, false);
  const Type type = flat_->variables[variable_of(member)].type;
  const std::uint32_t self =
      first != nullptr ? *first + static_cast<std::uint32_t>(at)
                       : connections_.node(member, false, static_cast<std::size_t>(scalar_count(type)), at);
  std::vector<std::uint32_t> others = connections_.members(self);
  others.erase(std::remove(others.begin(), others.end(), self), others.end());
  if (others.empty()) return scalar_of(self, place);
  return mixed(others, place, depth);
}

// A stream variable seen from inside of its component is the mixture of what is connected there.
void Flattener::stream_equations() {
  for (std::uint32_t node = 0; node < connections_.size(); ++node) {
    const Connections::Face face = connections_.face(node);
    if (!face.outside || !face.member->stream) continue;
    std::vector<std::uint32_t> others = connections_.members(node);
    others.erase(std::remove(others.begin(), others.end(), node), others.end());
    if (others.empty()) continue;
    Equation made;
    made.kind = EquationKind::kEqual;
    made.from_connection = true;
    made.place = face.member->element->place;
    made.left = scalar_of(node, made.place);
    made.right = mixed(others, made.place, 0);
    flat_->equations.push_back(std::move(made));
  }
}

}  // namespace escapement::modelica
