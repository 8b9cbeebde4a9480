// SPDX-License-Identifier: MIT
// Which truths of the relations of one mixed node agree with what comes out under them. Ideal diodes and
// switches make such nodes; where the equations are piecewise linear this is a linear complementarity
// problem.
//
//   M1  From the present truths, one disagreeing relation at a time is turned, that with the lowest number
//   (Murty
//       1974, "Note on a Bard-type scheme for solving the complementarity problem"): it ends where a unique
//       solution exists for all data, and seldom needs more steps than there are relations.
//   M2  Up to kTriedAtMost relations: all combinations.
//   M3  Where several relations are at their zeros at once, rounding may leave no combination that agrees: of
//   those
//       that were tried the one that is least wrong, if that is no more than kRounding of how far its
//       crossing functions go under other combinations. First come those in which a relation whose crossing
//       this instant is has its new truth: a diode that begins to conduct has no current yet, and rounding
//       may say that it has a negative one.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "escapement/equations/event_iteration.h"

namespace escapement::equations::internal {

class MixedSearch {
 public:
  static constexpr std::size_t kTriedAtMost = EventIteration::kTried;
  static constexpr double kRounding = 1e-7;
  struct Outcome {
    std::vector<double> truths;     // that the relations take
    std::vector<double> crossings;  // their crossing functions
  };
  // Evaluates the node under these truths; nothing where it cannot be (a block is singular then).
  using TryOut = std::function<std::optional<Outcome>(const std::vector<double>& truths)>;

  explicit MixedSearch(TryOut try_out) : try_out_(std::move(try_out)) {}

  // The truths, or nothing when none agree. forgiven(): by relation, whether M3 has overlooked that it
  // disagrees. crossed: by relation, the truth that a crossing of this instant gives it.
  std::optional<std::vector<double>> run(const std::vector<double>& present,
                                         const std::vector<std::optional<double>>& crossed = {});
  const std::vector<bool>& forgiven() const { return forgiven_; }
  // Where none agree: what was nearest to it. truths: those that were tried; crossings: what came out.
  const std::optional<Outcome>& nearest() const { return nearest_; }

 private:
  bool agrees(const std::vector<double>& truths);
  std::optional<std::vector<double>> one_by_one(std::vector<double> truths);
  std::optional<std::vector<double>> least_wrong(const std::vector<std::optional<double>>& crossed);

  struct Tried {
    std::vector<double> truths;
    Outcome outcome;
  };
  TryOut try_out_;
  std::optional<Outcome> outcome_;
  std::vector<Tried> tried_;
  std::vector<double> farthest_;  // by relation: its crossing function under any combination
  std::vector<bool> forgiven_;
  std::optional<Outcome> nearest_;
};

}  // namespace escapement::equations::internal
