// SPDX-License-Identifier: MIT
#include "escapement/qss/formula.h"

#include <algorithm>

#include "compiled.h"
#include "escapement/core/error.h"
#include "escapement/equations/text.h"

namespace escapement::qss {

struct Formula::Parts {
  struct Input {
    Input(Component& owner, const std::string& text) : name(text), port(owner, name.c_str()) {}
    std::string name;
    InPort<Signal> port;
  };
  FormulaOptions options;
  std::vector<std::unique_ptr<Input>> inputs;
  equations::Terms terms;
  equations::Term term;
  Scratch scratch;
  std::unique_ptr<CompiledFunction> function;
  std::unique_ptr<Renewal> renewal;
};

Formula::Formula(std::string name, FormulaOptions options)
    : FunctionBlock(std::move(name)), parts_(std::make_unique<Parts>()) {
  Parts& p = *parts_;
  p.options = std::move(options);
  if (!(p.options.error > 0))
    throw BuildError("'" + this->name() + "': the error is " + escapement::to_text(p.options.error) +
                     "; it must be above 0");
  std::vector<std::string> known;
  for (const std::string& input : p.options.inputs) known.push_back(input);
  for (const auto& [constant, value] : p.options.constants) known.push_back(constant);
  for (std::size_t i = 0; i < known.size(); ++i)
    if (std::find(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(i), known[i]) !=
        known.begin() + static_cast<std::ptrdiff_t>(i))
      throw BuildError("'" + this->name() + "': the name '" + known[i] + "' is given twice");
  for (const std::string& input : p.options.inputs)
    p.inputs.push_back(std::make_unique<Parts::Input>(*this, input));
  std::vector<expressions::ExpressionError> faults;
  p.term = equations::parse(p.options.formula, p.terms,
                            {[&p](std::string_view wanted) -> std::optional<equations::Term> {
                               for (std::size_t i = 0; i < p.inputs.size(); ++i)
                                 if (p.inputs[i]->name == wanted)
                                   return p.terms.variable(static_cast<equations::VariableIndex>(i));
                               for (const auto& [constant, value] : p.options.constants)
                                 if (constant == wanted) return p.terms.constant(value);
                               return std::nullopt;
                             },
                             [&known] { return known; }},
                            faults);
  if (faults.empty()) return;
  std::string all;
  for (const auto& fault : faults) all += (all.empty() ? "" : "; ") + std::string(fault.what());
  throw BuildError("'" + this->name() + "': in the formula '" + p.options.formula + "': " + all);
}

Formula::~Formula() = default;

InPort<Signal>& Formula::in(const std::string& name) {
  for (const auto& input : parts_->inputs)
    if (input->name == name) return input->port;
  throw BuildError("'" + path() + "' has no input '" + name + "'; it has " +
                   list_text(parts_->options.inputs));
}

void Formula::build(Wiring& wiring) {
  Parts& p = *parts_;
  std::vector<SignalId> inputs;
  for (const auto& input : p.inputs) inputs.push_back(wiring.input(input->port));
  p.function = std::make_unique<CompiledFunction>(
      *this, "",
      Compiled(equations::Tape(p.terms, {&p.term, 1}), std::move(inputs), p.options.seconds, p.scratch),
      CompiledFunction::kRenewed, p.options.error);
  p.function->depends_on_time = p.terms.depends_on_time(p.term);
  p.function->output = wiring.output(out);
  p.renewal = std::make_unique<Renewal>(*this, "", *p.function);
  p.renewal->tick = wiring.engine().add_signal();
  p.function->inputs.push_back(p.renewal->tick);
  wiring.engine().add(*p.function);
  wiring.engine().read(wiring.engine().add(*p.renewal), p.function->output);
}

}  // namespace escapement::qss
