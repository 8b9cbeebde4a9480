// SPDX-License-Identifier: MIT
// Functions of texts (Rockwell Automation, Arena Variables Guide, "string functions"):
//   Str(x)           the shortest text that reads as the number x; a text is itself
//   Str(SECTION, n)  the name of element n of that kind, in path order, as MEMBER numbers them:
//                    Str(RESOURCES, MEMBER(Drills, 2))
//   Val(text)        the number that the text begins with, blanks left out; 0 when it begins with none
#include <algorithm>
#include <charconv>

#include "element_argument.h"
#include "escapement/core/error.h"
#include "escapement/siman/conveyor.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/queue_element.h"
#include "escapement/siman/resource.h"
#include "escapement/siman/sequence.h"
#include "escapement/siman/set.h"
#include "escapement/siman/station_element.h"
#include "escapement/siman/statistic_elements.h"
#include "escapement/siman/storage.h"
#include "escapement/siman/transporter.h"
#include "model_scope.h"
#include "scope_nodes.h"

namespace escapement::siman {
namespace {

using expressions::NodePtr;
using expressions::ParameterKind;
using expressions::ScopeError;
using CallArguments = std::span<expressions::Argument>;

template <class E>
std::vector<std::string> names_of(const World& world) {
  std::vector<std::string> names;
  for (const E* element : world.elements<E>()) names.push_back(element->path());
  return names;
}

struct NamedKind {
  const char* word;
  std::vector<std::string> (*names)(const World&);
};

constexpr NamedKind kNamedKinds[] = {
    {"Resources", names_of<Resource>},
    {"Queues", names_of<QueueElement>},
    {"Entities", names_of<EntityType>},
    {"Stations", names_of<StationElement>},
    {"Sequences", names_of<Sequence>},
    {"Storages", names_of<Storage>},
    {"Transporters", names_of<Transporter>},
    {"Conveyors", names_of<Conveyor>},
    {"Counters", names_of<Counter>},
    {"Tallies", names_of<TallyElement>},
    {"Sets", names_of<Set>},
};

NodePtr as_text(NodePtr number) {
  return std::make_unique<TextNode>(std::move(number));
}

// A lone name in the place of a value.
NodePtr value_of(ModelScope& scope, expressions::Argument& argument) {
  if (!argument.is_name()) return std::move(argument.node);
  NodePtr node = scope.name(argument.text);
  if (node == nullptr) {
    const std::vector<std::string> known = scope.known_names();
    ModelScope::refuse(argument, 0, "value", known);
  }
  return node;
}

NodePtr name_of_element(ModelScope& scope, CallArguments a) {
  const auto* const section =
      std::find_if(std::begin(kNamedKinds), std::end(kNamedKinds), [&](const NamedKind& s) {
        return a[0].is_name() && expressions::equal_ignoring_case(a[0].text, s.word);
      });
  if (section == std::end(kNamedKinds)) {
    std::vector<std::string> known;
    for (const NamedKind& each : kNamedKinds) known.emplace_back(each.word);
    throw ScopeError("'" + std::string(a[0].text) + "' is no kind of elements",
                     "Str(kind, number) knows " + list_text(known), 0);
  }
  Texts& texts = scope.binder().world().texts();
  std::vector<double> numbers;
  for (const std::string& name : section->names(scope.binder().world()))
    numbers.push_back(texts.number_of(name));
  return as_text(read_node([numbers = std::move(numbers), number = std::move(a[1].node),
                            what = "the number of " + std::string(section->word)](EntityFrame& f) {
    return numbers[expressions::checked_index(what, number->evaluate(f), numbers.size())];
  }));
}

NodePtr str(ModelScope& scope, CallArguments a) {
  if (a.size() == 2) return name_of_element(scope, a);
  NodePtr value = value_of(scope, a[0]);
  if (value->is_text()) return value;
  return as_text(read_node([&texts = scope.binder().world().texts(), value = std::move(value)](
                               EntityFrame& f) { return texts.number_of(to_text(value->evaluate(f))); }));
}

double number_in(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; });
  const char* begin = text.data();
  const char* const end = begin + text.size();
  if (begin != end && *begin == '+') ++begin;
  const char* const digit = begin != end && *begin == '-' && begin == text.data() ? begin + 1 : begin;
  if (digit == end || !((*digit >= '0' && *digit <= '9') || *digit == '.')) return 0;  // neither inf nor nan
  double number = 0;
  std::from_chars(begin, end, number);
  return number;
}

NodePtr val(ModelScope& scope, CallArguments a) {
  NodePtr text = value_of(scope, a[0]);
  if (!text->is_text())
    throw ScopeError("'" + std::string(a[0].text) + "' is a number already", "Val reads the number of a text",
                     0);
  return read_node([&texts = scope.binder().world().texts(), text = std::move(text)](EntityFrame& f) {
    return number_in(texts.text_of(text->evaluate(f)));
  });
}

}  // namespace

std::vector<ModelFunction> text_functions() {
  expressions::Signature of_number{
      "Str",
      {},
      {{"value or kind of elements", ParameterKind::kNameOrExpression, true}, {"number"}},
      "text of a number; or name of the element of that number, as in Str(Resources, 2)",
      1};
  expressions::Signature of_text{
      "Val",
      {},
      {{"text", ParameterKind::kNameOrExpression, true}},
      "number that a text begins with, blanks left out; 0 when it begins with none"};
  return {{std::move(of_number), str}, {std::move(of_text), val}};
}

}  // namespace escapement::siman
