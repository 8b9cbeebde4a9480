// SPDX-License-Identifier: MIT
#include "table_terms.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace escapement::modelica {

using equations::Operation;
using equations::Term;
using equations::Terms;

namespace {

// A time that is this close to a knot, as a part of the width of the table, is at it: t0 + k T is rounded.
constexpr double kAtKnot = 1e-11;

}  // namespace

TableCurve::TableCurve(std::vector<double> x, std::vector<double> y, Smoothness smoothness,
                       Extrapolation extrapolation)
    : x_(std::move(x)), y_(std::move(y)), smoothness_(smoothness), extrapolation_(extrapolation) {
  find_pieces();
}

TableCurve::TableCurve(std::vector<double> x, std::vector<double> y, std::vector<double> slopes,
                       Extrapolation extrapolation)
    : x_(std::move(x)),
      y_(std::move(y)),
      given_slopes_(std::move(slopes)),
      smoothness_(Smoothness::kAkima),
      extrapolation_(extrapolation) {
  find_pieces();
}

std::vector<double> TableCurve::slopes() const {
  if (!given_slopes_.empty()) return given_slopes_;
  const std::size_t n = x_.size();
  const bool periodic = extrapolation_ == Extrapolation::kPeriodic;
  std::vector<double> h(n - 1), m(n - 1), d(n);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    h[i] = x_[i + 1] - x_[i];
    m[i] = (y_[i + 1] - y_[i]) / h[i];
  }
  if (n == 2) return {m[0], m[0]};
  const auto last = static_cast<std::ptrdiff_t>(n) - 2;
  const auto wrapped = [&](std::ptrdiff_t i) {
    return static_cast<std::size_t>((i + last + 1) % (last + 1));
  };
  if (smoothness_ == Smoothness::kAkima || smoothness_ == Smoothness::kModifiedAkima) {
    // Two more slopes on each side, by a parabola through the ends, or by the period.
    const std::function<double(std::ptrdiff_t)> slope = [&](std::ptrdiff_t i) -> double {
      if (i >= 0 && i <= last) return m[static_cast<std::size_t>(i)];
      if (periodic) return m[wrapped(i)];
      return i < 0 ? 2 * slope(i + 1) - slope(i + 2) : 2 * slope(i - 1) - slope(i - 2);
    };
    for (std::size_t i = 0; i < n; ++i) {
      const auto at = static_cast<std::ptrdiff_t>(i);
      const double a = slope(at - 2), b = slope(at - 1), c = slope(at), e = slope(at + 1);
      double left = std::abs(e - c), right = std::abs(b - a);
      if (smoothness_ == Smoothness::kModifiedAkima) {
        left += std::abs(e + c) / 2;
        right += std::abs(b + a) / 2;
      }
      if (left + right == 0)
        d[i] = smoothness_ == Smoothness::kModifiedAkima ? 0 : (b + c) / 2;
      else
        d[i] = (left * b + right * c) / (left + right);
    }
    return d;
  }
  const auto inner = [&](double m0, double m1, double h0, double h1) {
    if (m0 * m1 <= 0) return 0.0;
    if (smoothness_ == Smoothness::kFritschButland)
      return 3 * (h0 + h1) / ((2 * h1 + h0) / m0 + (h1 + 2 * h0) / m1);
    const double p = (m0 * h1 + m1 * h0) / (h0 + h1);
    return std::copysign(2 * std::min({std::abs(m0), std::abs(m1), std::abs(p) / 2}), m0);
  };
  const auto end = [&](double m0, double m1, double h0, double h1) {
    if (smoothness_ == Smoothness::kFritschButland) return m0;
    const double p = m0 * (1 + h0 / (h0 + h1)) - m1 * h0 / (h0 + h1);
    if (p * m0 <= 0) return 0.0;
    return std::abs(p) > 2 * std::abs(m0) ? 2 * m0 : p;
  };
  for (std::size_t i = 1; i + 1 < n; ++i) d[i] = inner(m[i - 1], m[i], h[i - 1], h[i]);
  if (periodic) {
    d[0] = d[n - 1] = inner(m[n - 2], m[0], h[n - 2], h[0]);
  } else {
    d[0] = end(m[0], m[1], h[0], h[1]);
    d[n - 1] = end(m[n - 2], m[n - 3], h[n - 2], h[n - 3]);
  }
  return d;
}

void TableCurve::find_pieces() {
  const std::size_t n = x_.size();
  if (n == 1) {
    pieces_.push_back({x_[0], y_[0], 0, 0, 0});
    return;
  }
  const bool cubic = smoothness_ != Smoothness::kLinear && smoothness_ != Smoothness::kConstant;
  const std::vector<double> d = cubic ? slopes() : std::vector<double>();
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const double h = x_[i + 1] - x_[i], m = (y_[i + 1] - y_[i]) / h;
    if (!(h > 0)) continue;
    if (!pieces_.empty()) bounds_.push_back(x_[i]);
    if (smoothness_ == Smoothness::kConstant)
      pieces_.push_back({x_[i], y_[i], 0, 0, 0});
    else if (!cubic)
      pieces_.push_back({x_[i], y_[i], m, 0, 0});
    else
      pieces_.push_back(
          {x_[i], y_[i], d[i], (3 * m - 2 * d[i] - d[i + 1]) / h, (d[i] + d[i + 1] - 2 * m) / (h * h)});
  }
  if (pieces_.empty()) {
    pieces_.push_back({x_[0], y_[0], 0, 0, 0});
    return;
  }
  if (extrapolation_ == Extrapolation::kPeriodic) return;
  // Before and after: pieces of their own where the outermost do not go on in the wanted way.
  const auto slope_of = [&](std::size_t i, std::size_t at) {
    return cubic ? d[at] : (y_[i + 1] - y_[i]) / (x_[i + 1] - x_[i]);
  };
  const bool hold = extrapolation_ != Extrapolation::kLastTwo;
  const auto line = [&](std::size_t at, std::size_t interval) {
    const double slope = hold ? 0 : slope_of(interval, at);
    return Piece{x_[at], y_[at], std::isfinite(slope) ? slope : 0, 0, 0};  // a jump at the end has no slope
  };
  pieces_.insert(pieces_.begin(), line(0, 0));
  bounds_.insert(bounds_.begin(), x_[0]);
  pieces_.push_back(line(n - 1, n - 2));
  bounds_.push_back(x_[n - 1]);
}

Term TableCurve::piece(Terms& terms, const Piece& p, Term u) const {
  const Term from = terms.subtract(u, terms.constant(p.x));
  Term sum = terms.constant(p.c);
  for (const double next : {p.b, p.a, p.y}) sum = terms.add(terms.constant(next), terms.multiply(from, sum));
  return sum;
}

Term TableCurve::tree(Terms& terms, std::size_t from, std::size_t to, Term u, Term from_left) const {
  if (from == to) return piece(terms, pieces_[from], u);
  const std::size_t middle = (from + to) / 2;
  const Term bound = terms.constant(bounds_[middle]);
  const Term before = terms.make(Operation::kIf, from_left, terms.make(Operation::kLessEqual, u, bound),
                                 terms.make(Operation::kLess, u, bound));
  return terms.make(Operation::kIf, before, tree(terms, from, middle, u, from_left),
                    tree(terms, middle + 1, to, u, from_left));
}

// begins: what was taken off.
Term TableCurve::in_first_period(Terms& terms, Term u, Term from_left, Term* begins) const {
  const double period = last() - first();
  const Term slack = terms.constant(kAtKnot * period);
  const Term nudged = terms.add(u, terms.make(Operation::kIf, from_left, terms.negate(slack), slack));
  const Term rounds =
      terms.make(Operation::kFloor,
                 terms.divide(terms.subtract(nudged, terms.constant(first())), terms.constant(period)));
  *begins = terms.multiply(rounds, terms.constant(period));
  return terms.subtract(u, *begins);
}

Term TableCurve::value(Terms& terms, Term u, Term from_left) const {
  Term at = u;
  if (extrapolation_ == Extrapolation::kPeriodic && last() > first()) {
    Term begins{};
    at = in_first_period(terms, u, from_left, &begins);
  }
  return terms.make(Operation::kNoEvent, tree(terms, 0, pieces_.size() - 1, at, from_left));
}

Term TableCurve::next_knot(Terms& terms, Term u, bool only_jumps, Term none) const {
  std::vector<double> knots;
  for (std::size_t i = 0; i < x_.size(); ++i) {
    const bool jumps = i > 0 && x_[i] == x_[i - 1];
    const bool is_end = i == 0 || i + 1 == x_.size();
    if ((jumps || !only_jumps || is_end) && (knots.empty() || knots.back() != x_[i])) knots.push_back(x_[i]);
  }
  const bool periodic = extrapolation_ == Extrapolation::kPeriodic && last() > first();
  Term at = u, begins = terms.constant(0);
  if (periodic) {
    at = in_first_period(terms, u, terms.constant(0), &begins);
    knots.erase(knots.begin());  // the end of the period before
  }
  const Term slack = terms.constant(kAtKnot * std::max(last() - first(), std::abs(last()) * 1e-3));
  const Term nudged = terms.add(at, slack);
  Term next = none;
  for (std::size_t i = knots.size(); i-- > 0;)
    next = terms.make(Operation::kIf, terms.make(Operation::kLess, nudged, terms.constant(knots[i])),
                      terms.add(begins, terms.constant(knots[i])),
                      periodic && i + 1 == knots.size()
                          ? terms.add(begins, terms.constant(knots.back() + knots[0] - first()))
                          : next);
  return terms.make(Operation::kNoEvent, next);
}

// Along u1 the weights of the rows are curves of their own: 1 at their row and 0 at the others.
Term surface_value(Terms& terms, const std::vector<double>& u1, const std::vector<double>& u2,
                   const std::vector<std::vector<double>>& y, Smoothness smoothness,
                   Extrapolation extrapolation, Term at1, Term at2) {
  const Term right = terms.constant(0);
  Term sum = terms.constant(0);
  for (std::size_t i = 0; i < u1.size(); ++i) {
    std::vector<double> unit(u1.size(), 0);
    unit[i] = 1;
    const Term weight = TableCurve(u1, unit, smoothness, extrapolation).value(terms, at1, right);
    const Term row = TableCurve(u2, y[i], smoothness, extrapolation).value(terms, at2, right);
    sum = terms.add(sum, terms.multiply(weight, row));
  }
  return sum;
}

}  // namespace escapement::modelica
