// SPDX-License-Identifier: MIT
// What the pages show beside results: the model of the machine shop of sample_results.h with a trace, an
// experiment and a fit, all small enough to be checked by eye.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "escapement/experiment/model_outline.h"

namespace escapement::report::sample {

// A name that would be an element of HTML, where names come from elsewhere than a study.
inline const std::string kHostile = "<img src=x onerror=alert(1)>\"'&";

inline experiment::ModelOutline leaf(std::string name, std::string type,
                                     std::vector<experiment::UsedElement> uses = {}) {
  experiment::ModelOutline outline;
  outline.name = std::move(name);
  outline.type = std::move(type);
  outline.uses = std::move(uses);
  return outline;
}

// Arrivals -> Drilling -> Milling -> Packing (Wrap) -> Out; a clock rings a bell; one part stands alone.
inline experiment::ModelOutline machine_shop_outline() {
  experiment::ModelOutline packing;
  packing.name = "Packing";
  packing.inputs = {"part"};
  packing.outputs = {"packed"};
  packing.components = {leaf("Wrap", "siman.Delay")};
  packing.couplings = {{"part", "Wrap.in"}, {"Wrap.out", "packed"}};
  experiment::ModelOutline shop;
  shop.name = "machine-shop";
  shop.components = {leaf("Arrivals", "arena.Create", {{"Casting", "entities"}}),
                     leaf("Drilling", "arena.Process", {{"Drill", "resources"}}),
                     leaf("Milling", "arena.Process", {{"Mill", "resources"}}),
                     packing,
                     leaf("Out", "arena.Dispose"),
                     leaf("Clock", "devs.Generator"),
                     leaf("Bell", "devs.Transducer"),
                     leaf(kHostile, kHostile, {{kHostile, kHostile}})};
  shop.couplings = {{"Arrivals.out", "Drilling.in"}, {"Drilling.out", "Milling.in"},
                    {"Milling.out", "Packing.part"}, {"Packing.packed", "Out.in"},
                    {"Clock.tick", "Bell.first"},    {"Clock.tick", "Bell.second"}};
  return shop;
}

// Casting 1 goes its way, casting 2 is sent back from the mill to the drill without a coupling.
inline const char* const kTrace =
    "time,step,event,model,port,value\n"
    "1,0,enter,Drilling.Enqueue,,Casting 1\n"
    "3,0,output,Clock,tick,\"a, b\"\n"
    "4,0,enter,Drilling.Delay,,Casting 1\n"
    "5,0,enter,Drilling.Enqueue,,Casting 2\n"
    "7,0,enter,Milling,,Casting 1\n"
    "9,0,enter,Milling,,Casting 2\n"
    "12,0,enter,Packing.Wrap,,Casting 1\n"
    "13,0,enter,Out,,Casting 1\n"
    "15,0,enter,Drilling.Enqueue,,Casting 2\n"
    "20,0,internal,Processes,,2 events\n";

// Waits of 8 replications. Means 4.5, 2.5 and 4.5; scenario by scenario all differences are -2 or 0.
inline nlohmann::ordered_json experiment_json() {
  using Json = nlohmann::ordered_json;
  const auto scenario = [](const std::string& name, double less) {
    Json values = Json::array();
    for (int i = 1; i <= 8; ++i) values.push_back(i - less);
    return Json{{"scenario", name},           {"average", 4.5 - less}, {"halfWidth", 2.0477870128},
                {"minimum", 1 - less},        {"maximum", 8 - less},   {"replications", 8},
                {"values", std::move(values)}};
  };
  Json wait = {{"name", "Counter.Queue.WaitingTime"},
               {"scenarios", {scenario("AsIs", 0), scenario("TwoClerks", 2), scenario(kHostile, 0)}}};
  Json none = {{"name", "Rework"},
               {"scenarios",
                {{{"scenario", "AsIs"},
                  {"average", nullptr},
                  {"halfWidth", nullptr},
                  {"halfWidthReason", "insufficient"},
                  {"minimum", nullptr},
                  {"maximum", nullptr},
                  {"replications", 0},
                  {"values", {nullptr, nullptr}}}}}};
  Json rows = Json::array();
  rows.push_back({{"scenario", "AsIs"}, {"mean", 4.5}, {"verdict", "base"}});
  rows.push_back({{"scenario", "TwoClerks"},
                  {"mean", 2.5},
                  {"difference", -2.0},
                  {"halfWidth", 0.25},
                  {"independentHalfWidth", 3.1},
                  {"verdict", "differs"}});
  rows.push_back({{"scenario", kHostile},
                  {"mean", 4.5},
                  {"difference", 0.0},
                  {"halfWidth", 0.5},
                  {"independentHalfWidth", 3.0},
                  {"verdict", "no difference seen"}});
  Json time = Json::array(), average = Json::array(), smoothed = Json::array();
  for (int i = 0; i < 40; ++i) {
    time.push_back(10 * i);
    average.push_back(5 - 4.0 / (1 + i) + (i % 2));
    if (i < 38) smoothed.push_back(5.5 - 4.0 / (1 + i));
  }
  return {{"model", "ticket-office"},
          {"description", "Three ways to run a counter."},
          {"seed", 12345},
          {"length", 480},
          {"warmup", 0},
          {"timeUnit", "min"},
          {"scenarios", {"AsIs", "TwoClerks", kHostile}},
          {"failures",
           {{{"scenario", "AsIs"},
             {"replication", 9},
             {"clock", 3.5},
             {"modelPath", "Counter"},
             {"message", kHostile}}}},
          {"responses", {wait, none}},
          {"comparison",
           {{"response", "Counter.Queue.WaitingTime"},
            {"method", "paired"},
            {"goal", "smallest"},
            {"confidence", 0.95},
            {"base", "AsIs"},
            {"replications", 8},
            {"scenarios", rows}}},
          {"steadyState",
           {{{"response", "Counter.Queue.WaitingTime"},
             {"scenario", "AsIs"},
             {"replications", 8},
             {"observations", 400},
             {"warmup", 60.5},
             {"leftOut", 30},
             {"mean", 5.25},
             {"counted", 370},
             {"welch", {{"time", time}, {"average", average}, {"smoothed", smoothed}, {"window", 2}}}}}}};
}

// Ten values in five bins, and two distributions; the density of the first has no finite value at its end.
inline nlohmann::ordered_json fit_json() {
  using Json = nlohmann::ordered_json;
  const auto fit = [](const char* expression, double aic, Json density) {
    Json pairs = Json::array();
    for (int i = 0; i < 10; ++i) pairs.push_back({0.45 + 0.55 * i, 0.5 + 0.5 * i});
    pairs.push_back({nullptr, 5.5});
    return Json{{"name", "EXPO"},           {"expression", expression}, {"aic", aic},
                {"kolmogorovSmirnov", 0.1}, {"andersonDarling", 0.25},  {"chiSquare", 1.5},
                {"chiSquareP", 0.68},       {"density", density},       {"quantiles", pairs}};
  };
  return {{"column", "minutes"},
          {"observations", 10},
          {"data",
           {{"histogram", {{"origin", 0}, {"width", 1}, {"counts", {4, 3, 2, 0, 1}}}},
            {"x", {0.0, 1.0, 2.0, 3.0, 4.0, 5.0}}}},
          {"fits",
           {fit("EXPO(1.75)", 31.2, {nullptr, 0.32, 0.18, 0.1, 0.06, 0.03}),
            fit("UNIF(0, 5)", 36.2, {0.2, 0.2, 0.2, 0.2, 0.2, 0.2})}}};
}

}  // namespace escapement::report::sample
