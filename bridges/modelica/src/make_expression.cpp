// SPDX-License-Identifier: MIT
// Makers of typed expressions; they simplify what costs nothing to simplify, so that sizes and subscripts are
// plain.
#include "flattener.h"

namespace escapement::modelica {

Expr* Flattener::make(ExprKind kind, Place place, Type type) {
  Expr* made = arena_.make<Expr>();
  made->kind = kind;
  made->place = place;
  made->type = type;
  return made;
}

Type Flattener::with_dims(Type type, const std::vector<std::int64_t>& dims) {
  type.dims = arena_.copy(dims);
  return type;
}

const Expr* Flattener::integer_literal(std::int64_t value, Place place) {
  Expr* made = make(ExprKind::kInteger, place, Type{BaseType::kInteger});
  made->integer = value;
  made->number = static_cast<double>(value);
  return made;
}

const Expr* Flattener::real_literal(double value, Place place) {
  Expr* made = make(ExprKind::kReal, place, Type{BaseType::kReal});
  made->number = value;
  return made;
}

const Expr* Flattener::boolean_literal(bool value, Place place) {
  Expr* made = make(ExprKind::kBoolean, place, Type{BaseType::kBoolean});
  made->integer = value ? 1 : 0;
  return made;
}

const Expr* Flattener::string_literal(std::string_view value, Place place) {
  Expr* made = make(ExprKind::kString, place, Type{BaseType::kString});
  made->text = arena_.copy(value);
  return made;
}

const Expr* Flattener::iterator_reference(const Iterator& iterator, Place place) {
  Type type = iterator.range == nullptr ? Type{BaseType::kInteger} : iterator.range->type;
  type.dims = {};
  Expr* made = make(ExprKind::kIterator, place, type);
  made->iterator = iterator.id;
  made->text = iterator.name;
  return made;
}

const Expr* Flattener::call(std::string_view name, std::vector<const Expr*> args, Type type, Place place) {
  Expr* made = make(ExprKind::kCall, place, type);
  made->text = arena_.copy(name);
  made->args = arena_.copy(args);
  return made;
}

// `type` tells what an empty array is of.
const Expr* Flattener::literal(const Value& value, Place place, const Type* type) {
  if (value.is_array()) {
    std::vector<const Expr*> parts;
    Type element = type == nullptr ? Type{value.base, value.enumeration, value.record} : *type;
    if (element.rank() > 0)
      element.dims = Span<std::int64_t>(element.dims.begin() + 1, element.dims.size() - 1);
    for (const Value& part : value.parts) parts.push_back(literal(part, place, &element));
    if (parts.empty()) {
      std::vector<std::int64_t> dims{0};
      for (const std::int64_t size : element.dims) dims.push_back(size < 0 ? 0 : size);
      return make(ExprKind::kArray, place, with_dims(element, dims));
    }
    return array_of(std::move(parts), place);
  }
  if (value.kind == Value::Kind::kRecord) {
    std::vector<const Expr*> parts;
    for (std::size_t i = 0; i < value.parts.size(); ++i)
      parts.push_back(literal(value.parts[i], place,
                              i < value.record->fields.size() ? &value.record->fields[i].type : nullptr));
    return record_of(*value.record, std::move(parts), {}, place);
  }
  if (value.kind == Value::Kind::kFunction) return value.function;
  switch (value.base) {
    case BaseType::kInteger:
      if (type != nullptr && type->base == BaseType::kReal) return real_literal(value.number, place);
      return integer_literal(static_cast<std::int64_t>(value.number), place);
    case BaseType::kBoolean:
      return boolean_literal(value.is_true(), place);
    case BaseType::kString:
      return string_literal(value.text, place);
    case BaseType::kEnumeration: {
      Type literal_type{BaseType::kEnumeration, value.enumeration};
      Expr* made = make(ExprKind::kEnumeration, place, literal_type);
      made->integer = static_cast<std::int64_t>(value.number);
      return made;
    }
    default:
      return real_literal(value.number, place);
  }
}

const Expr* Flattener::record_of(const RecordType& record, std::vector<const Expr*> fields,
                                 Span<std::int64_t> dims, Place place) {
  Type type{BaseType::kRecord, nullptr, &record, dims};
  Expr* made = make(ExprKind::kRecord, place, type);
  made->args = arena_.copy(fields);
  return made;
}

const Expr* Flattener::array_of(std::vector<const Expr*> parts, Place place) {
  Type element = parts.front()->type;
  bool records = true;
  for (const Expr* part : parts) {
    records = records && part->kind == ExprKind::kRecord;
    const std::optional<Type> common = common_type(element, part->type);
    if (!common)
      reporter_.fail(part->place,
                     "an array has elements of types " + type_text(element) + " and " + type_text(part->type),
                     "elements of an array are of one type and one size");
    element = *common;
  }
  std::vector<std::int64_t> dims{static_cast<std::int64_t>(parts.size())};
  dims.insert(dims.end(), element.dims.begin(), element.dims.end());
  const Type type = with_dims(element, dims);
  if (records) {  // an array of records is a record of arrays
    std::vector<const Expr*> fields;
    for (std::size_t i = 0; i < element.record->fields.size(); ++i) {
      std::vector<const Expr*> values;
      for (const Expr* part : parts) values.push_back(part->args[i]);
      fields.push_back(array_of(std::move(values), place));
    }
    return record_of(*element.record, std::move(fields), type.dims, place);
  }
  Expr* made = make(ExprKind::kArray, place, type);
  made->args = arena_.copy(parts);
  return made;
}

const Expr* Flattener::index(const Expr* base, std::vector<const Expr*> subs, Place place) {
  if (subs.empty()) return base;
  bool all_colons = true;
  for (const Expr* sub : subs) all_colons = all_colons && sub->kind == ExprKind::kColon;
  if (all_colons) return base;
  Type type = base->type;
  std::vector<std::int64_t> dims;
  for (std::size_t i = 0; i < base->type.rank(); ++i) {
    if (i >= subs.size() || subs[i]->kind == ExprKind::kColon)
      dims.push_back(base->type.dims[i]);
    else if (!subs[i]->type.is_scalar())
      dims.push_back(subs[i]->type.dims[0]);
  }
  type = with_dims(type, dims);
  if (base->kind == ExprKind::kRecord) {
    std::vector<const Expr*> fields;
    for (const Expr* part : base->args) fields.push_back(index(part, subs, place));
    return record_of(*base->type.record, std::move(fields), type.dims, place);
  }
  if (base->kind == ExprKind::kArray) {
    if (subs[0]->kind == ExprKind::kInteger) {
      const std::int64_t i = subs[0]->integer;
      if (i < 1 || i > static_cast<std::int64_t>(base->args.size()))
        reporter_.fail(place, "the subscript " + std::to_string(i) + " is beyond an array of " +
                                  std::to_string(base->args.size()));
      return index(base->args[static_cast<std::size_t>(i - 1)], {subs.begin() + 1, subs.end()}, place);
    }
    if (subs[0]->kind == ExprKind::kColon && !base->args.empty()) {
      std::vector<const Expr*> parts;
      for (const Expr* part : base->args) parts.push_back(index(part, {subs.begin() + 1, subs.end()}, place));
      return array_of(std::move(parts), place);
    }
  }
  if (base->kind == ExprKind::kRange && subs[0]->type.is_scalar() &&
      base->args[0]->kind == ExprKind::kInteger && base->args[1] == nullptr &&
      base->type.base == BaseType::kInteger) {
    if (base->args[0]->integer == 1) return subs[0];
  }
  if (base->kind == ExprKind::kVariable || base->kind == ExprKind::kLocal) {
    std::vector<const Expr*> all(base->args.begin(), base->args.end());
    bool plain = true;
    if (all.empty()) all.assign(base->type.rank(), make(ExprKind::kColon, place));
    for (const Expr* sub : all) plain = plain && (sub->kind == ExprKind::kColon || sub->type.is_scalar());
    if (plain) {
      std::size_t next = 0;
      for (const Expr*& sub : all)
        if (sub->kind == ExprKind::kColon && next < subs.size()) sub = subs[next++];
      Expr* made = make(base->kind, place, type);
      made->variable = base->variable;
      made->text = base->text;
      made->args = arena_.copy(all);
      if (base->kind == ExprKind::kVariable) variable_uses_.push_back(made);
      return made;
    }
  }
  Expr* made = make(ExprKind::kIndex, place, type);
  subs.insert(subs.begin(), base);
  made->args = arena_.copy(subs);
  return made;
}

const Expr* Flattener::field(const Expr* base, std::size_t number, Place place) {
  if (base->kind == ExprKind::kRecord) return base->args[number];
  const Type& inner = base->type.record->fields[number].type;
  std::vector<std::int64_t> dims(base->type.dims.begin(), base->type.dims.end());
  dims.insert(dims.end(), inner.dims.begin(), inner.dims.end());
  if (base->kind == ExprKind::kArray && !base->args.empty()) {
    std::vector<const Expr*> parts;
    for (const Expr* part : base->args) parts.push_back(field(part, number, place));
    return array_of(std::move(parts), place);
  }
  Expr* made = make(ExprKind::kField, place, with_dims(inner, dims));
  made->integer = static_cast<std::int64_t>(number);
  made->text = base->type.record->fields[number].name;
  made->args = arena_.copy(std::vector<const Expr*>{base});
  return made;
}

const Expr* Flattener::field_named(const Expr* base, std::string_view name, Place place) {
  if (base->type.base == BaseType::kRecord && base->type.record != nullptr)
    for (std::size_t i = 0; i < base->type.record->fields.size(); ++i)
      if (base->type.record->fields[i].name == name) return field(base, i, place);
  reporter_.fail(place,
                 "a value of type " + type_text(base->type) + " has no element '" + std::string(name) + "'");
}

std::string Flattener::size_text(const Type& type) const {
  if (type.is_scalar()) return "of a scalar";
  std::string text = "[";
  for (std::size_t i = 0; i < type.rank(); ++i)
    text += (i == 0 ? "" : ", ") + (type.dims[i] < 0 ? std::string(":") : std::to_string(type.dims[i]));
  return text + "]";
}

std::string Flattener::type_text(const Type& type) const {
  std::string text;
  switch (type.base) {
    case BaseType::kReal:
      text = "Real";
      break;
    case BaseType::kInteger:
      text = "Integer";
      break;
    case BaseType::kBoolean:
      text = "Boolean";
      break;
    case BaseType::kString:
      text = "String";
      break;
    case BaseType::kEnumeration:
      text = type.enumeration == nullptr ? "enumeration" : type.enumeration->name;
      break;
    case BaseType::kRecord:
    case BaseType::kExternalObject:
      text = type.record == nullptr ? "record" : type.record->name;
      break;
    case BaseType::kFunction:
      text = "function";
      break;
    case BaseType::kTuple:
      text = "several results";
      break;
    case BaseType::kNone:
      text = "no value";
      break;
  }
  return type.is_scalar() ? text : text + size_text(type);
}

bool Flattener::same_dims(const Type& a, const Type& b) const {
  if (a.rank() != b.rank()) return false;
  for (std::size_t i = 0; i < a.rank(); ++i)
    if (!same_size(a.dims[i], b.dims[i])) return false;
  return true;
}

bool Flattener::same_base(const Type& a, const Type& b) const {
  if (a.base != b.base) return false;
  if (a.base == BaseType::kEnumeration)
    return a.enumeration == b.enumeration || a.enumeration == nullptr || b.enumeration == nullptr ||
           a.enumeration->literals == b.enumeration->literals;
  if (a.base == BaseType::kRecord && a.record != b.record) {
    if (a.record == nullptr || b.record == nullptr || a.record->fields.size() != b.record->fields.size())
      return false;
    for (std::size_t i = 0; i < a.record->fields.size(); ++i)
      if (a.record->fields[i].name != b.record->fields[i].name ||
          !assignable(a.record->fields[i].type, b.record->fields[i].type))
        return false;
  }
  return true;
}

// Whether a value of type `from` may stand where `to` is wanted: the same type, or an Integer for a Real.
bool Flattener::assignable(const Type& to, const Type& from) const {
  if (!same_dims(to, from)) return false;
  return same_base(to, from) || (to.base == BaseType::kReal && from.base == BaseType::kInteger);
}

std::optional<Type> Flattener::common_type(const Type& a, const Type& b) const {
  if (!same_dims(a, b)) return std::nullopt;
  Type made = a;
  for (std::size_t i = 0; i < a.rank(); ++i)
    if (a.dims[i] < 0) made.dims = b.dims;
  if (same_base(a, b)) return made;
  if (a.is_numeric() && b.is_numeric()) {
    made.base = BaseType::kReal;
    return made;
  }
  return std::nullopt;
}

}  // namespace escapement::modelica
