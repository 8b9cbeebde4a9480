// SPDX-License-Identifier: MIT
#include "escapement/json/include.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "escapement/json/parse.h"

namespace escapement::json {
namespace {

namespace fs = std::filesystem;
using registry::Value;

// Bounds against files that include one another's like chain letters.
constexpr std::size_t kMostInChain = 32;
constexpr std::size_t kMostIncludes = 10000;

std::string identity(const std::string& path) {
  std::error_code error;
  const fs::path canonical = fs::weakly_canonical(path, error);
  return error ? path : canonical.string();
}

void lay_over(Value& base, Value& top) {
  for (Value::Member& member : top.members()) {
    Value* below = base.find(member.key);
    if (below != nullptr && below->is(Value::Type::kObject) && member.value.is(Value::Type::kObject)) {
      lay_over(*below, member.value);
      continue;
    }
    if (below == nullptr) {
      base.members().push_back(std::move(member));
      continue;
    }
    const auto at = std::find_if(base.members().begin(), base.members().end(),
                                 [&](const Value::Member& m) { return m.key == member.key; });
    *at = std::move(member);
  }
}

class Expander {
 public:
  Expander(std::vector<Diagnostic>& diagnostics, const ReadSource& read)
      : diagnostics_(diagnostics), read_(read) {}

  void enter(const std::string& file) { chain_.push_back({file, identity(file)}); }

  void expand(Value& value) {
    for (Value& item : value.items()) expand(item);
    for (Value::Member& member : value.members()) expand(member.value);
    const Value* include = value.find("include");
    if (include == nullptr) return;
    const Value place = *include;  // `value` changes below
    if (!place.is(Value::Type::kString)) {
      fault(place, "'include' must be the path of a file, not " + std::string(place.type_name()), "");
      return;
    }
    try {
      std::optional<Value> base = load(place);
      if (!base) return;
      value.members().erase(std::find_if(value.members().begin(), value.members().end(),
                                         [](const Value::Member& m) { return m.key == "include"; }));
      lay_over(*base, value);
      value = std::move(*base);
    } catch (const InputError& e) {
      diagnostics_.insert(diagnostics_.end(), e.diagnostics().begin(), e.diagnostics().end());
    }
  }

 private:
  struct Link {
    std::string shown, identity;
  };

  std::optional<Value> load(const Value& include) {
    const std::string path = path_beside(include.where().file, include.text());
    const std::string id = identity(path);
    const bool cycle =
        std::any_of(chain_.begin(), chain_.end(), [&](const Link& link) { return link.identity == id; });
    if (cycle || chain_.size() >= kMostInChain) {
      std::string files;
      for (const Link& link : chain_) files += link.shown + " -> ";
      fault(include,
            (cycle ? "files include one another in a cycle: " : "too long a chain of includes: ") + files +
                path,
            cycle ? "move what both need into a third file"
                  : "at most " + std::to_string(kMostInChain) + " files deep");
      return std::nullopt;
    }
    if (++count_ > kMostIncludes) {
      if (count_ == kMostIncludes + 1)
        fault(include, "more than " + std::to_string(kMostIncludes) + " includes in one study", "");
      return std::nullopt;
    }
    const std::string text = read_(path, include.where());
    Value base = parse(text, path, diagnostics_);
    if (!base.is(Value::Type::kObject)) {
      fault(include, "'" + path + "' holds " + base.type_name() + ", an included file must hold an object",
            "");
      return std::nullopt;
    }
    chain_.push_back({path, id});
    expand(base);
    chain_.pop_back();
    if (has_failed_include(base)) return std::nullopt;
    return base;
  }

  void fault(const Value& at, std::string message, std::string remedy) {
    diagnostics_.push_back({at.where(), std::move(message), std::move(remedy)});
  }

  std::vector<Diagnostic>& diagnostics_;
  const ReadSource& read_;
  std::vector<Link> chain_;
  std::size_t count_ = 0;
};

}  // namespace

void expand_includes(Value& root, std::vector<Diagnostic>& diagnostics, const ReadSource& read) {
  Expander expander(diagnostics, read);
  if (!root.where().file.empty()) expander.enter(root.where().file);
  expander.expand(root);
}

bool has_failed_include(const Value& value) {
  return value.is(Value::Type::kObject) && value.find("include") != nullptr;
}

std::string path_beside(const std::string& from, const std::string& path) {
  const fs::path folder = fs::path(from).parent_path();
  return fs::path(path).is_absolute() ? path : (folder / path).lexically_normal().string();
}

}  // namespace escapement::json
