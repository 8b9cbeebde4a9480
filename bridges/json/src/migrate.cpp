// SPDX-License-Identifier: MIT
#include "escapement/json/migrate.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace escapement::json {

using registry::Value;

std::vector<Migration> migrations() {
  return {};
}

void migrate(Value& study, const std::vector<Migration>& table, int current,
             std::vector<Diagnostic>& notices) {
  const Value* format = study.find("format");
  const SourceLocation where = format == nullptr ? study.where() : format->where();
  const double written = format == nullptr ? 1 : format->is(Value::Type::kNumber) ? format->number() : 0;
  if (!(written >= 1) || written != std::floor(written))
    throw InputError({where, "'format' must be a whole number of at least 1, not " + format->json(),
                      "the current format is " + std::to_string(current)});
  if (written > current)
    throw InputError({where,
                      "the study has format " + format->text() + ", this program knows formats up to " +
                          std::to_string(current),
                      "take a newer version of the program"});
  for (int from = static_cast<int>(written); from < current; ++from) {
    const auto step =
        std::find_if(table.begin(), table.end(), [&](const Migration& m) { return m.from == from; });
    if (step == table.end())
      throw InputError({where, "studies of format " + std::to_string(from) + " can no longer be read", ""});
    step->apply(study);
    Value now(static_cast<double>(from + 1));
    now.set_where(where);
    study.set("format", std::move(now));
    notices.push_back({where,
                       "the study has format " + std::to_string(from) + " and was read as format " +
                           std::to_string(from + 1) + ": " + step->changed,
                       "write \"format\": " + std::to_string(from + 1) + " once this is done in the file",
                       Diagnostic::Severity::kWarning});
  }
}

}  // namespace escapement::json
