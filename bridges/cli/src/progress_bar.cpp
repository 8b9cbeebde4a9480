// SPDX-License-Identifier: MIT
#include "progress_bar.h"

#include <algorithm>
#include <cstdio>
#include <string>

namespace escapement::cli {

void ProgressBar::show(double fraction) {
  if (!active_) return;
  constexpr int kCells = 40;
  fraction = std::clamp(fraction, 0.0, 1.0);
  const int filled = static_cast<int>(fraction * kCells);
  const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  char numbers[48];
  if (fraction > 0.02)
    std::snprintf(numbers, sizeof numbers, " %3.0f %%  %.0f s left", fraction * 100,
                  passed * (1 - fraction) / fraction);
  else
    std::snprintf(numbers, sizeof numbers, " %3.0f %%", fraction * 100);
  out_ << "\r\x1b[K[" << std::string(static_cast<std::size_t>(filled), '#')
       << std::string(static_cast<std::size_t>(kCells - filled), '.') << ']' << numbers << std::flush;
  drawn_ = true;
}

void ProgressBar::clear() {
  if (drawn_) out_ << "\r\x1b[K" << std::flush;
  drawn_ = false;
}

}  // namespace escapement::cli
