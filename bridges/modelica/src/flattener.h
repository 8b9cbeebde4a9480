// SPDX-License-Identifier: MIT
// From the tree of instances to a flat model. One object does it for one class; its parts are sources of
// their own:
//
//   flatten.cpp       the order of the work, the experiment annotation
//   variables.cpp     components to variables, their bindings and attributes
//   equations.cpp     equations and statements
//   expression.cpp    operators, arrays, conditions: typed
//   reference.cpp     names to variables, constants, iterators
//   call.cpp          calls: arguments, vectorisation, record constructors
//   builtin.cpp       the built-in functions and operators of chapters 3.7, 10.3
//   function.cpp      functions: their variables and bodies
//   evaluate.cpp      values of what does not depend on the simulation
//   interpret.cpp     the same for calls of functions
//   connect.cpp       connections to equations (chapter 9)
//   balance.cpp       as many equations as unknowns (chapter 4.7)
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "connections.h"
#include "instantiator.h"
#include "value.h"

namespace escapement::modelica {

// Thrown when an array of components cannot be kept as one, because its elements differ in structure.
struct NeedExpansion {
  const ast::Element* element;
};
// Thrown when a loop's iterator picks among elements that are instantiated on their own.
struct NeedUnrolling {
  std::uint32_t iterator;
};

struct LocalIterator {
  std::string_view name;
  std::uint32_t id;
  Type type;
  const Expr* constant;  // the value, while a loop is unrolled
};

// Where an expression stands: what its names mean and which operators may be used.
struct Context {
  ClassNode* scope = nullptr;
  std::vector<LocalIterator> iterators{};
  Function* function = nullptr;  // whose body is being made
  bool in_algorithm = false, in_when = false, in_initial = false, in_loop = false, in_while = false;
  bool in_equation = false;
  bool in_binding = false;  // of a declaration
  bool in_branch = false;   // of an if that is decided in the simulation, or of a loop
  bool in_connect = false;  // protected is looked at by connect itself
  bool connecting = false;  // the pass that looks at connections only
  bool rethrow = false;
  std::vector<std::int64_t> index{};                // of the arrays around, while connecting
  std::vector<std::pair<const Expr*, int>> ends{};  // what `end` means: a size, or a dimension of a value
};

class Flattener {
 public:
  Flattener(Library& library, Reporter& reporter, std::set<const ast::Element*> expand);
  std::unique_ptr<FlatModel> run(std::string_view class_name, bool check_balance);

 private:
  // variables.cpp
  void walk(ClassNode& node, int depth);
  void walk_member(Member& member);
  void expand_array(Member& member);
  std::uint32_t variable_of(Member& member);
  void describe_variable(Member& member);
  void attributes(Member& member, Variable& variable, ClassNode& builtin);
  Binding binding_from(Member& member, const Modifier& modifier, bool attribute, const char* what);
  Member* binding_owner(Member& member);
  Binding declared_binding(Member& member);
  bool is_present(Member& member);
  ast::Variability effective_variability(const Member& member);
  Variability flat_variability(Member& member, BaseType base);
  bool effective_flow(const Member& member);

  // dimensions.cpp
  Member& target(Member& member);  // inner for outer
  const std::vector<Iterator>& canonical_iterators(Member& member);
  std::vector<Iterator> context_iterators(const ClassNode& node);
  std::vector<std::int64_t> full_dims(Member& member);
  Span<std::int64_t> own_dims(Member& member);
  std::optional<std::int64_t> type_size(const ast::Expr& name, Context& context);
  ClassNode* type_named(const ast::Expr& name, Context& context);
  void class_dimensions(ClassNode& node, std::vector<std::pair<const ast::Expr*, ClassNode*>>& written);
  Type type_of_class(ClassNode& node, Place place);
  Type type_of(Member& member);  // own dimensions only
  const RecordType* record_type(ClassNode& node);

  // make_expression.cpp
  Expr* make(ExprKind kind, Place place, Type type = {});
  Type with_dims(Type type, const std::vector<std::int64_t>& dims);
  const Expr* integer_literal(std::int64_t value, Place place);
  const Expr* real_literal(double value, Place place);
  const Expr* boolean_literal(bool value, Place place);
  const Expr* string_literal(std::string_view value, Place place);
  const Expr* iterator_reference(const Iterator& iterator, Place place);
  const Expr* call(std::string_view name, std::vector<const Expr*> args, Type type, Place place);
  const Expr* literal(const Value& value, Place place, const Type* type = nullptr);
  const Expr* record_of(const RecordType& record, std::vector<const Expr*> fields, Span<std::int64_t> dims,
                        Place place);
  const Expr* array_of(std::vector<const Expr*> parts, Place place);
  const Expr* index(const Expr* base, std::vector<const Expr*> subscripts, Place place);
  const Expr* field(const Expr* base, std::size_t number, Place place);
  const Expr* field_named(const Expr* base, std::string_view name, Place place);
  std::string size_text(const Type& type) const;
  std::string type_text(const Type& type) const;
  bool same_size(std::int64_t a, std::int64_t b) const { return a == b || a < 0 || b < 0; }
  bool same_dims(const Type& a, const Type& b) const;
  bool same_base(const Type& a, const Type& b) const;
  bool assignable(const Type& to, const Type& from) const;
  std::optional<Type> common_type(const Type& a, const Type& b) const;

  // expression.cpp
  const Expr* expression(const ast::Expr& written, Context& context);
  const Expr* unary(Op op, const Expr* operand, Place place);
  const Expr* binary(Op op, const Expr* left, const Expr* right, Place place);
  const Expr* if_expression(const ast::Expr& written, Context& context);
  const Expr* if_by_condition(const ast::Expr& written, const std::vector<const Expr*>& parts,
                              const Expr* other, Context& context);
  const Expr* concatenate(std::size_t dimension, std::vector<const Expr*> parts, Place place);
  const Expr* promote(const Expr* e, std::size_t rank, Place place);
  const Expr* matrix(const ast::Expr& written, Context& context);
  const Expr* range(const ast::Expr& written, Context& context);
  const Expr* comprehension(const ast::Expr& written, Context& context);
  const Expr* unrolled_comprehension(const ast::Expr& written, Context& context, std::size_t number);
  const Expr* iterator_range(const ast::Iterator& iterator, Context& context, const ast::Expr* used_in,
                             Span<ast::Statement*> body);
  const Expr* all_values(ClassNode& builtin, Place place);
  std::vector<Iterator> open_iterators(Span<ast::Iterator> written, Context& context,
                                       const ast::Expr* used_in, Span<ast::Statement*> body);

  // reference.cpp
  const Expr* reference(const ast::Expr& written, Context& context);
  [[noreturn]] void unknown_name(const ast::Expr& written, Context& context);
  const Expr* from_member(Member& start, const ast::Expr& written, std::size_t at, ClassNode* found_in,
                          Context& context);
  const Expr* tree_reference(Member& start, const ast::Expr& written, std::size_t at,
                             std::vector<const Expr*> subs, Context& context);
  void check_subscript_types(Member& member, const ast::RefPart& part, Context& context);
  Member* next_member(ClassNode& node, Member& member, const ast::Expr& written, std::size_t at,
                      Context& context);
  const Expr* expanded_reference(Member& member, std::vector<const Expr*> mine, const ast::Expr& written,
                                 std::size_t at, std::vector<const Expr*> subs, Context& context);
  Type type_of_path(ClassNode& node, const ast::Expr& written, std::size_t at, Context& context);
  const Expr* instance_value(ClassNode& node, Member& member, const std::vector<const Expr*>& subs,
                             Place place);
  const Expr* member_reference(Member& member, std::vector<const Expr*> subs, Place place);
  const Expr* constant_reference(Member& member, Place place);
  const Expr* local_reference(Member& member, Context& context, Place place);
  const Expr* path(const Expr* base, Span<ast::RefPart> parts, std::size_t at, Context& context);
  const Expr* subscript(const ast::Expr& written, Context& context, const Expr* base, int dimension,
                        std::int64_t size);
  std::vector<const Expr*> subscripts(Span<ast::Expr*> written, Context& context, const Expr* base,
                                      Span<std::int64_t> dims, const std::string& name);
  bool uses_iterator(const Expr* e, const Context& context) const;
  const Expr* implicit_range(const ast::Iterator& iterator, Context& context, const ast::Expr* used_in,
                             Span<ast::Statement*> body);
  void declared_dimension(const ast::Expr& array, std::size_t dimension, Context& context,
                          const ast::Expr** written, ClassNode** scope);
  const Expr* array_size(const ast::Expr& array, std::size_t dimension, Context& context);

  // call.cpp
  Member* called_member(const ast::Expr& written, Context& context);
  const Expr* call_expression(const ast::Expr& written, Context& context);
  bool is_function_variable(Member& member);
  std::string_view builtin_alias(ClassNode& node);
  const Expr* function_call(const Function& function, const ast::Expr& written, Context& context);
  const Expr* vectorised_by_iterators(const Function& function, const ast::Expr& written, Context& context);
  const Expr* finish_call(const Function& function, std::vector<const Expr*> args, Place place,
                          Context& context);
  Type output_type(const Function& function, std::size_t number, const std::vector<const Expr*>& args,
                   Place place, Context& context);
  const Expr* substitute(const Expr* e, const std::vector<const Expr*>& args,
                         const Function* function = nullptr);
  const Expr* argument_or_default(const Function& function, std::size_t number,
                                  std::vector<const Expr*>& args, Place place);
  const Expr* record_call(ClassNode& node, Member& member, const ast::Expr& written, Context& context);
  bool matches(const Function& function, const std::vector<const Expr*>& args,
               const ast::Expr& written) const;
  const Expr* operator_call(const std::string& name, std::vector<const Expr*> args, Place place);
  const Expr* converted_record(ClassNode& node, const Expr* from, Place place);
  const Expr* partial_function(const ast::Expr& written, Context& context);
  const Expr* functional_call(Member& member, const ast::Expr& written, Context& context);

  // builtin.cpp, array_builtin.cpp
  bool is_builtin(std::string_view name) const;
  const Expr* builtin_call(std::string_view name, const ast::Expr& written, Context& context);
  const Expr* string_call(const ast::Expr& written, std::vector<const Expr*> args);
  const Expr* event_builtin(std::string_view name, const ast::Expr& written,
                            const std::vector<const Expr*>& args, Context& context);
  const Expr* array_builtin(std::string_view name, const ast::Expr& written, std::vector<const Expr*> args,
                            Context& context);
  const Expr* reduction(std::string_view name, const ast::Expr& written, Context& context);
  const Expr* size_call(std::vector<const Expr*> args, Place place);
  std::int64_t structural_size(const Expr* e, Context& context);
  bool is_discrete(const Expr* e) const;

  // function.cpp
  ClassNode* interface_node(Member& member);
  FunctionVariable function_variable(Member& member, Function& made);
  const Function* function_of(ClassNode& node, Place use);
  void variable_ready(Member& member, Function& made);
  void fill_function(ClassNode& node, Function& made);
  const Expr* default_record(Member& member, Function& made);
  const Expr* default_record_of(Member& member);
  const ast::Class* function_body(ClassNode& node, ClassNode** scope);
  void external_of(const ast::Class& body, Function& made, Context& context);
  void function_annotations(ClassNode& node, Function& made);
  const Function* constructor_of(ClassNode& record, Member& member, Place use);
  void check_function(ClassNode& node, Function& made);
  void find_partial(ClassNode& node, Function& made);
  void check_sources(const std::vector<std::uint32_t>& set);
  std::optional<std::int64_t> residues_of(ClassNode& node, Place use);
  void add_when_target(const Expr* target, const Context& context, Place place);

  // evaluate.cpp, interpret.cpp
  struct Environment;
  friend struct UnboundIterator;
  enum class Flow : std::uint8_t { kNext, kBreak, kReturn };
  Value evaluate(const Expr* e);
  Value evaluate(const Expr* e, Environment& environment);
  Value evaluate_variable(const Expr* e, Environment& environment);
  Value evaluate_comprehension(const Expr* e, std::size_t number, Environment& environment);
  Value field_of(const Value& base, std::size_t number, Place place);
  std::vector<std::optional<Value>> values_of(Span<const Expr*> args, std::size_t from,
                                              Environment& environment);
  Value iterated(const Binding& binding, std::size_t number, Environment& environment);
  const Value& value_of(Member& member);
  std::optional<Value> try_evaluate(const Expr* e);
  std::optional<std::int64_t> try_integer(const Expr* e);
  std::optional<Value> quiet_value(const Expr* e);
  Value uniform(const Expr* e);
  Value uniform(const Expr* e, Environment& environment);
  Value uniform_value(const Expr* e, const std::string& what);
  Variability variability_of(const Expr* e) const;
  bool is_structural(const Expr* e) const;
  Value evaluate_call(const Expr* e, Environment& environment);
  Value evaluate_known_call(const Expr* e, Environment& environment);
  Value elementwise(const Expr* e, std::vector<Value> args, const std::vector<bool>& repeated,
                    std::size_t rank, Environment& environment);
  Value evaluate_builtin(const Expr* e, std::vector<Value> args, Environment& environment);
  Value call_function(const Function& function, std::vector<Value> args, Environment& environment,
                      Place place);
  void begin_locals(const Function& function, std::size_t first, Environment& inner);
  Value blank(const FunctionVariable& variable, Environment& environment);
  void assign(const Expr* to, const Value& value, Environment& environment);
  Value* place_of(const Expr* to, Environment& environment);
  void set_elements(Value& base, const std::vector<std::optional<Value>>& subs, std::size_t at,
                    const Value& value, Place place);
  Flow run(const std::vector<Equation>& body, Environment& environment);
  std::vector<Value> call_for_all(const Expr* e, Environment& environment);
  std::vector<Value> external_values(const Function& function, std::vector<Value> args,
                                     Environment& environment, Place place);

  // equations.cpp
  void wrap(std::vector<Equation>& body, ClassNode& node, std::vector<Equation>& to);
  void class_equations(ClassNode& node);
  void class_connections(ClassNode& node);
  void statements(Span<ast::Statement*> written, Context& context, std::vector<Equation>& to);
  void equation(const ast::Statement& written, Context& context, std::vector<Equation>& to);
  void equal_equation(const ast::Statement& written, Context& context, std::vector<Equation>& to);
  void check_whole(const Equation& made);
  void check_changes_at_events(const Type& wanted, const Expr* value, Place place);
  void add_equal(Equation made, std::vector<Equation>& to);
  void for_equation(const ast::Statement& written, Context& context, std::vector<Equation>& to);
  void if_equation(const ast::Statement& written, Context& context, std::vector<Equation>& to);
  void when_equation(const ast::Statement& written, Context& context, std::vector<Equation>& to);
  void call_statement(const ast::Statement& written, Context& context, std::vector<Equation>& to);
  void assign_statement(const ast::Statement& written, Context& context, std::vector<Equation>& to);
  const Expr* tuple(const ast::Expr& written, const Expr* value, Context& context);
  const Expr* condition(const ast::Expr& written, Context& context, bool when);
  void check_assignment(const Expr* left, const Expr* right, Place place, bool equation);
  void check_assigned(const Expr* left, Context& context);
  void unroll(Span<ast::Iterator> iterators, std::size_t number, Span<ast::Statement*> body, Context& context,
              std::vector<Equation>& to);
  bool contains_connect(Span<ast::Statement*> body) const;

  // connect.cpp
  void connect(const ast::Statement& written, Context& context);
  void connect_once(const ast::Statement& written, Context& context);
  void connect_ends(const ast::Expr& written, Context& context, std::vector<ConnectEnd>& ends,
                    std::vector<std::int64_t>& shape);
  void follow(Member& member, const ast::Expr& written, std::size_t at, ConnectEnd so_far, Context& context,
              std::vector<ConnectEnd>& ends, std::vector<std::int64_t>& shape, bool first);
  Value connect_subscript(const Expr* sub, Context& context);
  std::string shape_text(const std::vector<std::int64_t>& shape) const;
  bool is_bus_part(const ConnectEnd& end);
  ConnectEnd declare_in_bus(const ConnectEnd& bus, const ConnectEnd& like, Place place);
  void connect_pair(const ConnectEnd& a, const ConnectEnd& b, Place place);
  void connect_fields(const ConnectEnd& a, const ConnectEnd& b, Place place);
  void connect_elements(const ConnectEnd& a, Member& part, const ConnectEnd& b, Member& other, Place place);
  void connect_each(const ConnectEnd& a, Member& part, const ConnectEnd& b, Member& other, Place place);
  void connect_leaves(const ConnectEnd& a, const ConnectEnd& b, Place place);
  void check_causality(const ConnectEnd& a, const ConnectEnd& b, Place place);
  const Expr* scalar_of(std::uint32_t node, Place place);
  void settle_buses();
  void connection_equations();
  void unconnected_flows();
  bool lies_in_connector(const Member& member);

  // streams.cpp
  const Expr* connector_operator(std::string_view name, const ast::Expr& written, Context& context);
  std::vector<std::int64_t> first_index(const Context& context);
  const Expr* stream_of(std::string_view name, const Expr* e, Place place, Context& context);
  const Expr* flow_beside(Member& stream, const Expr* like, Place place);
  const Expr* mixed(const std::vector<std::uint32_t>& others, Place place, int depth);
  const Expr* in_stream(Member& member, std::size_t at, Place place, int depth);
  void stream_equations();

  // overconstrained.cpp
  struct GraphNode {
    bool root = false;
    int priority = -1;  // of a potential root
    int depth = -1;
  };
  struct GraphEdge {
    ConnectEnd a, b;
    Place place;
  };
  std::size_t graph_node(Member& member, const std::vector<std::int64_t>& index);
  bool is_overconstrained(ClassNode& node);
  void connection_graph(const ast::Expr& written, Context& context);
  void whole_type(std::vector<ConnectEnd>& ends);
  void graph_equation(const ast::Expr& written, Context& context);
  void settle_graph();
  void break_edge(const GraphEdge& edge);
  const Expr* graph_operator(std::string_view name, const ast::Expr& written, Context& context);

  // checks.cpp
  void check_component(Member& member);
  void check_class(ClassNode& node);
  void check_outer(Member& member, Member& inner);
  void check_outer_part(Member& outer, const ast::RefPart& part);
  void check_prefixes(Member& member);
  void check_block(Member& member);
  void check_connector(Member& member);
  void check_cycles();
  void check_declared_discrete();
  void check_branches(const Equation& made);
  void check_model(ClassNode& node);
  void report_balance();

  // flatten.cpp
  void finish_variables();
  void mark_discrete();
  void keep_used_functions();
  void experiment();

  Library& library_;
  Reporter& reporter_;
  std::unique_ptr<FlatModel> flat_;
  Arena& arena_;
  Instantiator tree_;
  ClassNode* model_ = nullptr;
  std::vector<Member*> variable_members_;
  std::set<const ast::Class*> told_connectors_;  // whose flows and potentials differ in number
  std::vector<Expr*> variable_uses_;
  std::vector<Member*> order_;
  std::unordered_map<const Member*, std::vector<Iterator>> canonical_;
  std::unordered_map<std::uint32_t, Member*> iterator_owner_;
  std::uint32_t next_iterator_ = 1;
  std::unordered_map<const ClassNode*, const Function*> functions_;
  std::unordered_map<const ClassNode*, const Function*> constructors_;
  std::unordered_map<const Member*, ClassNode*> interfaces_;
  std::map<std::string, std::vector<std::pair<std::string, const Function*>>> function_texts_;
  std::unordered_map<const ClassNode*, const RecordType*> records_;
  std::unordered_map<const RecordType*, ClassNode*> record_nodes_;
  std::unordered_map<std::string, const RecordType*> record_by_text_;
  std::unordered_map<std::string, RecordType*> external_objects_;
  std::unordered_map<const Member*, const Expr*> constants_;

  std::deque<Value> values_;
  int defaults_running_ = 0;
  int marking_ = 0;  // > 0: what is evaluated now goes into the structure
  std::vector<ClassNode*> instances_;
  std::set<const Member*> absent_;
  std::vector<const Expr*> pre_uses_, when_targets_;
  Connections connections_;
  std::map<std::pair<const Member*, std::vector<std::int64_t>>, int> cardinality_;
  std::vector<GraphEdge> bus_pairs_, graph_edges_;
  std::map<std::pair<const Member*, std::vector<std::int64_t>>, std::size_t> graph_number_;
  std::vector<GraphNode> graph_;
  std::vector<std::pair<std::size_t, std::size_t>> branches_;
  std::string_view origin_;
};

}  // namespace escapement::modelica
