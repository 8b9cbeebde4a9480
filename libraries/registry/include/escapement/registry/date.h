// SPDX-License-Identifier: MIT
// Dates of the Gregorian calendar and times of day, as studies write them. Clocks have no zones and are never
// put forward or back: a day has 24 hours.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace escapement::registry {

inline constexpr std::int64_t kSecondsInDay = 86400;

// "2026-11-30", "2026-11-30 06:00", "2026-11-30T06:00:30": seconds since 1970-01-01 00:00. nullopt for
// another text and for days that there are not (2026-02-29). Years 1583 to 9999.
std::optional<std::int64_t> parse_date(std::string_view text);

// "08:00", "8:00", "23:59:30", up to "24:00": seconds since midnight. nullopt for another text.
std::optional<std::int64_t> parse_time_of_day(std::string_view text);

// 0 for Monday ... 6 for Sunday; days are counted from 1970-01-01, a Thursday.
int weekday(std::int64_t days);

}  // namespace escapement::registry
