// SPDX-License-Identifier: MIT
// A quantised state method and its quantum: which of the seven methods integrates, and how far a quantised
// state may lie from the state itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace escapement::qss {

// QSS1 (Kofman and Junco 2001), QSS2 (Kofman 2002), QSS3 (Kofman 2006); LIQSS1 to LIQSS3 (Migoni and Kofman
// 2009; Migoni, Bortolotto, Kofman and Cellier 2013) for stiff systems; CQSS (Cellier, Kofman, Migoni and
// Bortolotto 2008) for marginally stable ones. See docs/theory/quantised-states.md.
enum class Kind { kQss1, kQss2, kQss3, kLiqss1, kLiqss2, kLiqss3, kCqss };

struct Method {
  static constexpr double kDefaultRelative = 1e-3;
  static constexpr double kDefaultAbsolute = 1e-6;

  Kind kind = Kind::kQss3;
  double relative = kDefaultRelative;  // of |x|, >= 0
  double absolute = kDefaultAbsolute;  // in the unit of x, > 0: the least quantum

  // The degree of the polynomials that states follow: 1, 2 or 3.
  int order() const;
  bool linearly_implicit() const;  // LIQSS1 to LIQSS3 and CQSS
  // dQ = max(relative |x|, absolute).
  double quantum(double x) const {
    const double size = relative * (x < 0 ? -x : x);
    return size > absolute ? size : absolute;
  }
  // Throws BuildError naming `owner` when relative is negative, absolute is not above 0, or one is not
  // finite.
  void check(std::string_view owner) const;
};

// "qss1", "qss2", "qss3", "liqss1", "liqss2", "liqss3", "cqss".
const std::vector<std::string>& method_names();
std::string_view name_of(Kind kind);
// True and the kind set when the name, in any case, is one of these.
bool find_kind(std::string_view name, Kind& kind);
// Throws BuildError with the allowed names otherwise.
Kind kind_of(std::string_view name);
// A method with one tolerance: relative = tolerance, absolute = tolerance / 1000. Throws BuildError when the
// name is unknown or the tolerance is not above 0 and finite.
Method method_of(std::string_view name, double tolerance = Method::kDefaultRelative);

}  // namespace escapement::qss
