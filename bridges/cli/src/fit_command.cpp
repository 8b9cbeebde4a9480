// SPDX-License-Identifier: MIT
#include "fit_command.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "escapement/core/error.h"
#include "escapement/report/number_text.h"
#include "escapement/report/report_html.h"
#include "escapement/statistics/fit.h"
#include "escapement/tables/sqlite.h"
#include "write_file.h"

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
  const auto is_number = [](const std::string& text) {
    char* end = nullptr;
    std::strtod(text.c_str(), &end);
    return !text.empty() && *end == '\0';
  };
  if (std::any_of(table.columns().begin(), table.columns().end(), is_number))
    refuse("the first line names the columns, and here it holds numbers: " + list_text(table.columns()),
           "put a line with names above them");
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
                                  table.cell(row, column).find(',') != std::string_view::npos
                                      ? "numbers are written with a decimal point"
                                      : "leave the cell empty when nothing was observed"});
    values.push_back(*value);
  }
  return values;
}

using FitJson = nlohmann::ordered_json;

FitJson finite(double value) {
  return std::isfinite(value) ? FitJson(value) : FitJson(nullptr);
}

// Equal intervals from the least to the greatest value, about sqrt(n) of them; of whole numbers as many wide
// as they need.
FitJson histogram(const std::vector<double>& sorted) {
  constexpr double kFewest = 5, kMost = 40;
  const double low = sorted.front(), high = sorted.back();
  const bool whole = std::all_of(sorted.begin(), sorted.end(), [](double x) { return x == std::floor(x); });
  const double wanted = std::clamp(std::round(std::sqrt(static_cast<double>(sorted.size()))), kFewest, kMost);
  double origin = low, width = (high - low) / wanted;
  if (whole && high - low < 1e6) {
    width = std::max(1.0, std::ceil((high - low + 1) / wanted));
    origin = low - 0.5;
  }
  const auto cells = static_cast<std::size_t>(whole ? std::floor((high - origin) / width) + 1 : wanted);
  std::vector<std::uint64_t> counts(cells);
  for (const double value : sorted)
    ++counts[std::min(cells - 1, static_cast<std::size_t>((value - origin) / width))];
  return {{"origin", origin}, {"width", width}, {"counts", counts}};
}

// With `plots` what a histogram with densities and a Q-Q plot are drawn from.
FitJson fits_json(const std::string& column, std::vector<double> values,
                  const std::vector<statistics::Fit>& fits, const std::string& empirical, bool plots) {
  constexpr int kPoints = 100, kQuantiles = 200;
  std::sort(values.begin(), values.end());
  FitJson json = {{"column", column}, {"observations", values.size()}, {"empirical", empirical}};
  std::vector<double> grid;
  for (int i = 0; i <= kPoints; ++i)
    grid.push_back(values.front() + (values.back() - values.front()) * i / kPoints);
  if (plots) json["data"] = {{"histogram", histogram(values)}, {"x", grid}};
  json["fits"] = FitJson::array();
  for (const statistics::Fit& fit : fits) {
    FitJson one = {{"name", fit.name},
                   {"expression", fit.expression},
                   {"parameters", fit.parameters},
                   {"logLikelihood", finite(fit.log_likelihood)},
                   {"aic", finite(fit.aic)},
                   {"kolmogorovSmirnov", fit.kolmogorov_smirnov},
                   {"andersonDarling", fit.anderson_darling > 0 ? FitJson(fit.anderson_darling) : FitJson()},
                   {"chiSquare", fit.chi_square},
                   {"chiSquareP", fit.chi_square_p}};
    if (plots) {
      one["density"] = FitJson::array();
      for (const double x : grid) one["density"].push_back(finite(fit.density(x)));
      one["quantiles"] = FitJson::array();
      const int pairs = std::min(kQuantiles, static_cast<int>(values.size()));
      for (int i = 0; i < pairs; ++i) {
        const double share = (i + 0.5) / pairs;
        one["quantiles"].push_back({finite(fit.quantile(share)), statistics::quantile_of(values, share)});
      }
    }
    json["fits"].push_back(std::move(one));
  }
  return json;
}

void write_fits(const std::string& directory, const std::string& title, const FitJson& json) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::create_directories(directory, error);
  write_file(fs::path(directory) / "fit.json", json.dump(2) + '\n');
  write_file(fs::path(directory) / "report.html", report::fit_to_html(title, json));
}

statistics::RankBy rank_by(const std::string& name) {
  if (name == "ks") return statistics::RankBy::kKolmogorovSmirnov;
  if (name == "ad") return statistics::RankBy::kAndersonDarling;
  return name == "chi-square" ? statistics::RankBy::kChiSquare : statistics::RankBy::kAic;
}

}  // namespace

int fit_command(const FitOptions& options, const Terminal& terminal) {
  const tables::CsvTable table = tables::read_table(options.file);
  const std::size_t column = chosen_column(table, options.column);
  const std::string& name = table.columns()[column];
  const std::vector<double> values = observations(table, column);
  std::vector<statistics::Fit> fits;
  std::string empirical;
  try {
    fits = statistics::fit_distributions(values);
    empirical = statistics::empirical_expression(values);
  } catch (const InputError& e) {
    Diagnostic fault = e.diagnostics().front();
    fault.where.file = options.file;
    fault.message = "column '" + name + "': " + fault.message;
    throw InputError(std::move(fault));
  }
  statistics::rank(fits, rank_by(options.rank));
  if (!options.out.empty())
    write_fits(options.out, std::filesystem::path(options.file).filename().string() + ": " + name,
               fits_json(name, values, fits, empirical, true));
  if (options.format == "json") {
    terminal.out << fits_json(name, values, fits, empirical, false).dump(2) << '\n';
    return 0;
  }
  std::size_t width = 10;
  for (const statistics::Fit& fit : fits) width = std::max(width, fit.expression.size());
  terminal.out << name << ": " << values.size() << " observations\n\n"
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
  terminal.out << "\nThe data as they are, if none of these will do:\n" << empirical << '\n';
  if (!options.out.empty() && !options.quiet)
    terminal.err << "densities and Q-Q plots are in "
                 << (std::filesystem::path(options.out) / "report.html").string()
                 << ", their data in fit.json\n";
  return 0;
}

}  // namespace escapement::cli
