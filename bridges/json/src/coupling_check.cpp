// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "check.h"

namespace escapement::json::internal {
namespace {

using registry::PortInfo;
using registry::Value;

constexpr const char* kEntity = "entity";
constexpr const char* kForm = "couplings are written \"A.out -> B.in\"";

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// An end that was found: its names, the type of its messages (empty where that is not known) and direction.
struct Resolved {
  End end;
  std::string message;
  bool vague = false;  // of a part that is unsound: its ports are not known
};

class CouplingCheck {
 public:
  CouplingCheck(Scope& scope, Diagnostics& diagnostics)
      : scope_(scope), model_(*scope.model), diagnostics_(diagnostics) {
    ports_.reserve(model_.parts.size());
    for (const Part& part : model_.parts) ports_.push_back(ports_of(part));
  }

  void run(const Value& couplings) {
    for (const Value& coupling : couplings.items()) split(coupling);
    type_own_ports();
    for (const auto& [from, to, where] : pairs_) check_pair(from, to, where);
    check_own_ports();
    check_entities();
  }

 private:
  struct Pair {
    Resolved from, to;
    SourceLocation where;
  };

  static PortInfo own(const OwnPort& port, bool input) { return {port.name, input, port.message, "", false}; }

  std::vector<PortInfo> ports_of(const Part& part) {
    std::vector<PortInfo> ports;
    if (part.inner != nullptr) {
      for (const OwnPort& port : part.inner->inputs) ports.push_back(own(port, true));
      for (const OwnPort& port : part.inner->outputs) ports.push_back(own(port, false));
    } else if (part.type != nullptr && !scope_.unsound.contains(part.name)) {
      ports = part.type->ports_for(*part.value);
    }
    return ports;
  }

  const Part* find_part(const std::string& name) const {
    const auto at = scope_.parts.find(name);
    return at == scope_.parts.end() ? nullptr : &model_.parts[at->second];
  }
  const std::vector<PortInfo>& ports(const Part& part) const {
    return ports_[static_cast<std::size_t>(&part - model_.parts.data())];
  }

  void split(const Value& coupling) {
    const std::string& text = coupling.text();
    std::vector<std::string> ends;
    for (std::size_t at = 0;;) {
      const std::size_t arrow = text.find("->", at);
      ends.push_back(trimmed(text.substr(at, arrow == std::string::npos ? arrow : arrow - at)));
      if (arrow == std::string::npos) break;
      at = arrow + 2;
    }
    if (ends.size() < 2) {
      fault(coupling.where(), "coupling '" + text + "' has no arrow ->", kForm);
      for (const Part& part : model_.parts) involved_.insert(part.name);
      return;
    }
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
      std::optional<Resolved> from = resolve(ends[i], false, coupling.where());
      std::optional<Resolved> to = resolve(ends[i + 1], true, coupling.where());
      if (from && to)
        pairs_.push_back({std::move(*from), std::move(*to), coupling.where()});
      else
        involved_.insert(nearest_part(ends[i].substr(0, ends[i].find('.'))));
    }
  }

  // `right`: the end stands right of the arrow.
  std::optional<Resolved> resolve(const std::string& text, bool right, const SourceLocation& where) {
    if (text.empty()) return fault(where, "a coupling has nothing on one side of its arrow", kForm);
    const std::size_t dot = text.find('.');
    if (dot == std::string::npos) return resolve_bare(text, right, where);
    const std::string name = text.substr(0, dot), port = text.substr(dot + 1);
    const Part* part = find_part(name);
    if (part == nullptr) return unknown(name, where);
    if (port.find('.') != std::string::npos)
      return fault(where, "'" + text + "' reaches into '" + name + "'",
                   "give '" + name + "' a port of its own and couple that one, inside and outside");
    if (scope_.unsound.contains(name)) return Resolved{{name, port}, "", true};
    for (const PortInfo& p : ports(*part)) {
      if (p.name != port) continue;
      if (p.input == right) return Resolved{{name, port}, p.message, false};
      return fault(where,
                   "'" + text + "' is an " + (p.input ? "input" : "output") + " and cannot stand " +
                       (right ? "right" : "left") + " of the arrow",
                   "messages go from outputs to inputs; " + listing(*part, right));
    }
    std::vector<std::string> names;
    for (const PortInfo& p : ports(*part))
      if (p.input == right) names.push_back(p.name);
    const std::string_view near = nearest_name(port, names);
    return fault(where, "'" + name + "' (" + kind(*part) + ") has no port '" + port + "'",
                 (near.empty() ? "" : "did you mean '" + std::string(near) + "'? ") + listing(*part, right));
  }

  std::optional<Resolved> resolve_bare(const std::string& name, bool right, const SourceLocation& where) {
    if (const Part* part = find_part(name)) {
      if (scope_.unsound.contains(name)) return Resolved{{name, ""}, "", true};
      std::vector<const PortInfo*> fitting;
      for (const PortInfo& p : ports(*part))
        if (p.input == right) fitting.push_back(&p);
      if (fitting.size() > 1) {  // a name alone means the one port that must be coupled
        const auto required =
            std::find_if(fitting.begin(), fitting.end(), [](auto* p) { return !p->optional; });
        const bool only =
            std::count_if(fitting.begin(), fitting.end(), [](auto* p) { return !p->optional; }) == 1;
        if (only) fitting = {*required};
      }
      if (fitting.size() == 1) return Resolved{{name, fitting[0]->name}, fitting[0]->message, false};
      if (fitting.empty())
        return fault(
            where, "'" + name + "' has no " + (right ? "inputs" : "outputs"),
            right ? "nothing leads to it: entities and messages begin there"
                  : "nothing leads on from it: what comes there ends, is sent to a station or is taken out");
      return fault(where,
                   "'" + name + "' alone does not say which port is meant: it has " +
                       std::to_string(fitting.size()) + (right ? " inputs" : " outputs"),
                   listing(*part, right));
    }
    // Inside the model its inputs send and its outputs receive.
    const auto has = [&](const std::vector<OwnPort>& list) {
      return std::any_of(list.begin(), list.end(), [&](const OwnPort& p) { return p.name == name; });
    };
    if (has(right ? model_.outputs : model_.inputs)) return Resolved{{"", name}, "", false};
    if (has(right ? model_.inputs : model_.outputs))
      return fault(where,
                   "'" + name + "' is an " + (right ? "input" : "output") +
                       " of this model and cannot stand " + (right ? "right" : "left") + " of the arrow",
                   "inside a model its inputs stand left and its outputs right");
    return unknown(name, where);
  }

  std::optional<Resolved> unknown(const std::string& name, const SourceLocation& where) {
    if (const auto known = scope_.names.find(name); known != scope_.names.end())
      return fault(where,
                   "'" + name + "' is no component but the " + known->second.what + " at line " +
                       std::to_string(known->second.where.line),
                   "only components and ports of the model can be coupled");
    std::vector<std::string> names;
    for (const Part& part : model_.parts) names.push_back(part.name);
    for (const OwnPort& port : model_.inputs) names.push_back(port.name);
    for (const OwnPort& port : model_.outputs) names.push_back(port.name);
    const std::string_view near = nearest_name(name, names);
    return fault(
        where,
        "there is no component '" + name + "' in " +
            (model_.path.empty() ? std::string("the model") : "'" + model_.path + "'"),
        near.empty() ? "components: " + list_text(names) : "did you mean '" + std::string(near) + "'?");
  }

  std::string nearest_part(const std::string& name) const {
    if (find_part(name) != nullptr) return name;
    std::vector<std::string> names;
    for (const Part& part : model_.parts) names.push_back(part.name);
    return std::string(nearest_name(name, names));
  }

  static std::string kind(const Part& part) {
    return part.type == nullptr ? "a coupled model" : part.type->name;
  }

  std::string listing(const Part& part, bool inputs) const {
    std::vector<std::string> names;
    for (const PortInfo& p : ports(part))
      if (p.input == inputs) names.push_back(p.name);
    return std::string(inputs ? "inputs" : "outputs") + " of '" + part.name + "': " + list_text(names);
  }

  void type_own_ports() {
    const auto like = [](std::vector<OwnPort>& list, const Resolved& own, const Resolved& other) {
      for (OwnPort& port : list) {
        if (port.name != own.end.port || !port.like_part.empty()) continue;
        port.message = other.message;
        port.like_part = other.end.part;
        port.like_port = other.end.port;
      }
    };
    for (const Pair& pair : pairs_) {
      if (pair.from.end.part.empty() && !pair.to.end.part.empty()) like(model_.inputs, pair.from, pair.to);
      if (pair.to.end.part.empty() && !pair.from.end.part.empty()) like(model_.outputs, pair.to, pair.from);
    }
    const auto message_of = [](const std::vector<OwnPort>& list, Resolved& resolved) {
      if (!resolved.end.part.empty()) return;
      for (const OwnPort& port : list)
        if (port.name == resolved.end.port) resolved.message = port.message;
    };
    for (Pair& pair : pairs_) {
      message_of(model_.inputs, pair.from);
      message_of(model_.outputs, pair.to);
    }
  }

  void check_pair(const Resolved& from, const Resolved& to, const SourceLocation& where) {
    const std::string both = "'" + from.end.text() + " -> " + to.end.text() + "'";
    if (from.vague) involved_.insert(from.end.part);
    if (!from.end.part.empty() && from.end.part == to.end.part) {
      involved_.insert(from.end.part);
      fault(where, "coupling " + both + " leads from a component to itself",
            "put another component in between");
      return;
    }
    if (!from.message.empty() && !to.message.empty() && from.message != to.message) {
      involved_.insert(from.end.part);
      fault(where,
            "coupling " + both + " joins an output of type '" + from.message + "' to an input of type '" +
                to.message + "'",
            "both ports must carry the same type of message");
      return;
    }
    if (!from.vague && !to.vague) {
      const auto [known, is_new] = seen_.emplace(std::pair(from.end, to.end), where);
      if (!is_new) {
        fault(where,
              "coupling " + both + " stands here a second time, first at line " +
                  std::to_string(known->second.line) + ", column " + std::to_string(known->second.column),
              "remove one of them");
        return;
      }
    }
    if (from.message == kEntity) {
      const auto [known, is_new] = entity_sources_.emplace(from.end, where);
      if (!is_new) {
        fault(where,
              "the entities of '" + from.end.text() + "' are coupled twice, first at line " +
                  std::to_string(known->second.line) + ", column " + std::to_string(known->second.column),
              "an entity goes one way: choose with Decide, make copies with Separate");
        return;
      }
    }
    model_.links.push_back({from.end, to.end, where});
  }

  void check_own_ports() {
    if (!involved_.empty()) return;  // a faulty coupling may have been the one
    const auto check = [&](const std::vector<OwnPort>& list, const char* what, const char* part_port) {
      for (const OwnPort& port : list)
        if (port.like_part.empty())
          fault(port.where, std::string(what) + " '" + port.name + "' is coupled to nothing inside the model",
                std::string("couple it to the ") + part_port + " of a component, which gives it its type");
    };
    check(model_.inputs, "input", "input");
    check(model_.outputs, "output", "output");
  }

  void check_entities() {
    const auto dangling = [&](const End& end, const SourceLocation& where) {
      if (!entity_sources_.contains(end))
        fault(where, "the entities of '" + end.text() + "' go nowhere: this output is not coupled",
              "couple it to the next component; entities that are done leave by a Dispose");
    };
    for (std::size_t i = 0; i < model_.parts.size(); ++i) {
      const Part& part = model_.parts[i];
      if (scope_.unsound.contains(part.name) || involved_.contains(part.name)) continue;
      for (const PortInfo& port : ports_[i])
        if (!port.input && !port.optional && port.message == kEntity)
          dangling({part.name, port.name}, part.value->where());
      if (part.type != nullptr && part.type->name == "arena.Match") check_match(part, ports_[i]);
    }
    for (const OwnPort& port : model_.inputs)
      if (port.message == kEntity && involved_.empty()) dangling({"", port.name}, port.where);
    if (scope_.outer == nullptr)
      for (const OwnPort& port : model_.outputs)
        if (port.message == kEntity)
          fault(port.where, "entities leave the outermost model by its output '" + port.name + "'",
                "end their way in a Dispose");
  }

  // The entities of all its other entries would wait for ever.
  void check_match(const Part& part, const std::vector<PortInfo>& ports) {
    for (const PortInfo& port : ports) {
      const End entry{part.name, port.name};
      const bool led_to = std::any_of(model_.links.begin(), model_.links.end(),
                                      [&entry](const Link& link) { return link.to == entry; });
      if (port.input && !led_to)
        fault(part.value->where(),
              "nothing leads to '" + entry.text() + "', for whose entities the others wait",
              "couple something to it, or lower \"number\"");
    }
  }

  std::nullopt_t fault(const SourceLocation& where, std::string message, std::string remedy) {
    diagnostics_.push_back({where, std::move(message), std::move(remedy)});
    return std::nullopt;
  }

  Scope& scope_;
  Model& model_;
  Diagnostics& diagnostics_;
  std::vector<std::vector<PortInfo>> ports_;  // of each part
  std::vector<Pair> pairs_;
  std::set<std::string, std::less<>> involved_;  // parts in couplings with faults: no more is said of them
  std::map<std::pair<End, End>, SourceLocation> seen_;
  std::map<End, SourceLocation> entity_sources_;
};

}  // namespace

void check_couplings(Scope& scope, const Value& couplings, Diagnostics& diagnostics) {
  CouplingCheck(scope, diagnostics).run(couplings);
}

}  // namespace escapement::json::internal
