// SPDX-License-Identifier: MIT
#include "table_surface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace escapement::modelica {
namespace {

using equations::Term;
using equations::Terms;
using Grid = std::vector<std::vector<double>>;

constexpr std::size_t kBeyond = 2;  // knots that are added on either side

// Knots as far beyond the ends as the outermost ones lie apart.
std::vector<double> extended_knots(const std::vector<double>& x) {
  const std::size_t n = x.size();
  std::vector<double> made(n + 2 * kBeyond);
  std::copy(x.begin(), x.end(), made.begin() + kBeyond);
  if (n == 2) {
    const double h = x[1] - x[0];
    made[1] = x[0] - h;
    made[0] = x[0] - 2 * h;
    made[n + 2] = x[1] + h;
    made[n + 3] = x[1] + 2 * h;
  } else {
    made[1] = x[0] + x[1] - x[2];
    made[0] = 2 * x[0] - x[2];
    made[n + 2] = x[n - 1] + x[n - 2] - x[n - 3];
    made[n + 3] = 2 * x[n - 1] - x[n - 3];
  }
  return made;
}

// Values there: slopes go on as those of a parabola. `at` reaches a value by its place among all knots.
void extend(const std::vector<double>& knots, const std::function<double&(std::size_t)>& at) {
  const std::size_t n = knots.size() - 2 * kBeyond;
  const auto slope = [&](std::size_t i) { return (at(i + 1) - at(i)) / (knots[i + 1] - knots[i]); };
  const double first = slope(2), second = n > 2 ? slope(3) : first;
  const double last = slope(n), before = n > 2 ? slope(n - 1) : last;
  at(1) = at(2) - (2 * first - second) * (knots[2] - knots[1]);
  at(0) = at(1) - (3 * first - 2 * second) * (knots[1] - knots[0]);
  at(n + 2) = at(n + 1) + (2 * last - before) * (knots[n + 2] - knots[n + 1]);
  at(n + 3) = at(n + 2) + (3 * last - 2 * before) * (knots[n + 3] - knots[n + 2]);
}

// How much the slope after a knot and the one before it count there.
struct Slope {
  double before, after;  // divided differences on either side
  double weight_before, weight_after;
  double value() const {
    return (weight_before * before + weight_after * after) / (weight_before + weight_after);
  }
};

Slope slope_at(const std::array<double, 4>& d) {
  Slope made{d[1], d[2], std::abs(d[3] - d[2]), std::abs(d[1] - d[0])};
  if (made.weight_before == 0 && made.weight_after == 0) made.weight_before = made.weight_after = 1;
  return made;
}

struct Slopes {
  Grid along1, along2, cross;
};

Slopes slopes_of(const std::vector<double>& u1, const std::vector<double>& u2, const Grid& y) {
  const std::vector<double> x1 = extended_knots(u1), x2 = extended_knots(u2);
  Grid z(x1.size(), std::vector<double>(x2.size()));
  for (std::size_t i = 0; i < u1.size(); ++i) {
    std::copy(y[i].begin(), y[i].end(), z[i + kBeyond].begin() + kBeyond);
    extend(x2, [&](std::size_t j) -> double& { return z[i + kBeyond][j]; });
  }
  for (std::size_t j = 0; j < x2.size(); ++j) extend(x1, [&](std::size_t i) -> double& { return z[i][j]; });
  const auto difference1 = [&](std::size_t i, std::size_t j) {
    return (z[i + 1][j] - z[i][j]) / (x1[i + 1] - x1[i]);
  };
  const auto difference2 = [&](std::size_t i, std::size_t j) {
    return (z[i][j + 1] - z[i][j]) / (x2[j + 1] - x2[j]);
  };
  const auto difference12 = [&](std::size_t i, std::size_t j) {
    return (difference2(i + 1, j) - difference2(i, j)) / (x1[i + 1] - x1[i]);
  };
  Slopes made;
  made.along1 = made.along2 = made.cross = y;
  for (std::size_t a = 0; a < u1.size(); ++a)
    for (std::size_t b = 0; b < u2.size(); ++b) {
      const std::size_t i = a + kBeyond, j = b + kBeyond;
      const Slope s1 =
          slope_at({difference1(i - 2, j), difference1(i - 1, j), difference1(i, j), difference1(i + 1, j)});
      const Slope s2 =
          slope_at({difference2(i, j - 2), difference2(i, j - 1), difference2(i, j), difference2(i, j + 1)});
      made.along1[a][b] = s1.value();
      made.along2[a][b] = s2.value();
      const double before =
          s2.weight_before * difference12(i - 1, j - 1) + s2.weight_after * difference12(i - 1, j);
      const double after = s2.weight_before * difference12(i, j - 1) + s2.weight_after * difference12(i, j);
      made.cross[a][b] = (s1.weight_before * before + s1.weight_after * after) /
                         ((s1.weight_before + s1.weight_after) * (s2.weight_before + s2.weight_after));
    }
  return made;
}

}  // namespace

// Along u1 the values and the slopes of the rows are weighted by cubics that are 1, or have slope 1, at one
// knot and are nothing at the others.
Term smooth_surface(Terms& terms, const std::vector<double>& u1, const std::vector<double>& u2, const Grid& y,
                    Extrapolation extrapolation, Term at1, Term at2) {
  const Term right = terms.constant(0);
  if (u1.size() == 1) return TableCurve(u2, y[0], Smoothness::kAkima, extrapolation).value(terms, at2, right);
  if (u2.size() == 1) {
    std::vector<double> column;
    for (const std::vector<double>& row : y) column.push_back(row[0]);
    return TableCurve(u1, column, Smoothness::kAkima, extrapolation).value(terms, at1, right);
  }
  const Slopes slopes = slopes_of(u1, u2, y);
  Term sum = terms.constant(0);
  for (std::size_t i = 0; i < u1.size(); ++i) {
    const std::vector<double> zeros(u1.size(), 0);
    std::vector<double> unit = zeros;
    unit[i] = 1;
    const Term value_weight = TableCurve(u1, unit, zeros, extrapolation).value(terms, at1, right);
    const Term slope_weight = TableCurve(u1, zeros, unit, extrapolation).value(terms, at1, right);
    const Term value = TableCurve(u2, y[i], slopes.along2[i], extrapolation).value(terms, at2, right);
    const Term slope =
        TableCurve(u2, slopes.along1[i], slopes.cross[i], extrapolation).value(terms, at2, right);
    sum = terms.add(sum, terms.add(terms.multiply(value_weight, value), terms.multiply(slope_weight, slope)));
  }
  return sum;
}

}  // namespace escapement::modelica
