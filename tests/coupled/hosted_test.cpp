// SPDX-License-Identifier: MIT
// Step F4: hosted components, with a host that only forwards.
#include "escapement/coupled/hosted.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <memory>

#include "core/expect_throw.h"
#include "coupled/simple_models.h"
#include "escapement/atomic/generator.h"
#include "escapement/atomic/recorder.h"

namespace escapement {
namespace {

// A block adds one to what passes.
struct Block : Hosted {
  using Hosted::Hosted;
  InPort<double> in{*this, "in"};
  OutPort<double> out{*this, "out"};
};

// Moves a number through its blocks, and sends it on at once.
class PlusHost : public Host {
 public:
  using Host::Host;
  int links = 0;
  bool completed = false;

  void link(PortBase& from, PortBase& to) override {
    ++links;
    next_[&from.owner()] = &to.owner();
  }
  PortBase& gateway_out(PortBase& from) override {
    outs_.push_back(std::make_unique<OutPort<double>>(*this, keep("out")));
    exits_[&from.owner()].push_back(outs_.back().get());
    return *outs_.back();
  }
  InPortBase& gateway_in(PortBase& to) override {
    ins_.push_back({std::make_unique<InPort<double>>(*this, keep("in")), &to.owner()});
    return *ins_.back().first;
  }
  void complete() override { completed = true; }
  void external(Time) override {
    for (const auto& [port, block] : ins_)
      for (double value : port->bag()) {
        const Component* at = block;
        for (value += 1; next_.count(at) != 0; value += 1) at = next_[at];
        pending_.push_back({at, value});
      }
  }
  void output() override {
    for (const auto& [block, value] : pending_)
      for (OutPort<double>* exit : exits_[block]) exit->put(value);
  }
  void internal() override { pending_.clear(); }
  TimeAdvance time_advance() const override {
    return pending_.empty() ? TimeAdvance::never() : TimeAdvance(0);
  }

 private:
  const char* keep(const std::string& stem) {
    names_.push_back(stem + std::to_string(names_.size()));
    return names_.back().c_str();
  }
  std::deque<std::string> names_;
  std::map<const Component*, const Component*> next_;
  std::map<const Component*, std::vector<OutPort<double>*>> exits_;
  std::vector<std::unique_ptr<OutPort<double>>> outs_;
  std::vector<std::pair<std::unique_ptr<InPort<double>>, const Component*>> ins_;
  std::vector<std::pair<const Component*, double>> pending_;
};

class PlusFactory : public HostFactory {
 public:
  explicit PlusFactory(bool together, bool forget = false) : together_(together), forget_(forget) {}
  std::vector<PlusHost*> hosts;
  std::size_t routes_seen = 0;
  std::vector<std::vector<Hosted*>> partition(const std::vector<Hosted*>& hosted,
                                              const std::vector<Route>& routes) override {
    routes_seen = routes.size();
    if (forget_) return {};
    if (together_) return {hosted};
    std::vector<std::vector<Hosted*>> groups;
    for (Hosted* h : hosted) groups.push_back({h});
    return groups;
  }
  std::unique_ptr<Host> make(std::string name, const std::vector<Hosted*>&) override {
    auto host = std::make_unique<PlusHost>(std::move(name));
    hosts.push_back(host.get());
    return host;
  }

 private:
  bool together_, forget_;
};

struct Line {
  Coupled root{"Root"};
  Recorder* display = nullptr;
  Line() {
    auto& g = root.add<Generator>("G");
    auto& inner = root.add<Coupled>("Inner");
    auto& inner_in = inner.add_input<double>("in");
    auto& a = inner.add<Block>("A");
    auto& b = root.add<Block>("B");
    auto& inner_out = inner.add_output<double>("out");
    display = &root.add<Recorder>("D");
    root.couple(g.out, inner_in);
    inner.couple(inner_in, a.in);
    inner.couple(a.out, inner_out);
    root.couple(inner_out, b.in);
    root.couple(b.out, display->in);
    root.couple(b.out, root.add_output<double>("out"));
  }
};

TEST(Hosted, TogetherOrApartTheResultIsTheSame) {
  for (const bool together : {true, false}) {
    Line line;
    PlusFactory factory(together);
    testing_support::RunLog log;
    Simulator sim(flatten(line.root, &factory));
    sim.add_observer(log);
    sim.run(2);
    EXPECT_EQ(line.display->entries(), (std::vector<Recorder::Entry>{{1, 3}, {2, 3}}));
    EXPECT_EQ(factory.routes_seen, 1u);
    EXPECT_EQ(factory.hosts.size(), together ? 1u : 2u);
    EXPECT_EQ(factory.hosts[0]->links, together ? 1 : 0);
    EXPECT_TRUE(factory.hosts[0]->completed);
    EXPECT_EQ(factory.hosts[0]->name(), together ? "Processes" : "Processes_1");
    EXPECT_EQ(log.root_lines.size(), 2u);
    EXPECT_EQ(log.root_lines[0], together ? "1/1 Root.out 3" : "1/2 Root.out 3");
  }
}

TEST(Hosted, AHostTakesANameThatIsFree) {
  Line line;
  line.root.add<Recorder>("Processes");
  PlusFactory factory(true);
  flatten(line.root, &factory);
  Line again;
  again.root.add<Recorder>("Processes");
  PlusFactory second(true);
  const Network n = flatten(again.root, &second);
  EXPECT_EQ(second.hosts[0]->name(), "Processes_");
  EXPECT_EQ(n.models.size(), 4u);
}

TEST(Hosted, NeedsAFactoryThatPlacesAll) {
  Line line;
  EXPECT_THROWS(flatten(line.root), BuildError,
                "'B' is a process block or element and needs a host; flatten with the factory of its library|"
                "'Inner.A' is a process block .*");
  PlusFactory forgetful(true, true);
  EXPECT_THROWS(flatten(line.root, &forgetful), InternalError,
                "a host factory placed 0 of 2 components; each needs one host");
}

TEST(Hosted, BlocksAddressMailboxesButShareNone) {
  struct Posting : Hosted {
    using Hosted::Hosted;
    MailAddress to{*this, "to", "Nowhere"};
  };
  struct Sharing : Hosted {
    using Hosted::Hosted;
    MailboxShare board{*this, "board", "Board"};
  };
  Coupled posting("Root");
  posting.add<Posting>("P");
  EXPECT_THROWS(flatten(posting), BuildError,
                "'P.to' addresses the mailbox 'Nowhere', which is not found .*");
  Coupled sharing("Root");
  sharing.add<SharedMailbox>("Board");
  sharing.add<Sharing>("S");
  EXPECT_THROWS(flatten(sharing), BuildError,
                "'S.board' shares a mailbox, which only an atomic model can do");
}

}  // namespace
}  // namespace escapement
