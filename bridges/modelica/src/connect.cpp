// SPDX-License-Identifier: MIT
// Connections (Modelica 3.6, chapter 9). Every scalar variable of a connector has two faces: one for
// connections of the class that it is a component of (inside), one for those of its own class (outside).
// Connecting joins faces into sets; a set of potentials is equal, a set of flows sums up to zero, outside
// ones negative; a flow whose inside face is in no set is zero.
#include <algorithm>

#include "connections.h"
#include "environment.h"
#include "flattener.h"

namespace escapement::modelica {

using ast::ClassKind;

std::uint32_t Connections::node(Member& leaf, bool outside, std::size_t scalars, std::size_t index) {
  const auto key = std::make_pair(&leaf, outside);
  const auto known = first_.find(key);
  std::uint32_t first = 0;
  if (known != first_.end()) {
    first = known->second;
  } else {
    first = static_cast<std::uint32_t>(parent_.size());
    first_[key] = first;
    faces_.push_back({&leaf, outside, first, static_cast<std::uint32_t>(scalars)});
    for (std::size_t i = 0; i < scalars; ++i) {
      parent_.push_back(first + static_cast<std::uint32_t>(i));
      next_.push_back(first + static_cast<std::uint32_t>(i));
      face_of_.push_back(static_cast<std::uint32_t>(faces_.size() - 1));
    }
  }
  return first + static_cast<std::uint32_t>(index);
}

std::uint32_t Connections::root(std::uint32_t node) {
  while (parent_[node] != node) {
    parent_[node] = parent_[parent_[node]];
    node = parent_[node];
  }
  return node;
}

void Connections::join(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t one = root(a), two = root(b);
  if (one == two) return;
  parent_[std::max(one, two)] = std::min(one, two);
  std::swap(next_[one], next_[two]);  // two rings become one
}

std::vector<std::uint32_t> Connections::members(std::uint32_t node) const {
  std::vector<std::uint32_t> made;
  std::uint32_t at = node;
  do {
    made.push_back(at);
    at = next_[at];
  } while (at != node);
  std::sort(made.begin(), made.end());
  return made;
}

const std::uint32_t* Connections::find(Member& leaf, bool outside) const {
  const auto known = first_.find({&leaf, outside});
  return known == first_.end() ? nullptr : &known->second;
}

void Flattener::connect(const ast::Statement& written, Context& context) {
  if (!context.connecting) return;
  const std::vector<Iterator> iterators = context_iterators(*context.scope);
  std::vector<std::int64_t> index(iterators.size(), 1);
  for (const Iterator& iterator : iterators)
    if (iterator.range->args[2]->integer == 0) return;
  for (;;) {  // once for each element of the arrays around
    context.index = index;
    connect_once(written, context);
    std::size_t d = index.size();
    while (d > 0 && index[d - 1] == iterators[d - 1].range->args[2]->integer) index[--d] = 1;
    if (d == 0) return;
    ++index[d - 1];
  }
}

void Flattener::connect_once(const ast::Statement& written, Context& context) {
  std::vector<ConnectEnd> left, right;
  std::vector<std::int64_t> left_shape, right_shape;
  connect_ends(*written.left, context, left, left_shape);
  connect_ends(*written.right, context, right, right_shape);
  for (const auto* side : {&left, &right})
    for (const ConnectEnd& end : *side)
      if (end.absent) return;  // a connection to what is not there is not there either
  if (left_shape != right_shape)
    reporter_.fail(written.place,
                   "connect() joins '" + reference_text(*written.left) + "' " + shape_text(left_shape) +
                       " and '" + reference_text(*written.right) + "' " + shape_text(right_shape),
                   "both sides need one size");
  for (std::size_t i = 0; i < left.size(); ++i) {
    ConnectEnd a = left[i], b = right[i];
    if (a.undeclared != nullptr && b.undeclared != nullptr)
      reporter_.fail(written.place, "neither side of connect() is declared", "one of them must be");
    if (a.undeclared != nullptr) a = declare_in_bus(a, b, written.place);
    if (b.undeclared != nullptr) b = declare_in_bus(b, a, written.place);
    for (const ConnectEnd* end : {&a, &b})
      if (tree_.kind_of(*end->node) != ClassKind::kConnector && !is_bus_part(*end))
        reporter_.fail(written.place,
                       "'" + tree_.path_of(*end->member) + "' is a " +
                           std::string(ast::kind_name(tree_.kind_of(*end->node))) + " and no connector",
                       "connect() takes connectors");
    if (tree_.is_expandable(*a.node) != tree_.is_expandable(*b.node))
      reporter_.fail(written.place, "connect() joins an expandable connector and one that is not",
                     "both are expandable, or none");
    ++cardinality_[{a.member, a.index}];
    ++cardinality_[{b.member, b.index}];
    connect_pair(a, b, written.place);
  }
}

bool Flattener::is_bus_part(const ConnectEnd& end) {
  const ClassNode* instance = end.member->holder->instance;
  return instance->component != nullptr && tree_.is_expandable(*instance->component->node);
}

// An element that an expandable connector gets from what is connected to it (section 9.1.3).
ConnectEnd Flattener::declare_in_bus(const ConnectEnd& bus, const ConnectEnd& like, Place place) {
  ClassNode& node = *bus.node;
  if (!bus.undeclared->subscripts.empty())
    reporter_.not_supported(place, "an array element that an expandable connector does not declare");
  const auto known = node.table.find(bus.undeclared->name);
  Member* member =
      known == node.table.end() ? tree_.copy_member(node, *like.member, bus.undeclared->name) : known->second;
  ConnectEnd made = bus;
  made.member = member;
  tree_.type_component(*member);
  made.node = member->node;
  made.undeclared = nullptr;
  if (known == node.table.end()) walk_member(*member);
  return made;
}

// What one bus got by a connection, the buses connected to it have as well.
void Flattener::settle_buses() {
  for (std::size_t before = 0; before != order_.size();) {
    before = order_.size();
    const std::vector<GraphEdge> pairs = bus_pairs_;
    for (const GraphEdge& pair : pairs) connect_fields(pair.a, pair.b, pair.place);
    bus_pairs_.resize(pairs.size());
  }
}

void Flattener::connect_pair(const ConnectEnd& a, const ConnectEnd& b, Place place) {
  if (is_overconstrained(*a.node)) {
    graph_edges_.push_back({a, b, place});
    return;
  }
  const bool leaf_a = tree_.builtin_node(*a.node) != nullptr, leaf_b = tree_.builtin_node(*b.node) != nullptr;
  if (leaf_a != leaf_b)
    reporter_.fail(place, "connect() joins '" + tree_.path_of(*a.member) + "' and '" +
                              tree_.path_of(*b.member) + "', which are of different kinds");
  if (leaf_a) {
    connect_leaves(a, b, place);
    return;
  }
  if (is_overconstrained(*a.node)) {
    graph_edges_.push_back({a, b, place});
    return;
  }
  connect_fields(a, b, place);
}

void Flattener::connect_fields(const ConnectEnd& a, const ConnectEnd& b, Place place) {
  tree_.expand(*a.node);
  tree_.expand(*b.node);
  const bool bus = tree_.is_expandable(*a.node);
  if (bus) {  // each gets what the other has
    for (Member* part : std::vector<Member*>(a.node->members))
      if (part->kind == MemberKind::kComponent && tree_.find(*b.node, part->name) == nullptr)
        walk_member(*tree_.copy_member(*b.node, *part, part->name));
    for (Member* part : std::vector<Member*>(b.node->members))
      if (part->kind == MemberKind::kComponent && tree_.find(*a.node, part->name) == nullptr)
        walk_member(*tree_.copy_member(*a.node, *part, part->name));
    bus_pairs_.push_back({a, b, place});
  }
  std::size_t count_a = 0, count_b = 0;
  for (Member* part : a.node->members) count_a += part->kind == MemberKind::kComponent ? 1 : 0;
  for (Member* part : b.node->members) count_b += part->kind == MemberKind::kComponent ? 1 : 0;
  for (Member* part : a.node->members) {
    if (part->kind != MemberKind::kComponent) continue;
    Member* other = tree_.find(*b.node, part->name);
    if (other == nullptr || other->kind != MemberKind::kComponent)
      reporter_.fail(place,
                     "connect() joins '" + tree_.path_of(*a.member) + "' and '" + tree_.path_of(*b.member) +
                         "', and only the first has '" + std::string(part->name) + "'",
                     "connectors that are connected have the same elements");
    tree_.type_component(*part);
    tree_.type_component(*other);
    if (!is_present(*part) || !is_present(*other)) continue;
    connect_elements(a, *part, b, *other, place);
  }
  if (count_a != count_b)
    reporter_.fail(place,
                   "connect() joins '" + tree_.path_of(*a.member) + "' and '" + tree_.path_of(*b.member) +
                       "', which have " + std::to_string(count_a) + " and " + std::to_string(count_b) +
                       " elements",
                   "connectors that are connected have the same elements");
}

void Flattener::connect_elements(const ConnectEnd& a, Member& part, const ConnectEnd& b, Member& other,
                                 Place place) {
  const Span<std::int64_t> dims = own_dims(part);
  const Span<std::int64_t> other_dims = own_dims(other);
  if (!std::equal(dims.begin(), dims.end(), other_dims.begin(), other_dims.end()))
    reporter_.fail(place, "connect() joins '" + tree_.path_of(part) + "' and '" + tree_.path_of(other) +
                              "', whose sizes differ");
  if (is_overconstrained(*part.node) &&
      tree_.builtin_node(*part.node) != nullptr) {  // one as a whole, an array or not
    GraphEdge edge{a, b, place};
    edge.a.member = &part;
    edge.a.node = part.node;
    edge.b.member = &other;
    edge.b.node = other.node;
    graph_edges_.push_back(edge);
    return;
  }
  connect_each(a, part, b, other, place);
}

void Flattener::connect_each(const ConnectEnd& a, Member& part, const ConnectEnd& b, Member& other,
                             Place place) {
  const Span<std::int64_t> dims = own_dims(part);
  const bool leaf = tree_.builtin_node(*part.node) != nullptr;
  std::int64_t total = 1;
  for (const std::int64_t size : dims) total *= size;
  for (std::int64_t k = 0; k < total; ++k) {
    ConnectEnd one = a, two = b;
    one.member = &part;
    one.node = part.node;
    two.member = &other;
    two.node = other.node;
    std::vector<std::int64_t> index(dims.size());
    std::int64_t rest = k;
    for (std::size_t d = dims.size(); d-- > 0;) {
      index[d] = rest % dims[d] + 1;
      rest /= dims[d];
    }
    one.index.insert(one.index.end(), index.begin(), index.end());
    two.index.insert(two.index.end(), index.begin(), index.end());
    if (leaf)
      connect_leaves(one, two, place);
    else
      connect_pair(one, two, place);
  }
}

namespace {
std::size_t linear(const std::vector<std::int64_t>& index, Span<std::int64_t> dims) {
  std::size_t at = 0;
  for (std::size_t d = 0; d < dims.size(); ++d)
    at = at * static_cast<std::size_t>(dims[d]) + static_cast<std::size_t>(index[d] - 1);
  return at;
}
}  // namespace

void Flattener::connect_leaves(const ConnectEnd& a, const ConnectEnd& b, Place place) {
  const std::uint32_t one = variable_of(*a.member), two = variable_of(*b.member);
  const Variable& x = flat_->variables[one];
  const Variable& y = flat_->variables[two];
  Type tx = x.type, ty = y.type;
  tx.dims = ty.dims = {};
  if (!same_base(tx, ty))
    reporter_.fail(place, "connect() joins '" + x.name + "' of type " + type_text(tx) + " and '" + y.name +
                              "' of type " + type_text(ty));
  if (x.is_flow != y.is_flow || a.member->stream != b.member->stream)
    reporter_.fail(place,
                   "connect() joins '" + x.name + "' and '" + y.name + "', and only one of them is " +
                       (x.is_flow != y.is_flow ? "a flow" : "a stream"),
                   "both are, or none");
  if ((x.variability <= Variability::kParameter) != (y.variability <= Variability::kParameter))
    reporter_.fail(place, "connect() joins '" + x.name + "' and '" + y.name +
                              "', and only one of them is a parameter or constant");
  check_causality(a, b, place);
  if (x.variability <= Variability::kParameter && x.variability != y.variability)
    reporter_.fail(place, "connect() joins '" + x.name + "' and '" + y.name +
                              "', of which one is a constant and the other a parameter");
  if (x.variability <= Variability::kParameter) {
    try {
      const Value mine = value_of(*a.member), other = value_of(*b.member);
      if (mine.kind == Value::Kind::kScalar && other.kind == Value::Kind::kScalar && !(mine == other))
        reporter_.error(place, "connect() joins '" + x.name + "' and '" + y.name + "', whose values differ",
                        "give both one value");
    } catch (const NotConstant&) {
    }
  }
  if (x.variability <= Variability::kParameter)
    return;  // they are equal by declaration, or the classes are at fault
  std::size_t nx = static_cast<std::size_t>(scalar_count(x.type)),
              ny = static_cast<std::size_t>(scalar_count(y.type));
  const std::uint32_t p = connections_.node(*a.member, a.outside, nx, linear(a.index, x.type.dims));
  const std::uint32_t q = connections_.node(*b.member, b.outside, ny, linear(b.index, y.type.dims));
  connections_.join(p, q);
}

namespace {

// Its own, or that of the connector or record around it.
ast::Causality direction_of(const Member& member) {
  ast::Causality made = member.causality;
  for (const ClassNode* instance = member.holder->instance;
       made == ast::Causality::kNone && instance->component != nullptr;
       instance = instance->component->holder->instance)
    made = instance->component->causality;
  return made;
}

// What is protected is no interface: its direction says nothing about who feeds whom.
bool is_hidden(const Member& member) {
  for (const Member* at = &member; at != nullptr;) {
    if (at->is_protected) return true;
    const ClassNode* around = at->holder->instance;
    const bool in_connector = around->component != nullptr && around->definition != nullptr &&
                              around->definition->kind == ClassKind::kConnector;
    at = in_connector ? around->component : nullptr;
  }
  return false;
}

// An output of a component, or an input of the class itself.
bool is_source(const Member& member, bool outside) {
  return (direction_of(member) == ast::Causality::kOutput) != outside;
}

}  // namespace

// The same for those that are joined by way of others.
void Flattener::check_sources(const std::vector<std::uint32_t>& set) {
  std::vector<Member*> sources;
  for (const std::uint32_t node : set) {
    const Connections::Face& face = connections_.face(node);
    ConnectEnd end;
    end.member = face.member;
    if (direction_of(*face.member) == ast::Causality::kNone || is_bus_part(end)) return;
    if (!is_hidden(*face.member) && is_source(*face.member, face.outside)) sources.push_back(face.member);
  }
  if (sources.size() < 2) return;
  reporter_.error(sources[1]->element->place,
                  "'" + tree_.path_of(*sources[0]) + "' and '" + tree_.path_of(*sources[1]) +
                      "' are two sources of one signal, joined by connections",
                  "connect one output with inputs");
}

// Two sources of a signal cannot feed each other (section 9.3).
void Flattener::check_causality(const ConnectEnd& a, const ConnectEnd& b, Place place) {
  const ast::Causality x = direction_of(*a.member), y = direction_of(*b.member);
  if ((x == ast::Causality::kNone) != (y == ast::Causality::kNone) && !is_bus_part(a) && !is_bus_part(b))
    reporter_.error(place, "connect() joins '" + tree_.path_of(*a.member) + "' and '" +
                               tree_.path_of(*b.member) + "', and only one of them is an input or output");
  if (x == ast::Causality::kNone || y == ast::Causality::kNone) return;
  if (is_hidden(*a.member) || is_hidden(*b.member)) return;
  if (is_bus_part(a) || is_bus_part(b)) return;
  if (is_source(*a.member, a.outside) && is_source(*b.member, b.outside))
    reporter_.error(place,
                    "connect() joins two sources of a signal, '" + tree_.path_of(*a.member) + "' and '" +
                        tree_.path_of(*b.member) + "'",
                    "connect an output with inputs");
}

const Expr* Flattener::scalar_of(std::uint32_t node, Place place) {
  const Connections::Face& face = connections_.face(node);
  const Type& type = flat_->variables[variable_of(*face.member)].type;
  std::vector<const Expr*> subs(type.rank());
  std::size_t rest = node - face.first;
  for (std::size_t d = type.rank(); d-- > 0;) {
    subs[d] =
        integer_literal(static_cast<std::int64_t>(rest % static_cast<std::size_t>(type.dims[d])) + 1, place);
    rest /= static_cast<std::size_t>(type.dims[d]);
  }
  return member_reference(*face.member, std::move(subs), place);
}

void Flattener::connection_equations() {
  for (std::uint32_t node = 0; node < connections_.size(); ++node) {
    if (connections_.root(node) != node) continue;
    const std::vector<std::uint32_t> set = connections_.members(node);
    if (set.size() < 2) continue;
    const Place place = connections_.face(node).member->element->place;
    const Variable& variable = flat_->variables[variable_of(*connections_.face(node).member)];
    if (connections_.face(node).member->stream) continue;
    if (set.size() > 2 && reporter_.errors() == 0) check_sources(set);
    Equation made;
    made.kind = EquationKind::kEqual;
    made.from_connection = true;
    made.place = place;
    if (variable.is_flow) {
      // Long sums are sums of sums, so that no pass over them has to go as deep as the set is large.
      constexpr std::size_t kSummands = 64;
      std::vector<const Expr*> sums;
      for (std::size_t i = 0; i < set.size(); ++i) {
        const Expr* term = scalar_of(set[i], place);
        const bool outside = connections_.face(set[i]).outside;
        if (i % kSummands == 0)
          sums.push_back(outside ? unary(Op::kNegate, term, place) : term);
        else
          sums.back() = binary(outside ? Op::kSubtract : Op::kAdd, sums.back(), term, place);
      }
      while (sums.size() > 1) {
        std::vector<const Expr*> larger;
        for (std::size_t i = 0; i < sums.size(); ++i)
          if (i % kSummands == 0)
            larger.push_back(sums[i]);
          else
            larger.back() = binary(Op::kAdd, larger.back(), sums[i], place);
        sums = std::move(larger);
      }
      made.left = sums.front();
      made.right = real_literal(0, place);
      flat_->equations.push_back(std::move(made));
    } else {
      for (std::size_t i = 1; i < set.size(); ++i) {
        Equation one = made;
        one.left = scalar_of(set[0], place);
        one.right = scalar_of(set[i], place);
        flat_->equations.push_back(std::move(one));
      }
    }
  }
  unconnected_flows();
  stream_equations();
}

void Flattener::unconnected_flows() {
  for (Member* member : order_) {
    const std::uint32_t number = variable_of(*member);
    if (!flat_->variables[number].is_flow || flat_->variables[number].variability <= Variability::kParameter)
      continue;
    if (!lies_in_connector(*member)) continue;
    const Place place = member->element->place;
    const Type type = flat_->variables[number].type;
    const auto scalars = static_cast<std::uint32_t>(scalar_count(type));
    const std::uint32_t* first = connections_.find(*member, false);
    Equation made;
    made.kind = EquationKind::kEqual;
    made.from_connection = true;
    made.place = place;
    if (first == nullptr) {
      std::vector<const Expr*> subs(type.rank(), make(ExprKind::kColon, place));
      made.left = member_reference(*member, std::move(subs), place);
      made.right = real_literal(0, place);
      if (type.rank() > 0) {
        std::vector<const Expr*> args{made.right};
        for (const std::int64_t size : type.dims) args.push_back(integer_literal(size, place));
        made.right = call("fill", std::move(args), type, place);
      }
      if (scalars > 0) flat_->equations.push_back(std::move(made));
      continue;
    }
    for (std::uint32_t i = 0; i < scalars; ++i) {
      if (!connections_.is_alone(*first + i)) continue;
      Equation one = made;
      one.left = scalar_of(*first + i, place);
      one.right = real_literal(0, place);
      flat_->equations.push_back(std::move(one));
    }
  }
}

bool Flattener::lies_in_connector(const Member& member) {
  if (tree_.kind_of(*member.node) == ClassKind::kConnector) return true;
  for (const ClassNode* instance = member.holder->instance; instance->component != nullptr;
       instance = instance->component->holder->instance)
    if (tree_.kind_of(*instance->component->node) == ClassKind::kConnector) return true;
  return false;
}

}  // namespace escapement::modelica
