// SPDX-License-Identifier: MIT
#include "escapement/siman/csv_arrivals.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <numeric>

#include "data_file.h"
#include "escapement/expressions/compile.h"
#include "escapement/expressions/map_scope.h"
#include "escapement/siman/attribute.h"
#include "escapement/siman/binder.h"
#include "escapement/tables/sqlite.h"

namespace escapement::siman {
namespace {

using tables::CsvTable;

bool is_name_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Whether an expression names the column, as a whole word.
bool mentions(const std::string& expression, const std::string& column) {
  for (std::size_t at = expression.find(column); at != std::string::npos;
       at = expression.find(column, at + 1)) {
    const std::size_t end = at + column.size();
    const bool begins = at == 0 || !is_name_letter(expression[at - 1]);
    if (begins && (end == expression.size() || !is_name_letter(expression[end]))) return true;
  }
  return false;
}

// Reads one column, or an expression of columns, row by row.
class ColumnReader {
 public:
  ColumnReader(const CsvTable& table, const CsvArrivals& arrivals, const std::string& text)
      : table_(table), arrivals_(arrivals) {
    if (const auto column = table.column(text)) {
      columns_.push_back(*column);
      values_.resize(1);
      plain_ = true;
      return;
    }
    values_.resize(table.columns().size());
    expressions::MapScope scope;
    for (std::size_t c = 0; c < values_.size(); ++c) scope.variable(table.columns()[c], &values_[c]);
    expression_ = expressions::compile(text, scope);
    for (std::size_t c = 0; c < values_.size(); ++c)
      if (mentions(text, table.columns()[c])) columns_.push_back(c);
  }

  bool is_column() const { return plain_; }
  std::string_view text(std::size_t row) const { return table_.cell(row, columns_.front()); }
  // Throws InputError at the row when a cell is no number and has no code.
  double value(std::size_t row) {
    for (const std::size_t column : columns_) values_[plain_ ? 0 : column] = cell(row, column);
    if (plain_) return values_.front();
    expressions::Frame frame;
    return expression_.evaluate(frame);
  }

 private:
  double cell(std::size_t row, std::size_t column) const {
    if (const auto number = table_.number(row, column)) return *number;
    const std::string text(table_.cell(row, column));
    if (const auto code = arrivals_.codes.find(text); code != arrivals_.codes.end()) return code->second;
    throw InputError(Diagnostic{table_.where(row),
                                "'" + text + "' in column '" + table_.columns()[column] + "' is no number",
                                "mend the file, or give the text a number under \"codes\""});
  }

  const CsvTable& table_;
  const CsvArrivals& arrivals_;
  bool plain_ = false;
  std::vector<std::size_t> columns_;
  std::vector<double> values_;
  expressions::Expression expression_;
};

}  // namespace

registry::Record CsvArrivals::record() {
  using namespace registry;
  return {"arrivals",
          "Arrivals read from a CSV file or a table of an SQLite file, a row each.",
          {string("file").must().because(
               "path of the file, CSV or SQLite, relative to the study; ${NAME} stands for an environment "
               "variable"),
           string("table").because("of an SQLite file; the only one when absent"),
           string("time").must().because("column of the time of arrival, or an expression of columns"),
           choice("timeUnit", {"s", "min", "h", "d"}).because("unit of that time; the study's when absent"),
           map("attributes", string("column"))
               .because("attribute and the column, or expression of columns, that fills it"),
           map("where", string("text")).because("column and the text that a row must have there to count"),
           map("codes", number("code")).because("numbers for cells that are text")},
          {}};
}

CsvArrivals CsvArrivals::from(const registry::Arguments& arguments) {
  CsvArrivals a;
  a.location = arguments.where("file");
  a.time_location = arguments.where("time");
  a.file = arguments.string("file", "");
  a.table = arguments.string("table", "");
  a.time = arguments.string("time", "");
  a.unit = arguments.string("timeUnit", "");
  const auto members = [&](const char* name) -> const std::vector<registry::Value::Member>& {
    static const std::vector<registry::Value::Member> none;
    const registry::Value* value = arguments.value(name);
    return value == nullptr ? none : value->members();
  };
  for (const auto& m : members("attributes")) a.attributes.emplace_back(m.key, m.value.text());
  for (const auto& m : members("where")) a.where[m.key] = m.value.text();
  for (const auto& m : members("codes")) a.codes[m.key] = m.value.number();
  return a;
}

ArrivalTable read_arrivals(const CsvArrivals& arrivals, Member& member, Binder& binder) {
  ArrivalTable result;
  SourceLocation place = arrivals.location;
  const auto fault = [&](std::string message, std::string remedy = {}) {
    binder.fault(member, place, std::move(message), std::move(remedy));
  };
  std::string unset;
  registry::Environment& environment = binder.world().environment();
  const std::filesystem::path path = data_path(arrivals.file, environment.directory, unset);
  if (!unset.empty()) {
    fault("the file of arrivals '" + arrivals.file + "' needs the environment variable " + unset +
              ", which is not set",
          "set it, or give the path with --set " + member.address() + ".arrivals.file=PATH");
    return result;
  }
  try {
    const CsvTable table = tables::read_table(path.string(), arrivals.table);
    environment.data_files.insert(path.string());
    std::vector<std::pair<std::size_t, std::string>> where;
    for (const auto& [column, text] : arrivals.where) {
      const auto found = table.column(column);
      if (!found) {
        const std::string near(nearest_name(column, table.columns()));
        fault("'" + path.string() + "' has no column '" + column + "'",
              near.empty() ? "columns: " + list_text(table.columns()) : "did you mean '" + near + "'?");
        return result;
      }
      where.emplace_back(*found, text);
    }
    place = arrivals.time_location;
    ColumnReader time(table, arrivals, arrivals.time);
    place = arrivals.location;
    std::vector<ColumnReader> readers;
    for (const auto& [name, column] : arrivals.attributes) {
      Reference reference(name);
      reference.where = arrivals.location;
      Attribute* attribute = binder.find<Attribute>(member, reference, "attribute");
      if (attribute == nullptr) return result;
      result.attributes.push_back(attribute);
      readers.emplace_back(table, arrivals, column);
      if (attribute->is_text() && !readers.back().is_column())
        fault("the text attribute '" + name + "' is filled by '" + column + "', which is no column of '" +
                  path.string() + "'",
              "name a column: " + list_text(table.columns()));
    }
    const double scale = arrivals.unit.empty() ? 1
                                               : *registry::seconds_in(arrivals.unit) /
                                                     *registry::seconds_in(environment.time_unit);
    std::vector<std::size_t> rows;
    std::vector<double> times;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const bool counts = std::all_of(where.begin(), where.end(),
                                      [&](const auto& w) { return table.cell(row, w.first) == w.second; });
      if (!counts) continue;
      const double at = time.value(row) * scale;
      if (!(at >= 0))
        throw InputError(Diagnostic{table.where(row), "the time of arrival is " + to_text(at),
                                    "times count from the start of the run and are 0 or more"});
      rows.push_back(row);
      times.push_back(at);
    }
    if (rows.empty())
      fault(
          "no row of '" + path.string() + "' counts",
          arrivals.where.empty() ? "the file has no rows" : "no row has the texts asked for under \"where\"");
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return times[a] < times[b]; });
    for (const std::size_t i : order) {
      result.times.push_back(times[i]);
      for (std::size_t r = 0; r < readers.size(); ++r)
        result.values.push_back(result.attributes[r]->is_text()
                                    ? binder.world().texts().number_of(readers[r].text(rows[i]))
                                    : readers[r].value(rows[i]));
    }
  } catch (const InputError& e) {
    for (const Diagnostic& d : e.diagnostics())
      binder.fault(member, d.where.file.empty() ? arrivals.location : d.where, d.message, d.remedy);
  } catch (const expressions::ExpressionError& e) {
    fault("'" + e.text() + "' is neither a column of '" + path.string() +
              "' nor an expression of its columns: " + e.message(),
          e.remedy());
  }
  return result;
}

}  // namespace escapement::siman
