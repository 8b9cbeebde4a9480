// SPDX-License-Identifier: MIT
// Event nodes in an order in which each reads what earlier ones give.
#pragma once

#include <cstdint>
#include <vector>

#include "plan.h"

namespace escapement::qss_solver {

// Orders plan.event_nodes and fills plan.event_readers. node_reads: by node, the slots it reads. Sets
// plan.tangled where blocks stand in a circle of nodes.
void order_event_nodes(Plan& plan, std::vector<std::vector<std::uint32_t>> node_reads);

}  // namespace escapement::qss_solver
