// SPDX-License-Identifier: MIT
// Descriptors: what a component type, an element or a part of a study looks like from outside.
//
// One descriptor feeds the JSON Schema, the validation messages, `escapement describe`, the reference pages
// and any editor palette. There is no second list.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "escapement/registry/value.h"

namespace escapement::registry {

struct Record;

enum class FieldType {
  kNumber,   // a finite number in [minimum, maximum]
  kInteger,  // a whole number in [minimum, maximum]
  kBoolean,
  kString,
  kChoice,      // one of `choices`
  kDuration,    // a number in the study's time unit, or text such as "5 h", "1.5 min", "30 s", "2 d"
  kExpression,  // a number, or text in the expression language
  kReference,   // the name of an element of section `section` ("resources"), found by searching outward
  kList,        // an array whose items are `element`
  kMap,         // an object whose keys are names and whose values are `element`
  kRecord,      // an object described by `record`
  kOneOrList,   // `element`, or an array of them
  kAny,         // checked by its owner
};

struct Field {
  std::string name;
  FieldType type = FieldType::kAny;
  std::string doc;
  std::string unit;          // "time", "1/time", "cost/h" ... empty: none
  std::string default_text;  // as shown to a person; empty: none
  bool required = false;
  std::optional<double> minimum, maximum;
  bool exclusive_minimum = false;
  std::vector<std::string> choices;
  std::string section;  // kReference; "resources|sets": of either; empty: any element or component
  std::shared_ptr<const Field>
      element;  // kList, kMap, kOneOrList; a kMap or kRecord without one is checked by its owner
  std::shared_ptr<const Record> record;  // kRecord; an element may also be written in a short form:
  std::optional<FieldType> short_form;   // kRecord: this scalar may stand for {short_field: scalar}
  std::string short_field;

  // Builders, so that a descriptor reads as a sentence.
  Field&& because(std::string text) &&;  // doc
  Field&& in(std::string unit_text) &&;
  Field&& by_default(std::string text) &&;
  Field&& must() &&;  // required
  Field&& at_least(double least) &&;
  Field&& above(double bound) &&;  // exclusive minimum
  Field&& at_most(double most) &&;
};

Field number(std::string name);
Field integer(std::string name);
Field boolean(std::string name);
Field string(std::string name);
Field choice(std::string name, std::vector<std::string> choices);
Field duration(std::string name);  // of at least 0, unit "time"
Field expression(std::string name);
Field reference(std::string name, std::string section);
Field list(std::string name, Field element);
Field map(std::string name, Field element);
Field one_or_list(std::string name, Field element);
Field record(std::string name, Record record);
// Throws InternalError when the record has no field `short_field`.
Field record_or(std::string name, Record record, FieldType short_form, std::string short_field);
Field any(std::string name);

struct Record {
  std::string name;  // "resource", "experiment": used in messages
  std::string doc;
  std::vector<Field> fields;
  // Faults that concern several fields at once; may be empty. Appends to the diagnostics.
  std::function<void(const Value&, std::vector<Diagnostic>&)> check;
  // Keys that somebody may write out of habit: what to do instead, told where an unknown key is found.
  std::vector<std::pair<std::string, std::string>> refused{};

  const Field* find(std::string_view field) const;
  std::vector<std::string> field_names() const;
};

struct PortInfo {
  std::string name;
  bool input = true;
  std::string message;  // "entity", "real", "message"
  std::string doc;
  bool optional =
      false;  // an output of entities that may stay uncoupled, as for those that find a queue full
};

struct StatisticInfo {
  std::string suffix;  // appended to the component's path: "NumberIn", "Queue.WaitingTime"
  std::string kind;    // "tally", "timePersistent", "counter", "output"
  std::string doc;
};

// A type that a study can name in "type" (a block, a module, an atomic), or an element of a section.
struct ComponentType {
  std::string name;     // "arena.Process"
  std::string doc;      // first line is the summary
  std::string section;  // elements only: the key under which a study lists them ("resources"); else empty
  Record parameters;
  std::vector<PortInfo> ports;  // the ports when no parameter changes them
  // Where parameters decide on the ports (branches): the ports of one use; may be empty.
  std::function<std::vector<PortInfo>(const Value& parameters)> ports_of;
  std::vector<StatisticInfo> statistics;
  std::string composition;  // modules: the blocks that they are made of, in a line
  // Whether one with these parameters goes on for ever by itself, so that something else has to end a run;
  // and whether one with these may end it. Empty: it does neither.
  std::function<bool(const Value&parameters)> never_ends{}, may_end_run{};

  std::vector<PortInfo> ports_for(const Value& component) const;
};

}  // namespace escapement::registry
