// SPDX-License-Identifier: MIT
#include "escapement/siman/search.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "escapement/core/error.h"
#include "escapement/expressions/errors.h"
#include "escapement/siman/process_host.h"
#include "fields.h"

namespace escapement::siman {
namespace {

constexpr const char* kExtremes[] = {"MIN", "MAX", "MN", "MX"};

// "MIN(x)" and "MAX(x)" around the whole of a condition are taken off it.
void take_extreme(Search::Options& options) {
  const std::string& text = options.expression.text;
  const std::size_t first = text.find_first_not_of(' ');
  const std::size_t open = text.find('(');
  const std::size_t last = text.find_last_not_of(' ');
  if (open == std::string::npos || text[last] != ')') return;
  const std::size_t name_end = text.find_last_not_of(' ', open - 1);
  if (first == open || name_end == std::string::npos) return;
  const std::string_view name = std::string_view(text).substr(first, name_end - first + 1);
  const bool minimum = expressions::equal_ignoring_case(name, "MIN");
  if (!minimum && !expressions::equal_ignoring_case(name, "MAX")) return;
  int depth = 0;
  for (std::size_t i = open; i <= last; ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0 && i != last) return;  // it closes before the end
  }
  options.what = minimum ? Search::What::kMinimum : Search::What::kMaximum;
  options.expression.text = text.substr(open + 1, last - open - 1);
  options.expression.offset += open + 1;
}

// The first "MIN(x)" or "MAX(x)" of one thing within a text; empty when there is none. It would be x itself.
std::string extreme_of_one(const std::string& text) {
  const auto is_letter = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_letter(text[i])) continue;
    const std::size_t begin = i;
    while (i < text.size() && is_letter(text[i])) ++i;
    const std::string_view name = std::string_view(text).substr(begin, i - begin);
    const bool extreme = std::any_of(std::begin(kExtremes), std::end(kExtremes), [name](const char* one) {
      return expressions::equal_ignoring_case(name, one);
    });
    const std::size_t open = text.find_first_not_of(' ', i);
    if (!extreme || open == std::string::npos || text[open] != '(') continue;
    int depth = 0;
    for (std::size_t k = open; k < text.size(); ++k) {
      depth += text[k] == '(' ? 1 : text[k] == ')' ? -1 : 0;
      if (depth == 1 && text[k] == ',') break;
      if (depth == 0) return text.substr(begin, k - begin + 1);
    }
  }
  return "";
}

}  // namespace

Search::Search(std::string name, Options options) : Block(std::move(name)), options_(std::move(options)) {
  if (options_.what == What::kCondition) take_extreme(options_);
}

std::vector<registry::Field> Search::fields(bool with_queue) {
  using namespace registry;
  std::vector<Field> fields;
  if (with_queue)
    fields = ElementName::fields(
        QueueElement::kKind, kQueueKeys,
        "the queue that is searched, or a set of queues; the group of the entity when absent");
  Field to = expression("to").because(
      with_queue ? "where J ends; at the end of the queue or group when absent" : "where J ends");
  fields.push_back(expression("from").by_default("1").because("where J begins"));
  fields.push_back(with_queue ? std::move(to) : std::move(to).must());
  fields.push_back(expression("condition")
                       .because("the first J for which it is true is found; MIN(x) or MAX(x) as the whole of "
                                "it stands for minimum or maximum"));
  fields.push_back(expression("minimum").because("the J for which it is least is found"));
  fields.push_back(expression("maximum").because("the J for which it is greatest is found"));
  return fields;
}

void Search::check(const registry::Value& v, std::vector<Diagnostic>& out) {
  int kinds = 0;
  for (const char* key : {"condition", "minimum", "maximum"}) kinds += v.find(key) != nullptr;
  if (kinds != 1)
    out.push_back({v.where(), "a search has " + std::to_string(kinds) + " aims",
                   "give exactly one of condition, minimum, maximum"});
}

void Search::read(Options& options, const registry::Arguments& arguments) {
  options.from = arguments.expression("from", 1.0);
  options.to = arguments.expression("to");
  options.what = arguments.has("minimum")   ? What::kMinimum
                 : arguments.has("maximum") ? What::kMaximum
                                            : What::kCondition;
  options.field = arguments.has("minimum") ? "minimum" : arguments.has("maximum") ? "maximum" : "condition";
  options.expression = arguments.expression(options.field);
}

registry::ComponentType Search::descriptor() {
  registry::ComponentType type;
  type.name = "siman.Search";
  type.doc = "SEARCH: finds an entity in a queue, or in its own group, and leaves its rank in J.";
  type.parameters = {"siman.Search", "", fields(true),
                     [](const registry::Value& v, std::vector<Diagnostic>& out) {
                       check(v, out);
                       ElementName::check(v, QueueElement::kKind, kQueueKeys, false, out);
                     }};
  type.ports = {entity_in(),
                {"found", false, "entity", "when there is one"},
                {"notFound", false, "entity", "when there is none; J is 0"}};
  return type;
}

Search::Options Search::options_from(const registry::Arguments& arguments) {
  Options options;
  options.queue = ElementName::from(arguments, kQueueKeys);
  if (options.queue.empty()) options.where = Where::kGroup;
  read(options, arguments);
  return options;
}

registry::ComponentType FindJ::descriptor() {
  registry::ComponentType type = Search::descriptor();
  type.name = "siman.FindJ";
  type.doc =
      "FINDJ: finds an index for which a condition is true, or an expression is least or greatest, and "
      "leaves it in J.";
  type.parameters = {"siman.FindJ", "", fields(false), check};
  return type;
}

FindJ::Options FindJ::options_from(const registry::Arguments& arguments) {
  Options options;
  options.where = Where::kIndex;
  read(options, arguments);
  return options;
}

void Search::bind(Binder& binder) {
  if (options_.where == Where::kQueue) queue_.bind(options_.queue, *this, binder);
  if (options_.where == Where::kIndex && options_.to.empty())
    binder.fault(*this, {}, "'" + address() + "' lacks the expression 'to'");
  if (const std::string one = extreme_of_one(options_.expression.text); !one.empty())
    binder.fault(
        *this, options_.expression.where,
        std::string(options_.field) + " '" + options_.expression.text + "' of '" + address() + "' has '" +
            one + "', which is not the extreme over all that is searched",
        "write MIN(x) or MAX(x) as the whole condition: the one with the least or greatest x is found");
  from_ = binder.compile(*this, "from", options_.from, {.random = false});
  to_ = binder.compile(*this, "to", options_.to, {.random = false});
  expression_ = binder.compile_required(*this, options_.field, options_.expression,
                                        {.random = false, .search_index = true});
}

double Search::end(const expressions::Expression& expression, const char* what, double absent,
                   Entity& entity) {
  if (!expression) return absent;
  EntityFrame frame(&entity);
  const double value = expression.evaluate_checked(frame);
  if (!(value == std::floor(value) && std::abs(value) < 1e15))
    host().fail(*this, std::string("\"") + what + "\" is '" + expression.text() + "', which is " +
                           to_text(value) + "; it must be a whole number");
  return value;
}

Block* Search::enter(Entity& entity) {
  const QueueElement* const queue = options_.where == Where::kQueue ? &queue_.of(entity) : nullptr;
  const std::size_t size = queue != nullptr ? queue->size() : entity.members.size();
  const bool ranks = options_.where != Where::kIndex;
  double from = end(from_, "from", 1, entity);
  double to = end(to_, "to", static_cast<double>(size), entity);
  const double step = to >= from ? 1 : -1;
  if (ranks) {  // F1: what lies beyond the ends is nobody
    const double most = static_cast<double>(size);
    if (size == 0 || std::max(from, to) < 1 || std::min(from, to) > most) {
      world().search_index = 0;
      return not_found.leave(entity);
    }
    from = std::clamp(from, 1.0, most);
    to = std::clamp(to, 1.0, most);
  }
  double& j = world().search_index;
  double best_index = 0, best = 0;
  bool any = false;
  Entity* at = queue != nullptr ? queue->at_rank(static_cast<std::size_t>(from)) : &entity;
  for (j = from; step > 0 ? j <= to : j >= to; j += step) {
    if (options_.where == Where::kGroup) at = entity.members[static_cast<std::size_t>(j) - 1];
    EntityFrame frame(at);
    const double value = expression_.evaluate_checked(frame);
    const bool better = !any || (options_.what == What::kMinimum ? value < best : value > best);
    if (options_.what == What::kCondition ? value != 0 : better) {
      any = true;
      best_index = j;
      best = value;
      if (options_.what == What::kCondition) break;
    }
    if (queue != nullptr && j != to) at = step > 0 ? queue->next(*at) : queue->previous(*at);
  }
  j = best_index;
  return any ? found.leave(entity) : not_found.leave(entity);
}

}  // namespace escapement::siman
