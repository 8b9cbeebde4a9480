// SPDX-License-Identifier: MIT
#include "escapement/modelica/models.h"

namespace escapement::modelica {
namespace {

std::string key_of(const ClassRequest& request) {
  std::string key = request.class_name;
  const auto add = [&](const std::string& text) { key += '\n' + text; };
  for (const auto& path : request.source.files) add("file " + path.string());
  for (const auto& [name, text] : request.source.texts) add("text " + name + '\n' + text);
  for (const auto& path : request.source.libraries) add("library " + path.string());
  for (const auto& [name, value] : request.modifiers) add("set " + name + '=' + value);
  return key;
}

// Names as a tree, in the order in which they were given.
struct Names {
  std::vector<std::pair<std::string, Names>> inner{};
  std::string value{};

  Names& at(const std::string& name) {
    for (auto& [known, names] : inner)
      if (known == name) return names;
    return inner.emplace_back(name, Names()).second;
  }
  std::string text() const {
    std::string list;
    for (const auto& [name, names] : inner) {
      list += (list.empty() ? "" : ", ") + name;
      if (!names.inner.empty()) list += '(' + names.text() + ')';
      if (!names.value.empty()) list += " = " + names.value;
    }
    return list;
  }
};

}  // namespace

std::string modification_text(const std::vector<std::pair<std::string, std::string>>& modifiers) {
  Names root;
  for (const auto& [name, value] : modifiers) {
    Names* names = &root;
    for (std::size_t at = 0; at <= name.size();) {
      const std::size_t dot = std::min(name.find('.', at), name.size());
      names = &names->at(name.substr(at, dot - at));
      at = dot + 1;
    }
    names->value = value;
  }
  return root.text();
}

std::shared_ptr<const FlatModel> PreparedClasses::flat_locked(const ClassRequest& request) {
  std::shared_ptr<const FlatModel>& found = flat_[key_of(request)];
  if (found) return found;
  if (request.modifiers.empty()) {
    found = flatten(request.source, request.class_name);
    return found;
  }
  ClassRequest plain = request;
  plain.modifiers.clear();
  const std::shared_ptr<const FlatModel> base = flat_locked(plain);
  Source source = request.source;
  const std::string list = modification_text(request.modifiers);
  std::string own = "Modified";  // no class of the files may bear the name
  for (const char c : base->name) own += c == '.' ? '_' : c;
  source.texts.emplace_back("parameters of " + base->name, "model " + own + "\n  extends " + base->name +
                                                               '(' + list + ");\nend " + own + ";\n");
  std::unique_ptr<FlatModel> made = flatten(source, own);
  made->name = base->name;
  made->experiment = base->experiment;
  found = std::move(made);
  return found;
}

std::shared_ptr<const FlatModel> PreparedClasses::flat(const ClassRequest& request) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return flat_locked(request);
}

std::vector<std::shared_ptr<const PreparedClass>> PreparedClasses::all() {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<std::shared_ptr<const PreparedClass>> made;
  for (const auto& [key, prepared] : prepared_)
    if (prepared) made.push_back(prepared);
  return made;
}

std::shared_ptr<const PreparedClass> PreparedClasses::get(const ClassRequest& request) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::shared_ptr<const PreparedClass>& found = prepared_[key_of(request)];
  if (!found) {
    auto made = std::make_shared<PreparedClass>();
    made->flat = flat_locked(request);
    made->translated = translate(*made->flat);
    found = std::move(made);
  }
  return found;
}

}  // namespace escapement::modelica
