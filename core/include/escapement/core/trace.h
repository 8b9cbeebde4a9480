// SPDX-License-Identifier: MIT
// Traces: observers that write down what happens, one line each, as CSV (RFC 4180 quoting, one header line,
// lines end in \n) or as JSON Lines. Equal runs give equal bytes.
//
//   time   the instant, as the shortest text that reads back as the same double
//   step   the micro-step
//   event  output (a message was put), input (a message was injected from outside),
//          initial, internal, external or confluent (a transition); of structural change: added or removed (a
//          component or a port), coupled or decoupled; dropped (a message whose receiver was removed)
//   model  path of the model; for structural change what it is about
//   port   of the message; empty for transitions
//   value  text of the message, or the state after the transition as print_state() tells it
//
// Within (time, step), outputs come first, in order of path, port and put, then transitions in path order.
#pragma once

#include <ostream>
#include <string>

#include "escapement/core/observer.h"

namespace escapement {

// What a trace keeps.
struct TraceFilter {
  std::string path{};  // the component of this path and all within it; empty: everything
  Time from = 0;       // both ends included
  Time until = kInfinity;
  std::string port{};  // only messages of ports of this name; empty: all messages and transitions

  bool accepts(const Instant& instant, const Component& model, const char* port_name) const;
};

class Trace : public Observer {
 public:
  // `out` must outlive the trace. Throws Error when writing fails, which fails the simulation.
  Trace(std::ostream& out, TraceFilter filter);
  void on_output(const Instant& instant, const PortBase& port, const MessageView& message) override;
  void on_transition(const Instant& instant, const Dynamics& model, Transition kind, Time elapsed,
                     Time due) override;
  void on_dropped(const Instant& instant, const std::string& port_path) override;
  void on_structure(const Instant& instant, const char* event, const std::string& subject) override;
  // A line of a library's own: something happened in `model`, told by `event` and `value`. Filtered like a
  // transition.
  void note(const Instant& instant, const char* event, const std::string& model, const std::string& value);

 protected:
  struct Line {
    const Instant& instant;
    const char* event;
    const std::string& model;
    const char* port;  // "" for transitions
    const std::string& value;
  };
  virtual void write(std::ostream& out, const Line& line) = 0;

 private:
  void write_checked(const Line& line);
  std::ostream& out_;
  TraceFilter filter_;
};

class CsvTrace : public Trace {
 public:
  explicit CsvTrace(std::ostream& out, TraceFilter filter = {});

 private:
  void write(std::ostream& out, const Line& line) override;
};

class JsonLinesTrace : public Trace {
 public:
  explicit JsonLinesTrace(std::ostream& out, TraceFilter filter = {});

 private:
  void write(std::ostream& out, const Line& line) override;
};

}  // namespace escapement
