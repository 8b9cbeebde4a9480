// SPDX-License-Identifier: MIT
#include "escapement/arena/register.h"

#include "escapement/arena/assign.h"
#include "escapement/arena/batch.h"
#include "escapement/arena/create.h"
#include "escapement/arena/decide.h"
#include "escapement/arena/delay.h"
#include "escapement/arena/dispose.h"
#include "escapement/arena/hold.h"
#include "escapement/arena/match.h"
#include "escapement/arena/process.h"
#include "escapement/arena/queue_modules.h"
#include "escapement/arena/read_write.h"
#include "escapement/arena/record.h"
#include "escapement/arena/release.h"
#include "escapement/arena/seize.h"
#include "escapement/arena/separate.h"
#include "escapement/arena/transfer.h"

namespace escapement::arena {

using registry::Arguments;
using registry::Environment;

void register_arena(registry::Registry& registry) {
  using Made = std::unique_ptr<Component>;
  register_transfer(registry);
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
  registry.add(ReadWrite::descriptor(), [](const std::string& n, const Arguments& a, Environment&) -> Made {
    return ReadWrite::make(n, a);
  });
  registry.add(AdjustVariable::descriptor(),
               [](const std::string& n, const Arguments& a, Environment&) -> Made {
                 return std::make_unique<AdjustVariable>(n, siman::Adjust::options_from(a));
               });
  registry.add(Batch::descriptor(), [](const std::string& n, const Arguments& a, Environment&) -> Made {
    return std::make_unique<Batch>(n, Batch::options_from(a));
  });
  registry.add(Separate::descriptor(), [](const std::string& n, const Arguments& a, Environment&) -> Made {
    return std::make_unique<Separate>(n, Separate::options_from(a));
  });
  registry.add(Hold::descriptor(), [](const std::string& n, const Arguments& a, Environment&) -> Made {
    return std::make_unique<Hold>(n, Hold::options_from(a));
  });
  registry.add(Signal::descriptor(), [](const std::string& n, const Arguments& a, Environment&) -> Made {
    return std::make_unique<Signal>(n, Signal::options_from(a));
  });
  registry.add(Match::descriptor(), [](const std::string& n, const Arguments& a, Environment&) -> Made {
    return std::make_unique<Match>(n, Match::options_from(a));
  });
  registry.add(Remove::descriptor(), [](const std::string& n, const Arguments& a, Environment&) -> Made {
    return std::make_unique<Remove>(n, siman::QueuePlace::from(a));
  });
  registry.add(Pickup::descriptor(), [](const std::string& n, const Arguments& a, Environment&) -> Made {
    return std::make_unique<Pickup>(n, siman::Pickup::options_from(a));
  });
  registry.add(Dropoff::descriptor(), [](const std::string& n, const Arguments& a, Environment&) -> Made {
    return std::make_unique<Dropoff>(n, siman::Dropoff::options_from(a));
  });
  registry.add(Search::descriptor(), [](const std::string& n, const Arguments& a, Environment&) -> Made {
    return std::make_unique<Search>(n, Search::options_from(a));
  });
  registry.add(Store::descriptor(), [](const std::string& n, const Arguments& a, Environment&) -> Made {
    return std::make_unique<Store>(n, siman::ElementName::from(a, siman::kStorageKeys));
  });
  registry.add(Unstore::descriptor(), [](const std::string& n, const Arguments& a, Environment&) -> Made {
    return std::make_unique<Unstore>(n, siman::ElementName::from(a, siman::kStorageKeys));
  });
  registry.add(Dispose::descriptor(), [](const std::string& n, const Arguments& a, Environment&) -> Made {
    return std::make_unique<Dispose>(n, a.boolean("recordEntityStatistics", true));
  });
}

}  // namespace escapement::arena
