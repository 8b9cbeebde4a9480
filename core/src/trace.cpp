// SPDX-License-Identifier: MIT
#include "escapement/core/trace.h"

#include <sstream>
#include <string_view>
#include <utility>

#include "escapement/core/error.h"

namespace escapement {
namespace {

bool within(std::string_view path, std::string_view outer) {
  return path.substr(0, outer.size()) == outer && (path.size() == outer.size() || path[outer.size()] == '.');
}

void write_csv_field(std::ostream& out, std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    out << text;
    return;
  }
  out << '"';
  for (const char c : text) {
    if (c == '"') out << '"';
    out << c;
  }
  out << '"';
}

void write_json_text(std::ostream& out, std::string_view text) {
  constexpr char kHex[] = "0123456789abcdef";
  out << '"';
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out << '\\' << c;
    else if (c == '\n')
      out << "\\n";
    else if (code < 0x20)
      out << "\\u00" << kHex[code >> 4] << kHex[code & 15];
    else
      out << c;
  }
  out << '"';
}

}  // namespace

bool TraceFilter::accepts(const Instant& instant, const Component& model, const char* port_name) const {
  if (instant.time < from || instant.time > until) return false;
  if (!port.empty() && port != port_name) return false;
  return path.empty() || within(model.path(), path);
}

Trace::Trace(std::ostream& out, TraceFilter filter) : out_(out), filter_(std::move(filter)) {}

void Trace::on_output(const Instant& instant, const PortBase& port, const MessageView& message) {
  if (!filter_.accepts(instant, port.owner(), port.name())) return;
  write_checked(
      {instant, port.is_input() ? "input" : "output", port.owner().path(), port.name(), message.text()});
}

void Trace::on_transition(const Instant& instant, const Dynamics& model, Transition kind, Time /*elapsed*/,
                          Time /*due*/) {
  if (!filter_.accepts(instant, model, "")) return;
  std::ostringstream state;
  model.print_state(state);
  write_checked({instant, transition_name(kind), model.path(), "", state.str()});
}

void Trace::on_dropped(const Instant& instant, const std::string& port_path) {
  note(instant, "dropped", port_path, "");
}

void Trace::on_structure(const Instant& instant, const char* event, const std::string& subject) {
  note(instant, event, subject, "");
}

void Trace::note(const Instant& instant, const char* event, const std::string& model,
                 const std::string& value) {
  if (instant.time < filter_.from || instant.time > filter_.until || !filter_.port.empty()) return;
  if (!filter_.path.empty() && !within(model, filter_.path)) return;
  write_checked({instant, event, model, "", value});
}

void Trace::write_checked(const Line& line) {
  write(out_, line);
  if (!out_) throw Error("the trace cannot be written; is the disk full, or the file closed?");
}

CsvTrace::CsvTrace(std::ostream& out, TraceFilter filter) : Trace(out, std::move(filter)) {
  out << "time,step,event,model,port,value\n";
}

void CsvTrace::write(std::ostream& out, const Line& line) {
  out << to_text(line.instant.time) << ',' << line.instant.micro_step << ',' << line.event << ','
      << line.model << ',';
  write_csv_field(out, line.port);
  out << ',';
  write_csv_field(out, line.value);
  out << '\n';
}

JsonLinesTrace::JsonLinesTrace(std::ostream& out, TraceFilter filter) : Trace(out, std::move(filter)) {}

void JsonLinesTrace::write(std::ostream& out, const Line& line) {
  out << "{\"time\":" << to_text(line.instant.time) << ",\"step\":" << line.instant.micro_step
      << ",\"event\":\"" << line.event << "\",\"model\":\"" << line.model << "\",\"port\":";
  write_json_text(out, line.port);
  out << ",\"value\":";
  write_json_text(out, line.value);
  out << "}\n";
}

}  // namespace escapement
