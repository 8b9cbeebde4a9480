// SPDX-License-Identifier: MIT
// Runs replications of several scenarios, several at once, in any order: what each gives depends on its
// scenario and number only.
//
//   C1  Cells are begun in the order in which they are listed; each is told to `done` as soon as it is over,
//       one call at a time, in the order of finishing.
//   C2  A replication that throws is told to `done` with its failure; the others go on.
//   C3  When a stop is asked for, those that run are told to end and are not told to `done`, and no other is
//       begun.
//   C4  What the factory or `done` throws ends the run as a stop does, then goes to the caller; of several
//   the
//       first.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "escapement/experiment/runner.h"

namespace escapement::experiment {

struct Cell {
  std::size_t scenario = 0;
  int replication = 0;  // from 0
  bool operator==(const Cell&) const = default;
};

struct CellOutcome {
  double clock = 0;  // at the end
  std::vector<statistics::Summary> summaries;
  std::vector<statistics::Observations> observations;
  std::optional<Failure> failure;
  void archive(Archive& archive);
};

using CellFactory = std::function<std::unique_ptr<Replication>(const Cell&)>;  // from several threads at once
using CellDone = std::function<void(const Cell&, const CellOutcome&)>;

// Runs one cell. Nothing when `ending` told the replication to stop. What the factory throws passes through.
std::optional<CellOutcome> run_cell(const Cell& cell, const CellFactory& factory,
                                    const std::function<bool()>& ending);

// True when all cells are done. `threads` 0: as many as the machine has cores.
bool run_cells(const std::vector<Cell>& cells, unsigned threads, const CellFactory& factory,
               const CellDone& done, std::stop_token stop = {});

}  // namespace escapement::experiment
