// SPDX-License-Identifier: MIT
#include "escapement/qss/outlook.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <numeric>
#include <sstream>
#include <utility>

#include "escapement/core/error.h"

namespace escapement::qss {
namespace {

constexpr double kMany = 1e6;  // steps: some seconds

struct Entry {
  std::size_t column = 0;
  double value = 0;
};

struct Matrix {
  std::vector<double> diagonal;
  std::vector<std::vector<Entry>> rows;  // without the diagonal

  double at(std::size_t row, std::size_t column) const {
    if (row == column) return diagonal[row];
    for (const Entry& one : rows[row])
      if (one.column == column) return one.value;
    return 0;
  }
};

Matrix matrix_of(const equations::ColumnPattern& pattern, std::span<const double> entries) {
  const std::size_t n = pattern.column_begin.size() - 1;
  Matrix made{std::vector<double>(n, 0), std::vector<std::vector<Entry>>(n)};
  for (std::size_t j = 0; j < n; ++j)
    for (auto k = static_cast<std::size_t>(pattern.column_begin[j]);
         k < static_cast<std::size_t>(pattern.column_begin[j + 1]); ++k) {
      const auto i = static_cast<std::size_t>(pattern.rows[k]);
      if (i == j)
        made.diagonal[i] = entries[k];
      else if (entries[k] != 0)
        made.rows[i].push_back({j, entries[k]});
    }
  return made;
}

// The states by their rates, the fastest first.
std::vector<std::size_t> by_rate(const Matrix& matrix) {
  std::vector<std::size_t> order(matrix.diagonal.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return matrix.diagonal[a] < matrix.diagonal[b]; });
  return order;
}

// Errors after a sweep over the fast states, each solved for what the others are. By how much a sweep makes
// them larger, in the long run; errors are left in e.
double growth(const Matrix& matrix, const std::vector<std::size_t>& fast, const std::vector<bool>& is_fast,
              std::vector<double>& e) {
  constexpr int kIdle = 40, kCounted = 60;
  double sign = 1;
  std::fill(e.begin(), e.end(), 0.0);
  for (std::size_t k = 0; k < fast.size(); ++k, sign = -sign)
    e[fast[k]] = sign * (1 + 0.37 * static_cast<double>(k % 3));
  double logarithm = 0;
  for (int sweep = 0; sweep < kIdle + kCounted; ++sweep) {
    for (const std::size_t i : fast) {
      double others = 0;
      for (const Entry& one : matrix.rows[i])
        if (is_fast[one.column]) others -= one.value * e[one.column];
      e[i] = others / matrix.diagonal[i];
    }
    double largest = 0;
    for (const std::size_t i : fast) largest = std::max(largest, std::abs(e[i]));
    if (!(largest > 1e-200)) return 0;
    if (sweep >= kIdle) logarithm += std::log(largest);
    for (const std::size_t i : fast) e[i] /= largest;
  }
  return std::exp(logarithm / kCounted);
}

void find_mutual(const Matrix& matrix, const std::vector<std::size_t>& order, double length,
                 std::size_t together, std::vector<Outlook>& to) {
  constexpr double kGrows = 1.05, kTakesPart = 0.01;
  const auto rate = [&](std::size_t i) { return -matrix.diagonal[i]; };
  std::vector<bool> is_fast(order.size(), false);
  std::vector<std::size_t> fast;
  std::vector<double> e(order.size(), 0);
  std::size_t next = 0;
  while (next < order.size() && rate(order[next]) * length > 1) {
    const double down_to = rate(order[next]) / 10;
    const std::size_t before = fast.size();
    for (; next < order.size() && rate(order[next]) > std::max(down_to, 1 / length); ++next) {
      fast.push_back(order[next]);
      is_fast[order[next]] = true;
    }
    if (fast.size() <= together || fast.size() == before) continue;
    if (!(growth(matrix, fast, is_fast, e) > kGrows)) continue;
    Outlook found{Outlook::Kind::kMutual, {}, 0, together, 0};
    for (const std::size_t i : fast)
      if (std::abs(e[i]) > kTakesPart) found.states.push_back(i);
    found.rate = rate(found.states.front());
    found.steps = rate(found.states.back()) * length * static_cast<double>(found.states.size());
    if (found.states.size() > together && found.steps > kMany) to.push_back(std::move(found));
    return;
  }
}

void find_derivative(const Matrix& matrix, const std::vector<std::size_t>& order, const Method& method,
                     double length, std::vector<Outlook>& to) {
  constexpr double kCancels = 0.1, kLarge = 100;          // beside what the reader does by itself
  std::vector<std::vector<Entry>> columns(order.size());  // column: the row that it stands in
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const Entry& one : matrix.rows[i]) columns[one.column].push_back({i, one.value});
  for (const std::size_t x : order) {
    const double rate = -matrix.diagonal[x];
    if (!(rate * length * method.relative > 1)) return;
    if (matrix.rows[x].empty()) continue;
    for (const Entry& reader : columns[x]) {
      const double own = std::max(std::abs(matrix.diagonal[reader.column]), 1 / length);
      if (!(std::abs(reader.value) > kLarge * own)) continue;
      const double gain = -reader.value / rate;  // of the derivative of x
      const bool reads_derivative =
          std::all_of(matrix.rows[x].begin(), matrix.rows[x].end(), [&](const Entry& u) {
            const double through = gain * u.value;
            return std::abs(matrix.at(reader.column, u.column) - through) <= kCancels * std::abs(through);
          });
      if (!reads_derivative) continue;
      to.push_back({Outlook::Kind::kDerivative, {x, reader.column}, rate, 1, 0});
      return;
    }
  }
}

}  // namespace

std::vector<Outlook> look_ahead(const equations::ColumnPattern& pattern, std::span<const double> entries,
                                const Method& method, double length, std::size_t together) {
  std::vector<Outlook> found;
  if (!(length > 0) || !std::isfinite(length)) return found;
  if (!std::all_of(entries.begin(), entries.end(), [](double one) { return std::isfinite(one); }))
    return found;
  const Matrix matrix = matrix_of(pattern, entries);
  const std::vector<std::size_t> order = by_rate(matrix);
  if (order.empty()) return found;
  if (method.linearly_implicit()) {
    find_mutual(matrix, order, length, together, found);
  } else if (const double rate = -matrix.diagonal[order.front()]; rate * length > kMany) {
    Outlook one{Outlook::Kind::kStiff, {}, rate, 1, 0};
    for (const std::size_t i : order) {
      if (!(-matrix.diagonal[i] * length > kMany)) break;
      one.states.push_back(i);
      one.steps += -matrix.diagonal[i] * length;
    }
    found.push_back(std::move(one));
  }
  find_derivative(matrix, order, method, length, found);
  return found;
}

std::string text_of(const Outlook& outlook, const Method& method,
                    const std::function<std::string(std::size_t)>& name) {
  constexpr std::size_t kShown = 5;
  const std::string solver(name_of(method.kind));
  std::string names;
  for (std::size_t k = 0; k < std::min(outlook.states.size(), kShown); ++k)
    names += (k == 0 ? "'" : ", '") + name(outlook.states[k]) + "'";
  if (outlook.states.size() > kShown)
    names += " and " + std::to_string(outlook.states.size() - kShown) + " more";
  const auto rounded = [](double value) {
    std::ostringstream words;
    words << std::setprecision(2) << value;
    return words.str();
  };
  switch (outlook.kind) {
    case Outlook::Kind::kStiff:
      return "as it stands, the model is stiff for " + solver + ": " + names + ", with time constants from " +
             rounded(1 / outlook.rate) + " s on, may take some " + rounded(outlook.steps) +
             " steps in this run. Results hold; --solver li" + solver + " or cvode needs fewer steps";
    case Outlook::Kind::kMutual:
      return "as it stands, " + names + " are stiff together, with time constants from " +
             rounded(1 / outlook.rate) + " s on. " + solver + " treats no more than " +
             std::to_string(outlook.together) + (outlook.together == 1 ? " state" : " states") +
             " at once as implicit here, and may take some " + rounded(outlook.steps) +
             " steps in this run; --solver cvode carries it";
    default:
      return "'" + name(outlook.states[1]) + "' reads the derivative of what '" + name(outlook.states[0]) +
             "' follows with a time constant of " + rounded(1 / outlook.rate) +
             " s: an error of a quantum is " + rounded(outlook.rate) +
             " times as large there, per second, and results may be far from the tolerance. Compare a "
             "tighter "
             "--tolerance, or use --solver cvode";
  }
}

}  // namespace escapement::qss
