// SPDX-License-Identifier: MIT
// Ranges of iterators that are found from the arrays that they subscript (Modelica 3.6, section 11.2.2.1).
#include <algorithm>

#include "flattener.h"

namespace escapement::modelica {

bool Flattener::uses_iterator(const Expr* e, const Context& context) const {
  if (e == nullptr) return false;
  if (e->kind == ExprKind::kIterator)
    for (const LocalIterator& iterator : context.iterators)
      if (iterator.id == e->iterator) return true;
  for (const Expr* part : e->args)
    if (uses_iterator(part, context)) return true;
  return false;
}

namespace {

// The first place where a name stands alone as a subscript: the reference, its part and the dimension.
struct Use {
  const ast::Expr* reference = nullptr;
  std::size_t part = 0, dimension = 0;
};

void find_uses(const ast::Expr* e, std::string_view name, std::vector<Use>& uses) {
  if (e == nullptr) return;
  for (std::size_t p = 0; p < e->parts.size(); ++p)
    for (std::size_t d = 0; d < e->parts[p].subscripts.size(); ++d) {
      const ast::Expr* sub = e->parts[p].subscripts[d];
      if (sub->kind == ast::ExprKind::kReference && sub->parts.size() == 1 && sub->parts[0].name == name &&
          sub->parts[0].subscripts.empty() && e->kind == ast::ExprKind::kReference)
        uses.push_back({e, p, d});
      find_uses(sub, name, uses);
    }
  for (const ast::Expr* part : e->args) find_uses(part, name, uses);
  for (const ast::NamedArgument& argument : e->named) find_uses(argument.value, name, uses);
}

void find_uses(Span<ast::Statement*> body, std::string_view name, std::vector<Use>& uses) {
  for (const ast::Statement* statement : body) {
    find_uses(statement->left, name, uses);
    find_uses(statement->right, name, uses);
    for (const ast::Branch& branch : statement->branches) {
      find_uses(branch.condition, name, uses);
      find_uses(branch.body, name, uses);
    }
  }
}

}  // namespace

// `for i loop` takes its range from an array that i subscripts (section 11.2.2.1).
const Expr* Flattener::implicit_range(const ast::Iterator& iterator, Context& context,
                                      const ast::Expr* used_in, Span<ast::Statement*> body) {
  std::vector<Use> uses;
  find_uses(used_in, iterator.name, uses);
  find_uses(body, iterator.name, uses);
  if (uses.empty())
    reporter_.fail(
        iterator.place,
        "the iterator '" + std::string(iterator.name) + "' has no range and is no subscript of an array",
        "write 'for " + std::string(iterator.name) + " in ...'");
  const Expr* made = nullptr;
  for (const Use& use : uses) {
    ast::Expr array = *use.reference;
    std::vector<ast::RefPart> parts(use.reference->parts.begin(),
                                    use.reference->parts.begin() + static_cast<std::ptrdiff_t>(use.part) + 1);
    for (std::size_t p = 0; p < parts.size(); ++p) parts[p].subscripts = {};
    array.parts = Span<ast::RefPart>(parts.data(), parts.size());
    const ast::Expr* dimension = nullptr;
    ClassNode* scope = nullptr;
    declared_dimension(array, use.dimension, context, &dimension, &scope);
    const Expr* range = nullptr;
    if (dimension != nullptr && dimension->kind == ast::ExprKind::kReference) {
      Context there;
      there.scope = scope;
      if (ClassNode* node = type_named(*dimension, there))
        if (ClassNode* builtin = tree_.builtin_node(*node)) range = all_values(*builtin, iterator.place);
    }
    if (range == nullptr) {
      const Expr* size = array_size(array, use.dimension, context);
      Expr* plain = make(ExprKind::kRange, iterator.place,
                         with_dims(Type{BaseType::kInteger},
                                   {size->kind == ExprKind::kInteger ? size->integer : kUnknownSize}));
      plain->args = arena_.copy(std::vector<const Expr*>{integer_literal(1, iterator.place), nullptr, size});
      range = plain;
    }
    if (made == nullptr) {
      made = range;
    } else if (!same_dims(made->type, range->type) || !same_base(made->type, range->type)) {
      reporter_.fail(iterator.place,
                     "the iterator '" + std::string(iterator.name) +
                         "' subscripts dimensions of different sizes, " + size_text(made->type) + " and " +
                         size_text(range->type),
                     "write its range");
    }
  }
  return made;
}

// How a dimension of a component was written, when the reference is a plain one.
void Flattener::declared_dimension(const ast::Expr& array, std::size_t dimension, Context& context,
                                   const ast::Expr** written, ClassNode** scope) {
  Member* member = tree_.lookup(context.scope, array.parts[0].name);
  for (std::size_t i = 1; member != nullptr && i < array.parts.size(); ++i) {
    ClassNode* node = nullptr;
    if (member->kind == MemberKind::kClass) {
      node = tree_.node_of(*member);
    } else {
      tree_.type_component(*member);
      node = member->node;
    }
    member = tree_.find(*node, array.parts[i].name);
  }
  if (member == nullptr || member->kind != MemberKind::kComponent || member->element == nullptr) return;
  if (dimension < member->element->dimensions.size()) *written = member->element->dimensions[dimension];
  *scope = member->scope;
}

const Expr* Flattener::array_size(const ast::Expr& array, std::size_t dimension, Context& context) {
  std::vector<std::int64_t> before;
  // A component without a value of its own, such as an array of models, has sizes all the same.
  Member* member = array.global ? nullptr : tree_.lookup(context.scope, array.parts[0].name);
  bool local_iterator = false;
  for (const LocalIterator& iterator : context.iterators)
    local_iterator = local_iterator || iterator.name == array.parts[0].name;
  if (!local_iterator && member != nullptr && member->kind == MemberKind::kComponent &&
      member->holder->instance->is_instance) {
    Member* at = member;
    for (std::size_t i = 0; at != nullptr && at->kind == MemberKind::kComponent; ++i) {
      at = &target(*at);
      const Span<std::int64_t> dims = own_dims(*at);
      if (i + 1 == array.parts.size() && dimension < dims.size())
        return integer_literal(dims[dimension], array.place);
      if (i + 1 >= array.parts.size()) break;
      at = tree_.find(*at->node, array.parts[i + 1].name);
    }
  }
  const Expr* value = expression(array, context);
  if (dimension >= value->type.rank())
    reporter_.fail(array.place, "'" + reference_text(array) + "' has too few dimensions for its subscripts");
  return size_call({value, integer_literal(static_cast<std::int64_t>(dimension) + 1, array.place)},
                   array.place);
}

}  // namespace escapement::modelica
