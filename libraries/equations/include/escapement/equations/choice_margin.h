// SPDX-License-Identifier: MIT
// How good a choice of states still is. With D the columns of the chosen dummy derivatives and N those of the
// other candidates, in the Jacobian of the differentiated constraints, the entry (i, j) of X = D^-1 N says
// how many times larger the determinant of D would be with candidate j in the place of dummy i (Cramer's
// rule; Gu and Eisenstat 1996 judge rank-revealing factorisations so). Where the largest entry is small no
// other choice is much better, whatever the scale of the equations; where it grows without bound the
// constraints soon tell nothing about a dummy any more.
//
// Columns are scaled by nominal values. A candidate that wants more to stay a state than the dummy it would
// replace (StateSelect) counts a thousandth.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "escapement/equations/index_reduction.h"
#include "escapement/equations/tape.h"

namespace escapement::equations {

class ChoiceMargin {
 public:
  // `highest` and `choice`: of differentiate_constraints() and choose_states() for this system.
  ChoiceMargin(FlatSystem& system, const std::vector<std::size_t>& highest, const StateChoice& choice);

  // Whether another choice is ever possible: there are candidates beside the dummies, and it depends on
  // values which are best.
  bool may_change() const;
  // Whether the constraints may stop telling the dummies while another choice would still do. Not where D,
  // sorted into blocks, has only constants in these: then its determinant is a constant too, whatever stands
  // beside them, as where each dummy is given by an equation of its own (currents that turn with a rotor's
  // angle).
  bool may_fail() const;
  // 1 over the largest entry of X, at most 1; 0 where D is singular.
  double operator()(std::span<const double> values, double time);

 private:
  struct Solver;
  struct Group {                                     // constraints that share derivatives
    std::size_t rows = 0, dummies = 0, columns = 0;  // dummies are the first of the columns
    std::vector<int> wishes;                         // by column
    std::vector<double> scales;
    struct Entry {
      std::size_t row, column, result;  // result: of the tape
      bool constant;
    };
    std::vector<Entry> entries;
    std::shared_ptr<Solver> solver{};  // of D
  };
  void add_level(FlatSystem& system, const std::vector<std::size_t>& rows,
                 const std::vector<bool>& candidates, const StateChoice& choice, std::vector<Term>& terms);
  double margin(Group& group);
  static bool holds_always(const Group& group);

  Tape tape_;
  std::vector<Group> groups_;
  std::vector<double> results_, work_, column_;
};

}  // namespace escapement::equations
