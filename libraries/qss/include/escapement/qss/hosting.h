// SPDX-License-Identifier: MIT
// Makes the hosts of a model's continuous blocks, for flatten().
//
//   Coupled root("Root");
//   auto& x = root.add<qss::Integrator>("X", 1.0, method);   // x' = -x, x(0) = 1
//   auto& k = root.add<qss::Gain>("K", -1.0);
//   root.couple(x.out, k.in);
//   root.couple(k.out, x.in);
//   qss::Hosting hosting;
//   Simulator simulator(flatten(root, &hosting));
//   simulator.run(10);
//   x.value(10);
//
// kTogether: blocks that signals or messages join, directly or through others, are hosted by one atomic.
// kApart: outputs of integrators, sources and other elements are couplings of the kernel, so that an atomic
//   hosts no more than one element with the functions that it reads; functions that several read keep their
//   readers together. Without ties both give the same results, the first faster.
//
// The hosting must outlive the network that was flattened with it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "escapement/coupled/hosted.h"

namespace escapement::qss {

enum class HostingMode { kTogether, kApart };

class Hosting : public HostFactory {
 public:
  // `others` makes the hosts of all other hosted components; without it there must be none (BuildError).
  explicit Hosting(HostFactory* others = nullptr, HostingMode mode = HostingMode::kTogether)
      : others_(others), mode_(mode) {}

  std::vector<std::vector<Hosted*>> partition(const std::vector<Hosted*>& hosted,
                                              const std::vector<Route>& routes) override;
  // Throws BuildError when functions form an algebraic loop, when an input has no signal or two.
  std::unique_ptr<Host> make(std::string name, const std::vector<Hosted*>& group) override;

 private:
  HostFactory* others_;
  HostingMode mode_;
};

}  // namespace escapement::qss
