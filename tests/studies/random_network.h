// SPDX-License-Identifier: MIT
// Random networks of process blocks, as studies in JSON. Every part that comes in goes out in the end, by
// some way; what is drawn depends on the seed alone. The text asks the model itself, too: counters of
// released units, how far resources are over their capacity, whether an entity was anywhere longer than it
// was there.
#pragma once

#include <map>
#include <random>
#include <string>
#include <vector>

namespace escapement::studies {

class RandomNetwork {
 public:
  // The resources of a stage and what must hold of them. STAGEC counts the units that are released there,
  // STAGET tallies how long each entity held them.
  struct Watched {
    std::string stage;
    std::vector<std::string> resources;
    bool together = false;    // each entity has a unit of all of them, else of one
    double capacity = 0;      // NumberBusy is never above it
    bool may_exceed = false;  // the present capacity, by rule Ignore
    bool may_lose_units =
        false;  // by preemption, so what an entity had is less than what it seized and released
  };

  explicit RandomNetwork(unsigned seed) : random_(seed) {
    add("entities", "'Part': {}, 'Pallet': {}, 'Clock': {}");
    add("attributes", "'from': {}, 'held': {}");
    component("Arrivals",
              "'type': 'arena.Create', 'entity': 'Part', 'interarrival': 'EXPO(8)', 'entitiesPerArrival': 12,"
              "'maxArrivals': 5");
    std::vector<std::string> exits = {"Arrivals.out"};
    const int stages = 3 + draw(5);
    for (int i = 0; i < stages; ++i) {
      const Piece piece = any_stage("S" + std::to_string(i), true);
      join(exits, piece.entry);
      exits = piece.exits;
    }
    component("Check",
              "'type': 'arena.Record', 'kind': 'Expression', 'value': 'Entity.VATime + Entity.NVATime + "
              "Entity.TranTime + Entity.WaitTime + Entity.OtherTime <= (TNOW - Entity.CreateTime) * (1 + "
              "1e-12) + 1e-9"
              " && held <= (TNOW - Entity.CreateTime) * (1 + 1e-12) + 1e-9'");
    component("Done", "'type': 'arena.Dispose'");
    join(exits, "Check.in");
    join({"Check.out"}, "Done.in");
    if (!signals_.empty()) add_bell();
    for (const Watched& w : watched_)
      for (const std::string& r : w.resources)
        add("timePersistents", "'Over" + r + "': {'value': 'MX(0, NR(" + r + ") - MR(" + r + "))'}");
  }

  std::string text() const {
    std::string text = "{";
    for (const auto& [section, content] : sections_) text += "'" + section + "': {" + content + "},\n";
    text += "'model': {'components': {" + components_ + "},\n'couplings': [" + couplings_ + "]},\n" +
            "'experiment': {'replications': 3, 'length': 1e6, 'terminate': 'EntitiesOut(Part) == " +
            std::to_string(parts_) + "'}}";
    for (char& c : text)
      if (c == '\'') c = '"';
    return text;
  }
  int parts() const { return parts_; }
  const std::vector<Watched>& watched() const { return watched_; }

 private:
  struct Piece {
    std::string entry;
    std::vector<std::string> exits;
  };

  int draw(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
  std::string number(int from, int to) { return std::to_string(from + draw(to - from + 1)); }
  std::string one_of(const std::vector<std::string>& names) {
    return names[static_cast<std::size_t>(draw(static_cast<int>(names.size())))];
  }
  std::string category() { return one_of({"VA", "NVA", "Transfer", "Wait", "Other"}); }
  std::string time() { return one_of({"UNIF(0, 2)", "EXPO(0.8)", "1", "TRIA(0.2, 0.5, 2)", "0"}); }
  std::string queue() {
    return one_of({"{}", "{'ranking': 'LastInFirstOut'}",
                   "{'ranking': 'LowestAttributeValue', 'by': 'MOD(IDENT, 5)'}",
                   "{'ranking': 'HighestAttributeValue', 'by': 'MOD(IDENT, 3)'}"});
  }

  void add(const std::string& section, const std::string& content) {
    std::string& all = sections_[section];
    all += (all.empty() ? "" : ", ") + content;
  }
  void component(const std::string& name, const std::string& content) {
    components_ += (components_.empty() ? "'" : ",\n'") + name + "': {" + content + "}";
  }
  void join(const std::vector<std::string>& exits, const std::string& entry) {
    for (const std::string& exit : exits)
      couplings_ += (couplings_.empty() ? "'" : ", '") + exit + " -> " + entry + "'";
  }
  // A chain of components "NAMEx" for the letters.
  void chain(const std::string& name, const std::string& letters) {
    for (std::size_t i = 0; i + 1 < letters.size(); ++i)
      join({name + letters[i] + ".out"}, name + letters[i + 1] + ".in");
  }

  Piece any_stage(const std::string& name, bool whole) {
    switch (
        draw(whole ? 14 : 11)) {  // groups and copies only where all parts pass, so that none is left over
      case 0:
        return delay(name);
      case 1:
        return work(name, resource(name), 1);
      case 2:
        return work_with_two(name);
      case 3:
        return work(name, scheduled(name), 1);
      case 4:
        return work(name, failing(name), 1);
      case 5:
        return impatient(name);
      case 6:
        return member_of_set(name);
      case 7:
        return route(name);
      case 8:
        return conveyor(name);
      case 9:
        return transporter(name);
      case 10:
        return whole ? preempting(name) : gate(name);
      case 11:
        return gather(name);
      case 12:
        return draw(2) == 0 ? hold(name) : copy(name);
      default:
        return fork(name);
    }
  }

  Piece delay(const std::string& name) {
    component(name + "D",
              "'type': 'arena.Delay', 'delay': '" + time() + "', 'allocation': '" + category() + "'");
    return {name + "D.in", {name + "D.out"}};
  }

  // Ways to have a resource; the last one declared is watched.
  std::string resource(const std::string& name) {
    const int capacity = 1 + draw(3);
    add("resources", "'" + name + "R': {'capacity': " + std::to_string(capacity) + "}");
    watched_.push_back({name, {name + "R"}, false, static_cast<double>(capacity)});
    return name + "R";
  }
  void two_resources(const std::string& name, bool together) {
    add("resources", "'" + name + "xR': {'capacity': " + number(1, 3) + "}, '" + name +
                         "yR': {'capacity': " + number(1, 3) + "}");
    watched_.push_back({name, {name + "xR", name + "yR"}, together, 3});
  }
  std::string scheduled(const std::string& name) {
    const std::string rule = one_of({"Wait", "Ignore", "Preempt"});
    add("schedules", "'" + name + "P': {'values': [{'value': " + number(1, 3) +
                         ", 'duration': " + number(2, 6) + "}, {'value': 0, 'duration': " + number(1, 3) +
                         "}, {'value': " + number(1, 3) + ", 'duration': 4}]}");
    add("resources", "'" + name + "R': {'schedule': '" + name + "P', 'scheduleRule': '" + rule + "'}");
    watched_.push_back({name, {name + "R"}, false, 3, rule == "Ignore", rule == "Preempt"});
    return name + "R";
  }
  std::string failing(const std::string& name) {
    const std::string rule = one_of({"Wait", "Ignore", "Preempt"});
    add("failures", "'" + name + "F': " +
                        (draw(2) == 0 ? "{'upTime': 'EXPO(9)', 'downTime': 'EXPO(2)'}"
                                      : "{'type': 'Count', 'count': 7, 'downTime': 'UNIF(0, 3)'}"));
    add("resources",
        "'" + name + "R': {'capacity': 2, 'failures': {'failure': '" + name + "F', 'rule': '" + rule + "'}}");
    watched_.push_back({name, {name + "R"}, false, 2, rule == "Ignore", rule == "Preempt"});
    return name + "R";
  }

  // Seize, note the time, delay, release, note how long it was held, count what is released.
  Piece work(const std::string& name, const std::string& resources, int units,
             const std::string& seize_more = "") {
    component(name + "S", "'type': 'arena.Seize', 'resources': " + needs(resources, units) +
                              ", 'queue': " + queue() + ", 'priority': '" +
                              one_of({"1", "MOD(IDENT, 2)", "2"}) + "'" + seize_more);
    after_seize(name, resources, units);
    return {name + "S.in", {name + "C.out"}};
  }
  static std::string needs(const std::string& resource, int units) {
    return resource[0] == '[' || resource[0] == '{'
               ? resource
               : "{'resource': '" + resource + "', 'units': " + std::to_string(units) + "}";
  }
  void after_seize(const std::string& name, const std::string& resources, int units,
                   const std::string& release = "") {
    component(name + "A", "'type': 'arena.Assign', 'assignments': ['from = TNOW']");
    component(name + "D",
              "'type': 'arena.Delay', 'delay': '" + time() + "', 'allocation': '" + category() + "'");
    component(name + "L", "'type': 'arena.Release', 'resources': " +
                              (release.empty() ? needs(resources, units) : release));
    component(name + "H", "'type': 'arena.Assign', 'assignments': ['held = held + TNOW - from']");
    component(name + "T", "'type': 'arena.Record', 'kind': 'Expression', 'value': 'TNOW - from'");
    component(name + "C", "'type': 'arena.Record', 'kind': 'Count', 'value': " + std::to_string(units));
    chain(name, "SADLHTC");
  }

  Piece work_with_two(const std::string& name) {
    two_resources(name, true);
    return work(name, "['" + name + "xR', '" + name + "yR']", 1);
  }

  // Some balk, some renege; they go on without.
  Piece impatient(const std::string& name) {
    Piece piece =
        work(name, resource(name), 1, ", 'queueCapacity': " + number(2, 6) + ", 'patience': 'EXPO(3)'");
    piece.exits.push_back(name + "S.balked");
    piece.exits.push_back(name + "S.reneged");
    return piece;
  }

  Piece member_of_set(const std::string& name) {
    two_resources(name, false);
    add("sets", "'" + name + "Set': {'members': ['" + name + "xR', '" + name + "yR']}");
    const std::string rule =
        one_of({"Cyclical", "Random", "PreferredOrder", "LargestRemainingCapacity", "SmallestNumberBusy"});
    component(name + "S", "'type': 'arena.Seize', 'resources': {'resource': '" + name + "Set', 'rule': '" +
                              rule + "'}, 'queue': " + queue());
    after_seize(name, "", 1, "'" + name + "Set'");
    return {name + "S.in", {name + "C.out"}};
  }

  // Two stations of its own.
  void stations(const std::string& name) {
    add("stations", "'" + name + "From': {}, '" + name + "To': {}");
    component(name + "B", "'type': 'arena.Station', 'station': '" + name + "From'");
    component(name + "E", "'type': 'arena.Station', 'station': '" + name + "To'");
  }
  Piece route(const std::string& name) {
    stations(name);
    component(name + "R", "'type': 'arena.Route', 'station': '" + name + "To', 'duration': '" + time() + "'");
    join({name + "B.out"}, name + "R.in");
    return {name + "B.in", {name + "E.out"}};
  }
  Piece conveyor(const std::string& name) {
    stations(name);
    add("segments", "'" + name + "Path': {'begin': '" + name + "From', 'segments': [{'station': '" + name +
                        "To', 'length': " + number(4, 12) + "}]}");
    add("conveyors", "'" + name + "V': {'segments': '" + name + "Path', 'velocity': " + number(2, 6) +
                         ", 'maxCells': 2, 'kind': '" + one_of({"Accumulating", "NonAccumulating"}) + "'}");
    component(name + "Q", "'type': 'arena.Access', 'conveyor': '" + name + "V', 'cells': " + number(1, 2) +
                              ", 'queue': " + queue());
    component(name + "G", "'type': 'arena.Convey', 'conveyor': '" + name + "V', 'station': '" + name + "To'");
    component(name + "U",
              "'type': 'arena.Delay', 'delay': " + one_of({"0", "0.1"}) + ", 'allocation': 'Other'");
    component(name + "X", "'type': 'arena.Exit', 'conveyor': '" + name + "V'");
    chain(name, "BQG");
    chain(name, "EUX");
    return {name + "B.in", {name + "X.out"}};
  }
  Piece transporter(const std::string& name) {
    stations(name);
    add("distances", "'" + name + "Ways': {'distances': [{'from': '" + name + "From', 'to': '" + name +
                         "To', 'length': " + number(1, 9) + "}]}");
    add("transporters", "'" + name + "Cart': {'units': " + number(1, 3) + ", 'velocity': 6, 'distances': '" +
                            name + "Ways', 'position': '" + one_of({name + "From", name + "To"}) + "'}");
    component(name + "Q", "'type': 'arena.Request', 'transporter': '" + name + "Cart', 'rule': '" +
                              one_of({"Cyclical", "SmallestDistance", "Random"}) + "', 'queue': " + queue());
    component(name + "G",
              "'type': 'arena.Transport', 'transporter': '" + name + "Cart', 'station': '" + name + "To'");
    component(name + "X", "'type': 'arena.Free', 'transporter': '" + name + "Cart'");
    join({name + "B.out"}, name + "Q.in");
    join({name + "Q.out"}, name + "G.in");
    join({name + "E.out"}, name + "X.in");
    return {name + "B.in", {name + "X.out"}};
  }

  // A third preempt the others at one resource; who was preempted resumes.
  Piece preempting(const std::string& name) {
    resource(name);
    watched_.back().may_lose_units = true;
    add("queues", "'" + name + "Line': {}");
    component(name + "W", "'type': 'arena.Decide', 'probability': 0.3");
    component(name + "Q", "'type': 'siman.Queue', 'queue': '" + name + "Line'");
    component(name + "P", "'type': 'siman.Preempt', 'resource': '" + name + "R', 'priority': 1");
    component(name + "S", "'type': 'arena.Seize', 'resources': '" + name + "R', 'priority': 2");
    after_seize(name, name + "R", 1);
    join({name + "W.true"}, name + "Q.in");
    join({name + "Q.out"}, name + "P.in");
    join({name + "P.out"}, name + "A.in");
    join({name + "W.false"}, name + "S.in");
    return {name + "W.in", {name + "C.out"}};
  }

  // At most three at a time behind a gate.
  Piece gate(const std::string& name) {
    add("variables", "'" + name + "Inside': {}");
    component(name + "G", "'type': 'arena.Hold', 'condition': '" + name + "Inside < 3', 'queue': " + queue());
    component(name + "I",
              "'type': 'arena.Assign', 'assignments': ['" + name + "Inside = " + name + "Inside + 1']");
    component(name + "D",
              "'type': 'arena.Delay', 'delay': '" + time() + "', 'allocation': '" + category() + "'");
    component(name + "O",
              "'type': 'arena.Assign', 'assignments': ['" + name + "Inside = " + name + "Inside - 1']");
    chain(name, "GIDO");
    return {name + "G.in", {name + "O.out"}};
  }

  // Groups of a size that divides the number of parts; sometimes they are carried as such.
  Piece gather(const std::string& name) {
    component(name + "B", "'type': 'arena.Batch', 'size': " + one_of({"2", "3", "4", "6"}) +
                              ", 'entity': 'Pallet', 'queue': " + queue());
    const Piece piece = draw(2) == 0 ? delay(name + "m") : route(name + "m");
    component(name + "X", "'type': 'arena.Separate', 'kind': 'SplitBatch'");
    join({name + "B.out"}, piece.entry);
    join(piece.exits, name + "X.in");
    return {name + "B.in", {name + "X.out"}};
  }

  // Until the bell that rings every few seconds.
  Piece hold(const std::string& name) {
    const std::string signal = std::to_string(signals_.size() + 1);
    signals_.push_back(signal);
    component(name + "H", "'type': 'arena.Hold', 'signal': " + signal + ", 'queue': " + queue() +
                              (draw(2) == 0 ? "" : ", 'limit': " + number(1, 9)));
    return {name + "H.in", {name + "H.out"}};
  }
  void add_bell() {
    component("Bell", "'type': 'arena.Create', 'entity': 'Clock', 'maxArrivals': 1");
    component("Pause", "'type': 'arena.Delay', 'delay': 'UNIF(1, 5)'");
    join({"Bell.out"}, "Pause.in");
    std::string exit = "Pause.out";
    for (const std::string& signal : signals_) {
      component("Ring" + signal, "'type': 'arena.Signal', 'signal': " + signal);
      join({exit}, "Ring" + signal + ".in");
      exit = "Ring" + signal + ".out";
    }
    join({exit}, "Pause.in");
  }

  // Once: every part gets a copy, which begins its own life here; they may have to meet again.
  Piece copy(const std::string& name) {
    if (parts_ != kArrivals) return hold(name);
    parts_ *= 2;
    component(name + "X", "'type': 'arena.Separate', 'percentCost': 0");
    component(name + "N", "'type': 'arena.Assign', 'assignments': ['Entity.CreateTime = TNOW', 'held = 0']");
    join({name + "X.duplicate"}, name + "N.in");
    if (draw(2) == 0) return {name + "X.in", {name + "X.out", name + "N.out"}};
    component(name + "M", "'type': 'arena.Match'");
    const Piece piece = delay(name + "m");
    join({name + "X.out"}, piece.entry);
    join(piece.exits, name + "M.in1");
    join({name + "N.out"}, name + "M.in2");
    return {name + "X.in", {name + "M.out1", name + "M.out2"}};
  }

  // Two ways, by chance or condition.
  Piece fork(const std::string& name) {
    component(name + "W", draw(2) == 0 ? "'type': 'arena.Decide', 'probability': 0.4"
                                       : "'type': 'arena.Decide', 'condition': 'MOD(IDENT, 3) == 0'");
    Piece piece = any_stage(name + "a", false);
    join({name + "W.true"}, piece.entry);
    const Piece other = any_stage(name + "b", false);
    join({name + "W.false"}, other.entry);
    piece.exits.insert(piece.exits.end(), other.exits.begin(), other.exits.end());
    return {name + "W.in", piece.exits};
  }

  static constexpr int kArrivals = 60;
  std::mt19937 random_;
  std::map<std::string, std::string> sections_;
  std::string components_, couplings_;
  std::vector<Watched> watched_;
  std::vector<std::string> signals_;
  int parts_ = kArrivals;
};

}  // namespace escapement::studies
