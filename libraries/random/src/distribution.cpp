// SPDX-License-Identifier: MIT
#include "escapement/random/distribution.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "distribution_checks.h"
#include "distribution_moments.h"
#include "escapement/core/error.h"
#include "escapement/random/variates.h"
#include "quantile.h"

namespace escapement::random {
namespace {

using internal::Parameters;

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::toupper(static_cast<unsigned char>(x)) == std::toupper(static_cast<unsigned char>(y));
  });
}

double step_at(double x, double place) {
  return x >= place ? 1.0 : 0.0;
}

const char* const kPositive = "finite, above 0";
const char* const kNotNegative = "finite, at least 0";
const char* const kFinite = "finite";
const char* const kProbability = "0 to 1";
const char* const kCumulative = "0 to 1, not falling, the last one 1 (within 1e-9)";

std::vector<Distribution> make_table();

}  // namespace

std::string Distribution::signature() const {
  std::string text = name;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    text += (i == 0 ? "(" : ", ") + parameters[i].name + (pairs ? "1" : "");
  }
  if (pairs) text += ", ...";
  if (!parameters.empty()) text += ")";
  return text;
}

const std::vector<Distribution>& distributions() {
  static const std::vector<Distribution> table = make_table();
  return table;
}

const Distribution* find_distribution(std::string_view name) {
  for (const Distribution& d : distributions()) {
    if (same_name(d.name, name)) return &d;
    for (const std::string& alias : d.aliases) {
      if (same_name(alias, name)) return &d;
    }
  }
  return nullptr;
}

namespace internal {

void refuse_parameters(std::string_view distribution, std::initializer_list<double> parameters) {
  const Distribution* d = find_distribution(distribution);
  const std::string fault = d == nullptr ? std::string() : d->check({parameters.begin(), parameters.size()});
  if (fault.empty()) {
    throw InternalError("random: " + std::string(distribution) +
                        " refused parameters that its check accepts");
  }
  throw ParameterError(fault);
}

}  // namespace internal

namespace {

std::vector<Distribution> make_table() {
  std::vector<Distribution> table;
  table.push_back(
      {.name = "BERNOULLI",
       .aliases = {"BERN"},
       .parameters = {{"Prob", "probability of a 1", kProbability}},
       .discrete = true,
       .doc = "1 with the given probability, else 0.",
       .mean_formula = "Prob",
       .check = internal::check_bernoulli,
       .sample = [](Stream& s, Parameters p) { return bernoulli(s, p[0]); },
       .mean = [](Parameters p) { return p[0]; },
       .variance = [](Parameters p) { return p[0] * (1.0 - p[0]); },
       .cdf = [](double x,
                 Parameters p) { return (1.0 - p[0]) * step_at(x, 0.0) + p[0] * step_at(x, 1.0); }});
  table.push_back(
      {.name = "BETA",
       .aliases = {},
       .parameters = {{"Beta", "shape; the density goes with x^(Beta - 1)", "0.001 to 1e6"},
                      {"Alpha", "shape; the density goes with (1 - x)^(Alpha - 1)", "0.001 to 1e6"}},
       .doc = "Beta distribution on 0 to 1; write a + (b - a) * BETA(Beta, Alpha) for the range a to b.",
       .mean_formula = "Beta / (Beta + Alpha)",
       .check = internal::check_beta,
       .sample = [](Stream& s, Parameters p) { return beta(s, p[0], p[1]); },
       .mean = [](Parameters p) { return p[0] / (p[0] + p[1]); },
       .variance =
           [](Parameters p) {
             const double sum = p[0] + p[1];
             return p[0] / sum * (p[1] / sum) / (sum + 1.0);
           },
       .cdf = [](double x, Parameters p) { return internal::beta_cdf(x, p[0], p[1]); }});
  table.push_back({.name = "BINOMIAL",
                   .aliases = {"BINO"},
                   .parameters = {{"Trials", "number of independent trials", "integer, 0 to 1e9"},
                                  {"Prob", "probability that a trial succeeds", kProbability}},
                   .discrete = true,
                   .doc = "How many of the trials succeed.",
                   .mean_formula = "Trials * Prob",
                   .check = internal::check_binomial,
                   .sample = [](Stream& s, Parameters p) { return binomial(s, p[0], p[1]); },
                   .mean = [](Parameters p) { return p[0] * p[1]; },
                   .variance = [](Parameters p) { return p[0] * p[1] * (1.0 - p[1]); },
                   .cdf = [](double x, Parameters p) { return internal::binomial_cdf(x, p[0], p[1]); }});
  table.push_back({.name = "CONT",
                   .aliases = {"CONTINUOUS"},
                   .parameters = {{"CumP", "probability of at most Val", kCumulative},
                                  {"Val", "value at that probability", "finite, not falling"}},
                   .pairs = true,
                   .doc = "Empirical: the distribution function runs straight from pair to pair; the first "
                          "probability is a mass at the first value.",
                   .mean_formula = "CumP1 * Val1 + sum of (CumP_i - CumP_(i-1)) * (Val_(i-1) + Val_i) / 2",
                   .check = internal::check_cont,
                   .sample = [](Stream& s, Parameters p) { return cont(s, p); },
                   .mean = internal::cont_mean,
                   .variance = internal::cont_variance,
                   .cdf = internal::cont_cdf});
  table.push_back(
      {.name = "DISC",
       .aliases = {"DISCRETE"},
       .parameters = {{"CumP", "probability of this value or one before it in the list", kCumulative},
                      {"Val", "value", kFinite}},
       .pairs = true,
       .discrete = true,
       .doc = "Empirical: one of the values listed, the probabilities being cumulative along the list.",
       .mean_formula = "sum of (CumP_i - CumP_(i-1)) * Val_i",
       .check = internal::check_disc,
       .sample = [](Stream& s, Parameters p) { return disc(s, p); },
       .mean = internal::disc_mean,
       .variance = internal::disc_variance,
       .cdf = internal::disc_cdf});
  table.push_back({.name = "DISCRETEUNIFORM",
                   .aliases = {"DUNI"},
                   .parameters = {{"Min", "least value", "integer, at most Max"},
                                  {"Max", "greatest value", "integer, at least Min"}},
                   .discrete = true,
                   .doc = "An integer from Min to Max, each as likely.",
                   .mean_formula = "(Min + Max) / 2",
                   .check = internal::check_discrete_uniform,
                   .sample = [](Stream& s, Parameters p) { return discrete_uniform(s, p[0], p[1]); },
                   .mean = [](Parameters p) { return 0.5 * (p[0] + p[1]); },
                   .variance =
                       [](Parameters p) {
                         const double count = p[1] - p[0] + 1.0;
                         return (count * count - 1.0) / 12.0;
                       },
                   .cdf =
                       [](double x, Parameters p) {
                         return std::clamp((std::floor(x) - p[0] + 1.0) / (p[1] - p[0] + 1.0), 0.0, 1.0);
                       }});
  table.push_back({.name = "ERLA",
                   .aliases = {"ERLANG"},
                   .parameters = {{"ExpoMean", "mean of each exponential", kNotNegative},
                                  {"k", "how many exponentials are added", "integer, 1 to 1000000"}},
                   .doc = "Erlang: the sum of k exponentials. Takes k numbers of the stream.",
                   .mean_formula = "k * ExpoMean",
                   .check = internal::check_erla,
                   .sample = [](Stream& s, Parameters p) { return erla(s, p[0], p[1]); },
                   .mean = [](Parameters p) { return p[1] * p[0]; },
                   .variance = [](Parameters p) { return p[1] * p[0] * p[0]; },
                   .cdf =
                       [](double x, Parameters p) {
                         return p[0] == 0.0 ? step_at(x, 0.0) : internal::gamma_cdf(x / p[0], p[1]);
                       }});
  table.push_back({.name = "EXPO",
                   .aliases = {"EXPONENTIAL"},
                   .parameters = {{"Mean", "mean, not rate; 0 gives always 0", kNotNegative}},
                   .doc = "Exponential.",
                   .mean_formula = "Mean",
                   .check = internal::check_expo,
                   .sample = [](Stream& s, Parameters p) { return expo(s, p[0]); },
                   .mean = [](Parameters p) { return p[0]; },
                   .variance = [](Parameters p) { return p[0] * p[0]; },
                   .cdf =
                       [](double x, Parameters p) {
                         if (p[0] == 0.0) return step_at(x, 0.0);
                         return x <= 0.0 ? 0.0 : -std::expm1(-x / p[0]);
                       }});
  table.push_back({.name = "GAMM",
                   .aliases = {"GAMMA"},
                   .parameters = {{"Beta", "scale", kPositive}, {"Alpha", "shape", "0.001 to 1e9"}},
                   .doc = "Gamma; the scale comes first.",
                   .mean_formula = "Alpha * Beta",
                   .check = internal::check_gamm,
                   .sample = [](Stream& s, Parameters p) { return gamm(s, p[0], p[1]); },
                   .mean = [](Parameters p) { return p[1] * p[0]; },
                   .variance = [](Parameters p) { return p[1] * p[0] * p[0]; },
                   .cdf = [](double x, Parameters p) { return internal::gamma_cdf(x / p[0], p[1]); }});
  table.push_back({.name = "GEOMETRIC",
                   .aliases = {"GEOM"},
                   .parameters = {{"Prob", "probability that a trial succeeds", "1e-9 to 1"}},
                   .discrete = true,
                   .doc = "Failures before the first success: 0, 1, 2 ...",
                   .mean_formula = "(1 - Prob) / Prob",
                   .check = internal::check_geometric,
                   .sample = [](Stream& s, Parameters p) { return geometric(s, p[0]); },
                   .mean = [](Parameters p) { return (1.0 - p[0]) / p[0]; },
                   .variance = [](Parameters p) { return (1.0 - p[0]) / (p[0] * p[0]); },
                   .cdf =
                       [](double x, Parameters p) {
                         return x < 0.0 ? 0.0 : -std::expm1((std::floor(x) + 1.0) * std::log1p(-p[0]));
                       }});
  table.push_back(
      {.name = "JOHN",
       .aliases = {"JOHNSON"},
       .parameters = {{"Gamma", "shape", kFinite},
                      {"Delta", "shape; above 0 bounded, below 0 unbounded", "finite, not 0"},
                      {"Lambda", "scale; the width of the range when bounded", kPositive},
                      {"Xi", "location; the least value when bounded", kFinite}},
       .doc = "Johnson: a normal variate bent by a logarithm (bounded) or an inverse hyperbolic sine "
              "(unbounded).",
       .mean_formula = "Delta < 0: Xi - Lambda * exp(1 / (2 * Delta^2)) * sinh(Gamma / |Delta|); "
                       "Delta > 0: by quadrature",
       .check = internal::check_john,
       .sample = [](Stream& s, Parameters p) { return john(s, p[0], p[1], p[2], p[3]); },
       .mean = internal::john_mean,
       .variance = internal::john_variance,
       .cdf = internal::john_cdf});
  table.push_back({.name = "LOGN",
                   .aliases = {"LOGNORMAL"},
                   .parameters = {{"LogMean", "mean of the lognormal itself", kPositive},
                                  {"LogStd", "standard deviation of the lognormal itself", kNotNegative}},
                   .doc = "Lognormal.",
                   .mean_formula = "LogMean",
                   .check = internal::check_logn,
                   .sample = [](Stream& s, Parameters p) { return logn(s, p[0], p[1]); },
                   .mean = [](Parameters p) { return p[0]; },
                   .variance = [](Parameters p) { return p[1] * p[1]; },
                   .cdf = internal::logn_cdf});
  table.push_back(
      {.name = "NEGATIVEBINOMIAL",
       .aliases = {"NEGB"},
       .parameters = {{"Successes", "successes waited for", "integer, 1 to 1000000"},
                      {"Prob", "probability that a trial succeeds", "1e-9 to 1"}},
       .discrete = true,
       .doc = "Failures before the given number of successes: 0, 1, 2 ...",
       .mean_formula = "Successes * (1 - Prob) / Prob",
       .check = internal::check_negative_binomial,
       .sample = [](Stream& s, Parameters p) { return negative_binomial(s, p[0], p[1]); },
       .mean = [](Parameters p) { return p[0] * (1.0 - p[1]) / p[1]; },
       .variance = [](Parameters p) { return p[0] * (1.0 - p[1]) / (p[1] * p[1]); },
       .cdf = [](double x, Parameters p) { return internal::negative_binomial_cdf(x, p[0], p[1]); }});
  table.push_back(
      {.name = "NORM",
       .aliases = {"NORMAL"},
       .parameters = {{"Mean", "mean", kFinite},
                      {"StdDev", "standard deviation, not variance", kNotNegative}},
       .doc = "Normal; not cut off, so it can be negative.",
       .mean_formula = "Mean",
       .check = internal::check_norm,
       .sample = [](Stream& s, Parameters p) { return norm(s, p[0], p[1]); },
       .mean = [](Parameters p) { return p[0]; },
       .variance = [](Parameters p) { return p[1] * p[1]; },
       .cdf = [](double x,
                 Parameters p) { return p[1] == 0.0 ? step_at(x, p[0]) : normal_cdf((x - p[0]) / p[1]); }});
  table.push_back({.name = "POIS",
                   .aliases = {"POISSON"},
                   .parameters = {{"Mean", "mean; 0 gives always 0", "0 to 1e9"}},
                   .discrete = true,
                   .doc = "Poisson: 0, 1, 2 ...",
                   .mean_formula = "Mean",
                   .check = internal::check_pois,
                   .sample = [](Stream& s, Parameters p) { return pois(s, p[0]); },
                   .mean = [](Parameters p) { return p[0]; },
                   .variance = [](Parameters p) { return p[0]; },
                   .cdf = [](double x, Parameters p) { return internal::poisson_cdf(x, p[0]); }});
  table.push_back({.name = "RA",
                   .aliases = {"UNIF01"},
                   .parameters = {},
                   .doc = "Uniform between 0 and 1: the number of the stream itself.",
                   .mean_formula = "1 / 2",
                   .check = internal::check_unif01,
                   .sample = [](Stream& s, Parameters) { return unif01(s); },
                   .mean = [](Parameters) { return 0.5; },
                   .variance = [](Parameters) { return 1.0 / 12.0; },
                   .cdf = [](double x, Parameters) { return std::clamp(x, 0.0, 1.0); }});
  table.push_back({.name = "TRIA",
                   .aliases = {"TRIANGULAR"},
                   .parameters = {{"Min", "least value", "finite, at most Mode, below Max"},
                                  {"Mode", "most likely value", "finite, Min to Max"},
                                  {"Max", "greatest value", "finite, at least Mode, above Min"}},
                   .doc = "Triangular.",
                   .mean_formula = "(Min + Mode + Max) / 3",
                   .check = internal::check_tria,
                   .sample = [](Stream& s, Parameters p) { return tria(s, p[0], p[1], p[2]); },
                   .mean = [](Parameters p) { return (p[0] + p[1] + p[2]) / 3.0; },
                   .variance = internal::tria_variance,
                   .cdf = internal::tria_cdf});
  table.push_back({.name = "UNIF",
                   .aliases = {"UNIFORM"},
                   .parameters = {{"Min", "least value", "finite, at most Max"},
                                  {"Max", "greatest value", "finite, at least Min"}},
                   .doc = "Uniform from Min to Max.",
                   .mean_formula = "(Min + Max) / 2",
                   .check = internal::check_unif,
                   .sample = [](Stream& s, Parameters p) { return unif(s, p[0], p[1]); },
                   .mean = [](Parameters p) { return p[0] + 0.5 * (p[1] - p[0]); },
                   .variance = [](Parameters p) { return (p[1] - p[0]) * (p[1] - p[0]) / 12.0; },
                   .cdf =
                       [](double x, Parameters p) {
                         return p[0] == p[1] ? step_at(x, p[0])
                                             : std::clamp((x - p[0]) / (p[1] - p[0]), 0.0, 1.0);
                       }});
  table.push_back(
      {.name = "WEIB",
       .aliases = {"WEIBULL"},
       .parameters = {{"Beta", "scale", kPositive}, {"Alpha", "shape", kPositive}},
       .doc = "Weibull; the scale comes first.",
       .mean_formula = "Beta * Gamma(1 + 1 / Alpha), Gamma being the gamma function",
       .check = internal::check_weib,
       .sample = [](Stream& s, Parameters p) { return weib(s, p[0], p[1]); },
       .mean = internal::weib_mean,
       .variance = internal::weib_variance,
       .cdf = [](double x,
                 Parameters p) { return x <= 0.0 ? 0.0 : -std::expm1(-std::pow(x / p[0], p[1])); }});
  return table;
}

}  // namespace
}  // namespace escapement::random
