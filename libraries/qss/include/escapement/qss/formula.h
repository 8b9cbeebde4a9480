// SPDX-License-Identifier: MIT
// Any expression as a static function: out = formula(inputs, time).
//
// The formula is written as in equations (equations/text.h). Its Taylor polynomial in time is found by Taylor
// arithmetic over the polynomials of the inputs. Degree 3 is kept; the piece is renewed before the term of
// degree 4 comes to `error` of the largest of the others. Relations and floor are taken as they stand at each
// evaluation: nobody locates where they change. Comparator and Switch do that, and so do the events of a
// Network.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "escapement/qss/functions.h"

namespace escapement::qss {

struct FormulaOptions {
  std::string formula;
  std::vector<std::string> inputs = {};  // names, which are those of the ports
  std::vector<std::pair<std::string, double>> constants = {};
  double error = 1e-6;  // relative, > 0
  double seconds = 1;   // in the clock's unit: `time` is in seconds
};

class Formula : public FunctionBlock {
 public:
  // Throws BuildError with all faults of the text, when a name is given twice, or when the error is not above
  // 0.
  Formula(std::string name, FormulaOptions options);
  ~Formula() override;
  InPort<Signal>& in(const std::string& name);  // BuildError when there is none
  void build(Wiring& wiring) override;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace escapement::qss
