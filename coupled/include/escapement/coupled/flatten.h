// SPDX-License-Identifier: MIT
// From a tree of coupled models to a flat network.
//
//   F1  Walk the tree, components in order of their names, so that the order in which they were added is
//       forgotten. Leaves are atomics, hosted components and declarations (shared mailboxes).
//   F2  From every output of a leaf, and every input of the root, follow couplings through the ports of
//       coupled models to inputs of leaves and outputs of the root. Two ways to one input deliver twice.
//   F3  Resolve mailbox addresses and shares by name, searching outward; pipes become a route from each end
//       to every other.
//   F4  Hosted components are given to the host factory; routes inside one host leave the network.
//   F5  Number models in path order and their ports in order of declaration; lay routes out in arrays.
// The work is linear in the number of couplings, times the length of the chains that are followed.
#pragma once

#include "escapement/core/network.h"
#include "escapement/coupled/coupled.h"
#include "escapement/coupled/hosted.h"

namespace escapement {

// Throws BuildError when the root stands in another model or a model already runs in a simulator, when a
// component with ports is of no known kind, when a coupling is there twice, when couplings run in a circle
// through coupled models only, when an output whose messages have one owner does not lead to exactly one end
// (an input, or an output of the root), when a coupling is drawn to a mailbox share, when a mailbox address
// finds no mailbox, or when there are hosted components and no factory. The tree is then as it was.
// The tree must outlive the network.
Network flatten(Component& root, HostFactory* hosts = nullptr);

}  // namespace escapement
