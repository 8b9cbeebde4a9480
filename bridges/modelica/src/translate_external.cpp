// SPDX-License-Identifier: MIT
// External functions of the standard library, by what they are documented to do: no C is compiled for a
// model.
#include <algorithm>
#include <cctype>
#include <cmath>

#include "table_terms.h"
#include "translator.h"

namespace escapement::modelica {
namespace {

// Arguments of the constructors of table objects, by place.
constexpr std::size_t kTableName = 0, kFileName = 1, kTable = 2;

}  // namespace

std::vector<std::vector<double>> Translator::matrix_of(const Symbol& symbol, Place place) {
  std::vector<std::vector<double>> rows;
  for (const Symbol& row : symbol.parts) {
    std::vector<Term> terms;
    scalars_of(row, terms);
    std::vector<double>& to = rows.emplace_back();
    for (const Term term : terms) to.push_back(number_of(term, place));
  }
  return rows;
}

// name, file, table, [startTime], [columns], smoothness, extrapolation, [shiftTime, timeEvents]
Translator::TableObject Translator::table_of(const Symbol& object, Place place) {
  TableObject table;
  const std::string& kind = object.text;
  if (object.parts.size() <= kTable)
    throw Untranslatable{place, "a table in an array of components is not supported yet"};
  if (object.parts.at(kFileName).text != "NoName" && object.parts[kFileName].text != "")
    throw Untranslatable{place, "the table '" + object.parts[kTableName].text + "' of the file '" +
                                    object.parts[kFileName].text +
                                    "': tables in files are not supported yet; give the table in the model"};
  table.rows = matrix_of(object.parts.at(kTable), place);
  const auto number = [&](std::size_t i) { return number_of(object.parts.at(i).term, place); };
  const auto columns = [&](std::size_t i) {
    std::vector<Term> terms;
    scalars_of(object.parts.at(i), terms);
    for (const Term term : terms) table.columns.push_back(static_cast<std::size_t>(number_of(term, place)));
  };
  std::size_t at = kTable + 1;
  if (kind == "CombiTimeTable") table.start = number(at++);
  if (kind != "CombiTable2D") columns(at++);
  table.smoothness = static_cast<int>(number(at++));
  table.extrapolation = static_cast<int>(number(at++));
  if (kind == "CombiTimeTable") {
    table.shift = number(at++);
    table.time_events = static_cast<int>(number(at));
  }
  if (table.rows.empty() || table.rows.front().empty())
    throw Untranslatable{place, "a table without entries"};
  const std::size_t first = kind == "CombiTable2D" ? 1 : 0;
  for (std::size_t i = first; i + 1 < table.rows.size(); ++i)
    if (!(table.rows[i][0] <= table.rows[i + 1][0]))
      throw Untranslatable{place, "the first column of a table must rise, but " +
                                      to_text(table.rows[i + 1][0]) + " follows " +
                                      to_text(table.rows[i][0])};
  return table;
}

Symbol Translator::table_call(std::string_view kind, std::string_view function, std::vector<Symbol>& args,
                              Place place) {
  const TableObject table = table_of(args.at(0), place);
  const auto smoothness = static_cast<Smoothness>(table.smoothness);
  const auto extrapolation = static_cast<Extrapolation>(table.extrapolation);
  const auto number = [&](double value) { return Symbol::scalar(terms_.constant(value)); };
  const Term never = terms_.constant(0);
  if (kind == "CombiTable2D") {
    std::vector<double> u1, u2(table.rows[0].begin() + 1, table.rows[0].end());
    std::vector<std::vector<double>> values;
    for (std::size_t i = 1; i < table.rows.size(); ++i) {
      u1.push_back(table.rows[i][0]);
      values.emplace_back(table.rows[i].begin() + 1, table.rows[i].end());
    }
    if (u1.empty() || u2.empty())
      throw Untranslatable{place, "a table of two dimensions needs two rows and columns"};
    if (function == "minimumAbscissa") return Symbol::array({number(u1.front()), number(u2.front())});
    if (function == "maximumAbscissa") return Symbol::array({number(u1.back()), number(u2.back())});
    if (smoothness != Smoothness::kLinear && smoothness != Smoothness::kConstant)
      throw Untranslatable{place,
                           "tables of two dimensions with splines are not supported yet; take "
                           "Smoothness.LinearSegments"};
    return Symbol::scalar(
        surface_value(terms_, u1, u2, values, smoothness, extrapolation, args.at(1).term, args.at(2).term));
  }
  std::vector<double> x, y;
  for (const auto& row : table.rows) x.push_back(row[0]);
  if (function == "minimumAbscissa" || function == "minimumTime") return number(x.front());
  if (function == "maximumAbscissa" || function == "maximumTime") return number(x.back());
  if (function == "nextTimeEvent") {
    const Term u = terms_.subtract(args.at(1).term, terms_.constant(table.shift));
    const Term none = terms_.constant(kNoTime);
    Term next = none;
    constexpr int kNoEvents = 3, kAlways = 1;
    if (table.time_events != kNoEvents) {
      const TableCurve curve(x, std::vector<double>(x.size(), 0), smoothness, extrapolation);
      const bool only_jumps = table.time_events != kAlways;
      next = terms_.add(curve.next_knot(terms_, u, only_jumps, none), terms_.constant(table.shift));
      if (extrapolation != Extrapolation::kPeriodic)
        next = terms_.make(Operation::kIf, terms_.make(Operation::kLess, next, none), next, none);
    }
    // Before it begins a table is 0.
    next = terms_.make(Operation::kIf,
                       terms_.make(Operation::kLess, args.at(1).term, terms_.constant(table.start)),
                       terms_.constant(table.start), next);
    return Symbol::scalar(terms_.make(Operation::kNoEvent, next));
  }
  const double column = number_of(args.at(1).term, place);
  if (!(column >= 1) || column > static_cast<double>(table.columns.size()))
    throw Untranslatable{place, "the table has no output " + to_text(column)};
  const std::size_t c = table.columns[static_cast<std::size_t>(column) - 1];
  for (const auto& row : table.rows) {
    if (c < 1 || c > row.size())
      throw Untranslatable{place, "the table has " + std::to_string(row.size()) + " columns, and column " +
                                      std::to_string(c) + " is asked for"};
    y.push_back(row[c - 1]);
  }
  const TableCurve curve(x, y, smoothness, extrapolation);
  const Term u = args.at(2).term;
  if (kind == "CombiTable1D") return Symbol::scalar(curve.value(terms_, u, never));
  // Until the event at a knot has happened, what lies before it counts.
  const Term next = args.at(3).term, before_next = args.at(4).term;
  const Term pending = terms_.make(
      Operation::kNoEvent, terms_.make(Operation::kAnd, terms_.make(Operation::kEqual, next, before_next),
                                       terms_.make(Operation::kGreaterEqual, u, next)));
  Term value = curve.value(terms_, terms_.subtract(u, terms_.constant(table.shift)), pending);
  const Term start = terms_.constant(table.start);
  const Term not_begun =
      terms_.make(Operation::kOr, terms_.make(Operation::kLess, u, start),
                  terms_.make(Operation::kAnd, pending, terms_.make(Operation::kLessEqual, u, start)));
  value = terms_.make(Operation::kIf, terms_.make(Operation::kNoEvent, not_begun), terms_.constant(0), value);
  return Symbol::scalar(value);
}

Symbol Translator::call_external(const Function& function, std::vector<Symbol> args, Place place) {
  const std::string& name = function.external_name;
  static constexpr std::string_view kTables = "ModelicaStandardTables_";
  if (name.starts_with(kTables)) {
    const std::size_t split = name.find('_', kTables.size());
    const std::string kind = name.substr(kTables.size(), split - kTables.size());
    const std::string what = name.substr(split + 1);
    if (what.starts_with("init")) {
      Symbol object = Symbol::record(std::move(args));
      object.text = kind;
      return object;
    }
    if (what == "getValue" || what == "nextTimeEvent" || what.starts_with("minimum") ||
        what.starts_with("maximum"))
      return table_call(kind, what, args, place);
  }
  const auto number = [&](double value) { return Symbol::scalar(terms_.constant(value)); };
  const auto whole_number = [&](std::size_t i) {
    return static_cast<std::int64_t>(std::llround(number_of(args.at(i).term, place)));
  };
  if (name == "ModelicaStrings_length") return number(static_cast<double>(args.at(0).text.size()));
  if (name == "ModelicaStrings_substring") {
    const std::string& text = args.at(0).text;
    const std::int64_t from = whole_number(1), to = whole_number(2);
    if (from < 1 || to > static_cast<std::int64_t>(text.size()))
      throw Untranslatable{
          place, "'" + text + "' has no characters " + std::to_string(from) + " to " + std::to_string(to)};
    return Symbol::string(
        to < from ? std::string()
                  : text.substr(static_cast<std::size_t>(from) - 1, static_cast<std::size_t>(to - from) + 1));
  }
  if (name == "ModelicaStrings_compare") {  // 1 less, 2 equal, 3 greater
    std::string a = args.at(0).text, b = args.at(1).text;
    if (args.size() > 2 && number_of(args[2].term, place) == 0)
      for (std::string* text : {&a, &b})
        for (char& c : *text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return number(a < b ? 1 : a == b ? 2 : 3);
  }
  if (name == "ModelicaStrings_skipWhiteSpace") {
    const std::string& text = args.at(0).text;
    auto at = static_cast<std::size_t>(whole_number(1));
    while (at >= 1 && at <= text.size() && std::isspace(static_cast<unsigned char>(text[at - 1])) != 0) ++at;
    return number(static_cast<double>(at));
  }
  if (name == "ModelicaInternal_fullPathName") return args.at(0);
  if (name == "ModelicaInternal_print" || name == "ModelicaStreams_closeFile") return {};
  throw Untranslatable{place, "the external function '" + function.name + "' (" + function.external_language +
                                  ' ' + name + ") is not supported yet"};
}

}  // namespace escapement::modelica
