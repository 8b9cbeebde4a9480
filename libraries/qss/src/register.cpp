// SPDX-License-Identifier: MIT
#include "escapement/qss/register.h"

#include "escapement/core/error.h"
#include "escapement/qss/detectors.h"
#include "escapement/qss/formula.h"
#include "escapement/qss/functions.h"
#include "escapement/qss/integrator.h"
#include "escapement/qss/sampled.h"
#include "escapement/qss/sources.h"

namespace escapement::qss {
namespace {

using namespace registry;
using Made = std::unique_ptr<Component>;

PortInfo in(const char* name, const char* doc) {
  return {name, true, "signal", doc};
}
PortInfo out(const char* name, const char* doc) {
  return {name, false, "signal", doc};
}
PortInfo message_in(const char* name, const char* doc) {
  return {name, true, "real", doc};
}
PortInfo message_out(const char* name, const char* doc) {
  return {name, false, "real", doc};
}

ComponentType type_of(const char* name, const char* doc, std::vector<Field> fields,
                      std::vector<PortInfo> ports, std::vector<StatisticInfo> statistics = {}) {
  ComponentType type;
  type.name = name;
  type.doc = doc;
  type.parameters = {name, "", std::move(fields), {}};
  type.ports = std::move(ports);
  type.statistics = std::move(statistics);
  return type;
}

std::vector<PortInfo> numbered(std::size_t count) {
  std::vector<PortInfo> ports;
  for (std::size_t i = 1; i <= count; ++i) ports.push_back({"in" + std::to_string(i), true, "signal", ""});
  ports.push_back(out("out", "the result"));
  return ports;
}

// The text of a duration in the study's unit: as written where it is a number, so that ticks stay exact.
std::string exact_text(const Arguments& arguments, std::string_view name, const char* absent) {
  const Value* value = arguments.value(name);
  if (value == nullptr) return absent;
  return value->is(Value::Type::kNumber) ? value->text() : to_text(arguments.duration(name, 0));
}

Periodic ticks_of(const Arguments& a) {
  return Periodic(exact_text(a, "start", "0"), exact_text(a, "period", "1"));
}

std::vector<Field> ticks_and(std::vector<Field> more) {
  more.push_back(duration("start").by_default("0").because("the first tick"));
  more.push_back(duration("period").above(0).must().because("from tick to tick"));
  return more;
}

Method method_for(const Arguments& a, Method method) {
  if (a.has("method")) method.kind = kind_of(a.string("method", ""));
  method.absolute = a.number("quantum", method.absolute);
  // A quantum of one's own is all of it, unless a relative one stands beside it.
  method.relative = a.number("relativeQuantum", a.has("quantum") ? 0 : method.relative);
  return method;
}

// An integrator whose value becomes an output of the replication once its path is known.
class ReportedIntegrator final : public Integrator {
 public:
  ReportedIntegrator(std::string name, double initial, const Method& method, Environment& environment)
      : Integrator(std::move(name), initial, method), statistics_(environment.statistics) {}
  void build(Wiring& wiring) override {
    Integrator::build(wiring);
    statistics_.output(path() + ".Value", [this](double t) { return value(t); });
    statistics_.output(path() + ".Steps", [this](double) { return static_cast<double>(changes()); });
  }

 private:
  statistics::Collector& statistics_;
};

void add_integrator(Registry& registry, MethodOfRun method_of_run) {
  registry.add(
      type_of("qss.Integrator", "Integrator: x' = in by a quantised state method, x(0) = start.",
              {number("start").by_default("0").because("x at time 0"),
               choice("method", method_names())
                   .because("that of the run when absent, QSS3 when that is none of these"),
               number("quantum").above(0).because("how far the quantised state may lie from x, in "
                                                  "its unit; from the run's tolerance when absent"),
               number("relativeQuantum")
                   .at_least(0)
                   .because("the same in parts of |x|; the larger of both counts")},
              {in("in", "the derivative"), message_in("reset", "x becomes the value"),
               out("out", "the quantised state"), out("state", "x itself, for detectors")},
              {{"Value", "output", "x at the end"}, {"Steps", "output", "changes of the quantised state"}}),
      [method_of_run = std::move(method_of_run)](const std::string& name, const Arguments& a,
                                                 Environment& e) -> Made {
        return std::make_unique<ReportedIntegrator>(name, a.number("start", 0),
                                                    method_for(a, method_of_run(e)), e);
      });
}

void add_functions(Registry& registry) {
  ComponentType sum = type_of(
      "qss.Sum", "Sum: out = offset + the sum of gain times input, over in1, in2 ...",
      {list("gains", number("")).must().because("one for each input"), number("offset").by_default("0")}, {});
  sum.ports_of = [](const Value& v) {
    const Value* gains = v.find("gains");
    return numbered(gains != nullptr && gains->is(Value::Type::kArray) ? gains->items().size() : 0);
  };
  registry.add(std::move(sum), [](const std::string& name, const Arguments& a, Environment&) -> Made {
    return std::make_unique<Sum>(name, a.numbers("gains"), a.number("offset", 0));
  });
  ComponentType product = type_of(
      "qss.Product", "Product: out = gain times in1 times in2 ...",
      {integer("inputs").at_least(1).at_most(1000).by_default("2"), number("gain").by_default("1")}, {});
  product.ports_of = [](const Value& v) {
    const Value* inputs = v.find("inputs");
    return numbered(inputs != nullptr && inputs->is(Value::Type::kNumber) && inputs->number() >= 1 &&
                            inputs->number() <= 1000
                        ? static_cast<std::size_t>(inputs->number())
                        : 2);
  };
  registry.add(std::move(product), [](const std::string& name, const Arguments& a, Environment&) -> Made {
    return std::make_unique<Product>(name, static_cast<std::size_t>(a.integer("inputs", 2)),
                                     a.number("gain", 1));
  });
  registry.add(type_of("qss.Gain", "Gain: out = gain times in + offset.",
                       {number("gain").must(), number("offset").by_default("0")},
                       {in("in", ""), out("out", "the result")}),
               [](const std::string& name, const Arguments& a, Environment&) -> Made {
                 return std::make_unique<Gain>(name, a.number("gain", 1), a.number("offset", 0));
               });
  ComponentType formula = type_of(
      "qss.Formula",
      "Formula: out = a formula over inputs with names of one's own, and `time` in seconds. Its derivatives "
      "are "
      "found by Taylor arithmetic.",
      {string("formula").must().because("as in the equations of a continuous part: \"-k*x + sin(time)\""),
       list("inputs", string("")).because("the names of the inputs, which are its ports"),
       map("constants", number("")).because("names for numbers")},
      {});
  formula.ports_of = [](const Value& v) {
    std::vector<PortInfo> ports;
    if (const Value* inputs = v.find("inputs"); inputs != nullptr && inputs->is(Value::Type::kArray))
      for (const Value& name : inputs->items())
        if (name.is(Value::Type::kString)) ports.push_back({name.text(), true, "signal", ""});
    ports.push_back(out("out", "the result"));
    return ports;
  };
  registry.add(std::move(formula), [](const std::string& name, const Arguments& a, Environment& e) -> Made {
    FormulaOptions options;
    options.formula = a.string("formula", "");
    options.inputs = a.strings("inputs");
    if (const Value* constants = a.value("constants"))
      for (const Value::Member& constant : constants->members())
        options.constants.emplace_back(constant.key, constant.value.number());
    options.seconds = seconds_in(e.time_unit).value_or(1);
    return std::make_unique<Formula>(name, options);
  });
}

void add_sources(Registry& registry) {
  const auto source = [](const char* name, const char* doc, std::vector<Field> fields,
                         std::vector<PortInfo> ports = {}) {
    ports.push_back(out("out", "the signal"));
    return type_of(name, doc, std::move(fields), std::move(ports));
  };
  registry.add(source("qss.Constant", "Constant: a value that stays.", {number("value").must()}),
               [](const std::string& name, const Arguments& a, Environment&) -> Made {
                 return std::make_unique<Constant>(name, a.number("value", 0));
               });
  registry.add(
      source("qss.Step", "Step: from one value to another at a time.",
             {duration("time").must(), number("before").by_default("0"), number("after").by_default("1")}),
      [](const std::string& name, const Arguments& a, Environment&) -> Made {
        return std::make_unique<Step>(name, a.duration("time", 0), a.number("before", 0),
                                      a.number("after", 1));
      });
  registry.add(
      source("qss.Ramp", "Ramp: offset, then a straight line from start to end, then what it has come to.",
             {number("slope").in("1/time").must(), duration("start").by_default("0"),
              duration("end").because("without end when absent"), number("offset").by_default("0")}),
      [](const std::string& name, const Arguments& a, Environment&) -> Made {
        return std::make_unique<Ramp>(name, a.number("slope", 0), a.duration("start", 0),
                                      a.duration("end", kInfinity), a.number("offset", 0));
      });
  registry.add(
      source("qss.Sine", "Sine: offset + amplitude sin(2 pi frequency t + phase).",
             {number("amplitude").by_default("1"),
              number("frequency").in("1/time").above(0).by_default("1").because("cycles per time unit"),
              number("phase").in("rad").by_default("0"), number("offset").by_default("0"),
              number("error").above(0).by_default("1e-9").because("of its polynomial pieces")}),
      [](const std::string& name, const Arguments& a, Environment&) -> Made {
        SineOptions options;
        options.amplitude = a.number("amplitude", 1);
        options.frequency = a.number("frequency", 1);
        options.phase = a.number("phase", 0);
        options.offset = a.number("offset", 0);
        options.error = a.number("error", options.error);
        return std::make_unique<Sine>(name, options);
      });
  const auto pulse_options = [](const Arguments& a) {
    PulseOptions options;
    options.ticks = ticks_of(a);
    options.width = a.number("width", 0.5);
    options.low = a.number("low", 0);
    options.high = a.number("high", 1);
    return options;
  };
  registry.add(source("qss.Pulse", "Pulse: high for a part of each period, low for the rest.",
                      ticks_and({number("width").at_least(0).at_most(1).by_default("0.5").because(
                                     "the part of a period that is high"),
                                 number("low").by_default("0"), number("high").by_default("1")})),
               [pulse_options](const std::string& name, const Arguments& a, Environment&) -> Made {
                 return std::make_unique<Pulse>(name, pulse_options(a));
               });
  registry.add(
      source("qss.Pwm", "Pulse width modulation: high for the part of each period that `duty` tells.",
             ticks_and({number("low").by_default("0"), number("high").by_default("1")}),
             {in("duty", "0 to 1, read at the beginning of each period")}),
      [pulse_options](const std::string& name, const Arguments& a, Environment&) -> Made {
        return std::make_unique<Pwm>(name, pulse_options(a));
      });
  registry.add(
      source("qss.Table", "Table: values at times, given here or read from a CSV file.",
             {list("times", number("")).because("in increasing order"), list("values", number("")),
              string("file").because("CSV, instead of times and values; found from the study's folder"),
              string("timeColumn").by_default("time"), string("valueColumn").by_default("value"),
              choice("between", {"hold", "line"})
                  .by_default("hold")
                  .because("what stands between rows: the earlier value, or a straight line")}),
      [](const std::string& name, const Arguments& a, Environment& e) -> Made {
        const bool linear = a.string("between", "hold") == "line";
        if (!a.has("file"))
          return std::make_unique<Table>(name, TableOptions{a.numbers("times"), a.numbers("values"), linear});
        const std::string file = a.string("file", "");
        const std::string path = file.front() == '/' || e.directory.empty() ? file : e.directory + "/" + file;
        e.data_files.insert(path);
        return std::make_unique<Table>(
            name, read_table(path, a.string("timeColumn", "time"), a.string("valueColumn", "value"), linear));
      });
  registry.add(source("qss.Hold", "Hold: messages become a signal that keeps the last value.",
                      {number("start").by_default("0").because("before the first message")},
                      {message_in("in", "the values")}),
               [](const std::string& name, const Arguments& a, Environment&) -> Made {
                 return std::make_unique<Hold>(name, a.number("start", 0));
               });
}

void add_detectors(Registry& registry) {
  registry.add(
      type_of(
          "qss.CrossDetector", "Cross detector: sends the level at each instant at which in crosses it.",
          {number("level").by_default("0"), choice("direction", {"up", "down", "both"})
                                                .by_default("both")
                                                .because("of crossings that leave by out")},
          {in("in", "the signal"), message_out("out", "the level"),
           message_out("up", "the level, when in rises"), message_out("down", "the level, when in falls")}),
      [](const std::string& name, const Arguments& a, Environment&) -> Made {
        const std::string direction = a.string("direction", "both");
        return std::make_unique<CrossDetector>(name, a.number("level", 0),
                                               direction == "up"     ? Direction::kUp
                                               : direction == "down" ? Direction::kDown
                                                                     : Direction::kBoth);
      });
  registry.add(
      type_of("qss.Comparator", "Comparator: high where in is above the level or the reference, else low.",
              {number("level").by_default("0").because("where nothing leads to reference"),
               number("low").by_default("0"), number("high").by_default("1")},
              {in("in", ""), in("reference", "instead of the level"), out("out", "low or high"),
               message_out("up", "high, when out rises"), message_out("down", "low, when out falls")}),
      [](const std::string& name, const Arguments& a, Environment&) -> Made {
        return std::make_unique<Comparator>(name, a.number("level", 0), a.number("low", 0),
                                            a.number("high", 1));
      });
  registry.add(
      type_of("qss.Hysteresis", "Relay: out turns high above the upper bound and low below the lower one.",
              {number("lower").must(), number("upper").must(), number("low").by_default("0"),
               number("high").by_default("1"), boolean("beginHigh").by_default("false")},
              {in("in", ""), out("out", "low or high"), message_out("up", "high, when out rises"),
               message_out("down", "low, when out falls")}),
      [](const std::string& name, const Arguments& a, Environment&) -> Made {
        return std::make_unique<Hysteresis>(name, a.number("lower", 0), a.number("upper", 0),
                                            a.number("low", 0), a.number("high", 1),
                                            a.boolean("beginHigh", false));
      });
  registry.add(
      type_of("qss.Switch", "Switch: out is the signal `on` where control is above the level, else `off`.",
              {number("level").by_default("0")},
              {in("control", ""), in("on", ""), in("off", ""), out("out", "one of both")}),
      [](const std::string& name, const Arguments& a, Environment&) -> Made {
        return std::make_unique<Switch>(name, a.number("level", 0));
      });
  registry.add(
      type_of("qss.Quantiser", "Quantiser: out is the last multiple of step that in has crossed.",
              {number("step").above(0).must()},
              {in("in", ""), out("out", "the level"), message_out("level", "the level at each crossing")}),
      [](const std::string& name, const Arguments& a, Environment&) -> Made {
        return std::make_unique<Quantiser>(name, a.number("step", 1));
      });
}

void add_sampled(Registry& registry) {
  registry.add(
      type_of("qss.SampleHold",
              "Sample and hold: out keeps the value that in had at the last tick or trigger.",
              {duration("start").by_default("0").because("the first tick"),
               duration("period").above(0).because("from tick to tick; only triggers count when absent"),
               number("initial").by_default("0").because("before the first sample")},
              {in("in", ""), message_in("trigger", "any message takes a sample"),
               out("out", "the last sample"), message_out("sample", "each sample")}),
      [](const std::string& name, const Arguments& a, Environment&) -> Made {
        std::optional<Periodic> ticks;
        if (a.has("period")) ticks = ticks_of(a);
        return std::make_unique<SampleHold>(name, ticks, a.number("initial", 0));
      });
  registry.add(type_of("qss.Delay", "Delay: out is what in was some time ago.",
                       {duration("delay").above(0).must(), number("initial").by_default("0")},
                       {in("in", ""), out("out", "in, later")}),
               [](const std::string& name, const Arguments& a, Environment&) -> Made {
                 return std::make_unique<Delay>(name, a.duration("delay", 1), a.number("initial", 0));
               });
  registry.add(
      type_of("qss.TransferFunction",
              "Discrete transfer function: (n0 + n1 z^-1 + ...) / (d0 + d1 z^-1 + ...), sampled at ticks.",
              ticks_and({list("numerator", number("")).must().because("n0, n1 ..."),
                         list("denominator", number("")).must().because("d0, d1 ...; d0 is not 0")}),
              {in("in", ""), out("out", "held from tick to tick")}),
      [](const std::string& name, const Arguments& a, Environment&) -> Made {
        return std::make_unique<TransferFunction>(name, a.numbers("numerator"), a.numbers("denominator"),
                                                  ticks_of(a));
      });
}

}  // namespace

void register_qss(Registry& registry, MethodOfRun method_of_run) {
  if (!method_of_run) method_of_run = [](const Environment&) { return Method(); };
  add_integrator(registry, std::move(method_of_run));
  add_functions(registry);
  add_sources(registry);
  add_detectors(registry);
  add_sampled(registry);
}

}  // namespace escapement::qss
