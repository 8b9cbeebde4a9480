// SPDX-License-Identifier: MIT
#include "escapement/coupled/flatten.h"

#include <algorithm>

#include "dynamic_structure.h"
#include "escapement/core/error.h"
#include "mail_routes.h"

namespace escapement {

namespace {

struct Pair {
  PortBase* from;
  PortBase* to;
};

}  // namespace

class Flattening {
 public:
  Flattening(Component& root, HostFactory* hosts) : root_(root), factory_(hosts) {}

  Network run() {
    if (root_.parent() != nullptr)
      throw BuildError("'" + root_.path() + "' stands in '" + root_.parent()->path() +
                       "'; flatten the outermost model");
    collect();
    number_tree_ports();
    lay_edges();
    refuse_circles();
    follow_all();
    refuse_drawn_shares();
    for (const MailRoute& r : mail_routes(models_, hosted_)) routes_.push_back({r.from, r.to});
    check_routes();
    place_hosted();
    return assemble();
  }

 private:
  void collect() {  // F1, without recursion, for models may nest deeply
    std::vector<Component*> pending{&root_};
    while (!pending.empty()) {
      Component& component = *pending.back();
      pending.pop_back();
      if (auto* coupled = dynamic_cast<Coupled*>(&component)) {
        coupled_.push_back(coupled);
        const std::size_t first = pending.size();
        for (const auto& child : coupled->components()) pending.push_back(child.get());
        const auto begin = pending.begin() + static_cast<std::ptrdiff_t>(first);
        const auto by_name = [](const Component* a, const Component* b) { return a->name() < b->name(); };
        if (!std::is_sorted(begin, pending.end(), by_name)) std::sort(begin, pending.end(), by_name);
        std::reverse(begin, pending.end());
      } else {
        collect_leaf(component);
      }
    }
  }

  void collect_leaf(Component& component) {
    if (auto* model = dynamic_cast<Dynamics*>(&component)) {
      if (model->in_simulator())
        throw BuildError("'" + model->path() + "' already runs in a simulator; destroy that one first");
      models_.push_back(model);
    } else if (auto* hosted = dynamic_cast<Hosted*>(&component)) {
      hosted_.push_back(hosted);
    } else if (component.first_port() != nullptr) {
      throw BuildError("'" + component.path() +
                       "' has ports but is neither atomic, coupled nor hosted; derive it from Atomic");
    }
  }

  void number_ports(Component& component) {
    for (PortBase* p = component.first_port(); p != nullptr; p = p->next()) {
      p->index_ = static_cast<std::uint32_t>(ports_.size());
      ports_.push_back(p);
    }
  }

  void number_tree_ports() {  // leaves first, then the ports of coupled models
    for (Dynamics* model : models_) number_ports(*model);
    for (Hosted* hosted : hosted_) number_ports(*hosted);
    leaf_ports_ = ports_.size();
    for (Coupled* coupled : coupled_) number_ports(*coupled);
  }

  void lay_edges() {
    edge_begin_.assign(ports_.size() + 1, 0);
    const auto each = [this](auto&& visit) {
      for (const Coupled* coupled : coupled_) {
        for (const Coupling& c : coupled->couplings()) visit(*c.from, *c.to);
        for (const auto& pipe : coupled->pipes())
          for (PipeEnd* from : pipe)
            for (PipeEnd* to : pipe)
              if (from != to) visit(from->outgoing(), *to);
      }
    };
    each([this](const PortBase& from, const PortBase&) { ++edge_begin_[from.index_ + 1]; });
    for (std::size_t i = 0; i < ports_.size(); ++i) edge_begin_[i + 1] += edge_begin_[i];
    edges_.resize(edge_begin_.back());
    std::vector<std::uint32_t> next(edge_begin_.begin(), edge_begin_.end() - 1);
    each([&](const PortBase& from, const PortBase& to) { edges_[next[from.index_]++] = to.index_; });
    for (std::size_t i = 0; i < ports_.size(); ++i) {
      std::sort(edges_.begin() + edge_begin_[i], edges_.begin() + edge_begin_[i + 1]);
      for (std::uint32_t e = edge_begin_[i] + 1; e < edge_begin_[i + 1]; ++e)
        if (edges_[e] == edges_[e - 1])
          throw BuildError("the coupling '" + ports_[i]->path() + " -> " + ports_[edges_[e]]->path() +
                           "' is there twice; remove one");
    }
  }

  // A circle of couplings that passes coupled models only would carry a message for ever.
  void refuse_circles() {
    enum : std::uint8_t { kNew, kOpen, kDone };
    std::vector<std::uint8_t> state(ports_.size(), kNew);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> stack;  // port, next edge
    for (std::size_t start = leaf_ports_; start < ports_.size(); ++start) {
      if (state[start] != kNew) continue;
      stack.push_back({static_cast<std::uint32_t>(start), edge_begin_[start]});
      state[start] = kOpen;
      while (!stack.empty()) {
        auto& [port, edge] = stack.back();
        if (edge == edge_begin_[port + 1]) {
          state[port] = kDone;
          stack.pop_back();
          continue;
        }
        const std::uint32_t to = edges_[edge++];
        if (to < leaf_ports_ || state[to] == kDone) continue;
        if (state[to] == kOpen)
          throw BuildError("couplings run in a circle through '" + ports_[to]->path() +
                           "' without passing any atomic model");
        state[to] = kOpen;
        stack.push_back({to, edge_begin_[to]});
      }
    }
  }

  void follow_all() {  // F2
    for (std::uint32_t p = 0; p < leaf_ports_; ++p)
      if (!ports_[p]->is_input()) follow(p);
    for (PortBase* p = root_.first_port(); p != nullptr; p = p->next())
      if (p->is_input() && p->index_ >= leaf_ports_) {
        root_inputs_.push_back(p);
        follow(p->index_);
      }
  }

  void follow(std::uint32_t source) {
    stack_.assign(1, source);
    while (!stack_.empty()) {
      const std::uint32_t port = stack_.back();
      stack_.pop_back();
      for (std::uint32_t e = edge_begin_[port + 1]; e-- > edge_begin_[port];) {
        const std::uint32_t to = edges_[e];
        if (to < leaf_ports_)
          routes_.push_back({ports_[source], ports_[to]});
        else if (edge_begin_[to] == edge_begin_[to + 1] && &ports_[to]->owner() == &root_ &&
                 !ports_[to]->is_input())
          root_routes_.push_back({ports_[source], ports_[to]});
        else
          stack_.push_back(to);
      }
    }
  }

  // Only the first sharer stores what arrives, so a message for one of the others would be lost.
  void refuse_drawn_shares() {
    for (const Pair& r : routes_)
      if (r.to->role() == PortBase::Role::kShare)
        throw BuildError("'" + r.from->path() + "' is coupled to '" + r.to->path() +
                         "', which shares a mailbox; send to the shared mailbox by a MailAddress instead");
  }

  void check_routes() {
    std::vector<std::uint32_t> count(ports_.size(), 0);
    for (const Pair& r : routes_) ++count[r.from->index_];
    for (const Pair& r : root_routes_) ++count[r.from->index_];  // what leaves the root has arrived
    for (std::uint32_t p = 0; p < ports_.size(); ++p) {
      const PortBase& port = *ports_[p];
      const bool source = p < leaf_ports_ ? !port.is_input() : port.is_input() && &port.owner() == &root_;
      if (!source || !port.type().exclusive || count[p] == 1) continue;
      if (count[p] == 0 && (port.optional() || p >= leaf_ports_)) continue;
      throw BuildError((p < leaf_ports_ ? "output '" : "input '") + port.path() + "' leads to " +
                       std::to_string(count[p]) +
                       " inputs; its messages have one owner, so it takes exactly one coupling" +
                       (count[p] == 0 ? " (an entity that is done goes to a Dispose)"
                                      : " (copies of an entity are made by a Separate)"));
    }
  }

  void place_hosted() {  // F4
    if (hosted_.empty()) return;
    if (factory_ == nullptr)
      throw BuildError(
          "'" + hosted_.front()->path() +
          "' is a process block or element and needs a host; flatten with the factory of its library");
    std::vector<Route> hosted_routes;
    const auto hosted = [](const PortBase& p) { return dynamic_cast<Hosted*>(&p.owner()); };
    for (const Pair& r : routes_)
      if (hosted(*r.from) != nullptr && hosted(*r.to) != nullptr) hosted_routes.push_back({r.from, r.to});
    const auto groups = factory_->partition(hosted_, hosted_routes);
    std::size_t placed = 0;
    for (const auto& group : groups) placed += group.size();
    if (placed != hosted_.size())
      throw InternalError("a host factory placed " + std::to_string(placed) + " of " +
                          std::to_string(hosted_.size()) + " components; each needs one host");
    const auto* top = dynamic_cast<const Coupled*>(&root_);
    std::vector<std::uint32_t> group_of_port(leaf_ports_, 0);  // group + 1
    for (std::uint32_t g = 0; g < groups.size(); ++g) {
      std::string name = groups.size() == 1 ? "Processes" : "Processes_" + std::to_string(g + 1);
      while (top != nullptr && top->find(name) != nullptr) name += '_';
      hosts_.push_back(factory_->make(name, groups[g]));
      for (Hosted* member : groups[g])
        for (PortBase* p = member->first_port(); p != nullptr; p = p->next())
          group_of_port[p->index_] = g + 1;
    }
    std::vector<Pair> outside;
    for (const Pair& r : routes_) {
      const std::uint32_t from = r.from->index_ < leaf_ports_ ? group_of_port[r.from->index_] : 0;
      const std::uint32_t to = group_of_port[r.to->index_];
      if (from != 0 && from == to)
        hosts_[from - 1]->link(*r.from, *r.to);
      else
        outside.push_back({from == 0 ? r.from : &hosts_[from - 1]->gateway_out(*r.from),
                           to == 0 ? r.to : &hosts_[to - 1]->gateway_in(*r.to)});
    }
    routes_ = std::move(outside);
    for (Pair& r : root_routes_)
      if (const std::uint32_t g = r.from->index_ < leaf_ports_ ? group_of_port[r.from->index_] : 0; g != 0)
        r.from = &hosts_[g - 1]->gateway_out(*r.from);
    for (const auto& host : hosts_) host->complete();
  }

  Network assemble() {  // F5
    Network n;
    n.name = root_.name();
    n.models = models_;
    n.structure = std::make_shared<DynamicStructure>(root_);
    for (auto& host : hosts_) {
      const auto before = [](const Dynamics* a, const Dynamics* b) {
        return path_less(a->path(), b->path());
      };
      n.models.insert(std::upper_bound(n.models.begin(), n.models.end(), host.get(), before), host.get());
      n.owned.push_back(std::move(host));
    }
    for (std::uint32_t m = 0; m < n.models.size(); ++m)
      for (PortBase* p = n.models[m]->first_port(); p != nullptr; p = p->next()) {
        if (p->is_input()) {
          p->index_ = static_cast<std::uint32_t>(n.inputs.size());
          n.inputs.push_back(static_cast<InPortBase*>(p));
          n.input_owner.push_back(m);
        } else {
          p->index_ = static_cast<std::uint32_t>(n.outputs.size());
          n.outputs.push_back(p);
        }
      }
    for (PortBase* p : root_inputs_) {
      p->index_ = static_cast<std::uint32_t>(n.outputs.size());
      n.outputs.push_back(p);
    }
    lay_routes(routes_, n.outputs.size(), n.route_begin, n.route_targets,
               [](PortBase* p) { return p->index_; });
    if (!root_routes_.empty())
      lay_routes(root_routes_, n.outputs.size(), n.root_begin, n.root_targets, [](PortBase* p) { return p; });
    for (std::size_t o = 0; o < n.outputs.size(); ++o)
      std::sort(n.route_targets.begin() + n.route_begin[o], n.route_targets.begin() + n.route_begin[o + 1]);
    return n;
  }

  template <class Target, class Map>
  static void lay_routes(const std::vector<Pair>& routes, std::size_t outputs,
                         std::vector<std::uint32_t>& begin, std::vector<Target>& targets, Map map) {
    begin.assign(outputs + 1, 0);
    for (const Pair& r : routes) ++begin[r.from->index_ + 1];
    for (std::size_t o = 0; o < outputs; ++o) begin[o + 1] += begin[o];
    targets.resize(routes.size());
    std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
    for (const Pair& r : routes) targets[next[r.from->index_]++] = map(r.to);
  }

  Component& root_;
  HostFactory* factory_;
  std::vector<Coupled*> coupled_;
  std::vector<Dynamics*> models_;
  std::vector<Hosted*> hosted_;
  std::vector<PortBase*> ports_;
  std::size_t leaf_ports_ = 0;
  std::vector<std::uint32_t> edge_begin_, edges_, stack_;
  std::vector<PortBase*> root_inputs_;
  std::vector<Pair> routes_, root_routes_;
  std::vector<std::unique_ptr<Host>> hosts_;
};

Network flatten(Component& root, HostFactory* hosts) {
  return Flattening(root, hosts).run();
}

}  // namespace escapement
