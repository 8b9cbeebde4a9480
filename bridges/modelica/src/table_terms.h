// SPDX-License-Identifier: MIT
// Interpolation in tables as terms: what the standard library leaves to external C functions. Intervals are
// found by a tree of ifs inside noEvent, and each holds a polynomial, so that derivatives follow by the rules
// of calculus.
//
//   linear      straight lines; constant: the value at the left end
//   akima       cubic Hermite, slopes after Akima 1970; modified: with the weights |a-b| + |a+b|/2
//   monotone    slopes after Fritsch and Butland 1984, or Steffen 1990
#pragma once

#include <optional>
#include <vector>

#include "escapement/equations/terms.h"

namespace escapement::modelica {

// In the order of Modelica.Blocks.Types.
enum class Smoothness { kLinear = 1, kAkima, kConstant, kFritschButland, kSteffen, kModifiedAkima };
enum class Extrapolation { kHold = 1, kLastTwo, kPeriodic, kNone };

class TableCurve {
 public:
  // x rises, or stays where y jumps; as many y as x, at least one.
  TableCurve(std::vector<double> x, std::vector<double> y, Smoothness smoothness,
             Extrapolation extrapolation);
  // Cubic, with these slopes at the knots.
  TableCurve(std::vector<double> x, std::vector<double> y, std::vector<double> slopes,
             Extrapolation extrapolation);

  // The value at u. from_left: a truth; where it holds a jump or a knot at u counts for what is before it.
  equations::Term value(equations::Terms& terms, equations::Term u, equations::Term from_left) const;
  // The first knot after u, shifted by periods; `none` where there is none. Only jumps, or all knots.
  equations::Term next_knot(equations::Terms& terms, equations::Term u, bool only_jumps,
                            equations::Term none) const;
  double first() const { return x_.front(); }
  double last() const { return x_.back(); }

 private:
  struct Piece {  // y + u' (a + u' (b + u' c)), u' = u - x
    double x, y, a, b, c;
  };
  void find_pieces();
  std::vector<double> slopes() const;
  equations::Term piece(equations::Terms& terms, const Piece& p, equations::Term u) const;
  equations::Term tree(equations::Terms& terms, std::size_t from, std::size_t to, equations::Term u,
                       equations::Term from_left) const;
  equations::Term in_first_period(equations::Terms& terms, equations::Term u, equations::Term from_left,
                                  equations::Term* begins) const;

  std::vector<double> x_, y_;
  std::vector<double> given_slopes_;  // none: they are found by the kind of smoothness
  Smoothness smoothness_;
  Extrapolation extrapolation_;
  std::vector<double> bounds_;  // between pieces
  std::vector<Piece> pieces_;
};

// A surface over a grid: y[i][j] at (u1[i], u2[j]); linear in both, or constant.
equations::Term surface_value(equations::Terms& terms, const std::vector<double>& u1,
                              const std::vector<double>& u2, const std::vector<std::vector<double>>& y,
                              Smoothness smoothness, Extrapolation extrapolation, equations::Term at1,
                              equations::Term at2);

}  // namespace escapement::modelica
