// SPDX-License-Identifier: MIT
#include "escapement/core/error.h"
#include "escapement/qss/sources.h"
#include "escapement/tables/csv.h"

namespace escapement::qss {

TableOptions read_table(const std::string& path, const std::string& time_column,
                        const std::string& value_column, bool linear) {
  const tables::CsvTable table = tables::CsvTable::read(path);
  const auto column = [&](const std::string& name) {
    const auto found = table.column(name);
    if (!found)
      throw InputError(
          Diagnostic{{table.file(), 1, 1, {}},
                     "there is no column '" + name + "'; there are " + list_text(table.columns()),
                     ""});
    return *found;
  };
  const std::size_t times = column(time_column), values = column(value_column);
  TableOptions options;
  options.linear = linear;
  for (std::size_t row = 0; row < table.rows(); ++row)
    for (const std::size_t c : {times, values}) {
      const auto number = table.number(row, c);
      if (!number)
        throw InputError(Diagnostic{
            table.where(row),
            "'" + std::string(table.cell(row, c)) + "' in column '" + table.columns()[c] + "' is no number",
            ""});
      (c == times && options.times.size() == row ? options.times : options.values).push_back(*number);
    }
  return options;
}

}  // namespace escapement::qss
