// SPDX-License-Identifier: MIT
// The translation of translate.h, by concept: variables and values of parameters (translate.cpp), expressions
// (translate_expression.cpp, translate_builtin.cpp, translate_subscript.cpp), functions and algorithms
// (translate_statement.cpp), equations and whens (translate_equation.cpp), which discrete equation gives what
// (translate_discrete.cpp), whether it changes at events only (translate_variability.cpp).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "escapement/equations/interval.h"
#include "escapement/modelica/translate.h"
#include "symbol.h"
#include "value.h"

namespace escapement::modelica {

// What cannot be translated; caught per equation, so that all of a model is told.
struct Untranslatable {
  Place place;
  std::string message;
};

// "file:line:column", for messages of the run.
std::string place_text(const SourceLocation& where);

// Whatever is added to the guards goes again with this, also when something is thrown.
class GuardedStretch {
 public:
  explicit GuardedStretch(std::vector<equations::Term>& guards) : guards_(guards), size_(guards.size()) {}
  ~GuardedStretch() { guards_.resize(size_); }
  GuardedStretch(const GuardedStretch&) = delete;
  GuardedStretch& operator=(const GuardedStretch&) = delete;

 private:
  std::vector<equations::Term>& guards_;
  std::size_t size_;
};

class Translator {
 public:
  explicit Translator(const FlatModel& model);
  Translated run();

 private:
  using Term = equations::Term;
  using Operation = equations::Operation;
  using VariableIndex = equations::VariableIndex;

  // Variables of functions and algorithms while they are run.
  struct Frame {
    std::vector<Symbol> locals;                    // of a function, by FunctionVariable
    std::map<VariableIndex, Term> assigned;        // of an algorithm: what model variables hold now
    std::vector<equations::Assertion> assertions;  // of an algorithm
    bool in_function = false;
    bool in_algorithm = false;
    // Whether statements still count, after a return or a break under a condition that is not known before it
    // runs.
    Term not_returned, not_broken;
  };
  // How a stretch of statements was left for certain.
  enum class Flow { kGoesOn, kBreak, kReturn };

  // translate.cpp
  void declare_variables();
  void declare(const Variable& variable, std::uint32_t index);
  const Variable* declared_as(VariableIndex v) const;  // of pre(v) what v is; nullptr of a hidden one
  void bind_parameters();
  bool bind_computed(const Variable& variable, std::uint32_t index);
  void find_theta();
  bool is_theta(VariableIndex v) const;
  bool stands_on_theta(Term term) const;
  void bind_values();
  void assert_ranges();
  void check_reinits();
  void check_reinit_alone(const equations::Reinit& made);
  void assert_range(VariableIndex v, double limit, bool is_least, double slack);
  void set_attributes(const Variable& variable, std::uint32_t index);
  std::optional<double> attribute(const Variable& variable, const Binding& binding, std::size_t element);
  Symbol value_of(const Variable& variable, const Binding& binding);
  double number_of(Term term, Place place);
  VariableIndex hidden_discrete(const std::string& name, double start);
  Term initial_flag();
  Term flag(std::optional<VariableIndex>& of, const char* name, double start);
  void attempt(Place place, const std::function<void()>& action);

  // translate_expression.cpp
  Symbol evaluate(const Expr& e);
  Term scalar(const Expr& e);
  Symbol variable_symbol(const Expr& e);
  Symbol field_of(const Symbol& symbol, std::size_t number);
  Symbol array_of_records(std::vector<Symbol> fields, std::size_t rank);
  Symbol model_variable(std::uint32_t index);
  Symbol binary(Op op, const Symbol& a, const Symbol& b, Place place);
  Symbol each(std::span<const Symbol> args, const std::function<Term(std::span<const Term>)>& function);
  Symbol elementwise(Operation operation, const Symbol& a, const Symbol& b, Place place);
  Symbol product(const Symbol& a, const Symbol& b, Place place);
  Symbol chosen(Term condition, const Symbol& a, const Symbol& b, Place place);
  Symbol comprehension(const Expr& e, std::size_t iterator);
  std::vector<Symbol> range_of(const Expr& e);
  std::int64_t whole(const Expr& e);
  std::optional<double> known(Term term);
  bool stands_on_settled(Term term);
  bool is_settled(VariableIndex v) const;

  // translate_builtin.cpp
  Symbol call_builtin(const Expr& e);
  std::optional<Symbol> array_builtin(const Expr& e, std::vector<Symbol>& args);
  Symbol event_builtin(const Expr& e);
  Symbol homotopy(const Symbol& actual, const Symbol& simplified);
  Symbol map(const Symbol& symbol, const std::function<Term(Term)>& function);
  Term floor_divided(Term x, Term y);
  Term differentiated(Term term, Place place);
  Term previous(Term variable, Place place);
  Term sampled(Term start, Term interval);
  Term delayed(Term of, Term time, const Expr& call);
  Symbol text_of(const Expr& e, const std::vector<Symbol>& args);

  // translate_statement.cpp
  Symbol call_function(const Function& function, std::vector<Symbol> args, Place place);
  Symbol call_whole(const Function& function, std::vector<Symbol> args, Place place);
  Symbol call_partial(const Function& function, std::vector<Symbol> args, Place place);
  std::vector<Symbol> run_function(const Function& function, Place place,
                                   std::vector<equations::Assertion>& assertions);
  Symbol call_elementwise(const Function& function, const std::vector<Symbol>& args, Place place);
  Symbol undefined(const Type& type, const std::vector<const Expr*>& sizes, Place place);
  Term with_events(Term term);
  Flow run_statements(const std::vector<Equation>& statements);
  Flow run_statement(const Equation& statement);
  Flow run_if(const Equation& statement);
  Flow run_loop(const Equation& statement);
  Flow run_while(const Equation& statement, int unknown_rounds);
  Term still_runs();
  void run_when(const Equation& statement);
  void assign(const Expr& target, const Symbol& value);
  void set_variable(VariableIndex v, Term value);
  void merge(Term condition, const Frame& then, const Frame& otherwise);
  void translate_algorithm(const Algorithm& algorithm, bool initial);

  // translate_subscript.cpp
  std::optional<Term> element(const Expr& e);
  Symbol subscripted(const Symbol& base, Span<const Expr*> subscripts, std::size_t at, const Expr& whole);
  void assign_part(Symbol& target, Span<const Expr*> subscripts, std::size_t at, const Symbol& value,
                   const Expr& whole);
  bool is_whole(Term term) const;
  equations::Interval range_of_term(Term term);
  void assert_within(Term number, std::size_t size, const Expr& subscript, const Expr& whole);
  void assert_between(Term number, std::size_t last, const std::string& what, Place place);

  // translate_external.cpp
  struct TableObject {
    std::vector<std::vector<double>> rows;
    std::vector<std::size_t> columns;
    int smoothness = 1, extrapolation = 1, time_events = 1;
    double start = 0, shift = 0;
    std::string name;
  };
  static constexpr double kNoTime = 1.7976931348623157e308;  // Modelica.Constants.inf
  Symbol call_external(const Function& function, std::vector<Symbol> args, Place place);
  Symbol table_call(std::string_view kind, std::string_view function, std::vector<Symbol>& args, Place place);
  void within_table(const TableObject& table, double least, double most, Term u, Place place);
  TableObject table_of(const Symbol& object, Place place);
  const std::vector<std::vector<double>>& rows_of_file(const Symbol& object, Place place);
  std::optional<Value> value_of_symbol(const Symbol& symbol, const Type& type);
  Symbol symbol_of_value(const Value& value);
  std::optional<Symbol> foreign_terms(std::string_view name, const std::vector<Symbol>& args,
                                      std::vector<std::pair<std::size_t, Symbol>>& outputs);
  std::optional<Symbol> solved(const Symbol& a, const Symbol& b,
                               std::vector<std::pair<std::size_t, Symbol>>& outputs);
  Symbol impure_random(Place place);
  Symbol call_foreign(const Function& function, std::vector<Symbol> args, Place place);
  std::vector<std::vector<double>> matrix_of(const Symbol& symbol, Place place);

  // translate_equation.cpp
  void translate_equations();
  void mark_connected_discrete();
  void mark_when_targets(const std::vector<Equation>& body, bool in_when);
  void translate_equation(const Equation& equation, bool initial);
  void add_equal(const Symbol& left, const Symbol& right, Place place, bool initial);
  void add_scalar_equal(Term left, Term right, Place place, bool initial);
  void translate_if(const Equation& equation, bool initial);
  void translate_for(const std::vector<Iterator>& iterators, std::size_t at,
                     const std::function<void()>& body);
  void translate_when(const Equation& equation);
  // Nothing where it always holds.
  std::optional<equations::Assertion> assertion(const Equation& call);
  void add_assertion(equations::Assertion one);
  void hold(equations::Assertion& one, const std::function<void(VariableIndex, Term)>& set);
  Term quiet(Term condition);
  void tell(const Symbol& text, equations::Assertion& to);
  VariableIndex termination(const Expr& call);
  void collect_when(const std::vector<Equation>& body, std::map<VariableIndex, Term>& values,
                    std::map<VariableIndex, Term>& reinits);
  equations::WhenBranch branch_of(const Expr& condition);
  void add_condition(const Expr& condition, equations::WhenBranch& to);
  bool is_discrete(Term term) const;
  bool is_discrete_variable(Term term) const;

  // translate_discrete.cpp
  struct DiscretePair {
    Term left, right;
    Place place;
    bool is_real = false;  // a side is of type Real
  };
  void match_discrete();
  void check_whole(VariableIndex v, Term value, Place place);
  void give_discrete(VariableIndex variable, Term value, Place place);

  // translate_variability.cpp
  struct Change {
    Term of;                 // time, or a variable that changes between events
    bool is_hidden = false;  // in a relation that makes no event
  };
  bool is_instant(Term condition) const;
  Symbol located(const Symbol& result, const Type& type);
  std::optional<Change> change_of(Term term, bool in_no_event);
  void refuse(const std::string& what, const std::string& mended, Term value, const Change& change,
              SourceLocation where);
  void check_discrete_values();
  void check_given(VariableIndex variable, Term value, const SourceLocation& where);

  const FlatModel& model_;
  Translated result_;
  equations::FlatSystem& system_;
  equations::Terms& terms_;
  std::vector<VariableIndex> first_;  // by flat variable: its first scalar
  std::vector<std::size_t> count_;
  std::vector<std::uint32_t> declared_;  // by scalar: its flat variable; hidden ones come after
  std::unordered_map<std::uint32_t, Symbol> iterators_;
  std::vector<Frame> frames_;
  // Conditions under which what is translated now is reached: branches of ifs around it, up to the call.
  std::vector<Term> guards_;
  // Of the when whose equations are translated now: what it gives.
  std::map<VariableIndex, Term>* when_values_ = nullptr;
  int whens_ = 0;  // whens around what is translated now
  std::set<std::pair<std::uint32_t, std::string>> asserted_;
  std::unordered_map<std::uint32_t, bool> settled_;                // by term, once all parameters are known
  std::unordered_map<std::uint32_t, equations::Interval> ranges_;  // by term
  std::unordered_map<std::uint32_t, double> known_;                // by term: what known() has found
  std::vector<DiscretePair> discrete_;
  bool is_real_ = false;  // of the equation that is translated now: a side is of type Real
  std::map<std::pair<std::uint32_t, bool>, std::optional<Change>> changes_;  // by term, and inside noEvent
  std::set<std::tuple<std::string, int, int>> refused_;                      // places that were told
  std::set<VariableIndex> has_discrete_equation_;
  std::vector<Diagnostic> faults_;
  std::optional<VariableIndex> initial_flag_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, VariableIndex>
      samplers_;                                                      // by terms of start and interval
  std::map<std::string, std::vector<std::vector<double>>> matrices_;  // by file and name
  std::map<std::uint32_t, const Expr*> texts_;                        // by variable: what an equation gives
  std::map<std::uint32_t, Symbol> objects_;                           // by variable: external objects
  std::vector<std::int32_t> impure_state_;             // of the generator that keeps its state to itself
  std::vector<std::pair<VariableIndex, Term>> draws_;  // what such calls in the when of now set
  std::map<std::uint32_t, VariableIndex> relations_;   // by term: the discrete variable that has its truth
  bool in_equations_ = false;  // of the running model, not of its start or its parameters
  bool asserts_subscripts_ = true;
  bool has_path_ = false;  // equations are translated, whose homotopy() may have a path to follow
  std::map<VariableIndex, Term> stand_ins_;  // of arguments while a function is differentiated
  int hidden_ = 0;
  int depth_ = 0;  // of calls
};

}  // namespace escapement::modelica
