// SPDX-License-Identifier: MIT
// Calls of functions that are partial derivatives of others: function g = der(f, x) (section 12.7.2).
#include <functional>
#include <map>

#include "escapement/equations/derivative.h"
#include "translator.h"

namespace escapement::modelica {

// Variables stand for the arguments until what the function gives has been differentiated.
Symbol Translator::call_partial(const Function& function, std::vector<Symbol> args, Place place) {
  std::map<int, VariableIndex> by_input;
  std::map<VariableIndex, Term> own;
  for (const int input : function.partial) {
    const auto [at, is_new] = by_input.try_emplace(input, 0);
    if (!is_new) continue;
    equations::FlatVariable made;
    made.name = "$argument" + std::to_string(++hidden_);
    made.variability = equations::Variability::kAlias;  // in no equation when this is done
    at->second = system_.add(std::move(made));
    Symbol& argument = args.at(static_cast<std::size_t>(input));
    own.emplace(at->second, depth_ == 0 ? with_events(argument.term) : argument.term);
    argument = Symbol::scalar(terms_.variable(at->second));
  }
  stand_ins_.insert(own.begin(), own.end());
  const Symbol whole = call_whole(function, std::move(args), place);
  const auto replace = [&](VariableIndex v) -> const Term* {
    const auto found = own.find(v);
    return found == own.end() ? nullptr : &found->second;
  };
  const std::function<Symbol(const Symbol&)> derived = [&](const Symbol& symbol) {
    Symbol made = symbol;
    if (symbol.is_scalar()) {
      for (const int input : function.partial)
        made.term = equations::partial_derivative(terms_, made.term, by_input.at(input));
      made.term = terms_.substitute(made.term, replace);
    }
    for (Symbol& part : made.parts) part = derived(part);
    return made;
  };
  for (const auto& [v, term] : own) stand_ins_.erase(v);
  return derived(whole);
}

}  // namespace escapement::modelica
