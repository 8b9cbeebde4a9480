// SPDX-License-Identifier: MIT
// A slow simulator straight from the definition: simulators and coordinators in a hierarchy, each coupled
// model with its own coordinator, couplings in maps, messages passed up and down (the abstract simulator of
// Parallel DEVS: Chow 1996, "Parallel DEVS: a parallel, hierarchical, modular modeling formalism"; Zeigler,
// Praehofer and Kim, chapter 11). It shares no code with the kernel.
//
//   coordinator on @ at t (collect outputs):  send @ to every component with tN = t; what a component puts
//   goes
//       by the internal couplings to other components' bags, by the external output couplings upwards
//   coordinator on x:  by the external input couplings to the bags of components
//   coordinator on * at t (transitions):      send * to every component with tN = t or a message in a bag
//   simulator on *:    delta_int, delta_ext(t - tL) or delta_con;  tL := t; tN := t + ta
// The root repeats @ and * at t = tN; repeats at one t count micro-steps. Bags are put in order of sender's
// path, port and put before they are read.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace escapement::testing_support::reference {

struct Mail {
  int value;
  std::string sender;  // path
  int port;
  int put;
};
using InputBags = std::map<int, std::vector<Mail>>;  // by input port

// What a model does; the same object type serves the kernel's atomic and the reference.
class Behaviour {
 public:
  virtual ~Behaviour() = default;
  virtual double time_advance() const = 0;
  virtual std::vector<std::pair<int, int>> output() const = 0;  // (port, value) in order of put
  virtual void internal() = 0;
  virtual void external(double elapsed, const std::vector<std::vector<int>>& bags) = 0;
  virtual std::uint64_t state() const = 0;
  virtual int inputs() const = 0;
};

class Node {
 public:
  virtual ~Node() = default;
  virtual double next() const = 0;
  virtual void start_at(double t) = 0;
  virtual void collect(double t) = 0;                                                                // @
  virtual void receive(int port, const Mail& m) = 0;                                                 // x
  virtual void transition(double t, std::vector<std::string>& trace, const std::string& stamp) = 0;  // *
  virtual bool has_input() const = 0;
  class Coordinator* above = nullptr;
  std::string name, path;
};

using End = std::pair<std::string, int>;  // component ("" is the coupled model itself) and port

class Coordinator : public Node {
 public:
  std::map<std::string, std::unique_ptr<Node>> components;
  std::map<End, std::vector<End>> couplings;  // from an own input ("") or a component's output

  double next() const override {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [n, c] : components) least = std::min(least, c->next());
    return least;
  }
  void start_at(double t) override {
    for (auto& [n, c] : components) c->start_at(t);
  }
  void collect(double t) override {
    for (auto& [n, c] : components)
      if (c->next() == t) c->collect(t);
  }
  void receive(int port, const Mail& m) override { send({"", port}, m); }
  void emit(const std::string& component, int port, const Mail& m) { send({component, port}, m); }
  void transition(double t, std::vector<std::string>& trace, const std::string& stamp) override {
    for (auto& [n, c] : components)
      if (c->next() == t || c->has_input()) c->transition(t, trace, stamp);
  }
  bool has_input() const override {
    return std::any_of(components.begin(), components.end(),
                       [](const auto& c) { return c.second->has_input(); });
  }

 private:
  void send(const End& from, const Mail& m) {
    const auto found = couplings.find(from);
    if (found == couplings.end()) return;
    for (const auto& [to, port] : found->second)
      if (!to.empty())
        components.at(to)->receive(port, m);
      else if (above != nullptr)
        above->emit(name, port, m);
  }
};

class AtomicSimulator : public Node {
 public:
  explicit AtomicSimulator(std::unique_ptr<Behaviour> b) : behaviour(std::move(b)) {}
  std::unique_ptr<Behaviour> behaviour;

  double next() const override { return next_; }
  void start_at(double t) override {
    last_ = t;
    next_ = t + behaviour->time_advance();
  }
  void collect(double) override {
    std::map<int, int> puts;
    for (const auto& [port, value] : behaviour->output())
      if (above != nullptr) above->emit(name, port, {value, path, port, puts[port]++});
  }
  void receive(int port, const Mail& m) override { bags_[port].push_back(m); }
  bool has_input() const override { return !bags_.empty(); }
  void transition(double t, std::vector<std::string>& trace, const std::string& stamp) override {
    std::vector<std::vector<int>> values(static_cast<std::size_t>(behaviour->inputs()));
    for (auto& [port, bag] : bags_) {
      std::stable_sort(bag.begin(), bag.end(), [](const Mail& a, const Mail& b) {
        return std::tie(a.sender, a.port, a.put) < std::tie(b.sender, b.port, b.put);
      });
      for (const Mail& m : bag) values[static_cast<std::size_t>(port)].push_back(m.value);
    }
    const char* kind = "external";
    if (next_ == t) {
      kind = bags_.empty() ? "internal" : "confluent";
      behaviour->internal();
      if (!bags_.empty()) behaviour->external(0, values);
    } else {
      behaviour->external(t - last_, values);
    }
    std::ostringstream line;
    line.precision(17);
    line << stamp << path << ' ' << kind << ' ' << t - last_ << ' ' << behaviour->state();
    trace.push_back(line.str());
    last_ = t;
    next_ = t + behaviour->time_advance();
    bags_.clear();
  }

 private:
  double last_ = 0, next_ = 0;
  InputBags bags_;
};

inline std::vector<std::string> run(Node& root, double until) {
  std::vector<std::string> trace;
  root.start_at(0);
  double clock = -1;
  long step = 0;
  for (double t = root.next(); t <= until; t = root.next()) {
    step = t == clock ? step + 1 : 0;
    clock = t;
    std::ostringstream stamp;
    stamp.precision(17);
    stamp << t << '/' << step << ' ';
    root.collect(t);
    root.transition(t, trace, stamp.str());
  }
  return trace;
}

}  // namespace escapement::testing_support::reference
