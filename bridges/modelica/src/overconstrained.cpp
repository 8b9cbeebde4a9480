// SPDX-License-Identifier: MIT
// Overconstrained connectors (Modelica 3.6, section 9.4): a graph of records that define equalityConstraint.
// Branches are kept always; connections that would close a circle, or join two roots, give equalityConstraint
// = 0 instead.
#include <algorithm>
#include <deque>

#include "connections.h"
#include "environment.h"
#include "flattener.h"

namespace escapement::modelica {

std::size_t Flattener::graph_node(Member& member, const std::vector<std::int64_t>& index) {
  const auto [at, fresh] = graph_number_.emplace(std::make_pair(&member, index), graph_.size());
  if (fresh) graph_.push_back({});
  return at->second;
}

bool Flattener::is_overconstrained(ClassNode& node) {
  if (tree_.kind_of(node) == ast::ClassKind::kConnector || node.definition == nullptr) return false;
  Member* found = tree_.find(node, "equalityConstraint");
  return found != nullptr && found->kind == MemberKind::kClass;
}

// How many residues equalityConstraint() has; nothing where that cannot be told.
std::optional<std::int64_t> Flattener::residues_of(ClassNode& node, Place use) {
  Member* found = tree_.find(node, "equalityConstraint");
  if (found == nullptr || found->kind != MemberKind::kClass) return std::nullopt;
  const Function* function = function_of(*tree_.node_of(*found), use);
  if (function->outputs != 1) return std::nullopt;
  const std::int64_t count =
      scalar_count(function->variables[static_cast<std::size_t>(function->inputs)].type);
  return count >= 0 ? std::optional(count) : std::nullopt;
}

// A type such as Real[3, 3] with an equalityConstraint is one node, not nine.
void Flattener::whole_type(std::vector<ConnectEnd>& ends) {
  if (ends.empty() || ends[0].absent || tree_.builtin_node(*ends[0].node) == nullptr ||
      !is_overconstrained(*ends[0].node))
    return;
  ends.resize(1);
  ends[0].index.resize(context_iterators(*ends[0].member->holder).size());
}

// Connections.branch(a, b), root(a), potentialRoot(a, priority) as equations.
void Flattener::connection_graph(const ast::Expr& written, Context& context) {
  if (!context.connecting) return;
  const std::vector<Iterator> around = context_iterators(*context.scope);
  for (const Iterator& iterator : around)
    if (iterator.range->args[2]->integer == 0) return;
  Context inner = context;
  inner.index = first_index(context);
  do graph_equation(written, inner);
  while (next_index(inner.index, around));
}

void Flattener::graph_equation(const ast::Expr& written, Context& inner) {
  Context& context = inner;
  const std::string_view name = written.parts[1].name;
  std::vector<std::size_t> nodes;
  const std::size_t count = name == "branch" ? 2 : 1;
  if (written.args.size() < count)
    reporter_.fail(written.place, "Connections." + std::string(name) + "() lacks an argument");
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<ConnectEnd> ends;
    std::vector<std::int64_t> shape;
    connect_ends(*written.args[i], inner, ends, shape);
    whole_type(ends);
    if (ends.size() != 1)
      reporter_.not_supported(written.place, "Connections." + std::string(name) + "() of an array");
    if (ends[0].absent) return;
    nodes.push_back(graph_node(*ends[0].member, ends[0].index));
  }
  if (name == "branch") {
    branches_.emplace_back(nodes[0], nodes[1]);
  } else if (name == "root") {
    graph_[nodes[0]].root = true;
  } else if (name == "potentialRoot") {
    int priority = 0;
    const ast::Expr* given = written.args.size() > 1 ? written.args[1] : nullptr;
    for (const ast::NamedArgument& argument : written.named)
      if (argument.name == "priority") given = argument.value;
    if (given != nullptr)
      priority = static_cast<int>(uniform_value(expression(*given, context), "priority of a root").number);
    GraphNode& node = graph_[nodes[0]];
    if (node.priority < 0 || priority < node.priority) node.priority = priority;
  } else {
    reporter_.not_supported(written.place, "Connections." + std::string(name) + "()");
  }
}

void Flattener::settle_graph() {
  for (const GraphEdge& edge : graph_edges_) {  // all nodes are known before anything is counted
    graph_node(*edge.a.member, edge.a.index);
    graph_node(*edge.b.member, edge.b.index);
  }

  std::vector<std::size_t> parent(graph_.size());
  for (std::size_t i = 0; i < parent.size(); ++i) parent[i] = i;
  const auto root = [&](std::size_t at) {
    while (parent[at] != at) at = parent[at] = parent[parent[at]];
    return at;
  };
  std::vector<bool> rooted(graph_.size());
  for (std::size_t i = 0; i < graph_.size(); ++i) rooted[i] = graph_[i].root;
  std::vector<std::vector<std::size_t>> neighbours(graph_.size());
  const auto join = [&](std::size_t a, std::size_t b) {
    neighbours[a].push_back(b);
    neighbours[b].push_back(a);
    const std::size_t one = root(a), two = root(b);
    if (one == two) return;
    parent[std::max(one, two)] = std::min(one, two);
    rooted[std::min(one, two)] = rooted[one] || rooted[two];
  };
  for (const auto& [a, b] : branches_) join(a, b);
  for (const GraphEdge& edge : graph_edges_) {
    const std::size_t a = graph_node(*edge.a.member, edge.a.index),
                      b = graph_node(*edge.b.member, edge.b.index);
    const std::size_t one = root(a), two = root(b);
    if (one == two || (rooted[one] && rooted[two])) {
      break_edge(edge);
    } else {
      join(a, b);
      if (tree_.builtin_node(*edge.a.node) == nullptr)
        connect_fields(edge.a, edge.b, edge.place);
      else if (edge.a.index.size() == context_iterators(*edge.a.member->holder).size())
        connect_each(edge.a, *edge.a.member, edge.b, *edge.b.member, edge.place);
      else
        connect_leaves(edge.a, edge.b, edge.place);
    }
  }
  // The best potential root of each tree that has no root.
  std::vector<std::size_t> order(graph_.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return graph_[a].priority < graph_[b].priority; });
  for (const std::size_t at : order)
    if (graph_[at].priority >= 0 && !rooted[root(at)]) {
      graph_[at].root = true;
      rooted[root(at)] = true;
    }
  std::deque<std::size_t> open;
  for (std::size_t i = 0; i < graph_.size(); ++i)
    if (graph_[i].root) {
      graph_[i].depth = 0;
      open.push_back(i);
    }
  while (!open.empty()) {
    const std::size_t at = open.front();
    open.pop_front();
    for (const std::size_t next : neighbours[at])
      if (graph_[next].depth < 0) {
        graph_[next].depth = graph_[at].depth + 1;
        open.push_back(next);
      }
  }
}

void Flattener::break_edge(const GraphEdge& edge) {
  Member* constraint = tree_.find(*edge.a.node, "equalityConstraint");
  const Function* function = function_of(*tree_.node_of(*constraint), edge.place);
  const auto value = [&](const ConnectEnd& end) {
    std::vector<const Expr*> subs;
    for (const std::int64_t i : end.index) subs.push_back(integer_literal(i, edge.place));
    subs.resize(full_dims(*end.member).size(), make(ExprKind::kColon, edge.place));
    return member_reference(*end.member, std::move(subs), edge.place);
  };
  std::vector<const Expr*> args{value(edge.a), value(edge.b)};
  args.resize(static_cast<std::size_t>(function->inputs), nullptr);
  Context context;
  context.scope = &tree_.root();
  Equation made;
  made.kind = EquationKind::kEqual;
  made.from_connection = true;
  made.place = edge.place;
  made.right = finish_call(*function, std::move(args), edge.place, context);
  std::vector<const Expr*> sizes;
  for (const std::int64_t size : made.right->type.dims) sizes.push_back(integer_literal(size, edge.place));
  made.left =
      call("zeros", std::move(sizes),
           with_dims(Type{BaseType::kInteger}, {made.right->type.dims.begin(), made.right->type.dims.end()}),
           edge.place);
  if (scalar_count(made.right->type) > 0) flat_->equations.push_back(std::move(made));
}

// isRoot(a), rooted(a) in expressions, once the graph is settled.
const Expr* Flattener::graph_operator(std::string_view name, const ast::Expr& written, Context& context) {
  const bool is_root = name == "Connections.isRoot";
  if (!is_root && name != "Connections.rooted" && name != "rooted")
    reporter_.not_supported(written.place, std::string(name) + "()");
  const std::vector<Iterator> around = context_iterators(*context.scope);
  Context inner = context;
  inner.index = first_index(context);
  std::optional<bool> common;
  do {  // one answer for each element of the arrays around, or the elements are taken apart
    std::vector<ConnectEnd> ends;
    std::vector<std::int64_t> shape;
    connect_ends(*written.args[0], inner, ends, shape);
    whole_type(ends);
    if (ends.size() != 1 || ends[0].absent)
      reporter_.fail(written.place, std::string(name) + "() takes one record of a connector");
    const auto found = graph_number_.find({ends[0].member, ends[0].index});
    bool answer = !is_root;
    if (found != graph_number_.end() && is_root) answer = graph_[found->second].root;
    if (found != graph_number_.end() && !is_root)
      for (const auto& [a, b] : branches_) {
        if (a != found->second && b != found->second) continue;
        answer = graph_[found->second].depth <= graph_[a == found->second ? b : a].depth;
        break;
      }
    if (common && *common != answer) throw NeedExpansion{iterator_owner_.at(around.front().id)->element};
    common = answer;
  } while (next_index(inner.index, around));
  return boolean_literal(*common, written.place);
}

}  // namespace escapement::modelica
