// SPDX-License-Identifier: MIT
// Structural change on random nested models: the kernel, which changes its flat network, against the
// reference simulator, whose hierarchy is simply edited between two steps.
#include <gtest/gtest.h>

#include <cstdlib>

#include "coupled/random_models.h"
#include "coupled/simple_models.h"
#include "escapement/coupled/structure_change.h"

namespace escapement {
namespace {

using testing_support::Lines;
using testing_support::Spec;

constexpr Time kUntil = 25;

// One change by names: "" is the root; ports by number.
struct Change {
  enum class Kind { kAdd, kRemove, kCouple, kDecouple };
  Kind kind;
  std::string where;  // path of the coupled model
  std::string name;   // of the component that comes or goes
  Spec spec;
  Spec::Line line;
  std::string from, to;  // components, "" for the coupled model itself
};

// What the director did at its n-th transition.
using Script = std::vector<std::vector<Change>>;

// Makes random changes at each whole time unit, where others act too, and writes down what they were.
class Director : public Atomic {
 public:
  Director(std::string name, std::uint64_t seed, Script& script)
      : Atomic(std::move(name)), random_(seed), script_(script) {}
  void initialize() override { next_ = 1; }
  void internal() override {
    next_ += 1;
    script_.emplace_back();
    StructureChange change(*this);
    touched_.clear();
    for (int i = below(4); i >= 0; --i) one(change);
  }
  TimeAdvance time_advance() const override { return TimeAdvance::at(next_); }

 private:
  int below(std::size_t n) { return static_cast<int>(random_() % n); }

  static std::string path_in_model(const Component& c) { return c.parent() == nullptr ? "" : c.path(); }

  Coupled& root() const { return static_cast<Coupled&>(*parent()); }

  // A coupled model that no change of this step has touched, so that what is asked for stays valid.
  Coupled* some_coupled() {
    std::vector<Coupled*> all{&root()};
    for (std::size_t i = 0; i < all.size(); ++i)
      for (const auto& child : all[i]->components())
        if (auto* c = dynamic_cast<Coupled*>(child.get())) all.push_back(c);
    Coupled* chosen = all[static_cast<std::size_t>(below(all.size()))];
    for (const Component* c = chosen; c != nullptr; c = c->parent())
      if (touched_.contains(c)) return nullptr;
    return chosen;
  }

  struct End {
    PortBase* port;
    std::string component;
    int number;
    bool atomic;
  };
  static void ends_of(const Component& owner, const std::string& name, bool input, std::vector<End>& ends) {
    int number = 0;
    for (PortBase* p = owner.first_port(); p != nullptr; p = p->next())
      if (p->is_input() == input)
        ends.push_back({p, name, number++, dynamic_cast<const Coupled*>(&owner) == nullptr});
  }

  void one(StructureChange& change) {
    Coupled* c = some_coupled();
    if (c == nullptr) return;
    const std::string where = path_in_model(*c);
    switch (below(5)) {
      case 0: {
        const std::string name =
            std::string(1, static_cast<char>('A' + below(26))) + std::to_string(10 + below(90));
        if (c->find(name) != nullptr) return;
        Spec spec = testing_support::random_spec(random_, below(3), name);
        if (!spec.coupled) {
          for (auto* list : {&spec.inputs, &spec.outputs}) *list = std::max(1, *list);
          change.add<testing_support::HashAtomic>(*c, name, spec.seed, spec.inputs, spec.outputs);
        } else {
          testing_support::fill(change.add<Coupled>(*c, name), spec, nullptr);
        }
        script_.back().push_back({Change::Kind::kAdd, where, name, spec, {}, "", ""});
        touched_.insert(c);
        return;
      }
      case 1: {
        if (c->components().empty()) return;
        Component& victim = *c->components()[static_cast<std::size_t>(below(c->components().size()))];
        if (&victim == this) return;
        change.remove(victim);
        script_.back().push_back({Change::Kind::kRemove, where, victim.name(), {}, {}, "", ""});
        touched_.insert(c);
        return;
      }
      case 2:
      case 3: {
        std::vector<End> from, to;
        ends_of(*c, "", true, from);
        ends_of(*c, "", false, to);
        for (const auto& child : c->components()) {
          if (child.get() == this) continue;
          ends_of(*child, child->name(), false, from);
          ends_of(*child, child->name(), true, to);
        }
        if (from.empty() || to.empty()) return;
        const End a = from[static_cast<std::size_t>(below(from.size()))];
        const End b = to[static_cast<std::size_t>(below(to.size()))];
        if (!a.atomic && !b.atomic) return;  // could close a circle
        if (a.component == b.component) return;
        for (const Coupling& known : c->couplings())
          if (known.from == a.port && known.to == b.port) return;
        change.couple(*a.port, *b.port);
        script_.back().push_back(
            {Change::Kind::kCouple, where, "", {}, {0, a.number, 0, b.number}, a.component, b.component});
        touched_.insert(c);
        return;
      }
      default: {
        if (c->couplings().empty()) return;
        const Coupling known = c->couplings()[static_cast<std::size_t>(below(c->couplings().size()))];
        const auto number = [](const PortBase& port) {
          int n = 0;
          for (const PortBase* p = port.owner().first_port(); p != &port; p = p->next())
            if (p->is_input() == port.is_input()) ++n;
          return n;
        };
        const auto name = [c](const PortBase& port) { return &port.owner() == c ? "" : port.owner().name(); };
        change.decouple(*known.from, *known.to);
        script_.back().push_back({Change::Kind::kDecouple,
                                  where,
                                  "",
                                  {},
                                  {0, number(*known.from), 0, number(*known.to)},
                                  name(*known.from),
                                  name(*known.to)});
        touched_.insert(c);
      }
    }
  }

  std::mt19937_64 random_;
  Script& script_;
  std::set<const Component*> touched_;
  Time next_ = 1;
};

class StateLog : public Observer {
 public:
  Lines lines;
  void on_transition(const Instant& i, const Dynamics& model, Transition kind, Time elapsed, Time) override {
    if (kind == Transition::kInitial || model.name() == "Director") return;
    std::ostringstream line;
    line.precision(17);
    line << i.time << '/' << i.micro_step << ' ' << model.path() << ' ' << transition_name(kind) << ' '
         << elapsed << ' ';
    model.print_state(line);
    lines.push_back(line.str());
  }
};

namespace ref = testing_support::reference;

ref::Coordinator& find(ref::Coordinator& root, const std::string& path) {
  ref::Coordinator* at = &root;
  std::istringstream names(path);
  for (std::string name; std::getline(names, name, '.');)
    at = dynamic_cast<ref::Coordinator*>(at->components.at(name).get());
  return *at;
}

void apply(const Change& change, ref::Coordinator& root, double t) {
  ref::Coordinator& c = find(root, change.where);
  const ref::End from{change.from, change.line.from_port}, to{change.to, change.line.to_port};
  switch (change.kind) {
    case Change::Kind::kAdd: {
      auto node = testing_support::build_reference(
          change.spec, change.where.empty() ? change.name : change.where + "." + change.name, &c);
      node->start_at(t);
      c.components[change.name] = std::move(node);
      return;
    }
    case Change::Kind::kRemove:
      c.components.erase(change.name);
      std::erase_if(c.couplings, [&](const auto& entry) { return entry.first.first == change.name; });
      for (auto& [end, targets] : c.couplings)
        std::erase_if(targets, [&](const ref::End& target) { return target.first == change.name; });
      return;
    case Change::Kind::kCouple:
      c.couplings[from].push_back(to);
      return;
    case Change::Kind::kDecouple:
      std::erase(c.couplings[from], to);
      return;
  }
}

// The reference, with the director's place taken by the script: its n-th change comes after the first step at
// time n.
Lines run_reference(ref::Coordinator& root, const Script& script) {
  Lines trace;
  root.start_at(0);
  double clock = -1;
  long step = 0;
  std::size_t next_change = 0;
  for (;;) {
    const double due = next_change < script.size() ? static_cast<double>(next_change + 1)
                                                   : std::numeric_limits<double>::infinity();
    const double t = std::min(root.next(), due);
    if (t > kUntil || t == std::numeric_limits<double>::infinity()) return trace;
    step = t == clock ? step + 1 : 0;
    clock = t;
    std::ostringstream stamp;
    stamp.precision(17);
    stamp << t << '/' << step << ' ';
    root.collect(t);
    root.transition(t, trace, stamp.str());
    if (t == due)
      for (const Change& change : script[next_change++]) apply(change, root, t);
  }
}

TEST(StructureConformance, RandomChangesAgreeWithTheAbstractSimulator) {
  const int models = std::getenv("ESCAPEMENT_LONG_TESTS") != nullptr ? 20000 : 1500;
  std::size_t changes = 0, transitions = 0;
  int circles = 0;
  for (int i = 0; i < models; ++i) {
    const std::uint64_t seed = 31337 + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const Spec spec = testing_support::random_spec(random, 4, "Root");
    for (const unsigned threads : {1u, 2u}) {
      if (threads == 2 && i % 20 != 0) continue;
      Script script;
      Coupled root("Root");
      testing_support::fill(root, spec, nullptr);
      root.add<Director>("Director", seed, script);
      StateLog log;
      try {
        Simulator sim(flatten(root), {.threads = threads, .always_parallel = threads > 1});
        sim.add_observer(log);
        sim.run(kUntil);
      } catch (const BuildError& error) {
        ASSERT_NE(std::string(error.what()).find("in a circle"), std::string::npos) << error.what();
        ++circles;
        break;
      } catch (const SimulationError& error) {  // a new part that is no DEVS network
        ASSERT_NE(std::string(error.what()).find("in a circle"), std::string::npos) << error.what();
        ++circles;
        break;
      }
      const auto reference = testing_support::build_reference(spec, "", nullptr);
      ASSERT_EQ(log.lines, run_reference(dynamic_cast<ref::Coordinator&>(*reference), script));
      for (const auto& step : script) changes += step.size();
      transitions += log.lines.size();
    }
  }
  std::printf("seeds from 31337: %d models, %zu changes, %zu transitions, %d circles refused\n", models,
              changes, transitions, circles);
  EXPECT_GT(changes, static_cast<std::size_t>(20 * models));
  EXPECT_LT(circles, models / 4);
}

}  // namespace
}  // namespace escapement
