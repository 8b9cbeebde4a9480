// SPDX-License-Identifier: MIT
#include "escapement/registry/date.h"

#include <chrono>

namespace escapement::registry {
namespace {

// Reads a whole number of `least` to `most` digits from the front of the text.
std::optional<int> take_number(std::string_view& text, std::size_t least, std::size_t most) {
  std::size_t digits = 0;
  int number = 0;
  while (digits < text.size() && digits < most && text[digits] >= '0' && text[digits] <= '9')
    number = 10 * number + (text[digits++] - '0');
  if (digits < least) return std::nullopt;
  text.remove_prefix(digits);
  return number;
}

bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

std::optional<std::int64_t> parse_time_of_day(std::string_view text) {
  const auto hours = take_number(text, 1, 2);
  if (!hours || !take(text, ':')) return std::nullopt;
  const auto minutes = take_number(text, 2, 2);
  std::optional<int> seconds = 0;
  if (minutes && take(text, ':')) seconds = take_number(text, 2, 2);
  if (!minutes || !seconds || !text.empty() || *minutes > 59 || *seconds > 59) return std::nullopt;
  const std::int64_t time = *hours * std::int64_t{3600} + *minutes * 60 + *seconds;
  return time <= kSecondsInDay ? std::optional(time) : std::nullopt;
}

std::optional<std::int64_t> parse_date(std::string_view text) {
  using namespace std::chrono;
  constexpr int kFirstYear = 1583;  // the first whole one of the calendar
  const auto y = take_number(text, 4, 4);
  if (!y || !take(text, '-')) return std::nullopt;
  const auto m = take_number(text, 2, 2);
  if (!m || !take(text, '-')) return std::nullopt;
  const auto d = take_number(text, 2, 2);
  if (!d || *y < kFirstYear) return std::nullopt;
  const year_month_day date(year(*y), month(static_cast<unsigned>(*m)), day(static_cast<unsigned>(*d)));
  if (!date.ok()) return std::nullopt;
  std::optional<std::int64_t> time = 0;
  if (!text.empty()) {
    if (!take(text, 'T') && !take(text, ' ')) return std::nullopt;
    time = parse_time_of_day(text);
    if (!time || *time == kSecondsInDay) return std::nullopt;
  }
  return sys_days(date).time_since_epoch().count() * kSecondsInDay + *time;
}

int weekday(std::int64_t days) {
  constexpr std::int64_t kThursday = 3;
  return static_cast<int>(((days + kThursday) % 7 + 7) % 7);
}

}  // namespace escapement::registry
