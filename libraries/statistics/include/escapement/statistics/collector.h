// SPDX-License-Identifier: MIT
// All statistics of one replication, each by its unique dotted name: "Drilling.Queue.WaitingTime".
//
// A name is asked for with its kind; the first asking makes it, later ones return the same object. References
// stay valid as long as the collector lives. One collector serves one replication and one thread.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "escapement/core/archive_fwd.h"
#include "escapement/statistics/counter.h"
#include "escapement/statistics/frequency.h"
#include "escapement/statistics/name_order.h"
#include "escapement/statistics/summary.h"
#include "escapement/statistics/tally.h"
#include "escapement/statistics/time_persistent.h"

namespace escapement::statistics {

// A value computed once, at the end of the replication, from other statistics.
struct Output {
  std::function<double(double t_end)> value;
};

class Collector {
 public:
  // Statistics count from `start` on. InternalError when it is not finite.
  explicit Collector(double start = 0);
  Collector(const Collector&) = delete;
  Collector& operator=(const Collector&) = delete;

  // BuildError, naming both kinds, when the name is taken by another kind; also when it is empty.
  Tally& tally(std::string name);
  Counter& counter(std::string name);
  // `initial` holds from `start` on, which is the collector's own start (construction or the last clear) when
  // absent; both matter at the first asking only.
  TimePersistent& time_persistent(std::string name, double initial = 0, std::optional<double> start = {});
  // The categories matter at the first asking only. BuildError as frequency.h says.
  Frequency& frequency(std::string name, const std::vector<Category>& categories, double initial = 0,
                       std::optional<double> start = {});
  Frequency& state_frequency(std::string name, const std::vector<std::string>& states,
                             std::size_t initial = 0, std::optional<double> start = {});

  // Evaluated by summarize; what it throws passes through. Two definitions of one name are a BuildError.
  void output(std::string name, std::function<double()> value);
  void output(std::string name, std::function<double(double t_end)> value);
  // ∫ numerator dt / ∫ denominator dt over the collected time, as for scheduled utilization. No value when
  // the denominator's integral is 0.
  void output_ratio(std::string name, const TimePersistent& numerator, const TimePersistent& denominator);

  // For expressions such as TAVG(x): nullptr when there is no such name or it is of another kind.
  Tally* find_tally(std::string_view name);
  TimePersistent* find_time_persistent(std::string_view name);
  Counter* find_counter(std::string_view name);
  Frequency* find_frequency(std::string_view name);
  const Output* find_output(std::string_view name) const;
  std::optional<Kind> find_kind(std::string_view name) const;
  std::vector<std::string> names() const;  // in NameOrder

  // The end of the warm-up at time t: everything begins anew, with the values that hold.
  void clear(double t);

  // Histograms of tallies and series of time-persistents, for those that exist and those to come. Collected
  // from here on, so call it before the run. Off at first.
  void record_plots(bool on);

  // The statistic of that name, made already or not, is collected and can be read but is not summarized.
  void hide(std::string name) { hidden_.insert(std::move(name)); }

  // All statistics up to t_end that are not hidden, in NameOrder. Changes nothing.
  std::vector<Summary> summarize(double t_end) const;

  // Loading overwrites the statistics of the same names and kinds, and makes those that are not there yet;
  // outputs and frequencies must be there. ArchiveError when a name is of another kind.
  void archive(Archive& archive);

 private:
  using Item = std::variant<Tally, TimePersistent, Counter, Output, Frequency>;

  template <typename T, typename Make>
  T& get(std::string name, Make make);
  template <typename T>
  const T* find(std::string_view name) const;
  void add_output(std::string name, Output output);
  void archive_item(Archive& archive, const std::string& name, Kind kind);

  std::map<std::string, Item, NameOrder> items_;
  std::set<std::string, std::less<>> hidden_;
  double start_;
  bool plots_ = false;
};

}  // namespace escapement::statistics
