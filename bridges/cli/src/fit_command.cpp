// SPDX-License-Identifier: MIT
#include "fit_command.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "escapement/core/error.h"
#include "escapement/report/number_text.h"
#include "escapement/statistics/fit.h"
#include "escapement/tables/sqlite.h"

namespace escapement::cli {
namespace {

std::string padded(const std::string& text, std::size_t width, bool left = false) {
  const std::string blanks(width - std::min(width, text.size()), ' ');
  return left ? text + blanks : blanks + text;
}

std::size_t chosen_column(const tables::CsvTable& table, const std::string& asked) {
  const auto refuse = [&](std::string message, std::string remedy) {
    throw InputError(Diagnostic{{table.file(), 0, 0, ""}, std::move(message), std::move(remedy)});
  };
  if (!asked.empty()) {
    if (const auto column = table.column(asked)) return *column;
    const std::string near(nearest_name(asked, table.columns()));
    refuse("there is no column '" + asked + "'",
           near.empty() ? "columns are " + list_text(table.columns()) : "did you mean '" + near + "'?");
  }
  std::vector<std::size_t> numeric;
  std::vector<std::string> names;
  for (std::size_t c = 0; c < table.columns().size(); ++c)
    if (table.rows() > 0 && table.number(0, c)) {
      numeric.push_back(c);
      names.push_back(table.columns()[c]);
    }
  if (numeric.empty()) refuse("no column holds numbers", "a column of observations is needed");
  if (numeric.size() > 1)
    refuse("several columns hold numbers: " + list_text(names), "choose one with --column");
  return numeric.front();
}

std::vector<double> observations(const tables::CsvTable& table, std::size_t column) {
  std::vector<double> values;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (table.cell(row, column).empty()) continue;  // not observed
    const auto value = table.number(row, column);
    if (!value)
      throw InputError(Diagnostic{table.where(row),
                                  "'" + std::string(table.cell(row, column)) + "' in column '" +
                                      table.columns()[column] + "' is no finite number",
                                  "leave the cell empty when nothing was observed"});
    values.push_back(*value);
  }
  return values;
}

}  // namespace

int fit_command(const FitOptions& options, const Terminal& terminal) {
  const tables::CsvTable table = tables::read_table(options.file);
  const std::size_t column = chosen_column(table, options.column);
  const std::vector<double> values = observations(table, column);
  const std::vector<statistics::Fit> fits = statistics::fit_distributions(values);
  if (options.format == "json") {
    nlohmann::ordered_json json = {{"column", table.columns()[column]},
                                   {"observations", values.size()},
                                   {"fits", nlohmann::json::array()}};
    for (const statistics::Fit& fit : fits)
      json["fits"].push_back({{"name", fit.name},
                              {"expression", fit.expression},
                              {"parameters", fit.parameters},
                              {"logLikelihood", fit.log_likelihood},
                              {"aic", fit.aic},
                              {"kolmogorovSmirnov", fit.kolmogorov_smirnov},
                              {"andersonDarling", fit.anderson_darling},
                              {"chiSquare", fit.chi_square},
                              {"chiSquareP", fit.chi_square_p}});
    terminal.out << json.dump(2) << '\n';
    return 0;
  }
  std::size_t width = 10;
  for (const statistics::Fit& fit : fits) width = std::max(width, fit.expression.size());
  terminal.out << table.columns()[column] << ": " << values.size() << " observations\n\n"
               << padded("Expression", width, true) << padded("AIC", 12) << padded("KS", 10)
               << padded("A-squared", 11) << padded("Chi-square", 12) << padded("p", 10) << '\n';
  for (const statistics::Fit& fit : fits)
    terminal.out << padded(fit.expression, width, true) << padded(report::number_text(fit.aic, 6), 12)
                 << padded(report::number_text(fit.kolmogorov_smirnov), 10)
                 << padded(fit.anderson_darling > 0 ? report::number_text(fit.anderson_darling) : "-", 11)
                 << padded(report::number_text(fit.chi_square), 12)
                 << padded(fit.chi_square_p < 1e-4 ? "< 0.0001" : report::number_text(fit.chi_square_p, 3),
                           10)
                 << '\n';
  return 0;
}

}  // namespace escapement::cli
