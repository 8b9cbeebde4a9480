// SPDX-License-Identifier: MIT
#include "library.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "escapement/core/error.h"

namespace escapement::modelica {
namespace fs = std::filesystem;

namespace {

std::string dotted(Span<std::string_view> parts) {
  std::string name;
  for (const std::string_view part : parts) name += (name.empty() ? "" : ".") + std::string(part);
  return name;
}

std::string read_text(const fs::path& path) {
  const bool is_folder = fs::is_directory(path);
  std::ifstream in(path, std::ios::binary);
  if (!in || is_folder) {
    Diagnostic diagnostic;
    diagnostic.where.file = path.string();
    diagnostic.message = is_folder ? "this is a folder, not a file" : "the file cannot be read";
    diagnostic.remedy = is_folder ? "name a file of it, or give it with --library and name a class"
                                  : "is the name right, and may you read it?";
    throw InputError(std::move(diagnostic));
  }
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

void Library::add_directory(const fs::path& directory) {
  (fs::exists(directory / "package.mo") ? roots_ : directories_).push_back(directory);
}

void Library::add_file(const fs::path& path) {
  if (path.filename() == "package.mo" &&
      fs::exists(path.parent_path())) {  // a library: its neighbours belong to it
    fs::path root = fs::absolute(path).parent_path();
    while (fs::exists(root.parent_path() / "package.mo")) root = root.parent_path();
    roots_.push_back(root);
    const ast::Class* made = load(root / "package.mo", root.filename().string(), "");
    if (made != nullptr) {
      top_.emplace(made->name, made);
      given_.push_back(std::string(made->name));
      packages_[made].directory = root;
      packages_[made].full_name = std::string(made->name);
    }
    return;
  }
  add_text(path.string(), read_text(path));
}

void Library::add_text(const std::string& name, std::string text) {
  files_.push_back(parse(name, std::move(text), reporter_));
  add_tree(*files_.back());
}

void Library::add_tree(SourceFile& file) {
  const std::string within = dotted(file.tree.within);
  for (const ast::Class* made : file.tree.classes) {
    given_.push_back(within.empty() ? std::string(made->name) : within + "." + std::string(made->name));
    if (!within.empty())
      by_within_[within].push_back(made);
    else if (!top_.emplace(made->name, made).second)
      reporter_.error(made->place, "a class '" + std::string(made->name) + "' exists already");
    else
      packages_[made].full_name = std::string(made->name);
  }
}

const ast::Class* Library::load(const fs::path& path, std::string_view name, const std::string& within) {
  files_.push_back(parse(path.string(), read_text(path), reporter_));
  const ast::StoredFile& tree = files_.back()->tree;
  if (tree.classes.empty()) return nullptr;
  const ast::Class* made = tree.classes.front();
  if (dotted(tree.within) != within)
    reporter_.error(made->place,
                    "the file says 'within " + dotted(tree.within) + "' and lies in '" + within + "'",
                    "name in 'within' the package whose directory holds the file");
  if (made->name != name && within.find('.') == std::string::npos && !within.empty())
    reporter_.error(made->place,
                    "the file of '" + std::string(name) + "' holds '" + std::string(made->name) + "'");
  return made;
}

const ast::Class* Library::in_directory(const fs::path& directory, std::string_view name,
                                        const std::string& within) {
  if (name.empty() || name.find_first_of("/\\'") != std::string_view::npos) return nullptr;
  std::error_code ignored;
  const fs::path folder = directory / name;
  const fs::path file = directory / (std::string(name) + ".mo");
  const ast::Class* made = nullptr;
  if (fs::exists(folder / "package.mo", ignored)) {
    made = load(folder / "package.mo", name, within);
    if (made != nullptr) packages_[made].directory = folder;
  } else if (fs::exists(file, ignored)) {
    made = load(file, name, within);
  }
  if (made != nullptr)
    packages_[made].full_name = within.empty() ? std::string(name) : within + "." + std::string(name);
  return made;
}

const ast::Class* Library::top_level(std::string_view name) {
  const auto found = top_.find(name);
  if (found != top_.end()) return found->second;
  const ast::Class* made = nullptr;
  for (const fs::path& root : roots_) {
    const std::string folder = root.filename().string();
    if (made == nullptr && folder.substr(0, folder.find(' ')) == name) {
      made = load(root / "package.mo", name, "");
      if (made != nullptr) {
        packages_[made].directory = root;
        packages_[made].full_name = std::string(name);
      }
    }
  }
  std::vector<fs::path> directories = directories_;
  for (const fs::path& root : roots_) directories.push_back(root.parent_path());  // what stands beside it
  for (const fs::path& directory : directories) {
    if (made == nullptr) made = in_directory(directory, name, "");
    std::error_code ignored;
    if (made != nullptr || !fs::is_directory(directory, ignored)) continue;
    std::vector<fs::path> versions;  // "Name 1.2.3": the last one in order
    for (const auto& entry : fs::directory_iterator(directory, ignored)) {
      const std::string folder = entry.path().filename().string();
      if (folder.size() > name.size() && folder.compare(0, name.size(), name) == 0 &&
          folder[name.size()] == ' ' && fs::exists(entry.path() / "package.mo", ignored))
        versions.push_back(entry.path());
    }
    if (versions.empty()) continue;
    const fs::path newest = *std::max_element(versions.begin(), versions.end());
    made = load(newest / "package.mo", name, "");
    if (made != nullptr) {
      packages_[made].directory = newest;
      packages_[made].full_name = std::string(name);
    }
  }
  if (made != nullptr) top_.emplace(made->name, made);
  return made;
}

const ast::Class* Library::stored_child(const ast::Class* package, std::string_view name) {
  const auto known = packages_.find(package);
  if (known == packages_.end()) return nullptr;
  const auto child = known->second.children.find(name);
  if (child != known->second.children.end()) return child->second;
  const Package here = known->second;  // a copy: loading adds packages
  const ast::Class* made = nullptr;
  const auto given = by_within_.find(here.full_name);
  if (given != by_within_.end())
    for (const ast::Class* candidate : given->second)
      if (candidate->name == name) {
        made = candidate;
        packages_[made].full_name = here.full_name + "." + std::string(name);
      }
  if (made == nullptr && !here.directory.empty()) made = in_directory(here.directory, name, here.full_name);
  if (made != nullptr) packages_[package].children.emplace(made->name, made);
  return made;
}

std::vector<std::string> Library::stored_children(const ast::Class* package) {
  std::vector<std::string> names;
  const auto known = packages_.find(package);
  if (known == packages_.end()) return names;
  const auto given = by_within_.find(known->second.full_name);
  if (given != by_within_.end())
    for (const ast::Class* child : given->second) names.emplace_back(child->name);
  if (known->second.directory.empty()) return names;
  std::vector<std::string> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(known->second.directory, ignored)) {
    const fs::path& path = entry.path();
    if (fs::exists(path / "package.mo", ignored))
      found.push_back(path.filename().string());
    else if (path.extension() == ".mo" && path.filename() != "package.mo")
      found.push_back(path.stem().string());
  }
  std::sort(found.begin(), found.end());
  std::ifstream order(known->second.directory / "package.order");
  for (std::string line; std::getline(order, line);) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    const auto at = std::find(found.begin(), found.end(), line);
    if (at == found.end()) continue;
    names.push_back(line);
    found.erase(at);
  }
  names.insert(names.end(), found.begin(), found.end());
  return names;
}

std::string Library::searched() const {
  std::string places;
  for (const auto* list : {&roots_, &directories_})
    for (const fs::path& place : *list) places += (places.empty() ? "" : ", ") + place.string();
  return places.empty() ? "no library was given: name one with --library DIR, or in MODELICAPATH"
                        : "looked in " + places;
}

}  // namespace escapement::modelica
