// SPDX-License-Identifier: MIT
// From a checked study to a tree of models.
#pragma once

#include <memory>

#include "escapement/coupled/coupled.h"
#include "escapement/json/study.h"
#include "escapement/registry/environment.h"

namespace escapement::json {

// Makes the coupled model of a study for one replication, through the factories of its registry: in each
// model elements first, in the order of their sections, then components, then the model's own ports, then
// couplings. The root bears the study's name with every character that no name may have replaced by _. The
// environment outlives the model; its time unit must be the study's (environment_for sees to it). The study
// must outlive the model too, which may keep places of expressions in it.
//
// Throws InputError with the faults that the factories found, BuildErrors among them with the place of the
// component or coupling. Nothing is kept after a failure. InternalErrors pass through, as when a component
// lacks a port of its descriptor.
std::unique_ptr<Coupled> build(const Study& study, registry::Environment& environment);

// The same without ports of coupled models and without couplings: to look for what else is wrong.
std::unique_ptr<Coupled> build_without_couplings(const Study& study, registry::Environment& environment);

// The environment of replication `replication` (from 1) of the study.
registry::Environment environment_for(const Study& study, random::StreamSet& streams,
                                      statistics::Collector& statistics, std::int64_t replication = 1);

}  // namespace escapement::json
