// SPDX-License-Identifier: MIT
#include "escapement/arena/register.h"

#include "escapement/arena/assign.h"
#include "escapement/arena/create.h"
#include "escapement/arena/decide.h"
#include "escapement/arena/dispose.h"
#include "escapement/arena/process.h"
#include "escapement/arena/record.h"

namespace escapement::arena {

using registry::Arguments;
using registry::Environment;

void register_arena(registry::Registry& registry) {
  using Made = std::unique_ptr<Component>;
  registry.add(Create::descriptor(), [](const std::string& n, const Arguments& a, Environment&) -> Made {
    return std::make_unique<Create>(n, Create::options_from(a));
  });
  registry.add(Process::descriptor(), [](const std::string& n, const Arguments& a, Environment&) -> Made {
    return std::make_unique<Process>(n, Process::options_from(a));
  });
  registry.add(Decide::descriptor(), [](const std::string& n, const Arguments& a, Environment&) -> Made {
    return std::make_unique<Decide>(n, Decide::options_from(a));
  });
  registry.add(Assign::descriptor(), [](const std::string& n, const Arguments& a, Environment&) -> Made {
    return std::make_unique<Assign>(n, Assign::options_from(a));
  });
  registry.add(Record::descriptor(), [](const std::string& n, const Arguments& a, Environment&) -> Made {
    return Record::make(n, a);
  });
  registry.add(Dispose::descriptor(), [](const std::string& n, const Arguments& a, Environment&) -> Made {
    return std::make_unique<Dispose>(n, a.boolean("recordEntityStatistics", true));
  });
}

}  // namespace escapement::arena
