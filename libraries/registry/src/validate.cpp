// SPDX-License-Identifier: MIT
#include "escapement/registry/validate.h"

#include <algorithm>
#include <cmath>

#include "escapement/registry/arguments.h"
#include "habits.h"

namespace escapement::registry {
namespace {

using Type = Value::Type;
using Diagnostics = std::vector<Diagnostic>;

constexpr double kLargestWhole = 9007199254740992.0;  // 2^53: above it a double skips whole numbers

// Whole bounds in plain digits: 1000000, not 1e+06.
std::string bound_text(double bound) {
  const bool plain = bound == std::floor(bound) && std::abs(bound) <= kLargestWhole;
  return plain ? std::to_string(static_cast<long long>(bound)) : to_text(bound);
}

std::string shortened(std::string text) {
  constexpr std::size_t kMost = 60;
  if (text.size() <= kMost) return text;
  std::size_t cut = kMost;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U)
    --cut;  // not inside a UTF-8 letter
  return text.substr(0, cut) + "...";
}

std::string found(const Value& value) {
  if (value.is(Type::kNull) || value.is(Type::kBoolean)) return value.json();
  return std::string(value.type_name()) + " (" + shortened(value.json()) + ")";
}

void wrong(const Field& field, const Value& value, const std::string& what, const std::string& remedy,
           Diagnostics& diagnostics) {
  // Where there is nothing better to say, what the field means.
  diagnostics.push_back({value.where(), "'" + field.name + "' " + what, remedy.empty() ? field.doc : remedy});
}

// Keys that users of other tools look for and that have no like here.
std::string elsewhere(std::string_view key) {
  if (key == "units" || key == "unit" || key == "timeUnits")
    return "times are in the study's \"timeUnit\"; a time may have its own unit, such as \"5 h\"";
  return "";
}

// What an object of the record looks like: its needed keys, or its first ones.
std::string shape_of(const Record& record) {
  std::string text;
  for (const bool needed : {true, false}) {
    if (!text.empty()) break;
    int count = 0;
    for (const Field& field : record.fields)
      if (field.required == needed && ++count <= 2)
        text += (text.empty() ? "{\"" : ", \"") + field.name + "\": ...";
  }
  return text.empty() ? "" : "write " + text + "}";
}

std::string did_you_mean(std::string_view wanted, const std::vector<std::string>& known) {
  const std::string_view near = nearest_name(wanted, known);
  return near.empty() ? "allowed: " + list_text(known) : "did you mean '" + std::string(near) + "'?";
}

// "resources|sets" for a person: "resources or sets".
std::string sections_text(std::string sections) {
  for (std::size_t bar; (bar = sections.find('|')) != std::string::npos;) sections.replace(bar, 1, " or ");
  return sections;
}

void check_field(const Field& field, const Value& value, Diagnostics& diagnostics);
void check_record(const Value& object, const Record& record, const std::vector<std::string>& also_allowed,
                  Diagnostics& diagnostics);

// What to write instead of a text such as "20 ft/min".
std::string bare(const Field& field) {
  if (field.unit.find("length") == std::string::npos) return "";
  return "write a bare number: all lengths of a study are in one unit of your own, and times are in its "
         "\"timeUnit\"";
}

void check_number(const Field& field, const Value& value, Diagnostics& diagnostics) {
  if (!value.is(Type::kNumber))
    return wrong(field, value, "must be " + expected_text(field) + ", not " + found(value),
                 value.is(Type::kString) ? bare(field) : "", diagnostics);
  const double n = value.number();
  const bool whole =
      field.type != FieldType::kInteger || (n == std::floor(n) && std::abs(n) <= kLargestWhole);
  const bool above = !field.minimum || (field.exclusive_minimum ? n > *field.minimum : n >= *field.minimum);
  const bool below = !field.maximum || n <= *field.maximum;
  if (std::isfinite(n) && whole && above && below) return;
  const bool percentage = field.minimum == 0.0 && field.maximum == 1.0 && n >= 2 && n <= 100;
  wrong(field, value, "must be " + expected_text(field) + ", not " + value.text(),
        percentage ? value.text() + " % is written as " + to_text(n / 100) : "", diagnostics);
}

void check_duration(const Field& field, const Value& value, Diagnostics& diagnostics) {
  if (value.is(Type::kNumber)) return check_number(field, value, diagnostics);
  const std::string not_this = "must be " + expected_text(field) + ", not " + found(value);
  std::optional<double> seconds;
  if (value.is(Type::kString)) seconds = parse_duration(value.text(), "s");
  if (!seconds)
    return wrong(field, value, not_this,
                 "write a number, or text such as \"5 h\"; the units are s, min, h and d", diagnostics);
  // The unit of the text does not matter here: a bound of 0, the only one that holds in every unit, is a
  // sign.
  const double count = seconds.value_or(0);
  if (field.minimum == 0.0 && (count < 0 || (field.exclusive_minimum && count == 0)))
    wrong(field, value, not_this, "", diagnostics);
}

void check_choice(const Field& field, const Value& value, Diagnostics& diagnostics) {
  const auto& choices = field.choices;
  if (value.is(Type::kString) && std::find(choices.begin(), choices.end(), value.text()) != choices.end())
    return;
  const std::string remedy = value.is(Type::kString) && !nearest_name(value.text(), choices).empty()
                                 ? did_you_mean(value.text(), choices)
                                 : "";
  wrong(field, value, "must be " + expected_text(field) + ", not " + found(value), remedy, diagnostics);
}

void check_reference(const Field& field, const Value& value, Diagnostics& diagnostics) {
  const std::string& text = value.text();
  bool good = value.is(Type::kString);
  for (std::size_t at = 0; good && at <= text.size();) {
    const std::size_t dot = std::min(text.find('.', at), text.size());
    good = is_name(std::string_view(text).substr(at, dot - at));
    at = dot + 1;
  }
  if (!good)
    wrong(field, value, "must be " + expected_text(field) + ", not " + found(value),
          "names are made of letters, digits and _ and begin with no digit", diagnostics);
}

void check_map(const Field& field, const Value& value, Diagnostics& diagnostics) {
  if (!value.is(Type::kObject))
    return wrong(field, value, "must be " + expected_text(field) + ", not " + found(value), "", diagnostics);
  if (field.element == nullptr) return;
  for (const Value::Member& member : value.members()) {
    if (!is_name(member.key))
      diagnostics.push_back({member.key_where,
                             "'" + shortened(member.key) + "' in '" + field.name + "' is no name",
                             "names are made of letters, digits and _ and begin with no digit"});
    Field element = *field.element;
    if (element.name.empty()) element.name = field.name + "." + member.key;
    check_field(element, member.value, diagnostics);
  }
}

void check_list(const Field& field, const Value& value, Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < value.items().size(); ++i) {
    Field element = *field.element;
    if (element.name.empty()) element.name = field.name + "[" + std::to_string(i) + "]";
    check_field(element, value.items()[i], diagnostics);
  }
}

void check_field(const Field& field, const Value& value, Diagnostics& diagnostics) {
  const auto must_be = [&](bool good) {
    if (!good)
      wrong(field, value, "must be " + expected_text(field) + ", not " + found(value), "", diagnostics);
    return good;
  };
  switch (field.type) {
    case FieldType::kNumber:
    case FieldType::kInteger:
      return check_number(field, value, diagnostics);
    case FieldType::kBoolean:
      must_be(value.is(Type::kBoolean));
      return;
    case FieldType::kString:
      must_be(value.is(Type::kString));
      return;
    case FieldType::kChoice:
      return check_choice(field, value, diagnostics);
    case FieldType::kDuration:
      return check_duration(field, value, diagnostics);
    case FieldType::kExpression:
      if (value.is(Type::kNumber)) return check_number(field, value, diagnostics);
      must_be((value.is(Type::kString) && value.text().find_first_not_of(" \t\r\n") != std::string::npos));
      return;
    case FieldType::kReference:
      return check_reference(field, value, diagnostics);
    case FieldType::kList:
      if (must_be(value.is(Type::kArray))) check_list(field, value, diagnostics);
      return;
    case FieldType::kMap:
      return check_map(field, value, diagnostics);
    case FieldType::kRecord: {
      if (value.is(Type::kObject)) {
        if (field.record != nullptr) check_record(value, *field.record, {}, diagnostics);
        return;
      }
      if (!field.short_form) {
        const std::string remedy =
            field.doc.empty() && field.record != nullptr ? shape_of(*field.record) : "";
        return wrong(field, value, "must be " + expected_text(field) + ", not " + found(value), remedy,
                     diagnostics);
      }
      Field scalar = *field.record->find(field.short_field);
      scalar.type = *field.short_form;
      scalar.name = field.name;
      if (value.is(Type::kString) || value.is(Type::kNumber)) return check_field(scalar, value, diagnostics);
      must_be(false);
      return;
    }
    case FieldType::kOneOrList: {
      if (value.is(Type::kArray)) return check_list(field, value, diagnostics);
      Field one = *field.element;
      if (one.name.empty()) one.name = field.name;
      return check_field(one, value, diagnostics);
    }
    case FieldType::kAny:
      return;
  }
}

void check_record(const Value& object, const Record& record, const std::vector<std::string>& also_allowed,
                  Diagnostics& diagnostics) {
  if (!object.is(Type::kObject)) {
    diagnostics.push_back(
        {object.where(), record.name + " must be an object, not " + found(object), shape_of(record)});
    return;
  }
  const std::size_t faults_before = diagnostics.size();
  for (const Value::Member& member : object.members()) {
    if (const Field* field = record.find(member.key)) {
      check_field(*field, member.value, diagnostics);
    } else if (std::find(also_allowed.begin(), also_allowed.end(), member.key) == also_allowed.end()) {
      const auto refused = std::find_if(record.refused.begin(), record.refused.end(),
                                        [&](const auto& each) { return each.first == member.key; });
      if (refused != record.refused.end()) {
        diagnostics.push_back(
            {member.key_where, "'" + member.key + "' is no key of " + record.name, refused->second});
        continue;
      }
      if (const auto instead = internal::instead_of_key(record.name, member.key); !instead.empty()) {
        diagnostics.push_back({member.key_where,
                               "unknown key '" + shortened(member.key) + "' in " + record.name,
                               std::string(instead)});
        continue;
      }
      std::vector<std::string> known = record.field_names();
      known.insert(known.end(), also_allowed.begin(), also_allowed.end());
      diagnostics.push_back(
          {member.key_where, "unknown key '" + shortened(member.key) + "' in " + record.name,
           elsewhere(member.key).empty() ? did_you_mean(member.key, known) : elsewhere(member.key)});
    }
  }
  for (const Field& field : record.fields) {
    if (!field.required || object.find(field.name) != nullptr) continue;
    diagnostics.push_back({object.where(), "'" + field.name + "' is missing in " + record.name,
                           "add \"" + field.name + "\": " + expected_text(field) +
                               (field.doc.empty() ? "" : " (" + field.doc + ")")});
  }
  if (record.check && diagnostics.size() == faults_before) record.check(object, diagnostics);
}

}  // namespace

std::string expected_text(const Field& field) {
  const auto with_range = [&](std::string what) {
    if (field.minimum && field.maximum)
      what += (field.exclusive_minimum ? " above " : " from ") + bound_text(*field.minimum) + " to " +
              bound_text(*field.maximum);
    else if (field.minimum)
      what += (field.exclusive_minimum ? " above " : " of at least ") + bound_text(*field.minimum);
    else if (field.maximum)
      what += " of at most " + bound_text(*field.maximum);
    return what;
  };
  switch (field.type) {
    case FieldType::kNumber:
      return with_range("a number");
    case FieldType::kInteger:
      return with_range("a whole number");
    case FieldType::kBoolean:
      return "true or false";
    case FieldType::kString:
      return "a string";
    case FieldType::kChoice:
      return list_text(field.choices, 30);
    case FieldType::kDuration:
      return with_range("a duration");
    case FieldType::kExpression:
      return with_range("an expression") + " (a number or a text)";
    case FieldType::kReference:
      return field.section.empty() ? "a name" : "the name of one of the " + sections_text(field.section);
    case FieldType::kList:
      return "a list, each item " + expected_text(*field.element);
    case FieldType::kMap:
      return field.element == nullptr ? "an object of names"
                                      : "an object of names, each " + expected_text(*field.element);
    case FieldType::kRecord: {
      std::string what = "an object";
      if (field.short_form) {
        Field scalar = *field.record->find(field.short_field);
        scalar.type = *field.short_form;
        what = expected_text(scalar) + ", or an object";
      }
      return what;
    }
    case FieldType::kOneOrList:
      return expected_text(*field.element) + ", or a list of them";
    case FieldType::kAny:
      return "a value";
  }
  throw InternalError("expected_text: a field type outside its enumeration");
}

void validate(const Value& object, const Record& record, const std::vector<std::string>& also_allowed,
              std::vector<Diagnostic>& diagnostics) {
  check_record(object, record, also_allowed, diagnostics);
}

bool is_name(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !text.empty() && letter(text.front()) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || digit(c); });
}

}  // namespace escapement::registry
