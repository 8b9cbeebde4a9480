// SPDX-License-Identifier: MIT
// CREATE: the source of entities. At each arrival it makes a batch and sends each out; the next arrival is
// drawn as the present one comes, before the batch moves. Or the arrivals are the rows of a table: a column
// is the time, other columns become attributes (csv_arrivals.h). Or they are a Poisson
// process whose rate is a schedule of type Arrival (arrival_process.h).
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

#include "escapement/random/stream.h"
#include "escapement/registry/descriptor.h"
#include "escapement/siman/arrival_process.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/block.h"
#include "escapement/siman/csv_arrivals.h"
#include "escapement/siman/entity_type.h"

namespace escapement::siman {

class Create : public Block {
 public:
  struct Options {
    Reference entity{};             // empty: the only entity type there is
    ExpressionText first = 0.0;     // time of the first arrival
    ExpressionText interarrival{};  // empty: one arrival only
    ExpressionText batch = 1.0;     // entities per arrival
    double max_batches = std::numeric_limits<double>::infinity();
    std::optional<CsvArrivals> arrivals{};  // instead of first and interarrival
    Reference schedule{};                   // instead of these: arrivals per hour, a Poisson process
    std::optional<std::uint64_t> stream{};
    const char* first_field = "first";  // what messages and streams call first and batch
    const char* batch_field = "batch";
    bool count_for_module = false;  // counts into <module>.NumberOut
  };
  Create(std::string name, Options options);
  static registry::ComponentType descriptor();
  static Options options_from(const registry::Arguments& arguments);
  // Faults of parameters that have no effect beside a table or a schedule.
  // Whether its arrivals have no end that is known before the run; `most` is the field of their number.
  static bool never_ends(const registry::Value& value, const char* most);
  static void check_sources(const registry::Value& value, const char* first, const char* batch,
                            std::vector<Diagnostic>& out);

  Exit out{*this, "out"};

  void declare(Binder& binder) override;
  void bind(Binder& binder) override;
  void start() override;
  Block* enter(Entity& entity) override;
  void due(Entity* entity) override;
  void archive(Archive& archive) override;

 private:
  void arrive(std::size_t count);
  void arrive_in_batch();
  void schedule_next();
  void bind_schedule(Binder& binder);
  void schedule_process();
  [[noreturn]] void refuse(const expressions::Expression& expression, const char* what, double value) const;
  [[noreturn]] void refuse_more_at_once() const;
  [[noreturn]] void refuse_batch(double size) const;
  void arrive_by_table();
  double draw(const expressions::Expression& expression, const char* what);

  Options options_;
  expressions::Expression first_, interarrival_, batch_;
  std::optional<ArrivalProcess> process_;
  random::Stream* stream_ = nullptr;  // of the process
  bool one_by_one_ = false;           // the batch is 1, known before the run
  EntityType* type_ = nullptr;
  statistics::Counter* number_out_ = nullptr;
  std::unique_ptr<ArrivalTable> table_;
  std::size_t row_ = 0;
  double batches_ = 0;
  double last_time_ = -1;
  long at_once_ = 0;  // arrivals without time passing
};

}  // namespace escapement::siman
