// SPDX-License-Identifier: MIT
#include "escapement/arena/register.h"

#include "escapement/arena/assign.h"
#include "escapement/arena/create.h"
#include "escapement/arena/decide.h"
#include "escapement/arena/delay.h"
#include "escapement/arena/dispose.h"
#include "escapement/arena/process.h"
#include "escapement/arena/record.h"
#include "escapement/arena/release.h"
#include "escapement/arena/seize.h"

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
  registry.add(Seize::descriptor(), [](const std::string& n, const Arguments& a, Environment&) -> Made {
    return std::make_unique<Seize>(n, Seize::options_from(a));
  });
  registry.add(Delay::descriptor(), [](const std::string& n, const Arguments& a, Environment&) -> Made {
    return std::make_unique<Delay>(n, Delay::options_from(a));
  });
  registry.add(Release::descriptor(), [](const std::string& n, const Arguments& a, Environment&) -> Made {
    return std::make_unique<Release>(n, siman::ResourceUnits::from(a, "resources"));
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
