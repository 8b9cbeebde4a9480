// SPDX-License-Identifier: MIT
#include "escapement/report/playback.h"

#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace escapement::report {
namespace {

struct Line {
  double time = 0;
  std::string event, model, port, value;
};

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Records of a trace one by one; what is no record of a trace is passed over.
class TraceReader {
 public:
  TraceReader(std::istream& in, std::size_t most_bytes) : in_(*in.rdbuf()), left_(most_bytes) {}

  std::optional<Line> next() {
    while (true) {
      const int first = in_.sgetc();
      if (first == kEnd || left_ == 0) return std::nullopt;
      if (std::optional<Line> line = first == '{' ? from_json() : from_csv()) return line;
    }
  }

 private:
  static constexpr int kEnd = std::char_traits<char>::eof();

  int take() {
    if (left_ == 0) return kEnd;
    --left_;
    return in_.sbumpc();
  }

  std::optional<Line> from_json() {
    std::string text;
    int c = take();
    for (; c != kEnd && c != '\n'; c = take()) text += static_cast<char>(c);
    if (c == kEnd) return std::nullopt;
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    const auto has = [&json](const char* key) { return json.contains(key) && json[key].is_string(); };
    if (!json.is_object() || !json.contains("time") || !json["time"].is_number() || !has("event") ||
        !has("model") || !has("port") || !has("value"))
      return std::nullopt;
    return Line{json["time"], json["event"], json["model"], json["port"], json["value"]};
  }

  // time,step,event,model,port,value; a quoted cell may hold commas, line ends and doubled quotes.
  std::optional<Line> from_csv() {
    std::vector<std::string> cells(1);
    bool quoted = false;
    int c = take();
    for (; c != kEnd && (quoted || c != '\n'); c = take()) {
      if (c == '"')
        if (quoted && in_.sgetc() == '"')
          cells.back() += static_cast<char>(take());
        else
          quoted = !quoted;
      else if (c == ',' && !quoted)
        cells.emplace_back();
      else
        cells.back() += static_cast<char>(c);
    }
    constexpr std::size_t kCells = 6;
    if (c == kEnd || cells.size() != kCells) return std::nullopt;
    const std::optional<double> time = number(cells[0]);
    if (!time) return std::nullopt;  // the heading
    return Line{*time, cells[2], cells[3], cells[4], cells[5]};
  }

  std::streambuf& in_;
  std::size_t left_;
};

// Numbers for texts, in the order in which they come.
class Names {
 public:
  explicit Names(std::vector<std::string>& list) : list_(list) {}
  std::uint32_t operator[](const std::string& name) {
    const auto [found, is_new] = numbers_.try_emplace(name, static_cast<std::uint32_t>(list_.size()));
    if (is_new) list_.push_back(name);
    return found->second;
  }

 private:
  std::vector<std::string>& list_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

// The paths of all leaves of an outline.
void add_leaves(const experiment::ModelOutline& outline, const std::string& path,
                std::unordered_set<std::string>& leaves) {
  for (const experiment::ModelOutline& component : outline.components) {
    const std::string inner = path.empty() ? component.name : path + "." + component.name;
    if (component.components.empty()) leaves.insert(inner);
    add_leaves(component, inner, leaves);
  }
}

class PlaybackWriter {
 public:
  explicit PlaybackWriter(const experiment::ModelOutline& outline) { add_leaves(outline, "", leaves_); }

  void add(const Line& line) {
    const bool moves = line.event == "enter";
    if (!moves && line.event != "output") return;
    const std::string place = component_of(line.model);
    if (place.empty()) return;
    if (!moves) {
      playback_.events.push_back({line.time, 0, places_[place], ports_[line.port]});
      return;
    }
    // "Part 12"; the type's path holds no blank.
    const std::size_t blank = line.value.rfind(' ');
    std::uint64_t entity = 0;
    if (blank == std::string::npos ||
        std::from_chars(line.value.data() + blank + 1, line.value.data() + line.value.size(), entity).ec !=
            std::errc{})
      return;
    const std::uint32_t at = places_[place];
    const auto [last, is_new] = last_.try_emplace(entity, at);
    if (!is_new && last->second == at) return;
    last->second = at;
    playback_.events.push_back({line.time, entity, at, kinds_[line.value.substr(0, blank)]});
  }

  Playback& playback() { return playback_; }

 private:
  // The component that the path is, or lies within.
  std::string component_of(std::string path) const {
    while (!leaves_.contains(path)) {
      const std::size_t dot = path.rfind('.');
      if (dot == std::string::npos) return {};
      path.resize(dot);
    }
    return path;
  }

  Playback playback_;
  Names places_{playback_.places}, kinds_{playback_.kinds}, ports_{playback_.ports};
  std::unordered_set<std::string> leaves_;
  std::unordered_map<std::uint64_t, std::uint32_t> last_;  // where each entity was seen last
};

}  // namespace

Playback read_playback(std::istream& trace, const experiment::ModelOutline& outline, std::size_t most_events,
                       std::size_t most_bytes) {
  PlaybackWriter writer(outline);
  TraceReader reader(trace, most_bytes);
  Playback& playback = writer.playback();
  while (const std::optional<Line> line = reader.next()) {
    writer.add(*line);
    if (playback.events.size() > most_events) break;
  }
  playback.cut =
      playback.events.size() > most_events || trace.rdbuf()->sgetc() != std::char_traits<char>::eof();
  if (playback.events.size() > most_events) playback.events.resize(most_events);
  return std::move(playback);
}

}  // namespace escapement::report
