// SPDX-License-Identifier: MIT
#include "escapement/experiment/plan.h"

#include <cmath>
#include <utility>
#include <vector>

#include "escapement/core/error.h"

namespace escapement::experiment {

void validate(const Plan& plan) {
  std::vector<Diagnostic> faults;
  const auto fault = [&](const char* key, std::string message, std::string remedy) {
    Diagnostic diagnostic;
    diagnostic.where.pointer = std::string("/experiment/") + key;
    diagnostic.message = std::move(message);
    diagnostic.remedy = std::move(remedy);
    faults.push_back(std::move(diagnostic));
  };
  if (plan.replications < 1) {
    fault("replications",
          "replications is " + std::to_string(plan.replications) + "; allowed is a whole number from 1 on",
          "ask for 1 replication, or for 10 and more to get a confidence interval");
  }
  if (plan.antithetic && plan.replications % 2 == 1) {
    fault("antithetic",
          "antithetic replications come in pairs, and " + std::to_string(plan.replications) + " is odd",
          "ask for " + std::to_string(plan.replications + 1) + " replications");
  }
  const bool length_fits = !plan.length || (*plan.length > 0 && std::isfinite(*plan.length));
  if (!length_fits) {
    fault("length", "length is " + to_text(*plan.length) + "; allowed is a finite time above 0",
          "give the simulated time of one replication, or leave length out to run until no event is left");
  }
  if (!(plan.warmup >= 0) || std::isinf(plan.warmup)) {
    fault("warmup", "warmup is " + to_text(plan.warmup) + "; allowed is a finite time from 0 on",
          "leave warmup out when statistics are to count from the start");
  } else if (plan.length && length_fits && plan.warmup >= *plan.length) {
    fault("warmup",
          "warmup is " + to_text(plan.warmup) + " but the length, which includes it, is " +
              to_text(*plan.length) + "; allowed is less than the length",
          "make length the warm-up plus the time that statistics are to cover");
  }
  if (!faults.empty()) throw InputError(std::move(faults));
}

}  // namespace escapement::experiment
