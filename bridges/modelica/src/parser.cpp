// SPDX-License-Identifier: MIT
#include "parser.h"

namespace escapement::modelica {

using ast::Class;
using ast::ClassForm;
using ast::ClassKind;
using ast::Element;
using ast::ElementKind;

namespace {
constexpr int kMostNesting = 400;  // of classes, statements and expressions together
}

const char* ast::kind_name(ClassKind kind) {
  static constexpr const char* kNames[] = {"class", "model",   "block",    "connector", "record",
                                           "type",  "package", "function", "operator"};
  return kNames[static_cast<int>(kind)];
}

std::unique_ptr<SourceFile> parse(std::string name, std::string text, Reporter& reporter) {
  auto file = std::make_unique<SourceFile>();
  file->number = reporter.add_file(name);
  file->name = std::move(name);
  file->text = std::move(text);
  Parser(*file, reporter).stored_definition();
  return file;
}

Parser::Parser(SourceFile& file, Reporter& reporter)
    : file_(file),
      arena_(file.arena),
      reporter_(reporter),
      tokens_(tokens_of(file.text, file.number, reporter)) {}

Parser::Depth::Depth(Parser& p) : parser(p) {
  if (++parser.depth > kMostNesting) {
    --parser.depth;
    parser.reporter_.error(parser.peek().place,
                           "the text is nested more than " + std::to_string(kMostNesting) + " deep",
                           "split the expression or the class into parts with names");
    parser.at_ = parser.tokens_.size() - 1;  // nothing sensible follows
    throw Abandon{};
  }
}

bool Parser::accept(std::string_view word) {
  if (!is(word)) return false;
  ++at_;
  return true;
}

Token Parser::next() {
  const Token token = peek();
  if (at_ + 1 < tokens_.size()) ++at_;
  return token;
}

void Parser::unexpected(const std::string& wanted) {
  const Token& token = peek();
  std::string found = "the end of the text";
  if (token.kind == TokenKind::kString)
    found = "a string";
  else if (token.kind == TokenKind::kKeyword)
    found = "the keyword '" + std::string(token.text) + "'";
  else if (token.kind != TokenKind::kEnd)
    found = "'" + std::string(token.text) + "'";
  reporter_.fail(token.place, "expected " + wanted + ", found " + found);
}

void Parser::expect(std::string_view word, const char* context) {
  if (!accept(word)) unexpected("'" + std::string(word) + "' " + context);
}

std::string_view Parser::identifier(const char* context) {
  if (peek().kind != TokenKind::kIdentifier) unexpected(std::string("a name ") + context);
  return next().text;
}

std::string_view Parser::description() {
  if (peek().kind != TokenKind::kString) return {};
  std::string_view text = next().text;
  while (is("+") && peek(1).kind == TokenKind::kString) {  // the parts of a description may be added
    at_ += 2;
  }
  return text;
}

// To behind the next semicolon that is not inside brackets, or to what surely begins something else.
void Parser::skip_statement() {
  int brackets = 0;
  for (; peek().kind != TokenKind::kEnd; ++at_) {
    const Token& token = peek();
    if (token.is("(") || token.is("[") || token.is("{")) ++brackets;
    if (token.is(")") || token.is("]") || token.is("}")) --brackets;
    if (token.is(";") && brackets <= 0) {
      ++at_;
      return;
    }
    if (token.is("equation") || token.is("algorithm") || token.is("public") || token.is("protected")) return;
    if (token.is("end") && peek(1).kind != TokenKind::kSymbol) return;
  }
}

void Parser::stored_definition() {
  ast::StoredFile& tree = file_.tree;
  std::vector<Class*> classes;
  try {
    if (accept("within")) {
      tree.has_within = true;
      std::vector<std::string_view> within;
      while (peek().kind == TokenKind::kIdentifier) {
        within.push_back(next().text);
        if (!accept(".")) break;
      }
      tree.within = arena_.copy(within);
      expect(";", "after 'within'");
    }
    while (peek().kind != TokenKind::kEnd) {
      const bool final = accept("final");
      static_cast<void>(final);
      if (!class_begins()) unexpected("a class");
      classes.push_back(class_definition(nullptr));
      expect(";", "after the class");
    }
  } catch (Abandon) {
  }
  tree.classes = arena_.copy(classes);
}

bool Parser::class_begins() const {
  const Token& token = peek();
  if (token.kind != TokenKind::kKeyword) return false;
  static constexpr std::string_view kWords[] = {"encapsulated", "partial", "class",  "model",     "block",
                                                "connector",    "record",  "type",   "package",   "function",
                                                "operator",     "pure",    "impure", "expandable"};
  for (const std::string_view word : kWords)
    if (token.text == word) return true;
  return false;
}

void Parser::class_prefixes(Class& made) {
  made.encapsulated = accept("encapsulated");
  made.partial = accept("partial");
  static constexpr std::pair<std::string_view, ClassKind> kKinds[] = {
      {"class", ClassKind::kClass},     {"model", ClassKind::kModel},         {"block", ClassKind::kBlock},
      {"record", ClassKind::kRecord},   {"connector", ClassKind::kConnector}, {"type", ClassKind::kType},
      {"package", ClassKind::kPackage}, {"function", ClassKind::kFunction}};
  made.expandable = accept("expandable");
  made.pure = accept("pure");
  made.impure = !made.pure && accept("impure");
  if (accept("operator")) {
    made.operator_prefix = true;
    made.kind = ClassKind::kOperator;
    if (!is("record") && !is("function")) return;
  }
  for (const auto& [word, kind] : kKinds)
    if (accept(word)) {
      made.kind = kind;
      return;
    }
  unexpected("a kind of class (model, block, connector, record, type, package, function)");
}

Class* Parser::class_definition(const Class* enclosing) {
  const Depth depth_guard(*this);
  Class* made = arena_.make<Class>();
  made->enclosing = enclosing;
  class_prefixes(*made);
  if (accept("extends")) {
    made->form = ClassForm::kExtends;
    made->place = peek().place;
    made->name = identifier("after 'extends'");
    if (is("(")) {
      made->modification = class_modification();
    }
    long_class(*made);
    return made;
  }
  made->place = peek().place;
  made->name = identifier("of the class");
  if (!accept("=")) {
    long_class(*made);
  } else if (accept("enumeration")) {
    enumeration(*made);
  } else if (accept("der")) {
    derivative_class(*made);
  } else {
    short_class(*made);
  }
  return made;
}

void Parser::long_class(Class& made) {
  const char* begin = peek().text.data();
  made.description = description();
  composition(made);
  if (!accept("end")) unexpected("'end " + std::string(made.name) + "'");
  const Token name = peek();
  if (name.kind != TokenKind::kIdentifier) unexpected("'" + std::string(made.name) + "' after 'end'");
  next();
  if (begin != nullptr && name.text.data() >= begin)
    made.source = {begin, static_cast<std::size_t>(name.text.data() - begin)};
  if (name.text != made.name)
    reporter_.error(
        name.place,
        "the class '" + std::string(made.name) + "' is closed by 'end " + std::string(name.text) + "'",
        "write 'end " + std::string(made.name) + "', or look for a missing 'end' before");
}

void Parser::base_prefix(Class& made) {
  if (accept("input"))
    made.causality = ast::Causality::kInput;
  else if (accept("output"))
    made.causality = ast::Causality::kOutput;
}

void Parser::short_class(Class& made) {
  made.form = ClassForm::kShort;
  base_prefix(made);
  made.base = type_name();
  made.dimensions = subscripts_if_any();
  if (is("(")) made.modification = class_modification();
  made.description = description();
  made.annotation = annotation_if_any();
}

void Parser::enumeration(Class& made) {
  made.form = ClassForm::kEnumeration;
  expect("(", "after 'enumeration'");
  if (accept(":")) {
    made.open_enumeration = true;
  } else if (!is(")")) {
    std::vector<ast::EnumerationLiteral> literals;
    do {
      const Place place = peek().place;
      const std::string_view name = identifier("of a literal");
      const std::string_view comment = description();
      annotation_if_any();
      literals.push_back({name, comment, place});
    } while (accept(","));
    made.literals = arena_.copy(literals);
  }
  expect(")", "after the literals");
  made.description = description();
  made.annotation = annotation_if_any();
}

void Parser::derivative_class(Class& made) {
  made.form = ClassForm::kDerivative;
  expect("(", "after 'der'");
  made.base = type_name();
  std::vector<std::string_view> names;
  while (accept(",")) names.push_back(identifier("of an input"));
  made.derivative_names = arena_.copy(names);
  expect(")", "after the inputs");
  made.description = description();
  made.annotation = annotation_if_any();
}

void Parser::composition(Class& made) {
  std::vector<Element*> elements;
  std::vector<ast::Section> sections;
  bool is_protected = false;
  while (!is("end") && peek().kind != TokenKind::kEnd) {
    try {
      if (accept("public")) {
        is_protected = false;
      } else if (accept("protected")) {
        is_protected = true;
      } else if (is("equation") || is("algorithm") ||
                 (is("initial") && (peek(1).is("equation") || peek(1).is("algorithm")))) {
        section(made, sections);
      } else if (is("external")) {
        external_clause(made);
      } else if (is("annotation")) {
        ast::Modification* annotation = annotation_if_any();
        if (made.annotation == nullptr) made.annotation = annotation;
        expect(";", "after the annotation");
      } else {
        element(made, is_protected, elements);
        expect(";", "after the element");
      }
    } catch (Abandon) {
      skip_statement();
    }
  }
  made.elements = arena_.copy(elements);
  made.sections = arena_.copy(sections);
}

void Parser::section(Class& made, std::vector<ast::Section>& sections) {
  ast::Section section;
  section.place = peek().place;
  section.initial = accept("initial");
  section.algorithm = next().text == "algorithm";
  std::vector<ast::Statement*> body;
  while (!body_ends() && !is("public") && !is("protected") && !is("external") && !is("annotation") &&
         !is("equation") && !is("algorithm") &&
         !(is("initial") && (peek(1).is("equation") || peek(1).is("algorithm")))) {
    try {
      ast::Statement* made_statement = statement(section.algorithm);
      expect(";", section.algorithm ? "after the statement" : "after the equation");
      body.push_back(made_statement);
    } catch (Abandon) {
      const std::size_t before = at_;
      skip_statement();
      if (at_ == before && body_ends() && is("end") && peek(1).kind == TokenKind::kKeyword)
        at_ += 2;  // end if
    }
  }
  section.body = arena_.copy(body);
  sections.push_back(section);
  static_cast<void>(made);
}

void Parser::external_clause(Class& made) {
  made.external.present = true;
  made.external.place = peek().place;
  expect("external", "");
  if (peek().kind == TokenKind::kString) made.external.language = next().text;
  if (peek().kind == TokenKind::kIdentifier) {
    ast::Expr* first = reference_or_call();
    if (accept("=")) {
      made.external.result = first;
      first = reference_or_call();
    }
    if (first->kind != ast::ExprKind::kCall)
      reporter_.fail(first->place, "the call of the external function lacks its brackets");
    made.external.call = first;
  }
  made.external.annotation = annotation_if_any();
  expect(";", "after the external clause");
}

ast::TypeName Parser::type_name() {
  ast::TypeName name;
  name.place = peek().place;
  name.global = accept(".");
  std::vector<ast::RefPart> parts;
  do {
    const Place place = peek().place;
    parts.push_back({identifier("of a type"), {}, place});
  } while (accept("."));
  name.parts = arena_.copy(parts);
  return name;
}

Span<ast::Expr*> Parser::subscripts_if_any() {
  return is("[") ? subscripts() : Span<ast::Expr*>();
}

void Parser::element(Class& made, bool is_protected, std::vector<Element*>& elements) {
  const std::size_t first = elements.size();
  if (is("import")) {
    import_clause(made, is_protected, elements);
  } else if (is("extends")) {
    extends_clause(made, is_protected, elements);
  } else {
    Element prefixes{ElementKind::kComponent};
    prefixes.is_protected = is_protected;
    prefixes.redeclare = accept("redeclare");
    prefixes.final = accept("final");
    prefixes.inner = accept("inner");
    prefixes.outer = accept("outer");
    prefixes.replaceable = accept("replaceable");
    if (class_begins()) {
      Element* element = arena_.make<Element>(prefixes);
      element->kind = ElementKind::kClass;
      element->place = peek().place;
      element->class_definition = class_definition(&made);
      element->class_definition->element = element;
      element->name = element->class_definition->name;
      element->place = element->class_definition->place;
      constraining(*element);
      elements.push_back(element);
    } else {
      component_clause(prefixes, elements, false);
    }
  }
  for (std::size_t i = first; i < elements.size(); ++i) elements[i]->owner = &made;
}

void Parser::constraining(Element& made) {
  if (!is("constrainedby")) return;
  const Token word = next();
  if (!made.replaceable && !made.redeclare)
    reporter_.error(word.place, "'constrainedby' stands at an element that is not replaceable",
                    "write 'replaceable' before the element, or drop the clause");
  made.constraining = type_name();
  if (is("(")) made.constraining_modification = class_modification();
  const std::string_view comment = description();
  if (made.description.empty()) made.description = comment;
  ast::Modification* annotation = annotation_if_any();
  if (made.annotation == nullptr) made.annotation = annotation;
}

void Parser::import_clause(Class&, bool is_protected, std::vector<Element*>& elements) {
  Element* element = arena_.make<Element>(Element{ElementKind::kImport});
  element->is_protected = is_protected;
  element->place = peek().place;
  expect("import", "");
  if (peek().kind == TokenKind::kIdentifier && peek(1).is("=")) {
    element->name = next().text;
    next();
    element->type = type_name();
  } else {
    ast::TypeName name;
    name.place = peek().place;
    name.global = accept(".");
    std::vector<ast::RefPart> parts;
    for (;;) {
      const Place place = peek().place;
      parts.push_back({identifier("to import"), {}, place});
      if (accept(".*")) {
        element->import_all = true;
        break;
      }
      if (!accept(".")) break;
      if (accept("*")) {
        element->import_all = true;
        break;
      }
      if (accept("{")) {
        std::vector<std::string_view> names;
        do names.push_back(identifier("to import"));
        while (accept(","));
        expect("}", "after the names");
        element->import_names = arena_.copy(names);
        break;
      }
    }
    name.parts = arena_.copy(parts);
    element->type = name;
    if (!element->import_all && element->import_names.empty()) element->name = parts.back().name;
  }
  element->description = description();
  element->annotation = annotation_if_any();
  elements.push_back(element);
}

void Parser::extends_clause(Class&, bool is_protected, std::vector<Element*>& elements) {
  Element* element = arena_.make<Element>(Element{ElementKind::kExtends});
  element->is_protected = is_protected;
  element->place = peek().place;
  expect("extends", "");
  element->type = type_name();
  if (is("(")) element->modification = class_modification();
  element->annotation = annotation_if_any();
  elements.push_back(element);
}

void Parser::component_clause(Element prefixes, std::vector<Element*>& elements, bool only_one) {
  const Place start = peek().place;
  const std::size_t first = elements.size();
  if (accept("flow"))
    prefixes.flow = true;
  else if (accept("stream"))
    prefixes.stream = true;
  for (const auto& [word, variability] : {std::pair{"discrete", ast::Variability::kDiscrete},
                                          std::pair{"parameter", ast::Variability::kParameter},
                                          std::pair{"constant", ast::Variability::kConstant}})
    if (accept(word)) {
      prefixes.variability = variability;
      prefixes.prefixed_variability = true;
      break;
    }
  if (accept("input"))
    prefixes.causality = ast::Causality::kInput;
  else if (accept("output"))
    prefixes.causality = ast::Causality::kOutput;
  if (peek().kind != TokenKind::kIdentifier && !is("."))
    unexpected("an element (a component, a class, 'extends' or 'import')");
  prefixes.type = type_name();
  prefixes.type_dimensions = subscripts_if_any();
  do {
    Element* element = arena_.make<Element>(prefixes);
    element->place = peek().place;
    element->name = identifier("of the component");
    element->dimensions = subscripts_if_any();
    element->modification = modification_if_any();
    if (accept("if")) element->condition = expression();
    element->description = description();
    element->annotation = annotation_if_any();
    elements.push_back(element);
  } while (!only_one && accept(","));
  if (is("constrainedby"))
    for (std::size_t i = first, at = at_; i < elements.size(); ++i) {
      at_ = at;
      constraining(*elements[i]);
    }
  static_cast<void>(start);
}

}  // namespace escapement::modelica
