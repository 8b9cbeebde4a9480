// SPDX-License-Identifier: MIT
// From Modelica text to the first evaluation of derivatives: reading, flattening, translation, sorting, the
// start. A transmission line of n cells (a resistor, an inductor and a capacitor each) has 24 n + 14
// equations; a time that grows in proportion to n is the aim.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "escapement/modelica/front_end.h"
#include "escapement/modelica/translate.h"
#include "escapement/sundials/flat_model.h"

namespace escapement {
namespace {

const char* const kParts = R"(
  connector Pin Real v; flow Real i; end Pin;
  partial model OnePort Pin p, n; Real v, i; equation v = p.v - n.v; 0 = p.i + n.i; i = p.i; end OnePort;
  model Resistor extends OnePort; parameter Real R = 1; equation v = R*i; end Resistor;
  model Capacitor extends OnePort; parameter Real C = 1; equation i = C*der(v); end Capacitor;
  model Inductor extends OnePort; parameter Real L = 1; equation v = L*der(i); end Inductor;
  model Ground Pin p; equation p.v = 0; end Ground;
  model Source extends OnePort; equation v = sin(100*time); end Source;)";

std::string line(std::int64_t cells, bool standard_library) {
  const std::string n = std::to_string(cells);
  return std::string("model Line\n") +
         (standard_library ? "  import Modelica.Electrical.Analog.Basic.*;\n" : kParts) +
         "\n  parameter Integer N = " + n + ";\n  " +
         (standard_library ? "Modelica.Electrical.Analog.Sources.SineVoltage s(V = 1, f = 100)"
                           : "Source s") +
         "; Ground g; Resistor load(R = 10), r[N](each R = 0.01); Inductor l[N](each L = 1e-3); "
         "Capacitor c[N](each C = 1e-6);\n"
         "equation\n"
         "  connect(s.p, r[1].p); connect(s.n, g.p); connect(l[N].n, load.p); connect(load.n, g.p);\n"
         "  for i in 1:N loop connect(r[i].n, l[i].p); connect(l[i].n, c[i].p); connect(c[i].n, g.p); end "
         "for;\n"
         "  for i in 1:N - 1 loop connect(l[i].n, r[i + 1].p); end for;\n"
         "end Line;\n";
}

void to_first_step(benchmark::State& state, bool standard_library) {
  std::size_t equations = 0;
  for ([[maybe_unused]] auto _ : state) {
    modelica::Source source;
    source.texts.emplace_back("line.mo", line(state.range(0), standard_library));
    const auto flat = modelica::flatten(source, "Line");
    modelica::Translated translated = modelica::translate(*flat);
    equations = translated.system.equations.size();
    sundials::FlatModel model(std::move(translated.system), translated.visible);
    std::vector<double> y(model.size()), dy(model.size());
    model.start(0, y, dy, nullptr);
    model.derivatives(0, y.data(), nullptr, dy.data());
    benchmark::DoNotOptimize(dy.data());
  }
  state.counters["equations"] = static_cast<double>(equations);
  state.SetItemsProcessed(static_cast<std::int64_t>(equations) *
                          static_cast<std::int64_t>(state.iterations()));
}

void line_to_first_step(benchmark::State& state) {
  to_first_step(state, false);
}
// 230 cells are 5534 equations, 4170 are 100 094.
BENCHMARK(line_to_first_step)
    ->Name("transmission_line/text_to_first_step")
    ->Arg(8)
    ->Arg(230)
    ->Arg(920)
    ->Arg(4170)
    ->Unit(benchmark::kMillisecond);

void library_line_to_first_step(benchmark::State& state) {
  if (std::getenv("MODELICAPATH") == nullptr) {
    state.SkipWithError("MODELICAPATH names no Modelica Standard Library");
    return;
  }
  to_first_step(state, true);
}
BENCHMARK(library_line_to_first_step)
    ->Name("transmission_line/of_the_standard_library")
    ->Arg(10)
    ->Arg(260)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace escapement
